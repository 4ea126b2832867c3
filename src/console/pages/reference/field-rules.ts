import { placesInRequests } from '../../../api/openapi/places.ts'
import type { Catalogue } from '../../../api/parts.ts'
import { namedSchemas } from './plain-schema.ts'

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

/** Where a named schema is in the requests of documents. */
export function placesOf(name: string): readonly string[] {
  places ??= placesInRequests(namedSchemas('en'))
  return [...(places.get(name) ?? [])]
}

let places: ReturnType<typeof placesInRequests> | undefined
