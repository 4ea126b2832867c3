/** A schema as far as its fields go. */
interface Placed {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Placed>>
  readonly items?: Placed
}

const requests = ['InvoiceRequest', 'CreditNoteRequest', 'SalesInvoiceRequest', 'SalesCreditNoteRequest'] as const

/**
 * Where each named schema is in the requests of documents: `DocumentLine` is `document_lines[]`,
 * and a request itself is the empty path.
 */
export function placesInRequests(schemas: Readonly<Record<string, Placed>>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const visit = (schema: Placed, place: string) => {
    const name = nameOf(schema)
    if (name !== undefined) {
      found.set(name, (found.get(name) ?? new Set()).add(place))
      visit(schemas[name] ?? {}, place)
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

/** The name that a reference means: `#/components/schemas/Party` → `Party`. */
export function nameOf({ $ref }: Pick<Placed, '$ref'>): string | undefined {
  return $ref?.split('/').at(-1)
}
