import { type Html, html } from '@selfbill/pint-ae/html'
import type { Agreement, Month } from '../../../../client/src/api-types.ts'
import { attempt } from '../../../console/attempt.ts'
import { Refused } from '../../../console/http/refused.ts'
import { may } from '../../../console/may.ts'
import { documentTable, listedIn, listSize } from '../../../console/pages/documents/document-table.ts'
import { documentWords } from '../../../console/pages/documents/document-words.ts'
import { familiesOf } from '../../../console/pages/documents/family.ts'
import { allProfiles } from '../../../console/pages/drafts/active-profiles.ts'
import { gulfDate } from '../../../console/pages/drafts/gulf-date.ts'
import { addressWith } from '../../../console/parts/address.ts'
import { badge } from '../../../console/parts/badge.ts'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { choice } from '../../../console/parts/field.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { type Call, page } from '../../../console/route.ts'
import { monthOf, monthsUntil, periodOf } from './month.ts'
import { categoryTable } from './month-tables.ts'
import { supplierWords } from './supplier-words.ts'

/** A supplier: its agreements, the totals of a month, and its documents, the newest first. */
export const showSupplier = page({
  path: '/console/suppliers/{supplier_trn}',
  access: 'viewer',
  query: ['month', 'cursor'],
  async show(call) {
    const { say, params, query, api } = call
    const trn = params.supplier_trn
    const month = query.month ?? monthOf(call.now)
    const profiles = await allProfiles(api)
    const listed = { family: familiesOf.purchases, billed_by_vat: trn, limit: listSize(profiles) }
    const { answer: found } = await attempt(call, async () => {
      const [documents, totals, agreements] = await Promise.all([
        api.call('listDocuments', {
          query: { ...listed, ...(query.cursor !== undefined && { cursor: query.cursor }) },
        }),
        api.call('summariseMonth', { query: { month, party_trn: trn } }),
        api.call('listAgreements', { query: { supplier_tin: trn.slice(0, tinLength) } }),
      ])
      return { documents, totals, agreements: agreements.items }
    })
    // Not a TRN, or no month.
    if (found === undefined) throw new Refused('notFound')
    const { documents, totals, agreements } = found
    const name = documents.items[0]?.seller_name ?? agreements[0]?.supplier_name ?? trn
    const all = addressWith('/console/documents', { view: 'all', billed_by_vat: trn })
    const actions = [html`<a class="button" href="${all}">${say(supplierWords.filter)}</a>`]
    return {
      title: name,
      body: html`<p class="hint"><a href="/console/documents">${say(documentWords.title)}</a> › \
${say(supplierWords.supplier)}</p>
${pageHead(name, { about: say(supplierWords.trn, { trn }), actions })}
<section aria-labelledby="agreements"><h2 id="agreements">${say(supplierWords.agreements)}</h2>
${agreementList(call, agreements)}</section>
<section aria-labelledby="month"><h2 id="month">${say(supplierWords.totals)}</h2>
${totalsOf(call, { month, totals, trn })}</section>
<section aria-labelledby="documents"><h2 id="documents">${say(documentWords.title)}</h2>
${documents.items.length === 0 && emptyState(say(supplierWords.none), say(supplierWords.noneHint))}
${documentTable(call, listedIn(documents), profiles)}</section>`,
    }
  },
})

/** A TRN begins with the TIN. */
const tinLength = 10

function agreementList(call: Call, agreements: readonly Agreement[]): Html {
  const { say, format, now } = call
  if (agreements.length === 0) {
    const add = html`<a href="/console/settings/agreements/new">${say(supplierWords.addAgreement)}</a>`
    return html`<p>${say(supplierWords.noAgreement)} ${may(call, 'admin') && add}</p>`
  }
  const today = gulfDate(now)
  const item = ({ agreement_id: id, agreement_number: number, valid_from: from, valid_to: to }: Agreement) => {
    const isValid = from <= today && (to === null || today <= to)
    const state = isValid ? badge('good', say(supplierWords.valid)) : badge('quiet', say(supplierWords.notValid))
    return html`<li><a href="/console/settings/agreements/${id}"><bdi>${number}</bdi></a> ${state} \
<span class="hint">${format.date(from)} – ${to === null ? say(supplierWords.open) : format.date(to)}</span></li>`
  }
  return html`<ul class="plain">${agreements.map(item)}</ul>`
}

interface Totals {
  readonly month: string
  readonly totals: Month
  readonly trn: string
}

function totalsOf(call: Call, { month, totals, trn }: Totals): Html {
  const { say, format, now } = call
  const offered = [...new Set([...monthsUntil(monthOf(now)), month])]
  const isEmpty = totals.purchases.by_status.length === 0
  return html`<form class="filters card" method="get" action="${`/console/suppliers/${encodeURIComponent(trn)}`}">
${choice(
  'month',
  say(supplierWords.month),
  offered.map((value) => ({ value, label: format.month(value) })),
  { value: month },
)}
<div class="actions"><button type="submit">${say(supplierWords.show)}</button></div>
</form>
${
  isEmpty
    ? html`<p>${say(supplierWords.noneInMonth, { period: periodOf(call, totals) })}</p>`
    : categoryTable(call, 'purchases', totals, { billed_by_vat: trn })
}`
}
