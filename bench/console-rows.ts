import { families } from '@selfbill/pint-ae/document'
import type { Database } from '../src/store/database/database.ts'
import type { Store } from '../src/store/store.ts'
import { sql } from '../test/support/databases/any-row.ts'
import type { StoredTenant } from '../test/support/service/tenants.ts'
import { numbered, numberedDocumentId, numberedUuid, rowsMax } from './numbered-rows.ts'

/**
 * Fills an organisation with documents of all families and their legs, made by the database itself:
 * rows without texts, because the bench measures how lists find them. Most are purchase invoices;
 * one in 5,000 is a sales credit note. One in 500 failed its rules, one in 1,000 was rejected, one
 * in 2,000 has a stalled leg and one in 4,000 an overdue one. Their issue dates are the last 300
 * days, the newest documents last.
 */
export async function fillWithDocuments(
  { database }: Store,
  { orgId, profileId }: StoredTenant,
  count: number,
  now: number,
): Promise<void> {
  for (let from = 1; from <= count; from += rowsMax) {
    const rows = numbered(from, Math.min(count, from + rowsMax - 1))
    await database.transaction([
      sql(documents(database, rows, { count, now }), orgId, profileId),
      sql(legs(database, rows, { count, now, corner: 'C3' }), orgId),
      sql(legs(database, rows, { count, now, corner: 'C5' }), orgId),
    ])
  }
  if (database.dialect.name === 'postgres') await database.query(sql('analyze documents'))
  if (database.dialect.name === 'postgres') await database.query(sql('analyze legs'))
}

interface Wanted {
  readonly count: number
  readonly now: number
}

const status = `case when i % 500 = 3 then 'VALIDATION_FAILED' when i % 1000 = 7 then 'REJECTED'
  when i % 2000 = 11 or i % 4000 = 13 then 'PENDING' else 'APPROVED' end`

function documents(database: Database, rows: string, { count, now }: Wanted): string {
  const [invoices, creditNotes, sales, salesCreditNotes] = families
  const family = `case when i % 5000 = 1 then '${salesCreditNotes}' when i % 10 = 1 then '${creditNotes}'
    when i % 4 = 2 then '${sales}' else '${invoices}' end`
  const daysAgo = `cast((${count} - i) * 300 / ${count} as integer)`
  const today = new Date(now).toISOString().slice(0, 10)
  const day =
    database.dialect.name === 'postgres'
      ? `to_char(date '${today}' - ${daysAgo}, 'YYYY-MM-DD')`
      : `date('${today}', '-' || ${daysAgo} || ' days')`
  const name = `case when i % 3 = 0 then 'Gulf Metals Trading LLC' when i % 100000 = 1 then 'Rare Earths LLC'
    else 'Supplier ' || (i % 1000) end`
  const at = `${now} - (${count} - i) * 20000`
  return `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version,
      revision, issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_by_vat, billed_to_name,
      billed_to_vat, billed_by_shown, billed_to_shown, fatal_findings, warning_findings, overall_status, created_at,
      updated_at)
    ${rows} select cast($1 as text), ${numberedDocumentId(database)}, ${family}, i, 'PINV-' || i, cast($2 as text), 1,
      '20260101', 1, ${day}, 'AED', '105.00', '5.00', lower(${name}),
      case when i % 3 = 0 then '100000000000003' else '1000000' || (10000 + i % 1000) || '003' end,
      'harbour manufacturing llc', '100876543200003', ${name}, 'Harbour Manufacturing LLC',
      case when i % 500 = 3 then 2 else 0 end, i % 3, ${status}, ${at}, ${at} + 5000 from numbers`
}

function legs(database: Database, rows: string, { count, now, corner }: Wanted & { readonly corner: string }): string {
  const stalls = `i % 2000 = 11`
  const overdue = `i % 4000 = 13`
  const legStatus =
    corner === 'C3'
      ? `case when ${stalls} then 'STALLED' when i % 1000 = 7 then 'REJECTED' else 'APPROVED' end`
      : `case when ${overdue} then 'SUBMITTED' else 'APPROVED' end`
  const cause =
    corner === 'C3'
      ? `case when ${stalls} then case when i % 3 = 0 then 'Connection refused' else 'HTTP 503 ' || (i % 7) end end`
      : `case when ${overdue} then 'No status from 0242:990001' end`
  const at = `${now} - (${count} - i) * 20000`
  return `insert into legs (org_id, transmission_uuid, document_id, revision, corner, sender_id, receiver_id, doc_type_id,
      process_id, country, status, attempts, in_doubt, mark, created_at, updated_at, submitted_at, mls_overdue_at, cause)
    ${rows} select cast($1 as text), ${numberedUuid(database, corner === 'C3' ? '01983333' : '01985555')},
      ${numberedDocumentId(database)}, 1, '${corner}', '0235:1', '0235:2', 'a', 'b', 'AE', ${legStatus}, 1, 0, 'mark', ${at},
      ${at} + 5000, ${at} + 1000, ${corner === 'C5' ? `case when ${overdue} then ${at} + 9000 end` : 'null'}, ${cause}
    from numbers where i % 500 <> 3`
}
