import type { Instruments } from '../instruments.ts'
import { type NoticeKind, noticeKinds } from './gather-notices.ts'

/** Counts notices, for the metrics. */
export interface NoticeObserver {
  /** An event became a notice for everybody who wants one. */
  found(kind: NoticeKind): void
  /** A mail ended; `away`: the server could not be reached. */
  mailed(result: MailResultWord): void
  /** Notices of a mail whose result is unknown: they are not sent again. */
  leftUncertain(notices: number): void
}

export const mailResultWords = ['accepted', 'refused', 'lost', 'uncertain', 'away'] as const
export type MailResultWord = (typeof mailResultWords)[number]

export const unobserved: NoticeObserver = { found() {}, mailed() {}, leftUncertain() {} }

/** Counts the notices and e-mails of this instance. */
export function observeNotices(instruments: Instruments): NoticeObserver {
  const events = instruments.counter('selfbill_notice_events_total', 'Events that people get notices of', ['kind'])
  const mails = instruments.counter('selfbill_notice_mails_total', 'Attempts to send an e-mail, by result', ['result'])
  const uncertain = instruments.counter(
    'selfbill_notices_uncertain_total',
    'Notices that an instance was sending when it ended; they are not sent again',
    [],
  )
  for (const kind of noticeKinds) events.inc({ kind }, 0)
  for (const result of mailResultWords) mails.inc({ result }, 0)
  uncertain.inc(0)
  return {
    found: (kind) => events.inc({ kind }),
    mailed: (result) => mails.inc({ result }),
    leftUncertain: (notices) => uncertain.inc(notices),
  }
}
