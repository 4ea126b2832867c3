import { type DocumentFigures, type Family, numberKey } from '@selfbill/pint-ae/document'
import { flag, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql, textOnce } from '../database/database.ts'
import { jsonRows } from '../database/json-rows.ts'
import { type ContextEdition, contextColumns, contextRows, editionOf } from './document-context.ts'

/**
 * What is stored about the surroundings of a document that is about to be stored: its agreement, an
 * earlier document like it, and the invoices that it credits, or the edition of its organisation
 * and profile. One read, each part by an index.
 */
export async function circumstancesOf(db: Database, about: AboutDocument): Promise<StoredCircumstances> {
  if (about.references.length === 0) return (await circumstancesOfMany(db, [about]))[0] ?? unknown
  const rows = await db.query(creditStatement(db, about))
  return { isAgreed: true, alike: rows.map(alikeIn).find((one) => one !== undefined), invoices: rows.map(invoiceOf) }
}

/** The same for documents of one family and business profile that name no invoices. */
export async function circumstancesOfMany(
  db: Database,
  documents: readonly AboutDocument[],
): Promise<readonly StoredCircumstances[]> {
  const [first] = documents
  if (first === undefined) return []
  const { orgId, family, profileId } = first
  const list = documents.map(({ id, figures, supplierTin }) => ({ id, supplierTin, ...likenessOf(figures) }))
  const rows = await db.query(sql(manyText(db.dialect), JSON.stringify(list), orgId, family, profileId))
  const found = new Map(rows.map((row) => [text(row, 'id'), row]))
  return documents.map(({ id }) => {
    const row = found.get(id)
    if (row === undefined) return unknown
    return { isAgreed: flag(row, 'is_agreed'), alike: alikeIn(row), invoices: [], edition: editionOf(row) }
  })
}

/** The organisation is gone. */
const unknown: StoredCircumstances = { isAgreed: true, invoices: [] }

export interface AboutDocument {
  readonly orgId: string
  readonly family: Family
  readonly id: string
  readonly profileId: string
  readonly figures: DocumentFigures
  /** Undefined: no agreement is looked for. */
  readonly supplierTin: string | undefined
  /** The numbers of the invoices that a credit note names; empty for other documents. */
  readonly references: readonly string[]
}

export interface StoredCircumstances {
  readonly isAgreed: boolean
  /** The number of an earlier document with the same parties, date and amount. */
  readonly alike?: string | undefined
  /** For each reference, in their order; undefined: no invoice has the number. */
  readonly invoices: readonly (NamedInvoice | undefined)[]
  /** Of organisation and profile; undefined for documents that name invoices, or if it is gone. */
  readonly edition?: ContextEdition
}

/** An invoice that a credit note names. */
export interface NamedInvoice {
  readonly issueDate: string
  readonly currency: string
  /** Decimal texts: what it billed, and what other credit notes that name it alone took of it. */
  readonly billedAmount: string
  readonly creditedCents: string
}

/** A row for each reference. Another credit note is like this one only if it names one of them. */
function creditStatement(db: Database, { orgId, family, id, figures, references }: AboutDocument): Statement {
  const named = references.map((number, at) => ({ key: numberKey(number), number, at }))
  return sql(
    `select (select d.document_number from documents d where d.org_id = $2 and d.family = $5 and d.id <> $4
         and ${isLike(placesFrom(6))}
         and exists (select 1 from billing_references r
           where r.org_id = $2 and r.family = $5 and r.sequence = d.sequence
             and r.reference in (named_key, named_number))
         limit 1) as alike,
       i.issue_date, i.currency, coalesce(i.billed_amount, i.payable_amount) as billed_amount,
       (select cast(coalesce(sum(${cents('coalesce(n.billed_amount, n.payable_amount)')}), 0) as text)
         from billing_references b
           join documents n on n.org_id = b.org_id and n.family = b.family and n.sequence = b.sequence
         where b.org_id = $2 and b.family = $5 and b.reference in (named_key, named_number)
           and n.id <> $4 and n.currency = i.currency and ${counts('n')}
           and not exists (select 1 from billing_references o where o.org_id = $2 and o.family = $5
             and o.sequence = b.sequence and o.reference <> b.reference)) as credited_cents
     from ${jsonRows(db.dialect, 'named', { key: 'text', number: 'text', at: 'bigint' })}
       left join documents i on i.org_id = $2 and i.id = ${invoiceNamed}
     order by named_at`,
    JSON.stringify(named),
    orgId,
    family.replace('credit-notes', 'invoices'),
    id,
    family,
    ...Object.values(likenessOf(figures)),
  )
}

/** The id of the invoice of organisation $2 and family $3 with `named_key` and `named_number`. */
export const invoiceNamed = `coalesce(
         (select k.id from documents k where k.org_id = $2 and k.family = $3 and k.number_key = named_key
           order by case when k.document_number = named_number then 0 else 1 end limit 1),
         (select o.id from documents o where o.org_id = $2 and o.family = $3 and o.document_number = named_number
           and o.number_key is null))`

/**
 * Like the document with these values: its date, its parties, its amount. The parties are the start
 * of an index.
 */
function isLike(values: Readonly<Record<keyof typeof likenessTypes, string>>): string {
  return `coalesce(d.billed_by_vat, d.billed_by_name) = ${values.billedBy}
    and coalesce(d.billed_to_vat, d.billed_to_name) = ${values.billedTo} and d.issue_date = ${values.issueDate}
    and d.payable_amount = ${values.payableAmount} and d.currency = ${values.currency} and ${counts('d')}`
}

/** In the order of `likenessOf`. */
function placesFrom(first: number): Parameters<typeof isLike>[0] {
  const place = (at: number) => `$${first + at}`
  return { issueDate: place(0), billedBy: place(1), billedTo: place(2), payableAmount: place(3), currency: place(4) }
}

/** What two documents that repeat each other have in common. */
export function likenessOf(figures: DocumentFigures) {
  return {
    issueDate: figures.issueDate,
    billedBy: figures.billedByVat ?? figures.billedByName.toLowerCase(),
    billedTo: figures.billedToVat ?? figures.billedToName.toLowerCase(),
    payableAmount: figures.payableAmount,
    currency: figures.currency,
  }
}

const likenessTypes = {
  issueDate: 'text',
  billedBy: 'text',
  billedTo: 'text',
  payableAmount: 'text',
  currency: 'text',
} as const

/** Amounts are stored with two decimals. */
function cents(amount: string): string {
  return `cast(replace(${amount}, '.', '') as bigint)`
}

/** A document that failed its rules or was rejected takes nothing, and is no first one. */
function counts(row: string): string {
  return `coalesce(${row}.overall_status, '') not in ('VALIDATION_FAILED', 'REJECTED')`
}

function alikeIn(row: Row): string | undefined {
  return optionalText(row, 'alike')
}

function invoiceOf(row: Row): NamedInvoice | undefined {
  const issueDate = optionalText(row, 'issue_date')
  if (issueDate === undefined) return undefined
  return {
    issueDate,
    currency: text(row, 'currency'),
    billedAmount: text(row, 'billed_amount'),
    creditedCents: text(row, 'credited_cents'),
  }
}

const manyText = textOnce((dialect) => {
  const like = isLike({
    issueDate: 'about_issue_date',
    billedBy: 'about_billed_by',
    billedTo: 'about_billed_to',
    payableAmount: 'about_payable_amount',
    currency: 'about_currency',
  })
  const agreed = `select 1 from agreements a where a.org_id = $2 and a.profile_id = $4
    and a.supplier_tin = about_supplier_tin and a.valid_from <= about_issue_date
    and coalesce(a.valid_to, '9999-12-31') >= about_issue_date`
  return `select about_id as id,
      (select d.document_number from documents d where d.org_id = $2 and d.family = $3 and d.id <> about_id
        and ${like} limit 1) as alike,
      case when about_supplier_tin is null or exists (${agreed}) then 1 else 0 end as is_agreed,
      ${contextColumns}
    from ${jsonRows(dialect, 'about', { id: 'text', supplierTin: 'text', ...likenessTypes })}
      cross join ${contextRows('$4')}`
})
