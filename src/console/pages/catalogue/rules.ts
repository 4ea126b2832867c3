import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { badge } from '../../parts/badge.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { choice, field } from '../../parts/field.ts'
import { pager } from '../../parts/pager.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Column, table } from '../../parts/table.ts'
import { type Call, page } from '../../route.ts'
import { catalogueHead, isFound, messageOf, pageOf, type Rule } from './catalogue-frame.ts'
import { catalogueWords } from './catalogue-words.ts'

const ruleSets = ['self-billing', 'billing', 'tdd', 'mls'] as const satisfies readonly RuleSet[]

type RuleSet = NonNullable<Operations['listRules']['query']['set']>

const severities = ['fatal', 'warning'] as const
const queryNames = ['q', 'set', 'severity', 'page'] as const

/** The rules that judge documents: search by id, text, term or field. */
export const listRulesPage = page({
  path: '/console/rules',
  access: 'viewer',
  query: queryNames,
  async show(call) {
    const { api, say, query } = call
    const set = ruleSets.find((one) => one === query.set)
    const severity = severities.find((one) => one === query.severity)
    const { items: rules } = await api.call('listRules', {
      query: { ...(set && { set }), ...(severity && { severity }) },
    })
    const found = rules.filter((rule) => isFound(query.q, textsOf(rule)))
    const paged = pageOf(found, query.page, 40)
    const nothing = emptyState(say(catalogueWords.noRules), say(catalogueWords.noRulesHint))
    return {
      title: say(catalogueWords.rules),
      body: html`${catalogueHead(call, 'rules')}
${filters(call, set, severity)}
${found.length === 0 ? nothing : list(call, paged.rows, found.length)}
${pager(call, paged)}`,
    }
  },
})

type RulesCall = Call<'/console/rules', (typeof queryNames)[number]>

function filters({ say, query }: RulesCall, set: string | undefined, severity: string | undefined): Html {
  const any = { value: '', label: say(catalogueWords.any) }
  const sets = [any, ...ruleSets.map((value) => ({ value, label: say(catalogueWords[`set-${value}`]) }))]
  const levels = [any, ...severities.map((value) => ({ value, label: say(catalogueWords[value]) }))]
  return html`<form class="filters" method="get" action="/console/rules" role="search">
${field('q', say(catalogueWords.search), { value: query.q, type: 'search', maxLength: 200 })}
${choice('set', say(catalogueWords.set), sets, { value: set ?? '' })}
${choice('severity', say(catalogueWords.severity), levels, { value: severity ?? '' })}
<button type="submit">${say(sharedWords.search)}</button>
</form>`
}

function list(call: RulesCall, rules: readonly Rule[], count: number): Html {
  const { say } = call
  const columns: readonly Column<Rule>[] = [
    {
      title: say(catalogueWords.rule),
      isHead: true,
      cell: ({ id }) => html`<a href="/console/rules/${id}"><code>${id}</code></a>`,
    },
    { title: say(catalogueWords.severity), cell: ({ severity }) => severityBadge(call, severity) },
    {
      title: say(catalogueWords.message),
      cell: ({ assertions: [first] }) => first && messageOf(call, first.message),
    },
    {
      title: say(catalogueWords.terms),
      cell: ({ terms }) => html`<bdi dir="ltr">${terms.slice(0, 4).join(' ')}</bdi>`,
    },
  ]
  return html`<p class="count">${say(catalogueWords.countOfRules, { count })}</p>
${table(say(catalogueWords.rules), columns, rules)}`
}

export function severityBadge({ say }: Pick<Call, 'say'>, severity: Rule['severity']): Html {
  return badge(severity === 'fatal' ? 'bad' : 'warning', say(catalogueWords[severity]))
}

function textsOf({ id, terms, fields, assertions }: Rule): readonly (string | null)[] {
  return [id, ...terms, ...fields, ...assertions.flatMap(({ message }) => [message.en, message.ar])]
}
