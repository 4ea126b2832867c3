import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import type { Feed } from '../feed/feed.ts'
import type { Notices } from '../notices/notices.ts'
import { type NoticeObserver, unobserved } from '../notices/observer.ts'
import type { Store } from '../store/store.ts'

/** Builds the notices to people; undefined without a mail server. */
export async function buildNotices({
  config,
  store,
  feed,
  clock,
  log,
  observer,
}: BuildParts): Promise<Notices | undefined> {
  const { mail } = config
  if (mail === undefined) return undefined
  // Loaded only with a mail server: what writes and sends mail delays the start.
  const [{ Notices }, { openMailSession }] = await Promise.all([
    import('../notices/notices.ts'),
    import('../notices/smtp.ts'),
  ])
  return new Notices({
    db: store.database,
    feed,
    clock,
    owner: randomUUID(),
    from: mail.from,
    publicUrl: mail.publicUrl,
    digestHour: mail.digestHour,
    openSession: () => openMailSession(mail),
    observer: observer ?? unobserved,
    onTrouble: (during, error) => log.error({ err: error, during }, 'mail worker failed'),
  })
}

interface BuildParts {
  readonly config: Config
  readonly store: Store
  readonly feed: Feed
  readonly clock: Clock
  readonly log: Logger
  readonly observer: NoticeObserver | undefined
}
