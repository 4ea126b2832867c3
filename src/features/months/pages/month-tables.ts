import { type Html, html } from '@selfbill/pint-ae/html'
import type { Month, MonthSum } from '../../../../client/src/api-types.ts'
import { documentWords } from '../../../console/pages/documents/document-words.ts'
import { familiesOf } from '../../../console/pages/documents/family.ts'
import { statusBadge } from '../../../console/pages/documents/standing.ts'
import { draftWords } from '../../../console/pages/drafts/draft-words.ts'
import { addressWith } from '../../../console/parts/address.ts'
import { badge } from '../../../console/parts/badge.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import type { Call } from '../../../console/route.ts'
import { monthWords } from './month-words.ts'

export type Side = 'purchases' | 'sales'

/** The tables of purchases or of sales. Figures lead to their documents. */
export function monthSide(call: Call, side: Side, month: ShownMonth): Html {
  const { say } = call
  const sums = month[side]
  const missing = sums.without_figures
  return html`<section class="month" aria-labelledby="${side}"><h2 id="${side}">${say(monthWords[side])}</h2>
${missing > 0 && html`<p class="notice warning">${say(monthWords.missing, { count: missing })}</p>`}
<h3>${say(monthWords.byCategory)}</h3>
${categoryTable(call, side, month)}
<h3>${say(monthWords.byStatus)}</h3>
${statusTable(call, side, month)}
<h3>${say(side === 'purchases' ? monthWords.bySupplier : monthWords.byCustomer)}</h3>
${partyTable(call, side, month)}
</section>`
}

/** `ownTrn`: of this company alone. */
type ShownMonth = Month & { readonly ownTrn?: string | undefined }
type Period = Pick<ShownMonth, 'from' | 'to' | 'ownTrn'>
type Filters = Readonly<Record<string, string | undefined>>

/** The list of the documents behind a figure. */
function listOf({ from, to, ownTrn }: Period, side: Side, filters: Filters): string {
  const own = { [side === 'purchases' ? 'billed_to_vat' : 'billed_by_vat']: ownTrn }
  return addressWith('/console/documents', { view: 'all', from, to, ...own, ...filters })
}

interface Shown {
  readonly title: Html | string
  readonly sum: MonthSum
  /** Undefined where the list of documents has no filter for them: their figure has no link. */
  readonly filters: Filters | undefined
}

export function categoryTable(call: Call, side: Side, month: ShownMonth, own: Filters = {}): Html {
  const { say } = call
  const { by_vat_category: categories, total } = month[side]
  const rows: readonly Shown[] = [
    ...categories.map((sum) => ({
      title: say(draftWords[`vat${sum.vat_category}`]),
      sum,
      filters: { ...own, counted: 'true', vat_category: sum.vat_category },
    })),
    { title: html`<strong>${say(monthWords.total)}</strong>`, sum: total, filters: { ...own, counted: 'true' } },
  ]
  const caption = `${say(monthWords[side])}: ${say(monthWords.byCategory)}`
  return table(caption, columnsOf(call, side, month, say(monthWords.category)), rows)
}

function statusTable(call: Call, side: Side, month: ShownMonth): Html {
  const { say } = call
  const rows = month[side].by_status.map((sum) => ({
    title: html`${statusBadge(call, { status: sum.status, attention: [] })} ${
      sum.is_counted ? '' : badge('quiet', say(monthWords.notCounted))
    }`,
    sum,
    filters: sum.status === null ? undefined : { status: sum.status, counted: sum.is_counted ? 'true' : 'false' },
  }))
  const caption = `${say(monthWords[side])}: ${say(monthWords.byStatus)}`
  return table(caption, columnsOf(call, side, month, say(documentWords.status)), rows)
}

function partyTable(call: Call, side: Side, month: ShownMonth): Html {
  const { say } = call
  const { by_party: parties, has_more_parties: hasMore } = month[side]
  const trnFilter = side === 'purchases' ? 'billed_by_vat' : 'billed_to_vat'
  const rows = parties.slice(0, partiesShown).map(({ trn, name, ...sum }) => ({
    title: partyName(call, side, { trn, name }),
    sum,
    filters: trn === undefined ? undefined : { counted: 'true', [trnFilter]: trn },
  }))
  const title = say(side === 'purchases' ? monthWords.supplier : monthWords.customer)
  const caption = say(side === 'purchases' ? monthWords.bySupplier : monthWords.byCustomer)
  return html`${table(caption, columnsOf(call, side, month, title), rows)}
${(hasMore || parties.length > partiesShown) && html`<p class="hint">${say(monthWords.more)}</p>`}`
}

/** A row weighs a kilobyte, and a page 100 at most. */
const partiesShown = 10

interface Party {
  readonly trn: string | undefined
  readonly name: string
}

function partyName({ say }: Call, side: Side, { trn, name }: Party): Html {
  if (trn === undefined) return name === '' ? html`${say(monthWords.removedName)}` : html`<bdi>${name}</bdi>`
  const shown = html`<bdi>${name === '' ? trn : name}</bdi>`
  return html`${side === 'purchases' ? html`<a href="/console/suppliers/${trn}">${shown}</a>` : shown}\
<div class="hint"><bdi class="figure" dir="ltr">${trn}</bdi></div>`
}

function columnsOf(call: Call, side: Side, period: Period, title: string): readonly Column<Shown>[] {
  const { say, format } = call
  const [invoices = '', notes = ''] = familiesOf[side].split(',')
  const amounts = (net: number, vat: number) =>
    html`${format.money(net, '')}<div class="hint">${say(monthWords.vat)} ${format.money(vat, '')}</div>`
  const linked = (family: string, count: number, { filters }: Shown, label: string) => {
    if (count === 0) return html`–`
    if (filters === undefined) return html`${label}`
    return html`<a href="${listOf(period, side, { family, ...filters })}">${label}</a>`
  }
  return [
    { title, isHead: true, cell: (row) => row.title },
    {
      title: say(monthWords.invoices),
      align: 'figure',
      cell: (row) => {
        const { invoices: count, invoiced_net: net, invoiced_vat: vat } = row.sum
        const link = linked(invoices, count, row, say(monthWords.invoiceCount, { count }))
        return html`${amounts(net, vat)}<div class="hint">${link}</div>`
      },
    },
    {
      title: say(monthWords.notes),
      align: 'figure',
      cell: (row) => {
        const { credit_notes: count, credited_net: net, credited_vat: vat } = row.sum
        if (count === 0) return html`–`
        const link = linked(notes, count, row, say(monthWords.noteCount, { count }))
        return html`${amounts(net, vat)}<div class="hint">${link}</div>`
      },
    },
    { title: say(monthWords.net), align: 'figure', cell: ({ sum }) => format.money(sum.net, 'AED') },
    { title: say(monthWords.vat), align: 'figure', cell: ({ sum }) => format.money(sum.vat, 'AED') },
  ]
}
