import { type Family, numberKey } from '@selfbill/pint-ae/document'
import { flag, integer, onlyRow, text } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import type { Room } from '../room.ts'

/**
 * What credit notes have taken from an invoice. Credit notes that failed their rules or were
 * rejected do not count. A credit note by reference that was edited counts like any other credit
 * note.
 */
export async function creditsOf(db: Database, invoice: CreditedRow): Promise<InvoiceCredits> {
  const { orgId, id, noteFamily, documentNumber, room } = invoice
  await room.take(await amountBytes(db, invoice))
  const stands = `coalesce(d.overall_status, '') not in ('VALIDATION_FAILED', 'REJECTED')`
  const [byReference = [], otherCreditNotes = []] = await db.snapshot([
    sql(
      `select c.number, c.amounts, case when c.released = 0 and ${stands} then 1 else 0 end as counts
       from invoice_credits c join documents d on d.org_id = c.org_id and d.id = c.credit_note_id
       where c.org_id = $1 and c.invoice_id = $2 order by c.number`,
      orgId,
      id,
    ),
    // A credit note with several references does not say how much it takes from each.
    sql(
      `select d.document_number, d.payable_amount from billing_references b
         join documents d on d.org_id = b.org_id and d.family = b.family and d.sequence = b.sequence
         join documents i on i.org_id = b.org_id and i.id = $2 and i.currency = d.currency
       where b.org_id = $1 and b.family = $3 and b.reference in ($4, $5) and ${stands}
         and not exists (select 1 from billing_references o
           where o.org_id = b.org_id and o.family = b.family and o.sequence = b.sequence and o.reference <> b.reference)
         and not exists (select 1 from invoice_credits c
           where c.org_id = d.org_id and c.credit_note_id = d.id and c.released = 0)
       order by d.sequence`,
      orgId,
      id,
      noteFamily,
      documentNumber,
      numberKey(documentNumber),
    ),
  ])
  const last = byReference.at(-1)
  return {
    creditedAmounts: byReference.filter((row) => flag(row, 'counts')).map((row) => text(row, 'amounts')),
    otherCreditNotes: otherCreditNotes.map((row) => ({
      documentNumber: text(row, 'document_number'),
      payableAmount: text(row, 'payable_amount'),
    })),
    next: last === undefined ? 1 : integer(last, 'number') + 1,
  }
}

export interface CreditedRow {
  readonly orgId: string
  readonly id: string
  readonly documentNumber: string
  /** The family of its credit notes. */
  readonly noteFamily: Family
  readonly room: Room
}

export interface InvoiceCredits {
  /** JSON of the amounts of each credit note by reference that counts. */
  readonly creditedAmounts: readonly string[]
  /** Credit notes not made by reference that name this invoice alone: their lines are unknown. */
  readonly otherCreditNotes: readonly { readonly documentNumber: string; readonly payableAmount: string }[]
  /** The number of the next credit note by reference, unless another request takes it first. */
  readonly next: number
}

/** Fails at `credit_of_invoice` when another credit note took the number. */
export function insertCredit(note: { readonly orgId: string; readonly id: string }, credit: NewCredit): Statement {
  return sql(
    `insert into invoice_credits (org_id, invoice_id, number, credit_note_id, amounts, released)
     values ($1, $2, $3, $4, $5, 0)`,
    note.orgId,
    credit.invoiceId,
    credit.number,
    note.id,
    credit.amounts,
  )
}

/** What a credit note takes from an invoice. */
export interface NewCredit {
  readonly invoiceId: string
  readonly number: number
  /** JSON. */
  readonly amounts: string
}

/** An edited credit note no longer follows the invoice, so its claim ends. */
export function releaseCredit(orgId: string, creditNoteId: string): Statement {
  return sql('update invoice_credits set released = 1 where org_id = $1 and credit_note_id = $2', orgId, creditNoteId)
}

/** The size of the amounts of all credit notes by reference. */
async function amountBytes(db: Database, { orgId, id }: CreditedRow): Promise<number> {
  const rows = await db.query(
    sql(
      `select coalesce(sum(octet_length(amounts)), 0) as bytes
       from invoice_credits where org_id = $1 and invoice_id = $2`,
      orgId,
      id,
    ),
  )
  return integer(onlyRow(rows), 'bytes')
}
