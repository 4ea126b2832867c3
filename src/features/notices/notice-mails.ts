import { type Family, families } from '@selfbill/pint-ae/document'
import type { ApprovalSummary } from '../../application/ask-for-approval.ts'
import { issuedFamily, submissionKinds } from '../../store/approvals/approvals.ts'
import { integer, optionalInteger, optionalText, optionalWord, text, word } from '../../store/database/columns.ts'
import { type Database, type Row, sql } from '../../store/database/database.ts'
import { deleteAged } from '../../store/database/delete-aged.ts'
import { type NoticeKind, noticeKinds } from './gather-notices.ts'
import { endTurn, lockTurn, type NoticeTurn, releaseTurn } from './notice-turns.ts'

/**
 * Puts what is due into one mail, while the turn is ours. From here on a notice is in this mail
 * alone. Returns how many there are.
 */
export async function fillMail(
  db: Database,
  turn: NoticeTurn,
  { mailId, until, now }: { readonly mailId: string; readonly until: number; readonly now: number },
): Promise<number> {
  const [, rows = []] = await db.transaction([
    lockTurn(db, turn.orgId, turn.userId),
    sql(
      `update notices set status = 'SENDING', mail_id = $3, updated_at = $4
       where org_id = $1 and user_id = $2 and status = 'WAITING' and due_at <= $5
         and exists (select 1 from notice_turns t
           where t.org_id = $1 and t.user_id = $2 and t.lease_owner = $6 and t.lease_until > $4)
       returning event_key`,
      turn.orgId,
      turn.userId,
      mailId,
      now,
      until,
      turn.owner,
    ),
  ])
  return rows.length
}

/** Drops what is due and has no point any more: decided, expired or sent again meanwhile. */
export async function dropDecided(
  db: Database,
  { orgId, userId }: NoticeTurn,
  { until, now }: { readonly until: number; readonly now: number },
): Promise<void> {
  await db.query(
    sql(
      `update notices set status = 'DROPPED', updated_at = $3
       where org_id = $1 and user_id = $2 and status = 'WAITING' and due_at <= $4
         and kind in ('approval_waiting', 'approval_returned', 'approval_expired')
         and not exists (select 1 from approvals a where a.org_id = $1 and a.id = notices.document_id
           and a.closed_at is null
           and a.status = case when notices.kind = 'approval_returned' then 'RETURNED' else 'WAITING' end
           and (notices.kind <> 'approval_waiting' or a.expires_at > $3))`,
      orgId,
      userId,
      now,
      until,
    ),
  )
}

/** Whether anything due is to be sent at once, which the limit of an hour counts. */
export async function isUrgent(db: Database, turn: NoticeTurn, now: number): Promise<boolean> {
  const rows = await db.query(
    sql(
      `select event_key from notices where org_id = $1 and user_id = $2 and status = 'WAITING' and due_at <= $3
         and in_digest = 0 limit 1`,
      turn.orgId,
      turn.userId,
      now,
    ),
  )
  return rows.length > 0
}

/** The oldest notices of a mail, up to `limit`, with what a person needs to know the document. */
export async function noticesOfMail(
  db: Database,
  turn: NoticeTurn,
  { mailId, limit, secrets }: { readonly mailId: string; readonly limit: number; readonly secrets: Opening },
): Promise<readonly MailedNotice[]> {
  const rows = await db.query(
    sql(
      `select n.kind, n.reason, n.at, n.document_id, d.document_number, d.fatal_findings, a.summary,
         a.kind as submission, coalesce(d.family, a.family) as family,
         coalesce(d.billed_by_shown, d.billed_by_name) as billed_by,
         coalesce(d.billed_to_shown, d.billed_to_name) as billed_to
       from notices n left join documents d on d.org_id = n.org_id and d.id = n.document_id
         left join approvals a on a.org_id = n.org_id and a.id = n.document_id
       where n.org_id = $1 and n.user_id = $2 and n.mail_id = $3 and (d.id is not null or a.id is not null)
       order by n.at, n.event_key limit ${limit}`,
      turn.orgId,
      turn.userId,
      mailId,
    ),
  )
  return rows.map((row) => mailedNotice(row, secrets))
}

/** Decrypts what is stored of an approval; undefined where no key opens it. */
export interface Opening {
  open(text: string): string | undefined
}

/** A notice as a mail shows it: nothing of the document but number, parties and reason. */
export interface MailedNotice {
  readonly kind: NoticeKind
  readonly reason: string | undefined
  readonly at: number
  /** Of the approval where there is no document yet. */
  readonly documentId: string
  readonly family: Family
  /** Undefined before the document is issued. */
  readonly documentNumber: string | undefined
  readonly billedBy: string
  readonly billedTo: string
  /** Rules that failed; undefined for documents from before they were counted. */
  readonly failedRules: number | undefined
}

function mailedNotice(row: Row, secrets: Opening): MailedNotice {
  const sealed = optionalText(row, 'summary')
  const opened = sealed === undefined ? undefined : secrets.open(sealed)
  const summary: ApprovalSummary | undefined = opened === undefined ? undefined : JSON.parse(opened)
  const family = word(row, 'family', families)
  const submission = optionalWord(row, 'submission', submissionKinds)
  return {
    kind: word(row, 'kind', noticeKinds),
    reason: optionalText(row, 'reason'),
    at: integer(row, 'at'),
    documentId: text(row, 'document_id'),
    family: submission === undefined ? family : issuedFamily({ kind: submission, family }),
    documentNumber: optionalText(row, 'document_number'),
    billedBy: summary?.sellerName ?? optionalText(row, 'billed_by') ?? '',
    billedTo: summary?.buyerName ?? optionalText(row, 'billed_to') ?? '',
    failedRules: optionalInteger(row, 'fatal_findings'),
  }
}

/**
 * Stores the result of a mail. `WAITING`: certainly not accepted, so another mail may have the
 * notices.
 */
export async function settleMail(
  db: Database,
  turn: NoticeTurn,
  { mailId, becomes, now, retry, hour }: MailResult,
): Promise<void> {
  await db.transaction([
    lockTurn(db, turn.orgId, turn.userId),
    sql(
      // A lapsed lease made it UNCERTAIN meanwhile; then only a sure end counts.
      `update notices set status = $4, mail_id = case when $4 = 'WAITING' then null else mail_id end, updated_at = $5
       where org_id = $1 and user_id = $2 and mail_id = $3
         and (status = 'SENDING' or (status = 'UNCERTAIN' and $4 = 'SENT'))`,
      turn.orgId,
      turn.userId,
      mailId,
      becomes,
      now,
    ),
    retry === undefined ? endTurn(turn, hour) : releaseTurn(turn, retry),
  ])
}

export interface MailResult {
  readonly mailId: string
  readonly becomes: 'SENT' | 'UNCERTAIN' | 'WAITING' | 'FAILED'
  readonly now: number
  /** With `WAITING`: when the next attempt is due, and whether this one counts. */
  readonly retry?: { readonly dueAt: number; readonly isAttempt: boolean }
  /** Counts the mail in its hour. */
  readonly hour?: { readonly start: number; readonly mails: number }
}

/** Deletes notices that did not change after `before`, of every organisation. */
export async function forgetNotices(db: Database, before: number, isOver: () => boolean): Promise<void> {
  await deleteAged(db, 'notices', before, isOver)
}
