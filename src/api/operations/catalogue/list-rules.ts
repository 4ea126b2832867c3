import { named, oneOf, optional } from '@selfbill/pint-ae/document'
import { RawJson } from '@selfbill/pint-ae/json'
import { type ListedRule, ruleSets } from '@selfbill/pint-ae/rulebook'
import { cacheable, encoded, notModified } from '../../answer/answers.ts'
import { sameForAll } from '../../answer/same-for-all.ts'
import { operationWith } from '../../operation.ts'
import type { Catalogue } from '../../parts.ts'
import { wholeList } from '../../request/lists.ts'
import { anyText, notBlank, yesOrNo } from '../../request/parameters.ts'
import { CatalogueRules, severities } from './catalogue-schemas.ts'

/** Every rule that judges documents, or those that match all filters. */
export const listRules = operationWith<Catalogue>()({
  id: 'listRules',
  method: 'GET',
  path: '/api/rules',
  access: { kind: 'public' },
  summary: 'List the rules that judge documents',
  description: 'A rule must match all filters that are sent.',
  query: {
    set: optional(notBlank(named('RuleSet', oneOf(ruleSets)))),
    severity: optional(notBlank(named('Severity', oneOf(severities)))),
    official: optional(notBlank(yesOrNo())),
    term: optional(anyText()),
  },
  answers: {
    200: { description: 'The rules, set by set', type: 'application/json', schema: CatalogueRules },
    304: notModified,
  },
  faults: ['parameter_invalid'],
  async handle({ query, parts }) {
    const { set, severity, official, term } = query
    if (Object.keys(query).length === 0) return allRules(parts)
    const isWanted = (rule: ListedRule) =>
      (set === undefined || rule.sets.includes(set)) &&
      (severity === undefined || rule.severity === severity) &&
      (official === undefined || rule.official === official) &&
      (term === undefined || rule.terms.includes(term))
    return rulesAnswer((await parts.catalogue()).filter(isWanted))
  },
})

function rulesAnswer(rules: readonly ListedRule[]) {
  return cacheable(wholeList(rules.map(({ json }) => new RawJson(json))))
}

const allRules = sameForAll(async (parts: Catalogue) => encoded(rulesAnswer(await parts.catalogue())))
