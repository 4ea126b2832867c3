import type { MailConfig } from '../../config/mail.ts'
import { type Built, type Core, feature } from '../feature.ts'
import { type NoticeObserver, observeNotices, unobserved } from './metrics.ts'
import { forgetNotices } from './notice-mails.ts'
import type { Notices } from './notices.ts'
import { noticeOperations } from './operations.ts'
import { chooseNotices, showNotices } from './pages/notices.ts'
import { unsubscribeRoutes } from './pages/unsubscribe.ts'

/** E-mails to people about documents that need them. Source: docs/decisions/0072. */
export const notices = feature({
  operations: noticeOperations,
  configure: (config) => (core) => build(core, config.mail),
  async check({ mail }) {
    if (mail === undefined) return undefined
    const place = `${mail.host}:${mail.port}`
    try {
      const { openMailSession } = await import('./smtp.ts')
      const session = await openMailSession(mail)
      session.close()
      return { what: 'mail server', isFine: true, said: `The mail server ${place} can be used.` }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { what: 'mail server', isFine: false, said: `The mail server ${place} cannot be used: ${why}` }
    }
  },
})

async function build(core: Core, mail: MailConfig | undefined): Promise<Built<Core>> {
  // Without a mail server too: its metrics are promised, and are zero.
  const observer = core.instruments === undefined ? unobserved : observeNotices(core.instruments)
  const sender = mail && (await buildNotices(core, mail, observer))
  return {
    parts: core,
    pages: [showNotices(mail !== undefined), chooseNotices, ...unsubscribeRoutes(core.store.database)],
    start: () => sender?.start(),
    stop: async () => sender?.stop(),
    upkeep: [(now, isStopped) => forgetNotices(core.store.database, now - keptMs, isStopped)],
  }
}

/** How long it is known what a person was sent. The feed is never read again from further back. */
const keptMs = 30 * 24 * 3_600_000

/** Loaded only with a mail server: what writes and sends mail delays the start. */
async function buildNotices(core: Core, mail: MailConfig, observer: NoticeObserver): Promise<Notices> {
  const { store, feed, clock, ids, log, secrets } = core
  const [{ Notices, usualPollMs }, { openMailSession }, { mailOf }] = await Promise.all([
    import('./notices.ts'),
    import('./smtp.ts'),
    import('./mail.ts'),
  ])
  return new Notices({
    db: store.database,
    feed,
    clock,
    ids,
    owner: ids.other(),
    from: mail.from,
    publicUrl: mail.publicUrl,
    digestHour: mail.digestHour,
    write: mailOf,
    secrets,
    openSession: () => openMailSession(mail),
    pollMs: usualPollMs,
    observer,
    onTrouble: (during, error) => log.error({ err: error, during }, 'mail worker failed'),
  })
}
