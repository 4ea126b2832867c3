import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { roles } from '../../../security/roles.ts'
import { attempt } from '../../attempt.ts'
import { audit } from '../../language/en/audit.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { choice, field } from '../../parts/field.ts'
import { filters, given, older } from '../../parts/filters.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { pageSize } from '../../parts/page-size.ts'
import { type Column, table } from '../../parts/table.ts'
import { type Call, page } from '../../route.ts'
import { settingsTabs } from './tabs.ts'

/** Who changed what. */
export const showAudit = page({
  path: '/console/settings/audit',
  access: 'admin',
  query: ['from', 'to', 'actor', 'action', 'before'],
  async show(call) {
    const { api, say, query, address } = call
    const { answer, refusal } = await attempt(call, () =>
      api.call('listAudit', { query: given({ ...query, limit: pageSize }) }),
    )
    const { entries, next } = answer ?? { entries: [], next: null }
    return {
      title: say('settings.audit'),
      ...(refusal !== undefined && { status: 422 }),
      body: html`${settingsTabs(call)}
${pageHead(say('settings.audit'), { about: say('records.auditAbout') })}
${filters(call, auditPath, [
  field('from', say('records.from'), { value: query.from, type: 'date' }),
  field('to', say('records.to'), { value: query.to, type: 'date' }),
  field('actor', say('records.actorId'), { value: query.actor, direction: 'ltr' }),
  choice('action', say('records.action'), actionChoices(call), { value: query.action }),
])}
${otherProblems(refusal, [])}
${rows(call, entries)}
${older({ say, address }, { next, before: query.before })}`,
    }
  },
})

const auditPath = '/console/settings/audit'

type Entry = Operations['listAudit']['answer']['entries'][number]

function rows(call: Pick<Call, 'say' | 'format'>, entries: readonly Entry[]): Html {
  const { say, format } = call
  if (entries.length === 0) return emptyState(say('records.noEntries'), say('records.noEntriesHint'))
  const columns: readonly Column<Entry>[] = [
    { title: say('records.time'), isHead: true, cell: ({ at }) => format.moment(at) },
    {
      title: say('records.who'),
      cell: ({ actor }) =>
        html`<a href="/console/settings/audit?actor=${actor.id}"><bdi>${actor.name ?? actor.id}</bdi></a>
<p class="detail">${say(`records.${actor.kind}`)}</p>`,
    },
    {
      title: say('records.action'),
      cell: ({ action }) => html`<a href="/console/settings/audit?action=${action}">${wordsFor(call, action)}</a>`,
    },
    {
      title: say('records.target'),
      cell: ({ target }) =>
        html`${wordsFor(call, `kind-${target.kind}`, target.kind)}${
          target.id !== undefined && html`<p class="detail"><code>${target.id}</code></p>`
        }`,
    },
    { title: say('records.detail'), cell: ({ detail }) => detailOf(call, detail) },
  ]
  return table(say('settings.audit'), columns, entries)
}

/** What was sent, a line for each member. */
function detailOf(words: Pick<Call, 'say'>, detail: object): readonly Html[] {
  return Object.entries(detail).map(([name, value]) => {
    return html`<div>${
      name !== 'by' &&
      html`<span class="detail">${wordsFor(words, `detail-${name}`, name)}</span>
`
    }<bdi>${shownValue(words, name, value)}</bdi></div>`
  })
}

function shownValue({ say }: Pick<Call, 'say'>, name: string, value: unknown): string {
  const role = name === 'role' ? roles.find((one) => one === value) : undefined
  if (role !== undefined) return say(`shell.${role}`)
  if (name === 'by' && value === 'link') return say('accounts.loginLinkShort')
  if (name === 'by' && value === 'oidc') return say('accounts.providerShort')
  if (typeof value === 'boolean') return say(value ? 'records.yes' : 'records.no')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** In words, or by its name when this page does not know it yet. */
function wordsFor({ say }: Pick<Call, 'say'>, key: string, name = key): Html {
  const known = names.find((one) => one === key)
  return known === undefined ? html`<code>${name}</code>` : html`${say(`audit.${known}`)}`
}

function actionChoices({ say }: Pick<Call, 'say'>): readonly { value: string; label: string }[] {
  const actions = names.filter((name) => !/^(kind|detail)-/.test(name))
  return [
    { value: '', label: say('records.anyAction') },
    ...actions.map((name) => ({ value: name, label: say(`audit.${name}`) })),
  ]
}

const names = Object.keys(audit).filter((name): name is keyof typeof audit => Object.hasOwn(audit, name))
