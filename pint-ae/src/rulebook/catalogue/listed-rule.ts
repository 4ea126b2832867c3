import type { CatalogueRule } from './catalogue.ts'

/**
 * A rule of the catalogue, prepared for listing: the members that filters use, and the whole rule
 * as JSON, serialised once.
 */
export interface ListedRule extends Pick<CatalogueRule, 'id' | 'official' | 'severity' | 'sets' | 'terms'> {
  readonly json: string
}

export function listedRule(rule: CatalogueRule): ListedRule {
  const { dependsOn: _, ...listed } = rule
  const { id, official, severity, sets, terms } = listed
  return { id, official, severity, sets, terms, json: JSON.stringify(listed) }
}
