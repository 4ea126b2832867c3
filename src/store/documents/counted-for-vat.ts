import type { OverallStatus } from './document-row.ts'

// What a VAT return counts. `$1`: the organisation. Source: docs/decisions/0164.

/** Whether documents of the status belong into a VAT return. Null: valid, and never sent. */
export function isCounted(status: OverallStatus | null): boolean {
  return status !== 'VALIDATION_FAILED' && status !== 'REJECTED'
}

/**
 * A document stays REJECTED also when the tax authority accepts a later report of it. It counts
 * then, unless the other party has refused it.
 */
export function isAcceptedLater(row: 'd' | 'i'): string {
  const legs = `legs l where l.org_id = $1 and l.document_id = ${row}.id and l.revision = ${row}.revision`
  return `(${row}.overall_status = 'REJECTED'
    and exists (select 1 from ${legs} and l.corner = 'C5' and l.report = 'R' and l.status = 'APPROVED')
    and not exists (select 1 from ${legs} and l.corner = 'C3' and l.status in ('REJECTED', 'FAILED')))`
}

/**
 * Whether the document `d` is a credit note of a rejected invoice alone: it takes back what a VAT
 * return never counted, so it does not count either.
 */
export const creditsRejected = `(d.family in ('purchase-credit-notes', 'sales-credit-notes') and exists (
  select 1 from billing_references b where b.org_id = $1 and b.family = d.family and b.sequence = d.sequence
    and not exists (select 1 from billing_references o where o.org_id = $1 and o.family = d.family
      and o.sequence = d.sequence and o.reference <> b.reference)
    and (exists (${invoiceBy('number_key')}) or exists (${invoiceBy('document_number')}))))`

/**
 * Whether the document `d` belongs into a VAT return: valid, and refused by nobody, or accepted
 * later, and no credit note of what was never counted.
 */
export const isInVatReturn = `((d.overall_status is null or d.overall_status in ('PENDING', 'APPROVED')
  or ${isAcceptedLater('d')}) and not ${creditsRejected})`

function invoiceBy(column: 'number_key' | 'document_number'): string {
  return `select 1 from documents i
    where i.org_id = $1 and i.family = replace(d.family, 'credit-notes', 'invoices')
    and i.${column} = b.reference and i.overall_status = 'REJECTED' and not ${isAcceptedLater('i')}`
}
