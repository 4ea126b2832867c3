import { type Html, html } from '@selfbill/pint-ae/html'
import type { Month } from '../../../../client/src/api-types.ts'
import { attempt } from '../../../console/attempt.ts'
import type { Sentence } from '../../../console/language/words.ts'
import { gulfDate } from '../../../console/pages/drafts/gulf-date.ts'
import { addressWith } from '../../../console/parts/address.ts'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { choice } from '../../../console/parts/field.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { type Call, content, page } from '../../../console/route.ts'
import { xlsxType } from '../../../document-files/xlsx/written-xlsx.ts'
import { type Company, companiesOf } from './companies.ts'
import { evidenceForm } from './month-evidence.ts'
import { monthSide } from './month-tables.ts'
import { monthWords } from './month-words.ts'

/** A month or a quarter for the VAT return, with links to the documents behind each figure. */
export const showMonth = page({
  path: '/console/month',
  access: 'viewer',
  query: ['month', 'months', 'own_trn'],
  async show(call) {
    const { say, query, api } = call
    const month = query.month ?? monthOf(call.now)
    const { months, own_trn: ownTrn } = query
    const asked = { month, ...(months !== undefined && { months }), ...(ownTrn !== undefined && { own_trn: ownTrn }) }
    const companies = await companiesOf(call)
    const { answer, refusal } = await attempt(call, () => api.call('summariseMonth', { query: asked }))
    const title = say(monthWords.title, { period: answer === undefined ? month : periodOf(call, answer) })
    const file = (format: 'xlsx' | undefined, label: Sentence) =>
      html`<a class="button" href="${addressWith(filePath, { ...asked, format })}">${say(label)}</a>`
    const files = [file('xlsx', monthWords.sheet), file(undefined, monthWords.file)]
    return {
      title,
      ...(refusal !== undefined && { status: 422 }),
      body: html`${pageHead(title, { about: say(monthWords.about), actions: answer === undefined ? [] : files })}
<p class="hint">${say(monthWords.aboutDate)}</p>
${periodForm(call, { month, months, ownTrn }, companies)}
${otherProblems(refusal, [])}
${ownTrn === undefined && companies.length > 1 && severalCompanies(call, companies.length)}
${answer && sides(call, answer, ownTrn, companies.length)}`,
    }
  },
})

const filePath = '/console/month/file'

/** The documents behind the figures, as a file with headings in the language of the page. */
export const monthFile = content({
  path: filePath,
  access: 'viewer',
  query: ['month', 'months', 'own_trn', 'format'],
  async send({ api, query, now, gone }) {
    const { month = monthOf(now), months, own_trn } = query
    const isSheet = query.format === 'xlsx'
    const asked = isSheet ? { format: 'xlsx' } : { headings: 'words' }
    const address = addressWith('/api/documents/month/file', { month, months, own_trn, ...asked })
    return {
      content: await api.open(address, { signal: gone }),
      type: isSheet ? xlsxType : 'text/csv; charset=utf-8',
      filename: `vat-${own_trn === undefined ? '' : `${own_trn}-`}${month}.${isSheet ? 'xlsx' : 'csv'}`,
    }
  },
})

function sides(call: Call, month: Month, ownTrn: string | undefined, companies: number): Html {
  const shown = (['purchases', 'sales'] as const).filter((side) => month[side].by_status.length > 0)
  if (shown.length === 0) return emptyState(call.say(monthWords.empty), call.say(monthWords.emptyHint))
  return html`${shown.map((side) => monthSide(call, side, { ...month, ownTrn }))}
${evidenceForm(call, month, companies)}`
}

/** `July 2026`, or `July 2026 to September 2026`. */
export function periodOf(
  { say, format }: Pick<Call, 'say' | 'format'>,
  { from, to }: Pick<Month, 'from' | 'to'>,
): string {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  if (first === last) return format.month(first)
  return say(monthWords.until, { first: format.month(first), last: format.month(last) })
}

/** The month of today, in Gulf Standard Time. */
export function monthOf(now: number): string {
  return gulfDate(now).slice(0, 7)
}

/** A VAT return is for one TRN. */
function severalCompanies({ say }: Pick<Call, 'say'>, count: number): Html {
  return html`<p class="notice warning">${say(monthWords.severalCompanies, { count })}</p>`
}

interface Chosen {
  readonly month: string
  readonly months: string | undefined
  readonly ownTrn: string | undefined
}

function periodForm(
  { say, format, now }: Call,
  { month, months, ownTrn }: Chosen,
  companies: readonly Company[],
): Html {
  const offered = [...new Set([...monthsUntil(monthOf(now)), month])]
  return html`<form class="filters card" method="get" action="/console/month">
${choice(
  'month',
  say(monthWords.month),
  offered.map((value) => ({ value, label: format.month(value) })),
  { value: month },
)}
${choice(
  'months',
  say(monthWords.months),
  [
    { value: '1', label: say(monthWords.one) },
    { value: '3', label: say(monthWords.quarter) },
  ],
  { value: months },
)}
${
  companies.length > 1 &&
  choice(
    'own_trn',
    say(monthWords.company),
    [
      { value: '', label: say(monthWords.allCompanies) },
      ...companies.map(({ trn, name }) => ({ value: trn, label: `${name} (${trn})` })),
    ],
    { value: ownTrn },
  )
}
<div class="actions"><button type="submit">${say(monthWords.show)}</button></div>
</form>`
}

/** Two years, the newest first. */
export function monthsUntil(last: string): readonly string[] {
  const [year = 0, month = 0] = last.split('-').map(Number)
  return Array.from({ length: 24 }, (_, ago) => new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7))
}
