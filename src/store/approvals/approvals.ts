import { type Family, families } from '@selfbill/pint-ae/document'
import { failedConstraint } from '../constraints.ts'
import { flag, integer, onlyRow, optionalInteger, optionalText, text, word } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { deleteAged } from '../database/delete-aged.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { rowIsIssued } from './asking-rows.ts'

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
  /** When the author took a returned or expired one up again, withdrew it, or gave it up. */
  readonly closedAt: number | undefined
  /** False for a person who was removed, or may only read. */
  readonly canAuthorSend: boolean
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

/** Of the document that is issued: the credit of an invoice makes a credit note. */
export function issuedFamily({ kind, family }: Pick<NewApproval, 'kind' | 'family'>): Family {
  if (kind !== 'credit') return family
  return family === 'purchase-invoices' ? 'purchase-credit-notes' : 'sales-credit-notes'
}

export function insertApproval(approval: NewApproval): Statement {
  return sql(
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
  )
}

export async function findApproval(db: Database, orgId: string, id: string): Promise<Approval | undefined> {
  const [row] = await db.query(
    sql(`select a.*, ${canSend} from approvals a where a.org_id = $1 and a.id = $2`, orgId, id),
  )
  return row && approvalIn(row)
}

/** A person who was removed, or may only read, cannot send again what came back. */
const mayNotSend = `(author_id like 'user:%' and not exists (select 1 from users u
  where u.org_id = $1 and u.id = substr(author_id, 6) and u.removed_at is null and u.role <> 'viewer'))`

const canSend = `case when ${mayNotSend} then 0 else 1 end as author_can_send`

/** Newest first, after the place. */
export async function approvalsOf(db: Database, orgId: string, page: ApprovalPage): Promise<readonly Approval[]> {
  const { status, now, after: [after] = ['~'], limit } = page
  const times = { WAITING: ' and expires_at > $4', EXPIRED: ' and expires_at <= $4', RETURNED: '', APPROVED: '' }
  const time = times[status]
  const rows = await db.query(
    sql(
      `select a.*, ${canSend} from approvals a
       where a.org_id = $1 and a.status = $2${time} and a.id < $3 order by a.id desc limit ${limit}`,
      orgId,
      status === 'EXPIRED' ? 'WAITING' : status,
      after,
      ...(time === '' ? [] : [now]),
    ),
  )
  return rows.map(approvalIn)
}

export interface ApprovalPage {
  /** A waiting one has expired or not, at `now`. */
  readonly status: ApprovalStatus | 'EXPIRED'
  /** ms since 1970. */
  readonly now: number
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

/**
 * What waits from others, and what came back to this account; up to `waitingMax` each. What came
 * back to a person who cannot send it comes to the administrators.
 */
export async function approvalsFor(
  db: Database,
  { orgId, accountId, isAdmin }: AccountKey,
  now: number,
): Promise<Duties> {
  const count = (condition: string) =>
    `(select count(*) from (select 1 from approvals where org_id = $1 and ${condition} limit ${waitingMax}) c)`
  const rows = await db.query(
    sql(
      `select ${count("status = 'WAITING' and expires_at > $3 and author_id <> $2")} as of_others,
         ${count(`${cameBack('$3')} and closed_at is null
           and (author_id = $2 or (cast($4 as bigint) = 1 and ${mayNotSend}))`)} as returned`,
      orgId,
      accountId,
      now,
      isAdmin ? 1 : 0,
    ),
  )
  const row = onlyRow(rows)
  return { ofOthers: integer(row, 'of_others'), returned: integer(row, 'returned') }
}

export interface Duties {
  readonly ofOthers: number
  readonly returned: number
}

interface AccountKey {
  readonly orgId: string
  readonly accountId: string
  readonly isAdmin: boolean
}

/** Returned, or expired at that time. */
function cameBack(now: string): string {
  return `status in ('RETURNED', 'WAITING') and (status = 'RETURNED' or expires_at <= ${now})`
}

/** The author has nothing more to do about it. Changes nothing when it did not come back. */
export function closeApproval({ orgId, id }: ApprovalKey, now: number): Statement {
  return sql(
    `update approvals set closed_at = coalesce(closed_at, $3)
     where org_id = $1 and id = $2 and ${cameBack('$3')}`,
    orgId,
    id,
    now,
  )
}

/** Of two who decide at once, one is first. False for the other. `kept` as in `keepAnswer`. */
export async function decideApproval(
  db: Database,
  { orgId, id }: ApprovalKey,
  decision: Decision,
  kept?: KeptAnswer,
): Promise<boolean> {
  try {
    await db.transaction([
      sql(
        `update approvals set status = $3, decided_by = $4, decided_at = $5, note = $6, closed_at = $7,
           created_at = case when status = 'WAITING' and expires_at > $5 then created_at end
         where org_id = $1 and id = $2`,
        orgId,
        id,
        decision.status,
        decision.decidedBy,
        decision.decidedAt,
        decision.note ?? null,
        decision.closedAt ?? null,
      ),
      ...keepAnswer(kept),
    ])
    return true
  } catch (error) {
    if (failedConstraint(error) === 'approval_as_read') return false
    throw error
  }
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
  /** Of a document that its author withdraws. */
  readonly closedAt?: number | undefined
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

/**
 * The request is in the document now. Fails at `approval_as_read` when the approval waits again, or
 * another document was issued for it. `kept` as in `keepAnswer`.
 */
export function approvalIssued({ orgId, id }: ApprovalKey, issuedId: string, kept?: KeptAnswer): readonly Statement[] {
  return [
    sql(
      `update approvals set issued_id = $3, request = '',
         created_at = case when status = 'APPROVED' and coalesce(issued_id, $3) = $3 then created_at end
       where org_id = $1 and id = $2`,
      orgId,
      id,
      issuedId,
    ),
    rowIsIssued({ orgId, id }, issuedId),
    ...keepAnswer(kept),
  ]
}

/**
 * Lets approvals wait again whose issue was cut off, and deletes those that could not be given any
 * more for a month. `now`: ms since 1970.
 */
export async function keepApprovals(db: Database, now: number, isOver: () => boolean): Promise<void> {
  await resumeCutOff(db, now)
  await deleteAged(db, 'approvals', now - keptMs, isOver)
}

/** How long approvals stay listed after they could have been given. */
const keptMs = 30 * 24 * 3_600_000

/**
 * The process ended, or the database was away. The document and its link are one transaction, so
 * none was issued. Approvals from long before expire: an instance of the version before linked
 * documents afterwards, and somebody must look whether there is one.
 */
async function resumeCutOff(db: Database, now: number): Promise<void> {
  await db.query(
    acrossOrganisations(
      'approvals whose issue was cut off',
      sql(
        `update approvals set status = 'WAITING', decided_by = null, decided_at = null, note = null,
           expires_at = case when decided_at <= $2 then decided_at else expires_at end
         where status = 'APPROVED' and issued_id is null and decided_at <= $1`,
        now - issueMs,
        now - repeatableMs,
      ),
    ),
  )
}

/** Longer than an issue takes. */
const issueMs = 15 * 60_000

/** Shorter than answers are kept: a repeated issue must find the first one. */
export const repeatableMs = 12 * 3_600_000

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
    closedAt: optionalInteger(row, 'closed_at'),
    canAuthorSend: flag(row, 'author_can_send'),
  }
}
