import type { Family } from '@selfbill/pint-ae/document'
import type { Value } from '../database/database.ts'
import { isInVatReturn } from '../documents/counted-for-vat.ts'
import type { OverallStatus } from '../documents/document-row.ts'
import type { LegStatus } from '../legs/legs.ts'
import { textCondition } from './search.ts'

/** Selects documents of all families. All given members must match. */
export interface OverviewFilter {
  /** Empty: all families. */
  readonly families: readonly Family[]
  readonly status?: OverallStatus | undefined
  readonly c3Status?: LegStatus | undefined
  readonly c5Status?: LegStatus | undefined
  /** Only documents that may need a person. */
  readonly needsAttention: boolean
  /** Only documents that a person has handled, or only others. */
  readonly isHandled?: boolean | undefined
  /** Issue dates, both included: `2026-07-15`. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** ms since 1970: documents whose status or content changed then or later. */
  readonly changedSince?: number | undefined
  /** Only documents that were issued for this business profile. */
  readonly profileId?: string | undefined
  /** The supplier's TRN. */
  readonly supplierTrn?: string | undefined
  /** The customer's TRN. */
  readonly customerTrn?: string | undefined
  /** Only documents with VAT of this category. */
  readonly vatCategory?: string | undefined
  /** Only documents that a VAT return counts, or only others. */
  readonly isCounted?: boolean | undefined
  /** `amountKey`s of the payable amount, both included. */
  readonly amountFrom?: number | undefined
  readonly amountTo?: number | undefined
  /** What `searchOf` looks for. */
  readonly text?: string | undefined
  /** Undefined: by the filter, as `orderKeyOf` says. */
  readonly sort?: OrderKey | undefined
}

/** By what a list is ordered, before the id: ids sort by the time of creation. */
export type OrderKey = 'creation' | 'day' | 'change' | 'amount' | 'number'

/** The parameters of a statement that is put together. The first is the organisation. */
export class Parameters {
  readonly values: Value[]

  constructor(orgId: string) {
    this.values = [orgId]
  }

  bind(value: Value): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** The filter as SQL on `documents d` of the organisation `$1`. */
export function conditionOf(filter: OverviewFilter, parameters: Parameters): string {
  const bind = (value: Value) => parameters.bind(value)
  const { families, status, c3Status, c5Status, from, to, changedSince } = filter
  const parts = [
    families.length > 0 && `d.family in (${families.map(bind).join(', ')})`,
    status && `d.overall_status = ${bind(status)}`,
    from !== undefined && `d.issue_date >= ${bind(from)}`,
    to !== undefined && `d.issue_date <= ${bind(to)}`,
    changedSince !== undefined && `d.updated_at >= ${bind(changedSince)}`,
    c3Status && legCondition(`l.corner = 'C3' and l.status = ${bind(c3Status)} and ${isLatest}`),
    c5Status && legCondition(`l.corner = 'C5' and l.status = ${bind(c5Status)} and ${isLatest}`),
    filter.needsAttention && `((${failedUnhandled}) or ${legCondition(needsAttention)})`,
    filter.isHandled === true && 'd.handled_revision is not null and d.handled_revision = d.revision',
    filter.isHandled === false && isUnhandled,
    filter.profileId !== undefined && `d.profile_id = ${bind(filter.profileId)}`,
    filter.supplierTrn !== undefined && `d.billed_by_vat = ${bind(filter.supplierTrn)}`,
    filter.customerTrn !== undefined && `d.billed_to_vat = ${bind(filter.customerTrn)}`,
    filter.vatCategory !== undefined && `';' || d.vat_in_aed like ${bind(`%;${filter.vatCategory} %`)}`,
    filter.isCounted === true && isInVatReturn,
    filter.isCounted === false && `not ${isInVatReturn}`,
    filter.amountFrom !== undefined && `d.payable_key >= ${bind(filter.amountFrom)}`,
    filter.amountTo !== undefined && `d.payable_key <= ${bind(filter.amountTo)}`,
    filter.text !== undefined && textCondition(filter.text, bind),
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' and ') || 'true'
}

/** The predicate of the index `legs_waiting_for_person`, word for word, or it is not used. */
export const mayNeedAttention = `(l.status in ('STALLED', 'REJECTED', 'FAILED')
  or (l.status = 'SUBMITTED' and l.mls_overdue_at is not null)) and l.handled_at is null`

const isUnhandled = '(d.handled_revision is null or d.handled_revision <> d.revision)'

/** The predicate of the index `documents_failed`. */
export const failedUnhandled = `d.overall_status = 'VALIDATION_FAILED' and ${isUnhandled}`

/**
 * The latest leg `l` of its corner, in the organisation `$1`: a report made again replaces the one
 * before, a withdrawal replaces nothing.
 */
export const isLatest = `(l.report is null or l.report = 'R') and (l.corner = 'C3' or not exists (
  select 1 from legs n where n.org_id = $1 and n.document_id = l.document_id and n.revision = l.revision
    and n.report = 'R' and (l.report is null or n.created_at > l.created_at)))`

/** Whether the leg `l` needs a person. */
export const needsAttention = `(l.status = 'STALLED' or (l.status = 'SUBMITTED' and l.mls_overdue_at is not null)
  or (l.status in ('REJECTED', 'FAILED') and l.handled_at is null and ${isLatest}))`

function legCondition(condition: string): string {
  return `exists (select 1 from legs l where l.org_id = $1 and l.document_id = d.id and l.revision = d.revision
    and ${condition})`
}
