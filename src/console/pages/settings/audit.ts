import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { roles } from '../../../security/roles.ts'
import { attempt } from '../../attempt.ts'
import { sentenceOf, sentencesOf } from '../../language/words.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { choice, field } from '../../parts/field.ts'
import { filters, given } from '../../parts/filters.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { pageSize } from '../../parts/page-size.ts'
import { cursorPager } from '../../parts/pager.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { type Column, table } from '../../parts/table.ts'
import { type Call, page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import './audit-words.ts'
import { recordWords } from './record-words.ts'
import { settingsWords } from './settings-words.ts'
import { settingsTabs } from './tabs.ts'

/** Who changed what. */
export const showAudit = page({
  path: '/console/settings/audit',
  access: 'admin',
  query: ['from', 'to', 'actor', 'action', 'cursor'],
  async show(call) {
    const { api, say, query } = call
    const { answer, refusal } = await attempt(call, () =>
      api.call('listAudit', { query: given({ ...query, limit: pageSize }) }),
    )
    const { items, next } = answer ?? { items: [], next: null }
    return {
      title: say(settingsWords.audit),
      ...(refusal !== undefined && { status: 422 }),
      body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.audit), { about: say(recordWords.auditAbout) })}
${filters(call, auditPath, [
  field('from', say(recordWords.from), { value: query.from, type: 'date' }),
  field('to', say(recordWords.to), { value: query.to, type: 'date' }),
  field('actor', say(recordWords.actorId), { value: query.actor, direction: 'ltr' }),
  choice('action', say(recordWords.action), actionChoices(call), { value: query.action }),
])}
${otherProblems(refusal, [])}
${rows(call, items)}
${cursorPager(call, { next, cursor: query.cursor })}`,
    }
  },
})

const auditPath = '/console/settings/audit'

type Entry = Operations['listAudit']['answer']['items'][number]

function rows(call: Pick<Call, 'say' | 'format'>, entries: readonly Entry[]): Html {
  const { say, format } = call
  if (entries.length === 0) return emptyState(say(recordWords.noEntries), say(recordWords.noEntriesHint))
  const columns: readonly Column<Entry>[] = [
    { title: say(recordWords.time), isHead: true, cell: ({ at }) => format.moment(at) },
    {
      title: say(recordWords.who),
      cell: ({ actor }) =>
        html`<a href="/console/settings/audit?actor=${actor.id}"><bdi>${actor.name ?? actor.id}</bdi></a>
<p class="detail">${say(recordWords[actor.kind])}</p>`,
    },
    {
      title: say(recordWords.action),
      cell: ({ action }) => html`<a href="/console/settings/audit?action=${action}">${wordsFor(call, action)}</a>`,
    },
    {
      title: say(recordWords.target),
      cell: ({ target }) =>
        html`${wordsFor(call, `kind-${target.kind}`, target.kind)}${
          target.id !== undefined && html`<p class="detail"><code>${target.id}</code></p>`
        }`,
    },
    { title: say(recordWords.detail), cell: ({ detail }) => detailOf(call, detail) },
  ]
  return table(say(settingsWords.audit), columns, entries)
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
  if (role !== undefined) return say(sharedWords[role])
  if (name === 'by' && value === 'link') return say(accountWords.loginLinkShort)
  if (name === 'by' && value === 'oidc') return say(accountWords.providerShort)
  if (typeof value === 'boolean') return say(value ? recordWords.yes : recordWords.no)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** In words, or by its name when no page has words for it. */
function wordsFor({ say }: Pick<Call, 'say'>, key: string, name = key): Html {
  const sentence = sentenceOf(`audit.${key}`)
  return sentence === undefined ? html`<code>${name}</code>` : html`${say(sentence, {})}`
}

function actionChoices({ say, language }: Call): readonly { value: string; label: string }[] {
  const actions = sentencesOf('audit').filter(({ key }) => !/^audit\.(kind|detail)-/.test(key))
  const choices = actions.map((action) => ({ value: action.key.slice('audit.'.length), label: say(action, {}) }))
  const { compare } = new Intl.Collator(language)
  return [
    { value: '', label: say(recordWords.anyAction) },
    ...choices.toSorted((one, other) => compare(one.label, other.label)),
  ]
}
