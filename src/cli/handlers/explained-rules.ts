import type { CatalogueRule } from '@selfbill/pint-ae/rulebook'

/** The rules of the same id, in any letter case: a book may have it in several sets. */
export function rulesNamed<Rule extends Pick<CatalogueRule, 'id'>>(
  asked: string,
  rules: readonly Rule[],
): readonly Rule[] {
  return rules.filter(({ id }) => id === asked.toUpperCase())
}

/** What a rule demands, for programs. */
export function ruleFacts<Rule extends Omit<CatalogueRule, 'dependsOn'>>({
  id,
  official,
  severity,
  sets,
  terms,
  fields,
  assertions,
}: Rule) {
  return { id, official, severity, sets, terms, fields, assertions }
}
