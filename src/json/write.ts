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
    return isList(value) ? `[${value.map(writeJson).join(',')}]` : writeObject(value)
  }
  return JSON.stringify(value)
}

function writeObject(object: { readonly [member: string]: Writable }): string {
  let text = ''
  for (const name of Object.keys(object)) {
    const value = object[name]
    if (value === undefined) continue
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${writeJson(value)}`
  }
  return text === '' ? '{}' : `${text}}`
}

function isList(value: object): value is readonly Writable[] {
  return Array.isArray(value)
}
