import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, onlyRow, optionalInteger, optionalText, text, word } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import { deleteAged } from '../database/delete-aged.ts'

/** A document that waits for a second person, or waited. Texts are as they are stored: sealed. */
export interface Approval extends NewApproval {
  readonly status: ApprovalStatus
  /** A name, or the id of an account. */
  readonly decidedBy: string | undefined
  /** ms since 1970. */
  readonly decidedAt: number | undefined
  readonly note: string | undefined
  /** The document; undefined while it is being issued. */
  readonly issuedId: string | undefined
}

export interface NewApproval {
  readonly orgId: string
  /** UUID v7: lists are in its order. */
  readonly id: string
  readonly kind: SubmissionKind
  /** Of the document; of the invoice for a credit. */
  readonly family: Family
  readonly profileId: string | undefined
  /** The invoice that is credited, or the document that is corrected. */
  readonly documentId: string | undefined
  readonly request: string
  readonly summary: string
  /** SHA-256, hexadecimal. */
  readonly digest: string
  readonly profileVersion: number
  /** What is to be paid, in the currency of the document. */
  readonly amount: string
  readonly authorId: string
  readonly authorName: string
  /** ms since 1970. */
  readonly createdAt: number
  readonly expiresAt: number
}

export const approvalStatuses = ['WAITING', 'RETURNED', 'APPROVED'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

export const submissionKinds = ['create', 'credit', 'correct'] as const
export type SubmissionKind = (typeof submissionKinds)[number]

export async function addApproval(db: Database, approval: NewApproval): Promise<void> {
  await db.query(
    sql(
      `insert into approvals (org_id, id, status, kind, family, profile_id, document_id, request, summary, digest,
         profile_version, amount, author_id, author_name, created_at, expires_at)
       values ($1, $2, 'WAITING', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      approval.orgId,
      approval.id,
      approval.kind,
      approval.family,
      approval.profileId ?? null,
      approval.documentId ?? null,
      approval.request,
      approval.summary,
      approval.digest,
      approval.profileVersion,
      approval.amount,
      approval.authorId,
      approval.authorName,
      approval.createdAt,
      approval.expiresAt,
    ),
  )
}

export async function findApproval(db: Database, orgId: string, id: string): Promise<Approval | undefined> {
  const [row] = await db.query(sql('select * from approvals where org_id = $1 and id = $2', orgId, id))
  return row && approvalIn(row)
}

/** Newest first, after the place. */
export async function approvalsOf(db: Database, orgId: string, page: ApprovalPage): Promise<readonly Approval[]> {
  const { status, after: [after] = ['~'], limit } = page
  const rows = await db.query(
    sql(
      `select * from approvals where org_id = $1 and status = $2 and id < $3 order by id desc limit ${limit}`,
      orgId,
      status,
      after,
    ),
  )
  return rows.map(approvalIn)
}

export interface ApprovalPage {
  readonly status: ApprovalStatus
  readonly after?: readonly [id: string] | undefined
  readonly limit: number
}

/** How many wait and have not expired, up to `waitingMax`. */
export async function waitingApprovals(db: Database, orgId: string, now: number): Promise<number> {
  const rows = await db.query(
    sql(
      `select count(*) as counted from (select 1 from approvals
         where org_id = $1 and status = 'WAITING' and expires_at > $2 limit ${waitingMax}) w`,
      orgId,
      now,
    ),
  )
  return integer(onlyRow(rows), 'counted')
}

export const waitingMax = 1_000

/** Of two who decide at once, one is first. False for the other. */
export async function decideApproval(db: Database, { orgId, id }: ApprovalKey, decision: Decision): Promise<boolean> {
  const rows = await db.query(
    sql(
      `update approvals set status = $3, decided_by = $4, decided_at = $5, note = $6
       where org_id = $1 and id = $2 and status = 'WAITING' and expires_at > $5 returning id`,
      orgId,
      id,
      decision.status,
      decision.decidedBy,
      decision.decidedAt,
      decision.note ?? null,
    ),
  )
  return rows.length > 0
}

export interface ApprovalKey {
  readonly orgId: string
  readonly id: string
}

export interface Decision {
  readonly status: 'RETURNED' | 'APPROVED'
  readonly decidedBy: string
  /** ms since 1970. */
  readonly decidedAt: number
  readonly note?: string | undefined
}

/** The document could not be issued: it waits again. */
export async function waitAgain(db: Database, { orgId, id }: ApprovalKey, decidedAt: number): Promise<void> {
  await db.query(
    sql(
      `update approvals set status = 'WAITING', decided_by = null, decided_at = null, note = null
       where org_id = $1 and id = $2 and status = 'APPROVED' and issued_id is null and decided_at = $3`,
      orgId,
      id,
      decidedAt,
    ),
  )
}

/** The request is in the document now. */
export async function approvalIssued(db: Database, { orgId, id }: ApprovalKey, issuedId: string): Promise<void> {
  await db.query(
    sql(
      `update approvals set status = 'APPROVED', issued_id = $3, request = '' where org_id = $1 and id = $2`,
      orgId,
      id,
      issuedId,
    ),
  )
}

/** Deletes those that expired before. */
export function forgetApprovals(db: Database, before: number, isOver: () => boolean): Promise<void> {
  return deleteAged(db, 'approvals', before, isOver)
}

function approvalIn(row: Row): Approval {
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    status: word(row, 'status', approvalStatuses),
    kind: word(row, 'kind', submissionKinds),
    family: word(row, 'family', families),
    profileId: optionalText(row, 'profile_id'),
    documentId: optionalText(row, 'document_id'),
    request: text(row, 'request'),
    summary: text(row, 'summary'),
    digest: text(row, 'digest'),
    profileVersion: integer(row, 'profile_version'),
    amount: text(row, 'amount'),
    authorId: text(row, 'author_id'),
    authorName: text(row, 'author_name'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
    decidedBy: optionalText(row, 'decided_by'),
    decidedAt: optionalInteger(row, 'decided_at'),
    note: optionalText(row, 'note'),
    issuedId: optionalText(row, 'issued_id'),
  }
}
