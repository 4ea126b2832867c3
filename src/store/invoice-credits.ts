import { integer, text } from './columns.ts'
import { type Database, type Statement, sql } from './database.ts'

/**
 * What credit notes by reference have taken from an invoice. One that failed its rules was never sent, one that was rejected does not
 * stand, and one that was edited is no longer what was taken: none of them counts.
 */
export async function creditsOf(db: Database, orgId: string, invoiceId: string): Promise<InvoiceCredits> {
  const rows = await db.query(
    sql(
      `select c.number, c.amounts, case when c.released = 1 or coalesce(d.overall_status, '') in ('VALIDATION_FAILED', 'REJECTED')
         then 0 else 1 end as counts
       from invoice_credits c join documents d on d.org_id = c.org_id and d.id = c.credit_note_id
       where c.org_id = $1 and c.invoice_id = $2 order by c.number`,
      orgId,
      invoiceId,
    ),
  )
  const last = rows.at(-1)
  return {
    taken: rows.filter((row) => integer(row, 'counts') === 1).map((row) => text(row, 'amounts')),
    next: last === undefined ? 1 : integer(last, 'number') + 1,
  }
}

export interface InvoiceCredits {
  /** JSON of the amounts of each that counts. */
  readonly taken: readonly string[]
  /** The number of the next one, unless somebody is quicker. */
  readonly next: number
}

/** Part of the transaction that stores the credit note; fails when another took the number: `invoice_credits(org_id, invoice_id, number)`. */
export function newCredit(credit: NewCredit): Statement {
  return sql(
    `insert into invoice_credits (org_id, invoice_id, number, credit_note_id, amounts, released)
     values ($1, $2, $3, $4, $5, 0)`,
    credit.orgId,
    credit.invoiceId,
    credit.number,
    credit.creditNoteId,
    credit.amounts,
  )
}

export interface NewCredit {
  readonly orgId: string
  readonly invoiceId: string
  readonly number: number
  readonly creditNoteId: string
  /** JSON. */
  readonly amounts: string
}

/** A credit note that is edited takes nothing any more: what it says then is its own. */
export function releaseCredit(orgId: string, creditNoteId: string): Statement {
  return sql('update invoice_credits set released = 1 where org_id = $1 and credit_note_id = $2', orgId, creditNoteId)
}
