import type { NoticeKind } from '../store/notices/gather-notices.ts'

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
