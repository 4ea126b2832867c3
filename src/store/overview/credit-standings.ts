import { Decimal } from '@selfbill/schematron/decimal'
import { flag, integer, optionalText, text, wordOrNull } from '../database/columns.ts'
import { type Row, type Statement, sql } from '../database/database.ts'
import { fewRows } from '../database/few-rows.ts'
import { jsonKeys } from '../database/json-rows.ts'
import { type OverallStatus, overallStatuses } from '../documents/document-row.ts'

// How invoices and their credit notes stand to each other, for a page of documents. Reads no texts.

/** What credit notes have taken of an invoice. */
export interface InvoiceCredit {
  /** With VAT, in the invoice's currency. */
  readonly credited: Decimal
  /** Never below zero. */
  readonly left: Decimal
  /** The newest, at most `shownMax`. */
  readonly notes: readonly CreditNoteOfInvoice[]
  /** All of them. */
  readonly count: number
}

export interface CreditNoteOfInvoice {
  readonly id: string
  readonly documentNumber: string
  readonly status: OverallStatus | null
  readonly currency: string
  readonly amount: Decimal
  /**
   * Whether its amount is in `credited`. Not of a note that failed its rules or was rejected, that
   * has another currency, or that names other invoices too: it does not say how much it takes of
   * each.
   */
  readonly isCounted: boolean
}

/** An invoice that a credit note names. Without an id it is not in this service. */
export interface NamedByNote {
  readonly id: string | undefined
  /** Without an id, the number as it is compared: without what nobody sees. */
  readonly documentNumber: string
  /** Undefined without an id. */
  readonly status: OverallStatus | null | undefined
}

/** Credit notes of an invoice, or invoices of a credit note, that a list shows. */
const shownMax = 20

/** The invoices among the documents `$1` (`jsonKeys`), with their credit notes. */
export function creditNotesStatement(wanted: string, orgId: string): Statement {
  return sql(
    `with invoices as (
       select d.id, replace(d.family, 'invoices', 'credit-notes') as note_family, d.document_number, d.number_key,
         d.currency, coalesce(d.billed_amount, d.payable_amount) as billed_amount
       from documents d
       where d.org_id = $2 and d.id in ${jsonKeys} and d.family in ('purchase-invoices', 'sales-invoices')
     ), named as (
       select invoices.id as invoice_id, b.sequence from ${fewRows('invoices', 'id')}
         join billing_references b on b.org_id = $2 and b.family = note_family and b.reference = number_key
       union select invoices.id, b.sequence from ${fewRows('invoices', 'id')}
         join billing_references b on b.org_id = $2 and b.family = note_family and b.reference = document_number
     ), notes as (
       select named.invoice_id, n.id, n.document_number, n.overall_status, n.currency, n.sequence,
         coalesce(n.billed_amount, n.payable_amount) as amount,
         case when n.currency = i.currency and coalesce(n.overall_status, '') not in ('VALIDATION_FAILED', 'REJECTED')
           and not exists (select 1 from billing_references o where o.org_id = $2 and o.family = i.note_family
             and o.sequence = n.sequence and o.reference not in (coalesce(i.number_key, ''), i.document_number))
           then 1 else 0 end as is_counted
       from ${fewRows('named', 'invoice_id')} join invoices i on i.id = named.invoice_id
         join documents n on n.org_id = $2 and n.family = i.note_family and n.sequence = named.sequence
     ), placed as (
       select notes.*, row_number() over (partition by invoice_id order by sequence desc) as place,
         count(*) over (partition by invoice_id) as notes,
         sum(is_counted * cast(replace(amount, '.', '') as bigint)) over (partition by invoice_id) as credited_cents
       from notes
     )
     select i.id as invoice_id, i.billed_amount, p.id, p.document_number, p.overall_status, p.currency, p.amount,
       coalesce(p.is_counted, 0) as is_counted, coalesce(p.notes, 0) as notes,
       cast(coalesce(p.credited_cents, 0) as text) as credited_cents
     from invoices i left join placed p on p.invoice_id = i.id and p.place <= ${shownMax}
     order by i.id, p.place`,
    wanted,
    orgId,
  )
}

/** By the id of the invoice, from rows of `creditNotesStatement`. */
export function invoiceCredits(rows: readonly Row[]): ReadonlyMap<string, InvoiceCredit> {
  const byInvoice = Map.groupBy(rows, (row) => text(row, 'invoice_id'))
  return new Map([...byInvoice].map(([id, notes]) => [id, creditOf(notes)]))
}

function creditOf(rows: readonly Row[]): InvoiceCredit {
  const [first] = rows
  if (first === undefined) throw new Error('an invoice without a row')
  const credited = Decimal.of(BigInt(text(first, 'credited_cents')), 2)
  const left = Decimal.from(text(first, 'billed_amount')).minus(credited)
  return {
    credited,
    left: left.compare(Decimal.zero) < 0 ? Decimal.zero : left,
    notes: rows.flatMap((row) => noteIn(row) ?? []),
    count: integer(first, 'notes'),
  }
}

function noteIn(row: Row): CreditNoteOfInvoice | undefined {
  const id = optionalText(row, 'id')
  if (id === undefined) return undefined
  return {
    id,
    documentNumber: text(row, 'document_number'),
    status: wordOrNull(row, 'overall_status', overallStatuses),
    currency: text(row, 'currency'),
    amount: Decimal.from(text(row, 'amount')),
    isCounted: flag(row, 'is_counted'),
  }
}

/** The credit notes among the documents `$1` (`jsonKeys`), with the invoices that they name. */
export function creditedInvoicesStatement(wanted: string, orgId: string): Statement {
  return sql(
    `with named as (
       select n.id as note_id, replace(n.family, 'credit-notes', 'invoices') as invoice_family, b.reference,
         row_number() over (partition by n.id order by b.reference) as place
       from documents n
         join billing_references b on b.org_id = $2 and b.family = n.family and b.sequence = n.sequence
       where n.org_id = $2 and n.id in ${jsonKeys} and n.family in ('purchase-credit-notes', 'sales-credit-notes')
     )
     select named.note_id, named.reference, i.id, i.document_number, i.overall_status
     from ${fewRows('named', 'note_id')}
       left join documents i on i.org_id = $2 and i.id = coalesce(
         (select k.id from documents k where k.org_id = $2 and k.family = named.invoice_family
           and k.number_key = named.reference order by k.sequence limit 1),
         (select o.id from documents o where o.org_id = $2 and o.family = named.invoice_family
           and o.document_number = named.reference))
     where named.place <= ${shownMax} order by named.note_id, named.reference`,
    wanted,
    orgId,
  )
}

/** By the id of the credit note, from rows of `creditedInvoicesStatement`. */
export function creditedInvoices(rows: readonly Row[]): ReadonlyMap<string, readonly NamedByNote[]> {
  const byNote = Map.groupBy(rows, (row) => text(row, 'note_id'))
  return new Map([...byNote].map(([id, invoices]) => [id, invoices.map(invoiceIn)]))
}

function invoiceIn(row: Row): NamedByNote {
  const id = optionalText(row, 'id')
  return {
    id,
    documentNumber: optionalText(row, 'document_number') ?? text(row, 'reference'),
    status: id === undefined ? undefined : wordOrNull(row, 'overall_status', overallStatuses),
  }
}
