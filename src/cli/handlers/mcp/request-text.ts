import { Type } from '@selfbill/pint-ae/document'
import { CallRefused } from './failure.ts'

/** The request of a document, as an object or as JSON text. */
export const RequestInput = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()], {
  description:
    'The request of the document, as the API takes it: an object, or a JSON text where a number has more than 15 ' +
    'digits',
})

/**
 * The JSON to send. An object is written with its members in order, so that the same document is
 * the same text; a JSON text is sent as it is.
 *
 * @throws CallRefused when a number may have lost digits on its way here
 */
export function requestText(request: string | Readonly<Record<string, unknown>>): string {
  if (typeof request === 'string') return request
  checkNumbers(request, '')
  return JSON.stringify(inOrder(request))
}

/** An assistant's message is read with binary floating point, which keeps 15 digits. */
function checkNumbers(value: unknown, path: string): void {
  if (typeof value === 'number' && digitsOf(value) > 15)
    throw new CallRefused(
      'number_too_precise',
      `${path} has more than 15 digits, which a JSON number loses here: send the request as a JSON text`,
    )
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value))
    checkNumbers(inner, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`)
}

function digitsOf(value: number): number {
  return String(value)
    .replace(/e.*$/, '')
    .replace(/^[-0.]+/, '')
    .replace('.', '').length
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, inner]) => [name, inOrder(inner)]))
}
