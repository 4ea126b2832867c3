import type { Family } from '@selfbill/pint-ae/document'
import type { Value } from '../database/database.ts'
import { endOfPrefix } from '../documents/document-filter.ts'
import type { OverallStatus } from '../documents/document-row.ts'
import type { LegStatus } from '../legs/legs.ts'

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
  /** The start of a number or a name; or a whole TRN, document id or transmission UUID. */
  readonly text?: string | undefined
}

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

const needsAttention = `(l.status = 'STALLED' or (l.status = 'SUBMITTED' and l.mls_overdue_at is not null)
  or (l.status in ('REJECTED', 'FAILED') and l.handled_at is null and ${isLatest}))`

function legCondition(condition: string): string {
  return `exists (select 1 from legs l where l.org_id = $1 and l.document_id = d.id and l.revision = d.revision
    and ${condition})`
}

function textCondition(text: string, bind: (value: Value) => string): string {
  const wanted = searchOf(text)
  if (wanted.id !== undefined) {
    const id = bind(wanted.id)
    return `(d.id = ${id} or exists (select 1 from legs l where l.org_id = $1 and l.transmission_uuid = ${id}
      and l.document_id = d.id))`
  }
  const ranges = wanted.ranges.map(
    ({ column, first, end }) => `(d.${column} >= ${bind(first)} and d.${column} < ${bind(end)})`,
  )
  const equals = wanted.equals.map(({ column, value }) => `d.${column} = ${bind(value)}`)
  return `(${[...ranges, ...equals].join(' or ')})`
}

/** Where a text is looked for: every part is served by an index of one family. */
export interface Search {
  /** Of a document or a transmission. */
  readonly id?: string
  readonly ranges: readonly { readonly column: string; readonly first: string; readonly end: string }[]
  readonly equals: readonly { readonly column: string; readonly value: string }[]
}

export function searchOf(text: string): Search {
  if (uuidSyntax.test(text)) return { id: text.toLowerCase(), ranges: [], equals: [] }
  const begins = (column: string, first: string) => ({ column, first, end: endOfPrefix(first) })
  const lower = text.toLowerCase()
  return {
    // Numbers keep their letter case, and are mostly in capitals.
    ranges: [
      ...[...new Set([text, text.toUpperCase()])].map((first) => begins('document_number', first)),
      begins('billed_by_name', lower),
      begins('billed_to_name', lower),
    ],
    equals: trnSyntax.test(text) ? ['billed_by_vat', 'billed_to_vat'].map((column) => ({ column, value: text })) : [],
  }
}

const uuidSyntax = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const trnSyntax = /^[0-9]{15}$/
