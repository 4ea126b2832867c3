import { readOurRuleFiles } from '../rule-files.ts'
import { type CatalogueRule, catalogueOf } from './catalogue.ts'

/** `#catalogue` in a clone, as `#rules` (../rules-from-files.ts). */
export function ourCatalogue(): readonly CatalogueRule[] {
  return catalogueOf(readOurRuleFiles(), true)
}
