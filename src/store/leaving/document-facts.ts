import { type Family, families, instantAt } from '@selfbill/pint-ae/document'
import { integer, optionalInteger, optionalText, text, word } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'

// The documents of an organisation that leaves, as far as their rows say it.

/** The sequence of the last document of each family. */
export async function lastSequences(db: Database, orgId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db.query(sql('select family, last from sequences where org_id = $1 order by family', orgId))
  return Object.fromEntries(rows.map((row) => [word(row, 'family', families), integer(row, 'last')]))
}

/** The facts about the documents of a block, in the order of their sequence. */
export async function documentFacts(db: Database, block: DocumentBlock): Promise<readonly DocumentFacts[]> {
  const rows = await db.query(
    sql(
      `select id, family, sequence, document_number, profile_id, api_version, revision, issue_date, currency,
         payable_amount, tax_amount, overall_status, participant_status, fta_status, created_at, updated_at,
         removed_at, held_at, held_by, hold_reason, handled_at, handled_by, handled_note
       from documents where org_id = $1 and family = $2 and sequence >= $3 and sequence <= $4 order by sequence`,
      block.orgId,
      block.family,
      block.from,
      block.to,
    ),
  )
  return rows.map(factsOf)
}

export interface DocumentBlock {
  readonly orgId: string
  readonly family: Family
  /** Sequences, both included. */
  readonly from: number
  readonly to: number
}

export type DocumentFacts = ReturnType<typeof factsOf>

function factsOf(row: Row) {
  const instant = (column: string) => {
    const at = optionalInteger(row, column)
    return at === undefined ? null : instantAt(at)
  }
  const word = (column: string) => optionalText(row, column) ?? null
  const held = { reason: word('hold_reason'), held_by: word('held_by'), held_since: instant('held_at') }
  const handled = { note: word('handled_note'), handled_by: word('handled_by'), handled_at: instant('handled_at') }
  return {
    id: text(row, 'id'),
    family: text(row, 'family'),
    document_sequence: integer(row, 'sequence'),
    document_number: text(row, 'document_number'),
    business_profile_id: text(row, 'profile_id'),
    api_version: text(row, 'api_version'),
    revision: integer(row, 'revision'),
    issue_date: text(row, 'issue_date'),
    document_currency_code: text(row, 'currency'),
    payable_amount: text(row, 'payable_amount'),
    tax_amount: text(row, 'tax_amount'),
    overall_status: word('overall_status'),
    participant_status: word('participant_status'),
    fta_status: word('fta_status'),
    created_at: instant('created_at'),
    updated_at: instant('updated_at'),
    content_removed_at: instant('removed_at'),
    legal_hold: held.held_since === null ? null : held,
    handled: handled.handled_at === null ? null : handled,
  }
}
