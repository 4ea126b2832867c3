import { Decimal } from '../decimal/decimal.ts'

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
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'object') {
    if (value instanceof Decimal) return value.toString()
    if (value instanceof RawJson) return value.text
    return isList(value) ? `[${value.map(writeJson).join(',')}]` : `{${writeMembers(value)}}`
  }
  return JSON.stringify(value)
}

/**
 * The members of an object as JSON text, without its braces: for an object put together in parts.
 */
export function writeMembers(object: { readonly [member: string]: Writable }): string {
  let text = ''
  for (const name of Object.keys(object)) {
    const value = object[name]
    if (value === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${writeJson(value)}`
  }
  return text
}

/** The same of an object that is JSON text already. */
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
