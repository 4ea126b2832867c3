import { Decimal } from '@selfbill/schematron/decimal'
import { groupSize, joined } from '@selfbill/schematron/xml'

/**
 * Values that can be written as JSON. Undefined members are omitted; decimals keep their digits.
 */
export type Writable =
  | null
  | undefined
  | boolean
  | string
  | number
  | Decimal
  | RawJson
  | readonly Writable[]
  | { readonly [member: string]: Writable }

/** JSON text, inserted as it is. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Writes JSON. A Decimal becomes a number token with all its digits, without binary floating point.
 */
export function writeJson(value: Writable): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || value === undefined) return 'null'
  if (typeof value !== 'object') return JSON.stringify(value)
  if (value instanceof Decimal) return value.toString()
  if (value instanceof RawJson) return value.text
  return isList(value) ? `[${writeItems(value)}]` : `{${writeMembers(value)}}`
}

function writeItems(list: readonly Writable[]): string {
  if (list.length > groupSize) return joined(list, (item, at) => `${at === 0 ? '' : ','}${writeJson(item)}`)
  let text = ''
  for (let at = 0; at < list.length; at += 1) text += at === 0 ? writeJson(list[at]) : `,${writeJson(list[at])}`
  return text
}

/**
 * The members of an object as JSON text, without its braces: for an object put together in parts.
 */
export function writeMembers(object: { readonly [member: string]: Writable }): string {
  let text = ''
  for (const name in object) {
    if (!Object.hasOwn(object, name)) continue
    const value = object[name]
    if (value === undefined) continue
    text += `${text === '' ? '' : ','}${quoted(name)}:${writeJson(value)}`
  }
  return text
}

/** Most texts have nothing to escape, and the search is quicker than `JSON.stringify`. */
function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** A superset of the characters that JSON.stringify escapes: not every surrogate is alone. */
const escaped = /[\u0000-\u001f"\\\ud800-\udfff]/

/** The members of an object that is JSON text already, without its braces. */
export function membersIn(object: string): string {
  if (!object.startsWith('{') || !object.endsWith('}')) throw new Error('the text is not a bare JSON object')
  return object.slice(1, -1)
}

/**
 * JSON text in two pieces around a value that is written later. `write` writes the text with `hole`
 * in the place of that value.
 */
export function writeAround(write: (hole: RawJson) => string): { readonly before: string; readonly after: string } {
  // JSON text never has this character: strings escape it.
  const hole = '\u0000'
  const [before, after] = write(new RawJson(hole)).split(hole)
  if (before === undefined || after === undefined) throw new Error('the hole was not written')
  return { before, after }
}

function isList(value: object): value is readonly Writable[] {
  return Array.isArray(value)
}
