import { EvaluationError } from '../errors.ts'
import type { Check } from '../rule-file/rule-file.ts'
import { normalizeSpace } from '../values/blanks.ts'
import { textOf } from '../values/cast.ts'
import type { Focus } from './focus.ts'
import { itemsOf } from './interpreter.ts'

import { atomized } from './items.ts'

/** The message of a finding; a value that cannot be evaluated is left out. */
export function messageOf({ message, assertion }: Check, focusOf: () => Focus): string {
  if (message.every((part) => typeof part === 'string')) return assertion.message
  const focus = focusOf()
  const parts = message.map((part) => {
    if (typeof part === 'string') return part
    try {
      return [...atomized(itemsOf(part, focus))].map(textOf).join(' ')
    } catch (error) {
      if (error instanceof EvaluationError) return ''
      throw error
    }
  })
  return normalizeSpace(parts.join(''))
}
