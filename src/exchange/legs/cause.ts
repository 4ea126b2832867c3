import type { TransmissionResponse } from '../gateway.ts'

/**
 * Why an attempt failed, without what differs from leg to leg (ids, addresses, times, numbers), so
 * that legs which one thing stopped have the same cause.
 */
export function causeOf({ transmissionError, transmissionErrors }: TransmissionResponse): string {
  const [named] = transmissionErrors
  const sentence = transmissionError ?? named?.description ?? 'No answer'
  const code = named?.code ?? ''
  const text = code === '' || sentence.includes(code) ? sentence : `${code} ${sentence}`
  return [...variables.reduce((rest, [pattern, word]) => rest.replaceAll(pattern, word), text.trim())]
    .slice(0, causeCharactersMax)
    .join('')
}

const causeCharactersMax = 200

/**
 * What varies, most telling first. Short numbers stay: they are status codes (503) and error codes
 * (EBMS:0004).
 */
const variables: readonly (readonly [RegExp, string])[] = [
  [/[\s\p{Cc}]+/gu, ' '],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '(id)'],
  [/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?/g, '(time)'],
  [/\b[0-9]{4}:[0-9A-Za-z]{6,}\b/g, '(participant)'],
  [/\b[0-9]{1,3}(\.[0-9]{1,3}){3}(:[0-9]+)?/g, '(address)'],
  [/\b[0-9a-f]{16,}\b/gi, '(id)'],
  [/[0-9]+([.,][0-9]+)? ?ms\b/g, '(time)'],
  [/[0-9]{5,}/g, '(number)'],
]
