import { type Html, html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { readingsOf, typedNumber } from '../../../document-files/typed-number.ts'
import { choice, field } from '../../parts/field.ts'
import { handledWords } from '../../parts/handled-words.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import type { Call } from '../../route.ts'
import type { ProfileChoice } from '../drafts/active-profiles.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { documentWords } from './document-words.ts'
import { families, familiesOf } from './family.ts'
import { listWords } from './list-words.ts'
import { legStatuses } from './standing.ts'
import type { DocumentQuery, View } from './views.ts'

/** The filters of the inbox live in the address, under the names of the API's parameters. */
export const filterNames = [
  'family',
  'status',
  'from',
  'to',
  'business_profile_id',
  'billed_by_vat',
  'billed_to_vat',
  'vat_category',
  'counted',
  'amount_from',
  'amount_to',
  'c3_status',
  'c5_status',
  'changed',
  'handled',
  'sort',
  'order',
] as const

export type Filters = Readonly<Record<(typeof filterNames)[number], string | undefined>>

export function isFiltered(filters: Filters): boolean {
  return filterNames.some(
    (name) => filters[name] !== undefined && !(name === 'order' && filters.order === 'descending'),
  )
}

/** The filters as the API takes them. A value that is not on a list counts as absent. */
export function filterQuery(filters: Filters, now: number): DocumentQuery {
  const c3 = legStatuses.find((status) => status === filters.c3_status)
  const c5 = legStatuses.find((status) => status === filters.c5_status)
  const period = periods.find(({ name }) => name === filters.changed)
  const status = documentStatuses.find((one) => one === filters.status)
  const category = vatCategories.find((one) => one === filters.vat_category)
  const sort = sorts.find((one) => one === filters.sort)
  return {
    ...(filters.family !== undefined && { family: filters.family }),
    ...(filters.from !== undefined && { from: filters.from }),
    ...(filters.to !== undefined && { to: filters.to }),
    ...(c3 !== undefined && { c3_status: c3 }),
    ...(c5 !== undefined && { c5_status: c5 }),
    ...((filters.handled === 'true' || filters.handled === 'false') && { handled: filters.handled }),
    ...(filters.business_profile_id !== undefined && { business_profile_id: filters.business_profile_id }),
    ...(filters.billed_by_vat !== undefined && { billed_by_vat: filters.billed_by_vat }),
    ...(status !== undefined && { status }),
    ...(filters.billed_to_vat !== undefined && { billed_to_vat: filters.billed_to_vat }),
    ...(category !== undefined && { vat_category: category }),
    ...((filters.counted === 'true' || filters.counted === 'false') && { counted: filters.counted }),
    ...(filters.amount_from !== undefined && { amount_from: bareAmount(filters.amount_from) }),
    ...(filters.amount_to !== undefined && { amount_to: bareAmount(filters.amount_to) }),
    ...(sort !== undefined && { sort }),
    ...(filters.order === 'ascending' && { order: 'ascending' }),
    ...(period !== undefined && { changed_since: new Date(now - period.ms).toISOString() }),
  }
}

const vatCategories = ['S', 'Z', 'E', 'O', 'AE', 'N'] as const
const documentStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'VALIDATION_FAILED'] as const

const sorts = ['created', 'issue_date', 'amount', 'number'] as const

/** `1,585.50` and `1.585,50`, for the API. What is no number goes there as it is, to be refused. */
function bareAmount(typed: string): string {
  const number = typedNumber(typed)
  // Amounts here have two decimals at most: a comma before three digits groups thousands.
  if (number === 'ambiguous') return readingsOf(typed).thousands
  return number === undefined ? typed : String(number)
}

const periods = [
  { name: 'hour', label: documentWords.changedHour, ms: 3_600_000 },
  { name: 'day', label: documentWords.changedDay, ms: 86_400_000 },
  { name: 'week', label: documentWords.changedWeek, ms: 604_800_000 },
] as const

interface Shown {
  readonly view: View
  readonly filters: Filters
  readonly profiles: readonly ProfileChoice[]
}

/** The form of the filters. It is open while one of them applies. */
export function filterForm(
  { say }: Call,
  { view, filters, profiles }: Shown,
  refusal: SelfbillError | undefined,
): Html {
  const isOn = isFiltered(filters)
  const any = { value: '', label: say(documentWords.any) }
  const statuses = [any, ...legStatuses.map((value) => ({ value, label: say(documentWords[`leg${value}`]) }))]
  const types = [
    any,
    ...families.map((value) => ({ value, label: say(documentWords[value]) })),
    ...(['purchases', 'sales'] as const).map((side) => ({ value: familiesOf[side], label: say(listWords[side]) })),
  ]
  const standings = [any, ...documentStatuses.map((value) => ({ value, label: say(documentWords[value]) }))]
  const categories = [any, ...vatCategories.map((value) => ({ value, label: say(draftWords[`vat${value}`]) }))]
  const counting = [
    any,
    { value: 'true', label: say(listWords.countedYes) },
    { value: 'false', label: say(listWords.countedNo) },
  ]
  const times = [{ value: '', label: say(documentWords.changedAny) }].concat(
    periods.map(({ name, label }) => ({ value: name, label: say(label) })),
  )
  const handling = [
    { value: '', label: say(handledWords.any) },
    { value: 'true', label: say(handledWords.yes) },
    { value: 'false', label: say(handledWords.no) },
  ]
  const sorting = [
    { value: '', label: say(listWords.sortUsual) },
    ...sorts.map((value) => ({ value, label: say(listWords[value]) })),
  ]
  const ways = (['descending', 'ascending'] as const).map((value) => ({ value, label: say(listWords[value]) }))
  const options = (name: keyof Filters) => ({ value: filters[name], problem: refusal?.fields[name] })
  const date = { type: 'date', direction: 'ltr' } as const
  const amount = { isDecimal: true, direction: 'ltr' } as const
  return html`<details class="filter-box" open="${isOn}"><summary>${say(documentWords.filters)}</summary>
<form class="filters" method="get" action="/console/documents">
<input type="hidden" name="view" value="${view}">
${choice('family', say(documentWords.family), types, options('family'))}
${choice('status', say(documentWords.status), standings, options('status'))}
${field('from', say(documentWords.from), { ...options('from'), ...date })}
${field('to', say(documentWords.to), { ...options('to'), ...date })}
${profiles.length > 1 && profileFilter(say, profiles, options('business_profile_id'))}
${field('billed_by_vat', say(listWords.supplierTrn), { ...options('billed_by_vat'), direction: 'ltr' })}
${field('billed_to_vat', say(listWords.customerTrn), { ...options('billed_to_vat'), direction: 'ltr' })}
${choice('vat_category', say(draftWords.category), categories, options('vat_category'))}
${choice('counted', say(listWords.counted), counting, options('counted'))}
${field('amount_from', say(listWords.amountFrom), { ...options('amount_from'), ...amount })}
${field('amount_to', say(listWords.amountTo), { ...options('amount_to'), ...amount })}
${choice('c3_status', say(documentWords.legC3), statuses, options('c3_status'))}
${choice('c5_status', say(documentWords.legC5), statuses, options('c5_status'))}
${choice('changed', say(documentWords.changed), times, options('changed'))}
${choice('handled', say(handledWords.title), handling, options('handled'))}
${choice('sort', say(listWords.sort), sorting, options('sort'))}
${choice('order', say(listWords.order), ways, options('order'))}
<button type="submit">${say(documentWords.apply)}</button>
${isOn && html`<a class="button" href="/console/documents?view=${view}">${say(documentWords.clear)}</a>`}
${otherProblems(refusal, filterNames)}
</form></details>`
}

/** Of many profiles the form has the chosen one only: their page leads to the documents of each. */
function profileFilter(
  say: Call['say'],
  profiles: readonly ProfileChoice[],
  chosen: { readonly value: string | undefined; readonly problem: string | undefined },
): Html {
  const isShort = profiles.length <= listedMax
  const listed = isShort ? profiles : profiles.filter(({ value }) => value === chosen.value)
  const any = { value: '', label: say(documentWords.any) }
  return html`${choice('business_profile_id', say(draftWords.profile), [any, ...listed], chosen)}
${!isShort && html`<p class="hint"><a href="/console/settings/profiles">${say(listWords.ofProfile)}</a></p>`}`
}

/** More would make the page too heavy. */
const listedMax = 12
