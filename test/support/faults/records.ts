import { word } from '../../../src/store/database/columns.ts'
import type { Database, Row } from '../../../src/store/database/database.ts'
import { revisionTextColumns, revisionTextIn } from '../../../src/store/documents/revision-texts.ts'
import { type Corner, type LegStatus, legStatuses } from '../../../src/store/legs/legs.ts'
import { sql } from '../databases/any-row.ts'

/**
 * Everything a round has stored about its documents, each with its legs and its log in the order of
 * writing.
 */
export async function readRecords(db: Database): Promise<readonly DocumentRecord[]> {
  const documents = await db.query(
    sql(
      `select d.org_id, id, family, sequence, document_number, overall_status, participant_status, fta_status, hold_reason,
         revision, (select count(*) from revisions r where r.org_id = d.org_id and r.document_id = d.id) as revisions
       from documents d order by d.org_id, family, sequence`,
    ),
  )
  const answers = await answersOf(db)
  const legs = await db.query(
    sql(
      `select document_id, transmission_uuid, corner, report, receiver_id, status, attempts, uncounted, next_attempt_at, lease_owner, lease_until,
         submitted_at, mls_overdue_at, transmission_response, mls_response from legs order by corner, created_at`,
    ),
  )
  const events = await db.query(
    sql(
      'select id, document_id, transmission_uuid, event, message, at, revision from entries order by org_id, document_id, id',
    ),
  )
  return documents.map((row) => ({
    ...documentRecord(row, (revision) => JSON.parse(answers.get(`${row.id} ${revision}`) ?? 'null')),
    legs: legs.filter((leg) => leg.document_id === row.id).map(legRecord),
    entries: events.filter((event) => event.document_id === row.id).map(entryRecord),
  }))
}

export interface DocumentRecord {
  readonly orgId: string
  readonly id: string
  readonly family: string
  readonly sequence: number
  readonly number: string
  readonly revisions: number
  /** The name of the request that created it: its first note. */
  readonly key: string
  /** Its present note. */
  readonly note: string
  /** The number that its first reference names. */
  readonly credits: string | undefined
  /** The quantity of its first line. */
  readonly pieces: number
  /** Why it is held. */
  readonly hold: string | null
  readonly overall: string
  readonly participant: string | null
  readonly authority: string | null
  readonly legs: readonly LegRecord[]
  readonly entries: readonly EntryRecord[]
}

export interface LegRecord {
  readonly transmissionUuid: string
  readonly corner: Corner
  /** A withdrawal of the report; false for the legs of the create. */
  readonly isWithdrawal: boolean
  readonly receiverId: string
  readonly status: LegStatus
  readonly attempts: number
  /** Attempts that do not count. */
  readonly uncounted: number
  readonly isWaiting: boolean
  readonly isLeased: boolean
  readonly isSubmitted: boolean
  readonly isOverdue: boolean
  /** The result in the sending report. */
  readonly result: string | null
  /** The code of the deciding status. */
  readonly code: string | null
}

export interface EntryRecord {
  readonly id: number
  readonly transmissionUuid: string | null
  readonly event: string
  readonly message: string
  readonly at: number
  /** True if it is in the change feed. */
  readonly isChange: boolean
}

/** The answers of all revisions, by document and revision. */
async function answersOf(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query(
    sql(`select org_id, document_id, revision, ${revisionTextColumns('', 'answer')} from revisions`),
  )
  const answers = rows.map(async (row) => {
    const key = { orgId: String(row.org_id), documentId: String(row.document_id), revision: Number(row.revision) }
    return [`${key.documentId} ${key.revision}`, await revisionTextIn(db, row, 'answer', key).string()] as const
  })
  return new Map(await Promise.all(answers))
}

function documentRecord(
  row: Row,
  answerOf: (revision: number) => StoredAnswer,
): Omit<DocumentRecord, 'legs' | 'entries'> {
  const present = answerOf(Number(row.revision))
  return {
    orgId: String(row.org_id),
    id: String(row.id),
    family: String(row.family),
    sequence: Number(row.sequence),
    number: String(row.document_number),
    revisions: Number(row.revisions),
    key: answerOf(1).note,
    note: present.note,
    credits: present.billing_reference?.[0]?.id,
    pieces: present.document_lines[0]?.quantity ?? 0,
    hold: textOrNull(row.hold_reason),
    overall: String(row.overall_status),
    participant: textOrNull(row.participant_status),
    authority: textOrNull(row.fta_status),
  }
}

interface StoredAnswer {
  readonly note: string
  readonly billing_reference?: readonly { readonly id: string }[]
  readonly document_lines: readonly { readonly quantity: number }[]
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value)
}

function legRecord(row: Row): LegRecord {
  const response: { readonly transmissionResult: string | null } | null = parsed(row.transmission_response)
  const mls: { readonly responseCode: string } | null = parsed(row.mls_response)
  return {
    transmissionUuid: String(row.transmission_uuid),
    corner: row.corner === 'C5' ? 'C5' : 'C3',
    isWithdrawal: row.report === 'W',
    receiverId: String(row.receiver_id),
    status: word(row, 'status', legStatuses),
    attempts: Number(row.attempts),
    uncounted: Number(row.uncounted),
    isWaiting: row.next_attempt_at !== null,
    isLeased: row.lease_owner !== null || row.lease_until !== null,
    isSubmitted: row.submitted_at !== null,
    isOverdue: row.mls_overdue_at !== null,
    result: response?.transmissionResult ?? null,
    code: mls?.responseCode ?? null,
  }
}

function entryRecord(row: Row): EntryRecord {
  return {
    id: Number(row.id),
    transmissionUuid: row.transmission_uuid === null ? null : String(row.transmission_uuid),
    event: String(row.event),
    message: String(row.message),
    at: Number(row.at),
    isChange: row.revision !== null,
  }
}

function parsed(value: unknown) {
  return typeof value === 'string' ? JSON.parse(value) : null
}
