import type { Ids } from '../../clock/ids.ts'
import { emailAddress } from '../../people/email-address.ts'
import { mailKey } from '../../people/mail-token.ts'
import type { Database } from '../../store/database/database.ts'
import { joinMs } from './gather.ts'
import type { MailContent } from './mail.ts'
import type { NoticeObserver } from './metrics.ts'
import {
  dropDecided,
  fillMail,
  isUrgent,
  type MailedNotice,
  noticesOfMail,
  type Opening,
  settleMail,
} from './notice-mails.ts'
import { claimTurn, dropNotices, moveToDigest, type NoticeTurn, type Recipient, recipientOf } from './notice-turns.ts'
import { unsubscribeToken } from './operations.ts'
import type { MailOutcome, MailSession } from './smtp.ts'
import { hourMs, nextDigest, retryDelayMs } from './times.ts'

/**
 * Sends the mail of the person of an organisation who has waited longest. The notices are marked as
 * being sent before anything leaves, so that a crash at any moment sends none of them twice.
 * Returns what became of the mail; undefined when nobody is due.
 */
export async function deliverNext(
  parts: DeliverParts,
  orgId: string,
  session: MailSession,
): Promise<MailOutcome | 'nothing' | undefined> {
  const { db, owner, clock, ids, digestHour } = parts
  const now = clock.now()
  const turn = await claimTurn(db, orgId, { owner, now, leaseMs })
  if (turn === undefined) return undefined
  const recipient = await recipientOf(db, turn)
  if (recipient === undefined || emailAddress(recipient.email) === undefined) {
    await dropNotices(db, turn, now)
    return 'nothing'
  }
  await dropDecided(db, turn, { until: now + joinMs, now })
  const isCounted = await isUrgent(db, turn, now)
  const hour = hourOf(turn, now)
  if (isCounted && hour.mails >= mailsPerHour) {
    await moveToDigest(db, turn, nextDigest(now, digestHour), now)
    return 'nothing'
  }
  const mailId = ids.other()
  const count = await fillMail(db, turn, { mailId, until: now + joinMs, now })
  const notices = await noticesOfMail(db, turn, { mailId, limit: shownMax, secrets: parts.secrets })
  const counted = isCounted ? { start: hour.start, mails: hour.mails + 1 } : hour
  const mail = { mailId, notices, count, isDigest: !isCounted, isLast: isCounted && counted.mails === mailsPerHour }
  const outcome: MailOutcome | 'nothing' = count === 0 ? 'nothing' : await send(parts, session, turn, recipient, mail)
  await settle(parts, turn, { mailId, outcome, hour: counted })
  return outcome
}

export interface DeliverParts {
  readonly db: Database
  readonly clock: { now(): number }
  readonly ids: Pick<Ids, 'other'>
  /** Unique among all instances that ever use the database. */
  readonly owner: string
  readonly from: string
  readonly publicUrl: string
  readonly digestHour: number
  /** The message of a mail, with its headers. */
  readonly write: (content: MailContent) => Promise<Uint8Array>
  readonly observer: NoticeObserver
  readonly secrets: Opening
}

interface Filled {
  readonly mailId: string
  readonly notices: readonly MailedNotice[]
  readonly count: number
  readonly isDigest: boolean
  /** The next one of this hour would exceed the limit. */
  readonly isLast: boolean
}

async function send(
  { db, clock, from, publicUrl, digestHour, write }: DeliverParts,
  session: MailSession,
  turn: NoticeTurn,
  recipient: Recipient,
  { mailId, notices, count, isDigest, isLast }: Filled,
): Promise<MailOutcome> {
  const content: MailContent = {
    id: mailId,
    from,
    to: recipient.email,
    orgName: recipient.orgName,
    language: recipient.language ?? 'en',
    choice: recipient.choice,
    isDigest,
    notices,
    count,
    limitUntil: isLast ? `${String(digestHour).padStart(2, '0')}:00` : undefined,
    publicUrl,
    unsubscribeToken: unsubscribeToken(await mailKey(db), turn),
    now: clock.now(),
  }
  return session.send({ from: addressIn(from), to: recipient.email, bytes: await write(content) })
}

/**
 * What was certainly not accepted is due again later; what may have been is not. An address that
 * keeps refusing is given up.
 */
async function settle(
  { db, clock, observer }: DeliverParts,
  turn: NoticeTurn,
  { mailId, outcome, hour }: { mailId: string; outcome: MailOutcome | 'nothing'; hour: Hour },
): Promise<void> {
  const now = clock.now()
  if (outcome === 'nothing') return settleMail(db, turn, { mailId, becomes: 'SENT', now })
  observer.mailed(outcome.kind)
  switch (outcome.kind) {
    case 'accepted':
      return settleMail(db, turn, { mailId, becomes: 'SENT', now, hour })
    case 'uncertain':
      return settleMail(db, turn, { mailId, becomes: 'UNCERTAIN', now, hour })
    case 'lost':
      return settleMail(db, turn, {
        mailId,
        becomes: 'WAITING',
        now,
        retry: { dueAt: now + retryDelayMs(0), isAttempt: false },
      })
    case 'refused': {
      const isOver = turn.attempts + 1 >= attemptsMax
      if (isOver) return settleMail(db, turn, { mailId, becomes: 'FAILED', now })
      const delayMs = outcome.isPermanent ? retryDelayMs(turn.attempts + 4) : retryDelayMs(turn.attempts)
      return settleMail(db, turn, { mailId, becomes: 'WAITING', now, retry: { dueAt: now + delayMs, isAttempt: true } })
    }
  }
}

interface Hour {
  readonly start: number
  readonly mails: number
}

function hourOf({ hourStart, mailsInHour }: NoticeTurn, now: number): Hour {
  return now - hourStart < hourMs ? { start: hourStart, mails: mailsInHour } : { start: now, mails: 0 }
}

/** `Selfbill <bills@example.ae>` → `bills@example.ae`. */
export function addressIn(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}

/** Mails at once for one person; later events of the hour go into the digest. */
export const mailsPerHour = 6
/** Notices that a mail shows; it counts the others. */
const shownMax = 50
/** About a day of refusals. */
const attemptsMax = 12
/** Much longer than a message may take, so that a lease ends only with its instance. */
export const leaseMs = 180_000
