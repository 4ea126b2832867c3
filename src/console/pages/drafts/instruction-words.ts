import { words } from '../../language/words.ts'

/** What to do about a problem. */
const sentences = words('instructions', {
  add: { en: 'Add “{field}”', ar: 'أضف «{field}»' },
  addWithin: { en: '{part}: add “{field}”', ar: '{part}: أضف «{field}»' },
  correct: { en: 'Correct “{field}”', ar: 'صحّح «{field}»' },
  correctWithin: { en: '{part}: correct “{field}”', ar: '{part}: صحّح «{field}»' },
  check: { en: 'Check “{field}”', ar: 'راجع «{field}»' },
  checkWithin: { en: '{part}: check “{field}”', ar: '{part}: راجع «{field}»' },
})

export const instructionWords = {
  add: { alone: sentences.add, within: sentences.addWithin },
  correct: { alone: sentences.correct, within: sentences.correctWithin },
  check: { alone: sentences.check, within: sentences.checkWithin },
} as const
