import type { JsonObject, JsonValue, Writable } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import Type, { type TSchema } from 'typebox'
import type { Members } from '../requests/requests.ts'

/** The request with another text in every free-text member; `textAt` gets the path as in errors. */
export function withFreeText(sent: JsonValue, schema: TSchema, textAt: (path: string) => string): Members {
  if (!(sent instanceof Map)) throw new Error('not a request')
  return membersOf(sent, schema, textAt, '')
}

function membersOf(sent: JsonObject, schema: TSchema, textAt: (path: string) => string, path: string): Members {
  const members = [...sent].map(([name, value]) => {
    const inner = Type.IsObject(schema) ? schema.properties[name] : undefined
    if (inner === undefined) throw new Error(`no member ${name} in ${path}`)
    return [name, replacedIn(value, inner, textAt, path === '' ? name : `${path}.${name}`)] as const
  })
  return Object.fromEntries(members)
}

function replacedIn(sent: JsonValue, schema: TSchema, textAt: (path: string) => string, path: string): Writable {
  if (sent === null || typeof sent === 'boolean' || sent instanceof Decimal) return sent
  if (typeof sent === 'string') return isFreeText(schema, path) ? textAt(path) : sent
  if (sent instanceof Map) return membersOf(sent, schema, textAt, path)
  if (!Array.isArray(sent) || !Type.IsArray(schema)) throw new Error(path)
  return sent.map((item: JsonValue, at) => replacedIn(item, schema.items, textAt, `${path}[${at}]`))
}

/** Text of any kind, except where it must be the name of its code. */
function isFreeText(schema: TSchema, path: string): boolean {
  if (path.endsWith('.tax_exemption_reason') || 'enum' in schema || !('pattern' in schema)) return false
  return typeof schema.pattern === 'string' && new RegExp(schema.pattern).test(' x ')
}
