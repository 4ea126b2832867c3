import { type Html, html } from '@selfbill/pint-ae/html'
import type { Agreement } from '../../../../client/src/api-types.ts'
import { may } from '../../../console/may.ts'
import { gulfDate } from '../../../console/pages/drafts/gulf-date.ts'
import { settingsWords } from '../../../console/pages/settings/settings-words.ts'
import { settingsTabs } from '../../../console/pages/settings/tabs.ts'
import { badge } from '../../../console/parts/badge.ts'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { field } from '../../../console/parts/field.ts'
import { filters, given } from '../../../console/parts/filters.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { pageSize } from '../../../console/parts/page-size.ts'
import { cursorPager } from '../../../console/parts/pager.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import { type Call, page } from '../../../console/route.ts'
import { agreementWords } from './agreement-words.ts'

export const agreementsPath = '/console/settings/agreements'

/** The agreements on self-billing, one page of a list: supplier, profile, first and last day. */
export const listAgreements = page({
  path: '/console/settings/agreements',
  access: 'viewer',
  query: ['cursor', 'supplier_tin', 'valid_on'],
  async show(call) {
    const { api, say, query } = call
    const { supplier_tin, valid_on } = query
    const filter = given({ supplier_tin, valid_on })
    const agreements = await api.call('listAgreements', {
      query: { ...filter, ...given({ cursor: query.cursor }), limit: pageSize },
    })
    const add = html`<a class="button primary" href="${`${agreementsPath}/new`}">${say(agreementWords.add)}</a>`
    const actions = may(call, 'admin') ? [add] : []
    return {
      title: say(settingsWords.agreements),
      body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.agreements), { about: say(agreementWords.about), actions })}
${filters(call, agreementsPath, [
  field('supplier_tin', say(agreementWords.tin), { value: supplier_tin, direction: 'ltr' }),
  field('valid_on', say(agreementWords.validOn), { value: valid_on, type: 'date' }),
])}
${list(call, agreements.items, Object.keys(filter).length > 0)}
${cursorPager(call, { next: agreements.next, cursor: query.cursor })}`,
    }
  },
})

function list(call: Call, agreements: readonly Agreement[], isFiltered: boolean): Html {
  const { say } = call
  if (agreements.length === 0 && isFiltered) return emptyState(say(agreementWords.none), say(agreementWords.noneHint))
  if (agreements.length === 0) return emptyState(say(agreementWords.empty), say(agreementWords.emptyHint))
  const columns: readonly Column<Agreement>[] = [
    {
      title: say(agreementWords.supplier),
      isHead: true,
      cell: ({ agreement_id: id, supplier_name: name }) =>
        html`<a href="/console/settings/agreements/${id}"><bdi>${name}</bdi></a>`,
    },
    { title: say(agreementWords.tin), cell: ({ supplier_tin }) => figure(supplier_tin) },
    { title: say(agreementWords.number), cell: ({ agreement_number }) => html`<bdi>${agreement_number}</bdi>` },
    {
      title: say(agreementWords.profile),
      cell: ({ business_profile_id }) => html`<code>${business_profile_id}</code>`,
    },
    { title: say(agreementWords.from), cell: ({ valid_from }) => figure(valid_from) },
    { title: say(agreementWords.to), cell: ({ valid_to }) => figure(valid_to ?? '–') },
    { title: say(agreementWords.state), cell: (agreement) => stateOf(call, agreement) },
  ]
  return html`<p class="count">${say(agreementWords.count, { count: agreements.length })}</p>
${table(say(settingsWords.agreements), columns, agreements)}`
}

/** Whether it is valid today, in Gulf Standard Time. */
export function stateOf({ say, now }: Call, { valid_from, valid_to }: Agreement): Html {
  const today = gulfDate(now)
  if (today < valid_from) return badge('quiet', say(agreementWords.later))
  if (valid_to !== null && valid_to < today) return badge('quiet', say(agreementWords.ended))
  return badge('good', say(agreementWords.valid))
}

function figure(text: string): Html {
  return html`<bdi class="figure" dir="ltr">${text}</bdi>`
}
