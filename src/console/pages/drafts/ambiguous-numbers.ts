import { SelfbillError } from '../../../../client/src/errors.ts'
import { readingsOf, typedNumber } from '../../../document-files/typed-number.ts'
import type { Call } from '../../route.ts'
import { refusedWords } from './refused-words.ts'

/**
 * A refusal that names both readings of a number such as `1,500`, where the API says only that it
 * must be a number. `typedAt` is the text in a field of the refusal.
 */
export function withReadings(
  { say }: Pick<Call, 'say'>,
  refusal: SelfbillError,
  typedAt: (path: string) => unknown,
): SelfbillError {
  const fields = Object.entries(refusal.fields).map(([path, text]) => {
    const typed = typedAt(path)
    const isAmbiguous = typeof typed === 'string' && typedNumber(typed) === 'ambiguous'
    const isOfNumber = refusal.codes[path]?.id === 'must_be_number'
    if (!isAmbiguous || !isOfNumber) return [path, text] as const
    return [path, say(refusedWords.ambiguous, { text: typed, ...readingsOf(typed) })] as const
  })
  return new SelfbillError(refusal.status, refusal.message, Object.fromEntries(fields), refusal)
}
