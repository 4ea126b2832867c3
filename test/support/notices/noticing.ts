import { randomUUID } from 'node:crypto'
import { after, afterEach, before } from 'node:test'
import { systemIds } from '../../../src/clock/ids.ts'
import { settledMs } from '../../../src/features/notices/gather.ts'
import { mailOf } from '../../../src/features/notices/mail.ts'
import { unobserved } from '../../../src/features/notices/metrics.ts'
import { type NoticeParts, Notices, usualPollMs } from '../../../src/features/notices/notices.ts'
import { openMailSession } from '../../../src/features/notices/smtp.ts'
import { Feed } from '../../../src/feed/feed.ts'
import type { Database } from '../../../src/store/database/database.ts'
import type { NoticeChoice } from '../../../src/store/people/notice-choice.ts'
import { addUser, changeUser, type NewUser } from '../../../src/store/people/users.ts'
import { sql } from '../databases/any-row.ts'
import type { OpenTestDatabase } from '../databases/databases.ts'
import { addDeliverable, type Deliverable } from '../delivery/deliverables.ts'
import { ManualClock } from '../delivery/manual-clock.ts'
import { aMailServer, type MailServer } from './mail-server.ts'

/** Notices on a real database and a real mail server. Time passes only when a test says so. */
export function noticing(open: OpenTestDatabase) {
  let db: Database
  let server: MailServer
  let clock: ManualClock
  before(async () => {
    db = await open()
    server = await aMailServer()
  })
  after(() => server.stop())
  afterEach(async () => {
    server.behaviour.refuse = () => undefined
    server.behaviour.beforeAnswer = () => undefined
    // The next test must not write to the people of this one.
    await db.query(sql('update users set notices = $1', 'none'))
    await db.query(sql('delete from notice_turns'))
  })

  const instance = (overrides: Partial<NoticeParts> = {}): Notices =>
    new Notices({
      db,
      feed: new Feed(db),
      clock,
      ids: systemIds,
      owner: randomUUID(),
      from: 'Selfbill <bills@example.ae>',
      publicUrl: 'https://bills.example',
      digestHour: 8,
      write: mailOf,
      secrets: { open: (text) => text },
      openSession: () => openMailSession(mailServer()),
      pollMs: usualPollMs,
      observer: unobserved,
      onTrouble: (during, error) => {
        throw new Error(`trouble during ${during}`, { cause: error })
      },
      ...overrides,
    })
  const mailServer = () => ({
    host: '127.0.0.1',
    port: server.port,
    isSecure: false,
    requiresTls: false,
    login: { user: 'bills', password: 'p@ss/word' },
  })

  /** 10:00 in the Gulf, in an organisation of its own. */
  const setting = async () => {
    clock = new ManualClock(Date.parse('2026-11-23T10:00:00+04:00'))
    const document = await addDocument(randomUUID())
    return { db, server, clock, orgId: document.orgId, document }
  }

  const addDocument = (orgId: string): Promise<Deliverable> =>
    addDeliverable(db, { orgId, createdAt: clock.now() - 3_600_000 })

  const addPerson = async (orgId: string, choice: NoticeChoice | undefined, more: Partial<NewUser> = {}) => {
    const id = randomUUID()
    const email = more.email ?? `${id}@example.ae`
    const usual = { name: 'Amina', confirmedEmail: email, role: 'clerk', createdAt: clock.now() - 1 } as const
    await addUser(db, { orgId, id, ...usual, ...more, email })
    if (choice !== undefined) await changeUser(db, orgId, id, { notices: choice }, clock.now() - 1)
    return { id, email }
  }

  /** An entry of the feed with the verdicts on a document. */
  const judge = async ({ orgId, documentId }: Deliverable, verdicts: Verdicts) => {
    await db.query(
      sql(
        `insert into entries (org_id, document_id, id, event, message, at, revision, overall_status, participant_status, fta_status)
         values ($1, $2, (select coalesce(max(id), 0) + 1 from entries where org_id = $1 and document_id = $2),
           'MLS_RECEIVED_FROM', 'RE', $3, $4, $5, $6, $7)`,
        orgId,
        documentId,
        clock.now(),
        verdicts.revision ?? 1,
        verdicts.overall,
        verdicts.participant ?? null,
        verdicts.authority ?? null,
      ),
    )
  }

  const stall = async ({ orgId, transmissionUuids }: Deliverable, cause: string, attempts = 5) => {
    await db.query(
      sql(
        `update legs set status = 'STALLED', cause = $3, attempts = $4, next_attempt_at = null, updated_at = $5
         where org_id = $1 and transmission_uuid = $2`,
        orgId,
        transmissionUuids.c3,
        cause,
        attempts,
        clock.now(),
      ),
    )
    clock.pass(settledMs)
  }

  const noticesOf = (userId: string) =>
    db.query(
      sql('select event_key, kind, status, in_digest from notices where user_id = $1 order by at, event_key', userId),
    )

  return { instance, setting, addDocument, addPerson, judge, stall, noticesOf, mailServer }
}

interface Verdicts {
  readonly revision?: number
  readonly overall: 'PENDING' | 'REJECTED' | 'VALIDATION_FAILED' | 'APPROVED'
  readonly participant?: 'REJECTED' | 'APPROVED'
  readonly authority?: 'REJECTED' | 'APPROVED'
}
