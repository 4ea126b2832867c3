import Type from 'typebox'
import { Fault } from '../../../faults.ts'
import { RawJson } from '../../../json/write.ts'
import type { ListedRule } from '../../../rulebook/catalogue/listed-rule.ts'
import { ruleSets } from '../../../rulebook/rule-set.ts'
import { cacheable, encoded, notModified } from '../../answer/answers.ts'
import { type Answer, operationOf } from '../../operation.ts'
import type { Parts } from '../../parts.ts'
import { CatalogueRules } from './catalogue-schemas.ts'

/** Every rule that documents are judged by, or those that pass all filters. */
export const listRules = operationOf({
  id: 'listRules',
  method: 'GET',
  path: '/api/rules',
  summary: 'The rules that documents are judged by',
  description: 'All filters that are given must hold.',
  query: {
    set: Type.Optional(Type.String({ description: 'Rules of this set', enum: [...ruleSets] })),
    severity: Type.Optional(Type.String({ description: 'Rules as severe as this', enum: ['fatal', 'warning'] })),
    official: Type.Optional(Type.String({ description: 'Official rules, or ours', enum: ['true', 'false'] })),
    term: Type.Optional(Type.String({ description: 'Rules about this business term: IBT-131' })),
  },
  answers: {
    200: { description: 'The rules, set after set', type: 'application/json', schema: CatalogueRules },
    304: notModified,
  },
  faults: ['parameter_invalid'],
  async handle({ query, parts }) {
    const wanted = Object.entries(query).map(([name, value]) => filterOf(name, value))
    if (wanted.length === 0) return allRules(parts)
    return rulesAnswer((await parts.catalogue()).filter((rule) => wanted.every((passes) => passes(rule))))
  },
})

function rulesAnswer(rules: readonly ListedRule[]): Answer {
  return cacheable({ rules: rules.map(({ json }) => new RawJson(json)) })
}

/** Anybody may ask for all of them as often as they like, so they are written once. */
const answers = new WeakMap<Parts, Answer>()

async function allRules(parts: Parts): Promise<Answer> {
  const known = answers.get(parts)
  if (known !== undefined) return known
  const answer = encoded(rulesAnswer(await parts.catalogue()))
  answers.set(parts, answer)
  return answer
}

/** What a filter looks at, and the values there are; undefined where any will do. */
const filters: Readonly<Record<string, { known?: readonly string[]; of(rule: ListedRule): readonly string[] }>> = {
  set: { known: ruleSets, of: ({ sets }) => sets },
  severity: { known: ['fatal', 'warning'], of: ({ severity }) => [severity] },
  official: { known: ['true', 'false'], of: ({ official }) => [String(official)] },
  term: { of: ({ terms }) => terms },
}

/** @throws Fault for a filter that there is not, and for a value that no rule can have */
function filterOf(name: string, value: string): (rule: ListedRule) => boolean {
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
  if (!filter) throw new Fault('parameter_invalid', [`There is no parameter ${name}`])
  if (filter.known && !filter.known.includes(value)) {
    throw new Fault('parameter_invalid', [`${name} must be one of ${filter.known.join(', ')}`])
  }
  return (rule) => filter.of(rule).includes(value)
}
