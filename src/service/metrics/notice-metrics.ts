import type { Registry } from 'prom-client'
import { mailResultWords, type NoticeObserver } from '../../notices/observer.ts'
import { noticeKinds } from '../../store/notices/gather-notices.ts'
import { counter } from './instruments.ts'

/** Counts the notices and e-mails of this instance. */
export function noticeObserver(registry: Registry): NoticeObserver {
  const events = counter(registry, 'selfbill_notice_events_total', 'Events that people get notices of', ['kind'])
  const mails = counter(registry, 'selfbill_notice_mails_total', 'Attempts to send an e-mail, by result', ['result'])
  const uncertain = counter(
    registry,
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
