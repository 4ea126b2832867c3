import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { onPostgres } from '../../test/support/databases/databases.ts'
import { systemClock } from '../clock/clock.ts'
import { Ledger } from '../exchange/gateways/sandbox/ledger.ts'
import { SandboxClock } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import { claimDeliveries, organisationsWithLapsed, releaseLapsedDeliveries } from '../features/webhooks/claims.ts'
import { replayDeliveries } from '../features/webhooks/deliveries.ts'
import { Feed } from '../feed/feed.ts'
import type { Database } from '../store/database/database.ts'
import { openPostgres } from '../store/database/postgres.ts'
import { claimLegs } from '../store/legs/leg-queue.ts'
import { markOverdue } from '../store/legs/overdue-legs.ts'
import { OrganisationLook } from '../store/organisation-look.ts'

// The work for each change of a document must read only rows about that document, however large the
// tables are: PostgreSQL counts rows read sequentially. Each runs often, because a plan
// may change.

const many = 20_000
const rounds = 12

onPostgres('with many rows', (open) => {
  let database: Database
  before(async () => {
    await open()
    assert.ok('databaseUrl' in open.location)
    // A single connection, because only it knows the counts it has not reported yet.
    database = open.keep(await openPostgres(open.location.databaseUrl, { connectionsMax: 1 }))
    for (const statement of rows) await database.query(sql(statement))
  })

  const readInSequence = async () => {
    await database.query(sql('select pg_stat_force_next_flush()'))
    const names = "('entries', 'documents', 'webhook_deliveries', 'sandbox_transmissions', 'legs')"
    const text = `select relname, seq_tup_read from pg_stat_user_tables where relname in ${names} order by relname`
    return Object.fromEntries((await database.query(sql(text))).map((row) => [row.relname, Number(row.seq_tup_read)]))
  }

  test('numbering, reading and delivering a change, a status and a clock advance read no table sequentially', async () => {
    const feed = new Feed(database)
    const ledger = new Ledger(database, 0, systemClock)
    const clock = new SandboxClock({
      db: database,
      time: { ...systemClock, now: () => 0, sleep: async () => undefined },
    })
    const earlier = await readInSequence()
    for (let round = 1; round <= rounds; round += 1) {
      const position = many + round
      await database.query(
        sql(
          `insert into entries (org_id, document_id, id, event, message, at, revision)
           values ('o', '7', 3 + $1, 'DOCUMENT_RESUBMITTED', 'm', 0, 1)`,
          round,
        ),
      )
      const page = await feed.entriesAfter('o', position - 1, 100)
      assert.deepEqual(
        page.map((row) => row.position),
        [position],
      )
      await organisationsWithLapsed(new OrganisationLook(database, systemClock), 0)
      await releaseLapsedDeliveries(database, 'o', 0)
      await database.query(sql(delivery, position))
      const claimed = await claimDeliveries(database, {
        orgId: 'o',
        webhookId: 'w',
        owner: 'me',
        now: 1,
        limit: 4,
        leaseMs: 60_000,
      })
      assert.deepEqual(
        claimed.map(({ row }) => row.position),
        [position],
      )
      await database.query(
        sql('update sandbox_transmissions set verdict_due_at = 1 where transmission_uuid = $1', `${round}`),
      )
      assert.deepEqual(
        (await ledger.takeDue(1, 64, 2)).map(({ transmissionUuid }) => transmissionUuid),
        [`${round}`],
      )
      await clock.advance('o', 1)
    }
    assert.deepEqual(await readInSequence(), earlier)
  })

  test('claims read no table sequentially either, when many rows are due', async () => {
    for (const statement of dueRows) await database.query(sql(statement))
    const claim = { orgId: 'o', owner: 'me', now: 1, limit: claimed, leaseMs: 60_000 }
    const claims: readonly (() => Promise<number>)[] = [
      async () => (await claimLegs(database, { ...claim, accessPoint: 'main', doubtBefore: 0 })).length,
      () => markOverdue(database, 'o', { now: 1, overdueMs: 1, limit: claimed }),
      async () => (await claimDeliveries(database, { ...claim, webhookId: 'w' })).length,
      async () => (await new Ledger(database, 0, systemClock).takeDue(1, claimed, 2)).length,
      async () => (await replayDeliveries(database, { orgId: 'o', id: 'w' }, {}, { now: 2, limit: claimed })).length,
    ]
    const earlier = await readInSequence()
    for (let round = 1; round <= 3; round += 1) {
      for (const claimSome of claims) assert.equal(await claimSome(), claimed)
    }
    assert.deepEqual(await readInSequence(), earlier)
  })
})

const delivery = `insert into webhook_deliveries (org_id, webhook_id, position, event_id, status, attempts, next_attempt_at, mark,
    created_at, updated_at)
  values ('o', 'w', $1, 'e', 'PENDING', 0, 1, 'm', 0, 0)`

const numbers = `generate_series(1, ${many}) as n (at)`

/**
 * An organisation with many documents; each has three log entries, one of them in the feed and
 * delivered.
 */
const rows: readonly string[] = [
  "insert into organisations (id, name, default_api_version, phase2, created_at) values ('o', 'o', '20260101', 1, 0)",
  "insert into profiles values ('o', 'p', '{}', 'ACTIVE', 1, 0, 0)",
  `insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version, revision,
     issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_to_name, created_at, updated_at)
   select 'o', at, 'purchase-invoices', at, at, 'p', 1, '20260101', 1, '2026-07-15', 'AED', '1', '0', 'a', 'b', 0, 0 from ${numbers}`,
  `insert into entries (org_id, document_id, id, event, message, at, revision, feed_position)
   select 'o', at, 1, 'DOCUMENT_CREATED', 'm', 0, 1, at from ${numbers}`,
  `insert into entries (org_id, document_id, id, event, message, at)
   select 'o', at, id, word, 'm', 0
   from ${numbers}, (values (2, 'VALIDATION_SUCCESS'), (3, 'SUBMITTED_C3')) as words (id, word)`,
  `insert into feed_heads values ('o', ${many})`,
  `insert into webhooks (org_id, id, url, is_active, secret, position, mark, created_at, updated_at)
   values ('o', 'w', 'https://hook.example/', 1, 's', ${many}, 'm', 0, 0)`,
  `insert into webhook_deliveries (org_id, webhook_id, position, event_id, status, attempts, mark, created_at, updated_at)
   select 'o', 'w', at, 'e', 'DELIVERED', 1, 'm', 0, 0 from ${numbers}`,
  `insert into sandbox_transmissions (transmission_uuid, script, sender_id, receiver_id, content_digest, submissions, verdicts_sent)
   select at, 's', 'a', 'b', 'd', 1, 0 from ${numbers}`,
  `insert into legs (org_id, transmission_uuid, document_id, revision, corner, sender_id, receiver_id, doc_type_id, process_id,
     country, status, attempts, in_doubt, mark, created_at, updated_at)
   select 'o', at, at, 1, 'C3', 'a', 'b', 'd', 'p', 'AE', 'APPROVED', 1, 0, 'm', 0, 0 from ${numbers}`,
  'analyze',
]

/** Of each claim. */
const claimed = 100

/** So many rows are due that their share of a table is known to PostgreSQL. */
const dueRows: readonly string[] = [
  `insert into revisions (org_id, document_id, revision, answer, ubl, findings, created_at)
   select 'o', at, 1, '{}', '<Invoice/>', '[]', 0 from ${numbers}`,
  `update legs set status = 'PENDING', attempts = 0, next_attempt_at = 0, access_point = 'main'
   where cast(document_id as bigint) between 1001 and 2000`,
  `update legs set status = 'SUBMITTED', submitted_at = 0 where cast(document_id as bigint) between 2001 and 3000`,
  `update webhook_deliveries set status = 'PENDING', next_attempt_at = 0 where position between 1001 and 2000`,
  `update sandbox_transmissions set verdict_due_at = 0
   where cast(transmission_uuid as bigint) between 1001 and 2000`,
  'analyze',
]
