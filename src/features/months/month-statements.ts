import type { Family } from '@selfbill/pint-ae/document'
import type { Database, Statement, Value } from '../../store/database/database.ts'

/** A period for the VAT return, of an organisation. */
export interface MonthWanted {
  readonly orgId: string
  /** Issue dates, both included: `2026-07-01`. */
  readonly from: string
  readonly to: string
  /** Only documents with the other party that has this TRN. */
  readonly trn?: string | undefined
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
    condition: `d.family in ('purchase-invoices', 'purchase-credit-notes')`,
    notes: `family = 'purchase-credit-notes'`,
  },
  sales: {
    party: 'd.billed_to',
    condition: `d.family in ('sales-invoices', 'sales-credit-notes')`,
    notes: `family = 'sales-credit-notes'`,
  },
} as const

/**
 * The documents of a side with their figures: `category`, `net` and `vat` in hundredths where there
 * is one VAT category, `several` where there are more. Reads nothing but its index.
 */
function figured({ dialect }: Pick<Database, 'dialect'>, side: Side, trn: string | undefined): string {
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
        where d.org_id = $1 and ${condition} and d.issue_date >= $2 and d.issue_date <= $3
          ${trn === undefined ? '' : `and ${party}_vat = $4`}) figures) split`
}

/** By family, status and VAT category. */
export function statusSums(db: Database, side: Side, wanted: MonthWanted): Statement {
  return {
    sql: `select family, overall_status, category, count(*) as documents, sum(is_unknown) as without_figures,
        ${sumOf('net')} as net, ${sumOf('vat')} as vat, string_agg(several, ';') as several
      from (${figured(db, side, wanted.trn)}) d group by family, overall_status, category`,
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
      from (${figured(db, side, wanted.trn)}) d
      where overall_status is null or overall_status not in ('VALIDATION_FAILED', 'REJECTED')
      group by trn, case when trn is null then name end
      order by count(*) desc, trn, max(name) limit ${partiesMax + 1}`,
    params: paramsOf(wanted),
    isLong: true,
  }
}

/** More than this, and the rest is in the file of the month. */
export const partiesMax = 1_000

/** As text: it may be longer than a number of JavaScript. */
function sumOf(expression: string): string {
  return `cast(coalesce(sum(${expression}), 0) as text)`
}

function paramsOf({ orgId, from, to, trn }: MonthWanted): readonly Value[] {
  return [orgId, from, to, ...(trn === undefined ? [] : [trn])]
}
