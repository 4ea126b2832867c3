import type { Family } from '@selfbill/pint-ae/document'
import type { Database, Statement, Value } from '../../store/database/database.ts'
import { creditsRejected, isAcceptedLater } from '../../store/documents/counted-for-vat.ts'

/** A period for the VAT return, of an organisation. */
export interface MonthWanted {
  readonly orgId: string
  /** Issue dates, both included: `2026-07-01`. */
  readonly from: string
  readonly to: string
  /** Only documents with the other party that has this TRN. */
  readonly trn?: string | undefined
  /** Only documents of the organisation's own company with this TRN. */
  readonly ownTrn?: string | undefined
}

/** Purchases, whose other party is the supplier, and sales, whose other party is the customer. */
export type Side = 'purchases' | 'sales'

export const sideFamilies = {
  purchases: ['purchase-invoices', 'purchase-credit-notes'],
  sales: ['sales-invoices', 'sales-credit-notes'],
} as const satisfies Readonly<Record<Side, readonly Family[]>>

export function sideOf(family: Family): Side {
  return family === 'purchase-invoices' || family === 'purchase-credit-notes' ? 'purchases' : 'sales'
}

/** With the predicates of `documents_purchased` and `documents_sold`, word for word. */
const sides = {
  purchases: {
    party: 'd.billed_by',
    own: 'd.billed_to',
    condition: `d.family in ('purchase-invoices', 'purchase-credit-notes')`,
    notes: `family = 'purchase-credit-notes'`,
  },
  sales: {
    party: 'd.billed_to',
    own: 'd.billed_by',
    condition: `d.family in ('sales-invoices', 'sales-credit-notes')`,
    notes: `family = 'sales-credit-notes'`,
  },
} as const

/**
 * The documents of a side with their figures: `category`, `net` and `vat` in hundredths where there
 * is one VAT category, `several` where there are more. Reads nothing but its index.
 */
function figured({ dialect }: Pick<Database, 'dialect'>, side: Side, wanted: MonthWanted): string {
  const { party, condition } = sides[side]
  const before = (text: string, sought: string) => `substr(${text}, 1, ${dialect.position(text, sought)} - 1)`
  const behind = (text: string, sought: string) => `substr(${text}, ${dialect.position(text, sought)} + 1)`
  const cents = (text: string) => `cast(replace(${text}, '.', '') as bigint)`
  return `select family, overall_status, trn, name, category, several, is_unknown,
      ${cents(before('amounts', "' '"))} as net, ${cents(behind('amounts', "' '"))} as vat
    from (select family, overall_status, trn, name, several, is_unknown,
        ${before('one', "' '")} as category, ${behind('one', "' '")} as amounts
      from (select d.family, d.overall_status, ${party}_vat as trn, ${party}_shown as name,
          case when ${dialect.position('d.vat_in_aed', "';'")} = 0 and d.vat_in_aed <> '' then d.vat_in_aed end as one,
          case when ${dialect.position('d.vat_in_aed', "';'")} > 0 then d.vat_in_aed end as several,
          case when d.vat_in_aed is null or d.vat_in_aed = '' then 1 else 0 end as is_unknown
        from documents d
        where d.org_id = $1 and ${condition} and ${chosen(side, wanted)}) figures) split`
}

/** The dates and TRNs, at the places of `paramsOf`. */
function chosen(side: Side, { trn, ownTrn }: MonthWanted): string {
  const { party, own } = sides[side]
  return [
    'd.issue_date >= $2 and d.issue_date <= $3',
    ...(trn === undefined ? [] : [`${party}_vat = $4`]),
    ...(ownTrn === undefined ? [] : [`${own}_vat = ${trn === undefined ? '$4' : '$5'}`]),
  ].join(' and ')
}

/** By family, status and VAT category. */
export function statusSums(db: Database, side: Side, wanted: MonthWanted): Statement {
  return {
    sql: `select family, overall_status, category, count(*) as documents, sum(is_unknown) as without_figures,
        ${sumOf('net')} as net, ${sumOf('vat')} as vat, string_agg(several, ';') as several
      from (${figured(db, side, wanted)}) d group by family, overall_status, category`,
    params: paramsOf(wanted),
    isLong: true,
  }
}

/** By the other party, those with the most documents first: what counts. */
export function partySums(db: Database, side: Side, wanted: MonthWanted): Statement {
  const { notes } = sides[side]
  const of = (text: string, isNote: boolean) => `case when ${isNote ? notes : `not (${notes})`} then ${text} end`
  return {
    sql: `select trn, max(name) as name,
        count(${of('1', false)}) as invoices, count(${of('1', true)}) as notes,
        ${sumOf(of('net', false))} as net_invoices, ${sumOf(of('vat', false))} as vat_invoices,
        ${sumOf(of('net', true))} as net_notes, ${sumOf(of('vat', true))} as vat_notes,
        string_agg(${of('several', false)}, ';') as several_invoices,
        string_agg(${of('several', true)}, ';') as several_notes
      from (${figured(db, side, wanted)}) d
      where overall_status is null or overall_status not in ('VALIDATION_FAILED', 'REJECTED')
      group by trn, case when trn is null then name end
      order by count(*) desc, trn, max(name) limit ${partiesMax + 1}`,
    params: paramsOf(wanted),
    isLong: true,
  }
}

/**
 * Documents that count otherwise than their status says, each by itself, since they are few: credit
 * notes of rejected invoices, and what was accepted after its rejection. The latter is found by its
 * rejected report, whatever SQLite knows of the tables: a cross join keeps its order there.
 */
export function exceptions(side: Side, wanted: MonthWanted): readonly Statement[] {
  const { party, condition, notes } = sides[side]
  const select = `select d.family, d.overall_status, ${party}_vat as trn, ${party}_shown as name, d.vat_in_aed`
  const ofRejected = `${select} from documents d
    where d.org_id = $1 and d.${notes} and ${chosen(side, wanted)}
      and (d.overall_status is null or d.overall_status not in ('VALIDATION_FAILED', 'REJECTED'))
      and ${creditsRejected}`
  const accepted = `${select} from legs r
      cross join documents d
    where d.org_id = $1 and d.id = r.document_id and d.revision = r.revision
      and r.org_id = $1 and r.corner = 'C5' and r.report is null and r.status in ('REJECTED', 'FAILED')
      and ${condition} and ${chosen(side, wanted)} and ${isAcceptedLater('d')} and not ${creditsRejected}`
  return [ofRejected, accepted].map((text) => ({ sql: text, params: paramsOf(wanted), isLong: true }))
}

/** More than this, and the rest is in the file of the month. */
export const partiesMax = 1_000

/** As text: it may be longer than a number of JavaScript. */
function sumOf(expression: string): string {
  return `cast(coalesce(sum(${expression}), 0) as text)`
}

function paramsOf({ orgId, from, to, trn, ownTrn }: MonthWanted): readonly Value[] {
  return [orgId, from, to, ...[trn, ownTrn].filter((one) => one !== undefined)]
}
