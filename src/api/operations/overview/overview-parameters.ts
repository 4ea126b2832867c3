import { vatCategories } from '@selfbill/pint-ae/code-lists'
import {
  date,
  families,
  identifier,
  leaf,
  named,
  oneOf,
  optional,
  Problem,
  Type,
  text,
} from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import type { Static } from 'typebox'
import { overallStatuses } from '../../../store/documents/document-row.ts'
import { amountKey } from '../../../store/documents/figure-values.ts'
import { legStatuses } from '../../../store/legs/legs.ts'
import type { OrderKey, OverviewFilter } from '../../../store/overview/overview-filter.ts'
import { changedSince, notBlank, severalOf, yesOrNo } from '../../request/parameters.ts'

const legStatus = () => named('LegStatus', oneOf(legStatuses))

/** An amount, as its `amountKey`. */
function amount() {
  return leaf<number>({ type: 'string', maxLength: 16, pattern: amountSyntax.source }, (value, field) =>
    typeof value === 'string' && amountSyntax.test(value)
      ? amountKey(value)
      : new Problem(message('must_be_amount', { field })),
  )
}

const amountSyntax = /^-?[0-9]{1,12}(\.[0-9]{1,2})?$/

const sorts = {
  created: 'creation',
  issue_date: 'day',
  changed: 'change',
  amount: 'amount',
  number: 'number',
} as const satisfies Readonly<Record<string, OrderKey>>

const orders = ['newest', 'oldest', 'descending', 'ascending'] as const

/** What selects and sorts documents, for the list and its export. */
export const filterParameters = {
  sort: optional(notBlank(named('DocumentSort', oneOf(['created', 'issue_date', 'changed', 'amount', 'number'])))),
  order: optional(notBlank(named('SortOrder', oneOf(orders)))),
  attention: optional(notBlank(yesOrNo())),
  handled: optional(notBlank(yesOrNo())),
  family: optional(notBlank(severalOf(families))),
  status: optional(notBlank(named('OverallStatus', oneOf(overallStatuses)))),
  c3_status: optional(notBlank(legStatus())),
  c5_status: optional(notBlank(legStatus())),
  from: optional(notBlank(date())),
  to: optional(notBlank(date())),
  changed_since: optional(notBlank(changedSince())),
  business_profile_id: optional(notBlank(identifier())),
  billed_by_vat: optional(notBlank(identifier())),
  billed_to_vat: optional(notBlank(identifier())),
  vat_category: optional(notBlank(named('VatCategory', oneOf(vatCategories)))),
  counted: optional(notBlank(yesOrNo())),
  amount_from: optional(notBlank(amount())),
  amount_to: optional(notBlank(amount())),
  text: optional(notBlank(text(200))),
}

const parameters = Type.Object(filterParameters)

export function filterOf(query: Static<typeof parameters>): OverviewFilter {
  return {
    families: query.family ?? [],
    status: query.status,
    c3Status: query.c3_status,
    c5Status: query.c5_status,
    needsAttention: query.attention ?? false,
    isHandled: query.handled,
    from: query.from,
    to: query.to,
    changedSince: query.changed_since,
    profileId: query.business_profile_id,
    supplierTrn: query.billed_by_vat,
    customerTrn: query.billed_to_vat,
    vatCategory: query.vat_category,
    isCounted: query.counted,
    amountFrom: query.amount_from,
    amountTo: query.amount_to,
    text: query.text,
    sort: query.sort && sorts[query.sort],
  }
}

export function isAscendingOrder(order: (typeof orders)[number] | undefined): boolean {
  return order === 'oldest' || order === 'ascending'
}
