import { type DocumentFigures, type Family, numberKey } from '@selfbill/pint-ae/document'
import { integer, optionalText, text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { jsonRows } from '../database/json-rows.ts'
import { invoiceNamed } from './circumstances.ts'

/**
 * The newest documents with the other party of a document: its seller in purchases, its buyer in
 * sales. By an index, and as few rows however many documents there are.
 */
export async function partyHistory(
  db: Database,
  { orgId, family, figures }: About,
): Promise<readonly EarlierDocument[]> {
  const rows = await db.query(
    sql(
      `select document_number, issue_date, payable_amount, currency, order_key, overall_status
       from documents where org_id = $1 and family = $2 and ${columnOf(family, figures)} = $3
       order by sequence desc limit ${documentsMax}`,
      orgId,
      family,
      partyIn(family, figures),
    ),
  )
  return rows
    .filter((row) => !uncounted.has(optionalText(row, 'overall_status') ?? ''))
    .map((row) => ({
      number: text(row, 'document_number'),
      issueDate: text(row, 'issue_date'),
      payableAmount: text(row, 'payable_amount'),
      currency: text(row, 'currency'),
      orderKey: optionalText(row, 'order_key') ?? '',
    }))
}

/**
 * Those of the invoices that a credit note names which have another party. `references` are their
 * numbers.
 */
export async function invoicesOfOthers(
  db: Database,
  { orgId, family, figures }: About,
  references: readonly string[],
): Promise<readonly InvoiceOfOther[]> {
  const named = references.map((number, at) => ({ key: numberKey(number), number, at }))
  const party = family.startsWith('purchase') ? 'billed_by' : 'billed_to'
  const rows = await db.query(
    sql(
      `select named_at, i.document_number, coalesce(i.${party}_shown, i.${party}_name) as party
       from ${jsonRows(db.dialect, 'named', { key: 'text', number: 'text', at: 'bigint' })}
         join documents i on i.org_id = $2 and i.id = ${invoiceNamed}
       where coalesce(i.${party}_vat, i.${party}_name) <> $4 order by named_at`,
      JSON.stringify(named),
      orgId,
      family.replace('credit-notes', 'invoices'),
      partyIn(family, figures),
    ),
  )
  return rows.map((row) => ({
    at: integer(row, 'named_at'),
    number: text(row, 'document_number'),
    party: text(row, 'party'),
  }))
}

export interface InvoiceOfOther {
  /** Its place among the references. */
  readonly at: number
  readonly number: string
  readonly party: string
}

export interface EarlierDocument {
  readonly number: string
  readonly issueDate: string
  /** Decimal text. */
  readonly payableAmount: string
  readonly currency: string
  /** The number of the purchase order in lower case; empty without one. */
  readonly orderKey: string
}

interface About {
  readonly orgId: string
  readonly family: Family
  readonly figures: DocumentFigures
}

const documentsMax = 20

/** They were not issued, or not accepted. */
const uncounted: ReadonlySet<string> = new Set(['VALIDATION_FAILED', 'REJECTED'])

function columnOf(family: Family, figures: DocumentFigures): string {
  if (isPurchase(family)) return figures.billedByVat === undefined ? 'billed_by_name' : 'billed_by_vat'
  return figures.billedToVat === undefined ? 'billed_to_name' : 'billed_to_vat'
}

/** Names are stored in lower case. */
function partyIn(family: Family, { billedByVat, billedByName, billedToVat, billedToName }: DocumentFigures): string {
  return isPurchase(family) ? (billedByVat ?? billedByName.toLowerCase()) : (billedToVat ?? billedToName.toLowerCase())
}

function isPurchase(family: Family): boolean {
  return family.startsWith('purchase')
}
