import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import type { Compared } from '../../application/batch-memory.ts'
import { type ApprovalStatus, approvalStatuses } from '../../store/approvals/approvals.ts'
import {
  bytes,
  flag,
  integer,
  optionalInteger,
  optionalText,
  optionalWord,
  text,
} from '../../store/database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../../store/database/database.ts'

// The documents of an upload, with one result for each phase.

export type Phase = 'CHECK' | 'ISSUE'

export const checkOutcomes = ['PASSES', 'FAILS', 'REFUSED'] as const
const storedOutcomes = ['ISSUED', 'TO_REPAIR', 'REFUSED', 'SKIPPED', 'WAITING'] as const
/** `RETURNED` is never stored: it follows from the approval that the row waits for. */
export const issueOutcomes = [...storedOutcomes, 'RETURNED'] as const
export type IssueOutcome = (typeof issueOutcomes)[number]

/** What is wrong with a document, and where in the file. */
export interface UploadError {
  /** As a spreadsheet counts; the line in NDJSON. Null: it is about no row. */
  readonly row: number | null
  /** The column of the file, or the path of the member; null: it is about all of the document. */
  readonly field: string | null
  /** The id of the message, or of the rule. */
  readonly code: string
  readonly text: string
  readonly text_ar: string
  /** The stored document that the text names. */
  readonly document_number?: string
}

/** A document of a file, as it is stored. */
export interface NewUploadDocument {
  readonly position: number
  /** What its rows have in the column `document`. */
  readonly key: string | undefined
  /** Its rows; its line in NDJSON. */
  readonly rows: readonly number[]
  /** By `packedRequest`; undefined when cells are wrong. */
  readonly packed: Uint8Array | undefined
}

export interface NewResult {
  readonly position: number
  readonly outcome: (typeof checkOutcomes)[number] | (typeof storedOutcomes)[number]
  readonly isRepeat?: boolean
  readonly documentId?: string
  readonly documentNumber?: string
  /** What asks a second person, when the document waits. */
  readonly approvalId?: string
  readonly errors?: readonly UploadError[]
  /** Of the check; nothing is refused for them. */
  readonly warnings?: readonly UploadError[]
  /** Of the check, for later documents of the file. */
  readonly compared?: Compared
}

interface Place {
  readonly orgId: string
  readonly id: string
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export async function insertFile({ orgId, id }: Place, file: Uint8Array): Promise<Statement> {
  const content = await compress(file)
  return sql('insert into upload_files (org_id, upload_id, content) values ($1, $2, $3)', orgId, id, content)
}

/** Undefined once it was removed. */
export async function fileOf(db: Database, { orgId, id }: Place): Promise<Uint8Array | undefined> {
  const [row] = await db.query(sql('select content from upload_files where org_id = $1 and upload_id = $2', orgId, id))
  return row && decompress(bytes(row, 'content'), { maxOutputLength: fileBytesMax })
}

/** Of a file, before its base64. */
export const fileBytesMax = 8 * 1024 * 1024

/** Packed as soon as it is read: the JSON of a file's documents takes several times the file. */
export function packedRequest(json: string): Uint8Array {
  return zstdCompressSync(json)
}

export function insertDocument({ orgId, id }: Place, document: NewUploadDocument): Statement {
  const { position, key, rows, packed } = document
  return sql(
    `insert into upload_documents (org_id, upload_id, position, document_key, places, request)
     values ($1, $2, $3, $4, $5, $6)`,
    orgId,
    id,
    position,
    key ?? null,
    JSON.stringify(rows),
    packed ?? null,
  )
}

/**
 * A result. That of an issued document fails at `upload_result` when the document was issued
 * before, and with it the whole transaction of the second create.
 */
export function insertResult({ orgId, id }: Place, phase: Phase, result: NewResult): Statement {
  return sql(
    `insert into upload_results (org_id, upload_id, phase, position, outcome, is_repeat, document_id, document_number,
       errors, approval_id, warnings, compared) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    orgId,
    id,
    phase,
    result.position,
    result.outcome,
    result.isRepeat === true ? 1 : 0,
    result.documentId ?? null,
    result.documentNumber ?? null,
    result.errors === undefined ? null : JSON.stringify(result.errors),
    result.approvalId ?? null,
    result.warnings === undefined || result.warnings.length === 0 ? null : JSON.stringify(result.warnings),
    result.compared === undefined ? null : JSON.stringify(result.compared),
  )
}

/** The same for a document that is not stored: another worker may have had the same result. */
export function keepResult(place: Place, phase: Phase, result: NewResult): Statement {
  const statement = insertResult(place, phase, result)
  return { ...statement, sql: `${statement.sql} on conflict do nothing` }
}

/** What the caller who issues an upload wants of documents with which something is wrong. */
export interface Choices {
  /** Of those that repeat others; `none`: nobody had to say, because none did in the check. */
  readonly repeats: (typeof repeatsChoices)[number]
  /** Of those that fail rules: true refuses them, false stores them to be repaired. */
  readonly refusesFailing: boolean
}

export const repeatsChoices = ['issue', 'skip', 'none'] as const

/** What is not issued at all: documents with wrong cells, and what the caller leaves out. */
export function settleUnissued({ orgId, id }: Place, { repeats, refusesFailing }: Choices): Statement {
  return sql(
    `insert into upload_results (org_id, upload_id, phase, position, outcome, is_repeat, errors)
     select c.org_id, c.upload_id, 'ISSUE', c.position,
       case when c.outcome <> 'REFUSED' and c.is_repeat = 1 and cast($3 as bigint) = 1 then 'SKIPPED'
         else 'REFUSED' end, c.is_repeat, c.errors
     from upload_results c
     join upload_documents d on d.org_id = c.org_id and d.upload_id = c.upload_id and d.position = c.position
     where c.org_id = $1 and c.upload_id = $2 and c.phase = 'CHECK'
       and (d.request is null or (c.is_repeat = 1 and cast($3 as bigint) = 1)
         or (c.outcome = 'FAILS' and cast($4 as bigint) = 1))
       and exists (select 1 from uploads u where u.org_id = $1 and u.id = $2 and u.status = 'CHECKED'
         and u.content_removed_at is null)
     on conflict do nothing`,
    orgId,
    id,
    repeats === 'skip' ? 1 : 0,
    refusesFailing ? 1 : 0,
  )
}

/**
 * The next documents without a result of the phase. Those that the check refused come last: they
 * need no number, and the others are numbered in the order of their rows.
 */
export async function pendingDocuments(
  db: Database,
  { orgId, id }: Place,
  phase: Phase,
  limit: number,
): Promise<readonly PendingDocument[]> {
  const rows = await db.query(
    sql(
      `select d.position, d.places, d.request from upload_documents d
       where d.org_id = $1 and d.upload_id = $2 and d.request is not null and not exists (
         select 1 from upload_results r
         where r.org_id = $1 and r.upload_id = $2 and r.phase = $3 and r.position = d.position)
       order by exists (
         select 1 from upload_results c
         where c.org_id = $1 and c.upload_id = $2 and c.phase = 'CHECK' and c.position = d.position
           and c.outcome = 'REFUSED'), d.position limit ${limit}`,
      orgId,
      id,
      phase,
    ),
  )
  return rows.map((row) => ({
    position: integer(row, 'position'),
    rows: rowsOf(row),
    request: zstdDecompressSync(bytes(row, 'request')),
  }))
}

/** What the documents that were checked are compared with: at most as many as a file has. */
export async function comparedBefore(db: Database, { orgId, id }: Place): Promise<readonly Compared[]> {
  const rows = await db.query(
    sql(
      `select compared from upload_results
       where org_id = $1 and upload_id = $2 and phase = 'CHECK' and compared is not null`,
      orgId,
      id,
    ),
  )
  return rows.map((row) => JSON.parse(text(row, 'compared')))
}

/** Whether the document with the number was issued from the upload. */
export async function hasIssued(db: Database, { orgId, id }: Place, documentNumber: string): Promise<boolean> {
  const rows = await db.query(
    sql(
      `select position from upload_results
       where org_id = $1 and upload_id = $2 and phase = 'ISSUE' and document_number = $3 limit 1`,
      orgId,
      id,
      documentNumber,
    ),
  )
  return rows.length > 0
}

export interface PendingDocument {
  readonly position: number
  readonly rows: readonly number[]
  /** JSON of the request. */
  readonly request: Uint8Array
}

/** A document of an upload with its results so far. */
export interface UploadedDocument {
  readonly position: number
  readonly key: string | undefined
  readonly rows: readonly number[]
  readonly check: (typeof checkOutcomes)[number] | undefined
  readonly outcome: IssueOutcome | undefined
  readonly isRepeat: boolean
  readonly documentId: string | undefined
  readonly documentNumber: string | undefined
  readonly approval: UploadApproval | undefined
  /**
   * Of the last result; those of the check too where it is refused for failing its rules. None of
   * one that is issued.
   */
  readonly errors: readonly UploadError[]
  /** Of the check. */
  readonly warnings: readonly UploadError[]
}

/** What became of a document that asked a second person. */
export interface UploadApproval {
  readonly id: string
  /** Undefined a month after it was decided or has expired, when it is forgotten. */
  readonly status: ApprovalStatus | undefined
  /** ms since 1970; then nobody can approve it any more. */
  readonly expiresAt: number | undefined
}

/**
 * What became of a document by now, as SQL: `r` is its row, `a` the approval that it waits for, `n`
 * its document by `joinedDocument`. The row says what was issued, so a document whose approval is
 * deleted was not. An instance of the version before writes the document into the approval alone.
 */
export function outcomeNow(now: '$3' | '$4'): string {
  return `case when r.outcome = 'TO_REPAIR' and coalesce(n.overall_status, '') <> 'VALIDATION_FAILED' then 'ISSUED'
    when coalesce(r.outcome, '') <> 'WAITING' then r.outcome when a.issued_id is not null then 'ISSUED'
    when a.status = 'APPROVED' or (a.status = 'WAITING' and a.expires_at > ${now}) then 'WAITING'
    else 'RETURNED' end`
}

/** Only of a row whose outcome may have changed since. */
export const joinedDocument = `left join documents n on n.org_id = $1 and n.id = coalesce(r.document_id, a.issued_id)
  and r.outcome in ('TO_REPAIR', 'WAITING')`

/**
 * In the order of the file. `isOpen`: only those that a person must do something about; `isWarned`:
 * only those with warnings.
 */
export async function documentsOf(
  db: Database,
  { orgId, id }: Place,
  { now, after: [last] = [-1], limit, isOpen = false, isWarned = false }: DocumentPage,
): Promise<readonly UploadedDocument[]> {
  const outcome = outcomeNow('$4')
  const open = `and (coalesce(${outcome}, c.outcome) in ('FAILS', 'REFUSED', 'TO_REPAIR', 'RETURNED')
    or (r.outcome is null and c.is_repeat = 1))`
  const rows = await db.query(
    sql(
      `select d.position, d.document_key, d.places, c.outcome as checked, ${outcome} as outcome,
         case when c.is_repeat = 1 or r.is_repeat = 1 then 1 else 0 end as is_repeat,
         coalesce(r.document_id, a.issued_id) as document_id,
         coalesce(r.document_number, n.document_number) as document_number,
         r.errors, c.errors as check_errors, c.warnings, r.approval_id, a.status as approval_status, a.expires_at
       from upload_documents d
       left join upload_results c
         on c.org_id = $1 and c.upload_id = $2 and c.phase = 'CHECK' and c.position = d.position
       left join upload_results r
         on r.org_id = $1 and r.upload_id = $2 and r.phase = 'ISSUE' and r.position = d.position
       left join approvals a on a.org_id = $1 and a.id = r.approval_id
       ${joinedDocument}
       where d.org_id = $1 and d.upload_id = $2 and d.position > $3
         ${isOpen ? open : ''} ${isWarned ? 'and c.warnings is not null' : ''}
       order by d.position limit ${limit}`,
      orgId,
      id,
      last,
      now,
    ),
  )
  return rows.map((row) => ({
    position: integer(row, 'position'),
    key: optionalText(row, 'document_key'),
    rows: rowsOf(row),
    check: optionalWord(row, 'checked', checkOutcomes),
    outcome: optionalWord(row, 'outcome', issueOutcomes),
    isRepeat: flag(row, 'is_repeat'),
    documentId: optionalText(row, 'document_id'),
    documentNumber: optionalText(row, 'document_number'),
    approval: approvalIn(row),
    errors: allErrors(row),
    warnings: errorsIn(row, 'warnings'),
  }))
}

interface DocumentPage {
  /** ms since 1970: an approval has expired by then or not. */
  readonly now: number
  readonly after?: readonly [position: number] | undefined
  readonly limit: number
  readonly isOpen?: boolean
  readonly isWarned?: boolean
}

function rowsOf(row: Row): readonly number[] {
  const rows: readonly number[] = JSON.parse(text(row, 'places'))
  return rows
}

function approvalIn(row: Row): UploadApproval | undefined {
  const id = optionalText(row, 'approval_id')
  if (id === undefined) return undefined
  const status = optionalWord(row, 'approval_status', approvalStatuses)
  return { id, status, expiresAt: optionalInteger(row, 'expires_at') }
}

/**
 * What refused a document that failed its rules in the check need not name a cell, and its rows are
 * corrected by the findings of the check.
 */
function allErrors(row: Row): readonly UploadError[] {
  if (optionalText(row, 'outcome') === 'ISSUED') return []
  const [issue, check] = [optionalText(row, 'errors'), optionalText(row, 'check_errors')]
  const isRefused = optionalText(row, 'outcome') === 'REFUSED' && optionalText(row, 'checked') === 'FAILS'
  if (issue === undefined || issue === check) return errorsIn(row, 'check_errors')
  return [...errorsIn(row, 'errors'), ...(isRefused ? errorsIn(row, 'check_errors') : [])]
}

function errorsIn(row: Row, column: 'errors' | 'check_errors' | 'warnings'): readonly UploadError[] {
  const errors: readonly UploadError[] = JSON.parse(optionalText(row, column) ?? '[]')
  return errors
}
