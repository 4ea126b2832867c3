import { numberKey, totalsBegin } from '@selfbill/pint-ae/document'
import { Decimal } from '@selfbill/schematron/decimal'
import { flag, integer, optionalInteger, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { jsonRows } from '../database/json-rows.ts'
import type { StoredText } from '../database/stored-text.ts'
import type { DocumentRow } from './document-row.ts'
import { revisionTextColumns, revisionTextIn } from './revision-texts.ts'

/**
 * The value, without VAT, of the invoices that a credit note names, as the earlier credit notes
 * left it; or why it cannot be stated. Credit notes that failed their rules or were rejected alter
 * nothing. Source: Executive Regulation of the VAT law, article 60 (1) (e); docs/decisions/0156.
 */
export async function creditedValue(db: Database, note: CreditingRow): Promise<CreditedValue> {
  const invoices = await db.query(invoicesStatement(note))
  const currency = invoices[0] === undefined ? '' : text(invoices[0], 'own_currency')
  if (invoices.length === 0) return { unknown: 'none' }
  const ids = new Set<string>()
  let value = Decimal.zero.rescaled(2)
  for (const row of invoices) {
    const number = text(row, 'reference')
    const id = optionalText(row, 'id')
    if (id === undefined) return { unknown: 'notHere', number }
    if (optionalText(row, 'overall_status') === 'VALIDATION_FAILED') return { unknown: 'notIssued', number }
    const reason = unreadable(row, currency)
    if (reason !== undefined) return { unknown: reason, number }
    // Two references may be to one invoice.
    if (!ids.has(id)) value = value.plus(await valueWithoutVat(db, note.orgId, row))
    ids.add(id)
  }
  const earlier = await db.query(earlierStatement(db, note, namesOf(invoices)))
  if (earlier.length > earlierMax) return { unknown: 'tooMany', number: String(earlierMax) }
  for (const row of earlier) {
    const number = text(row, 'document_number')
    if (flag(row, 'names_others')) return { unknown: 'shared', number }
    const reason = unreadable(row, currency)
    if (reason !== undefined) return { unknown: reason, number }
    value = value.minus(await valueWithoutVat(db, note.orgId, row))
  }
  return { value: value.toString(), earlierNotes: earlier.length }
}

export type CreditedValue =
  | { readonly value: string; readonly earlierNotes: number }
  | {
      readonly unknown: 'none' | 'notHere' | 'notIssued' | 'removed' | 'otherCurrency' | 'shared' | 'tooMany'
      /** The document in the way, by its number or the key of it; or the limit. */
      readonly number?: string
    }

export interface CreditingRow extends Pick<DocumentRow, 'orgId' | 'family' | 'sequence' | 'id'> {}

/** Enough for every invoice that people credit; a page must not read thousands of documents. */
const earlierMax = 200

/** A row for each reference: its invoice, or nothing where no invoice has the number. */
function invoicesStatement({ orgId, family, sequence, id }: CreditingRow): Statement {
  return sql(
    `select b.reference, n.currency as own_currency, ${content}
     from documents n
       join billing_references b on b.org_id = n.org_id and b.family = n.family and b.sequence = n.sequence
       left join documents d on d.org_id = $1 and d.id = coalesce(
         (select k.id from documents k where k.org_id = $1 and k.family = $4 and k.number_key = b.reference
           order by k.sequence limit 1),
         (select o.id from documents o where o.org_id = $1 and o.family = $4 and o.document_number = b.reference))
       left join revisions r on r.org_id = $1 and r.document_id = d.id and r.revision = d.revision
     where n.org_id = $1 and n.family = $2 and n.sequence = $3 and n.id = $5 order by b.reference`,
    orgId,
    family,
    sequence,
    family.replace('credit-notes', 'invoices'),
    id,
  )
}

/** References of earlier versions are the numbers themselves, not their keys. */
function namesOf(invoices: readonly Row[]): readonly string[] {
  return [
    ...new Set(
      invoices.flatMap((row) => {
        const [reference, number] = [text(row, 'reference'), text(row, 'document_number')]
        return [reference, numberKey(reference), number, numberKey(number)]
      }),
    ),
  ]
}

/** The earlier credit notes for any of the invoices, and whether they name others too. */
function earlierStatement(
  db: Database,
  { orgId, family, sequence }: CreditingRow,
  names: readonly string[],
): Statement {
  const named = jsonRows(db.dialect, 'named', { reference: 'text' })
  return sql(
    `select ${content}, case when exists (select 1 from billing_references o
         where o.org_id = $2 and o.family = $3 and o.sequence = d.sequence
           and o.reference not in (select named_reference from ${named}))
       then 1 else 0 end as names_others
     from documents d
       join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
     where d.org_id = $2 and d.family = $3 and d.sequence < $4
       and d.sequence in (select b.sequence from ${named}
           join billing_references b on b.org_id = $2 and b.family = $3 and b.reference = named_reference)
       and coalesce(d.overall_status, '') not in ('VALIDATION_FAILED', 'REJECTED')
     order by d.sequence limit ${earlierMax + 1}`,
    JSON.stringify(names.map((reference) => ({ reference }))),
    orgId,
    family,
    sequence,
  )
}

const content = `d.id, d.document_number, d.revision, d.currency, d.overall_status, d.removed_at,
  ${revisionTextColumns('r.', 'answer')}`

/** `currency`: of the credit note whose page it is. */
function unreadable(row: Row, currency: string): 'removed' | 'otherCurrency' | undefined {
  if (optionalInteger(row, 'removed_at') !== undefined) return 'removed'
  return text(row, 'currency') === currency ? undefined : 'otherCurrency'
}

async function valueWithoutVat(db: Database, orgId: string, row: Row): Promise<Decimal> {
  const key = { orgId, documentId: text(row, 'id'), revision: integer(row, 'revision') }
  const totals = await endWithTotals(revisionTextIn(db, row, 'answer', key))
  const found = /"tax_exclusive_amount":(-?[0-9.]+)/.exec(totals.slice(totals.lastIndexOf(totalsBegin)))?.[1]
  if (found === undefined) throw new Error(`the totals of ${text(row, 'id')} have no value without VAT`)
  return Decimal.from(found)
}

/**
 * The end of a stored answer, from its totals on or earlier: they are its last member, and short
 * unless a breakdown has very many taxes.
 */
export async function endWithTotals(answer: StoredText): Promise<string> {
  for (let bytes = endBytes; bytes < endBytesMax; bytes *= 8) {
    const end = await answer.end(bytes)
    if (end.includes(totalsBegin)) return end
  }
  return answer.string()
}

const endBytes = 64_000
const endBytesMax = 5_000_000
