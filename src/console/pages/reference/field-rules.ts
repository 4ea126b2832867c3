import type { Catalogue } from '../../../api/parts.ts'
import { namedSchema, nameOf, type PlainSchema } from './plain-schema.ts'

/** Finds the rules about a field of a document: `document_lines[].unit_code` → `IBR-CL-23`. */
export type FieldRules = ReadonlyMap<string, readonly string[]>

type Rules = Awaited<ReturnType<Catalogue['catalogue']>>

export function fieldRulesOf(catalogue: Rules): FieldRules {
  const known = prepared.get(catalogue)
  if (known !== undefined) return known
  const ids = new Map<string, Set<string>>()
  for (const { id, json, sets } of catalogue) {
    if (!sets.some((set) => set === 'self-billing' || set === 'billing')) continue
    const { fields }: { readonly fields: readonly string[] } = JSON.parse(json)
    if (fields.length > fieldsMax) continue
    for (const field of fields) ids.set(field, (ids.get(field) ?? new Set()).add(id))
  }
  const rules = new Map([...ids].map(([field, all]) => [field, [...all]]))
  prepared.set(catalogue, rules)
  return rules
}

/** The catalogue never changes while the process runs. */
const prepared = new WeakMap<Rules, FieldRules>()

/** A rule that reads every element of a document says nothing about one field. */
const fieldsMax = 50

const requests = ['InvoiceRequest', 'CreditNoteRequest', 'SalesInvoiceRequest', 'SalesCreditNoteRequest'] as const

/**
 * Where a named schema is in the requests of documents: `DocumentLine` is `document_lines[]`, and a
 * request itself is the empty path.
 */
export function placesOf(name: string): readonly string[] {
  places ??= allPlaces()
  return [...(places.get(name) ?? [])]
}

let places: ReadonlyMap<string, ReadonlySet<string>> | undefined

function allPlaces(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const visit = (schema: PlainSchema, place: string) => {
    const name = nameOf(schema)
    if (name !== undefined) {
      found.set(name, (found.get(name) ?? new Set()).add(place))
      visit(namedSchema(name) ?? {}, place)
    }
    for (const [member, one] of Object.entries(schema.properties ?? {})) visit(one, memberPlace(place, member))
    if (schema.items !== undefined) visit(schema.items, `${place}[]`)
  }
  for (const request of requests) visit({ $ref: `#/components/schemas/${request}` }, '')
  return found
}

export function memberPlace(place: string, member: string): string {
  return place === '' ? member : `${place}.${member}`
}
