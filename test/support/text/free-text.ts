import type { TSchema } from 'typebox'
import { Decimal } from '../../../src/decimal/decimal.ts'
import type { JsonObject, JsonValue } from '../../../src/json/read.ts'
import type { Writable } from '../../../src/json/write.ts'
import type { Members } from '../requests/requests.ts'

/** The request with another text in every free-text member; `textAt` gets the path as in errors. */
export function withFreeText(sent: JsonValue, schema: TSchema, textAt: (path: string) => string): Members {
  if (!(sent instanceof Map)) throw new Error('not a request')
  return membersOf(sent, schema, textAt, '')
}

function membersOf(sent: JsonObject, schema: TSchema, textAt: (path: string) => string, path: string): Members {
  const members = [...sent].map(([name, value]) => {
    const inner: TSchema = Reflect.get(Reflect.get(schema, 'properties'), name)
    return [name, replacedIn(value, inner, textAt, path === '' ? name : `${path}.${name}`)] as const
  })
  return Object.fromEntries(members)
}

function replacedIn(sent: JsonValue, schema: TSchema, textAt: (path: string) => string, path: string): Writable {
  if (sent === null || typeof sent === 'boolean' || sent instanceof Decimal) return sent
  if (typeof sent === 'string') return isFreeText(schema, path) ? textAt(path) : sent
  if (sent instanceof Map) return membersOf(sent, schema, textAt, path)
  if (!Array.isArray(sent)) throw new Error(path)
  const items: TSchema = Reflect.get(schema, 'items')
  return sent.map((item: JsonValue, at) => replacedIn(item, items, textAt, `${path}[${at}]`))
}

/** Text of any kind, except where it must be the name of its code. */
function isFreeText(schema: object, path: string): boolean {
  if (path.endsWith('.tax_exemption_reason') || Reflect.has(schema, 'enum')) return false
  const pattern: unknown = Reflect.get(schema, 'pattern')
  return typeof pattern === 'string' && new RegExp(pattern).test(' x ')
}
