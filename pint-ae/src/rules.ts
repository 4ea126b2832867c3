import { ourCatalogue } from '#catalogue'
import type { CatalogueRule } from './rulebook/catalogue/catalogue.ts'

// The entry `@selfbill/pint-ae/rules`.

export type { CatalogueAssertion, CatalogueRule } from './rulebook/catalogue/catalogue.ts'

/** Every rule that `compute` and `judge` apply: set by set, official ones first. */
export function rules(): readonly CatalogueRule[] {
  return ourCatalogue()
}
