import type { CatalogueRule } from './catalogue.ts'

/**
 * A rule of the catalogue as it is listed: what filters look at, and the whole rule as JSON,
 * written once.
 */
export interface ListedRule extends Pick<CatalogueRule, 'id' | 'official' | 'severity' | 'sets' | 'terms'> {
  readonly json: string
}

export function listedRule(rule: CatalogueRule): ListedRule {
  const { id, official, severity, sets, terms } = rule
  return { id, official, severity, sets, terms, json: JSON.stringify(rule) }
}
