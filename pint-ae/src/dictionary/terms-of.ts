import type { TSchema } from 'typebox'
import { PurchaseCreditNote, PurchaseInvoice, SalesCreditNote, SalesInvoice } from '../document/answer.ts'
import { annotationsOf, componentOf } from '../document/declaration/declare.ts'
import { isArray, isObject } from '../document/declaration/type.ts'
import { requests } from '../document/document.ts'
import { AnsweredProfile, BusinessProfile } from '../document/objects/business-profile.ts'
import { businessTerms } from './business-terms.ts'

/**
 * The business terms that a field of a schema can fill. An address is part of five objects, so its
 * street has five terms.
 */
export function termsOf(schema: string, field: string): readonly string[] {
  found ??= termsOfDocuments()
  return [...(found.get(`${schema}.${field}`) ?? [])].toSorted()
}

/** Made at the first question: a service without readers of its reference never needs it. */
let found: ReadonlyMap<string, ReadonlySet<string>> | undefined

function termsOfDocuments(): ReadonlyMap<string, ReadonlySet<string>> {
  const terms = new Map<string, Set<string>>()
  const walk = (schema: TSchema, path: string): void => {
    if (isArray(schema)) {
      walk(schema.items, path)
      return
    }
    const owner = annotationsOf(schema)[componentOf]?.name
    if (!isObject(schema) || owner === undefined) return
    for (const [field, member] of Object.entries(schema.properties)) {
      const own = path === '' ? field : `${path}.${field}`
      const term = businessTerms[own]
      if (term !== undefined) terms.set(`${owner}.${field}`, (terms.get(`${owner}.${field}`) ?? new Set()).add(term))
      walk(member, own)
    }
  }
  for (const request of Object.values(requests)) walk(request, '')
  for (const answer of [PurchaseInvoice, PurchaseCreditNote, SalesInvoice, SalesCreditNote]) walk(answer, '')
  for (const party of ['accounting_supplier_party', 'accounting_customer_party']) {
    for (const profile of [BusinessProfile, AnsweredProfile]) walk(profile, party)
  }
  return terms
}
