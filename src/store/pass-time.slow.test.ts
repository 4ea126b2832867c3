import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachEmptyDatabase } from '../../test/support/databases/databases.ts'
import { organisationStatements } from '../../test/support/delivery/deliverables.ts'
import { systemClock } from '../clock/clock.ts'
import { SandboxClock } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import type { Database, Row } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'

// An advance moves due times of its own organisation and changes nothing else in the whole
// database.

const now = Date.now()
const [minute, hour] = [60_000, 3_600_000]

eachEmptyDatabase('passing time', (open) => {
  test('moves the due times of its organisation, and changes no other value of any table', async () => {
    const db = await open()
    for (const orgId of ['mine', 'other']) await fill(db, orgId)
    const before = await everything(db)
    const clock = new SandboxClock({ db, time: { ...systemClock, now: () => now, sleep: async () => undefined } })
    await clock.advance('mine', hour)
    const changes = changesOf(before, await everything(db))
    assert.deepEqual(
      changes,
      [
        // Waiting for 30 minutes: due now. For two hours: one is left. What is due already keeps
        // its place.
        `legs mine-soon next_attempt_at ${now + 30 * minute} ${now}`,
        `legs mine-later next_attempt_at ${now + 2 * hour} ${now + hour}`,
        `legs mine-submitted submitted_at ${now - minute} ${now - minute - hour}`,
        `sandbox_clocks mine ahead_ms undefined ${hour}`,
        `sandbox_transmissions mine-soon verdict_due_at ${now + 30 * minute} ${now}`,
        `sandbox_transmissions mine-later verdict_due_at ${now + 2 * hour} ${now + hour}`,
        `webhook_deliveries mine-soon next_attempt_at ${now + 30 * minute} ${now}`,
        `webhook_deliveries mine-later next_attempt_at ${now + 2 * hour} ${now + hour}`,
        `webhooks mine failing_since ${now - minute} ${now - minute - hour}`,
      ].toSorted(),
    )
    await assert.rejects(clock.advance('mine', 3_650 * 24 * hour))
    assert.deepEqual(changesOf(before, await everything(db)), changes)
  })
})

eachEmptyDatabase('sandbox time from before every organisation had its own', (open) => {
  test('due times of the shared clock become due times of the real one', async () => {
    const db = open.keep(await openDatabase(open.location))
    const folder = await mkdtemp(join(tmpdir(), 'selfbill-migrations-'))
    try {
      const all = new URL('../../migrations/', import.meta.url)
      for (const name of await readdir(all)) if (name < '0020') await cp(new URL(name, all), join(folder, name))
      await migrate(db, 0, pathToFileURL(`${folder}/`))
      const ahead = 10 * hour
      await db.query(sql('insert into sandbox_clock (id, ahead_ms) values (1, $1)', ahead))
      await fill(db, 'mine', ahead)
      await migrate(db, 0)
    } finally {
      await rm(folder, { recursive: true })
    }
    const shifted = await everything(db)
    const value = (key: string, column: string) => shifted.get(`${key} ${column}`)
    assert.deepEqual(
      [
        value('legs mine-later', 'next_attempt_at'),
        value('legs mine-held', 'lease_until'),
        value('legs mine-submitted', 'submitted_at'),
        value('webhook_deliveries mine-later', 'next_attempt_at'),
        value('webhook_deliveries mine-held', 'lease_until'),
        value('webhooks mine', 'failing_since'),
        value('sandbox_transmissions mine-later', 'verdict_due_at'),
      ],
      [now + 2 * hour, now + minute, now - minute, now + 2 * hour, now + minute, now - minute, now + 2 * hour],
    )
  })
})

/** Every value there is, by table, row and column. */
async function everything(db: Database): Promise<ReadonlyMap<string, Row[string]>> {
  const tables = await db.query(
    sql(
      db.dialect.name === 'sqlite'
        ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
        : "select table_name as name from information_schema.tables where table_schema = 'public'",
    ),
  )
  assert.ok(tables.length >= 20)
  const values = new Map<string, Row[string]>()
  for (const { name } of tables) {
    const rows = await db.query(sql(`select * from ${name}`))
    for (const [at, row] of rows.entries()) {
      const key = row.transmission_uuid ?? row.event_id ?? row.org_id ?? row.id ?? at
      for (const [column, value] of Object.entries(row)) values.set(`${name} ${key} ${column}`, value)
    }
  }
  return values
}

function changesOf(before: ReadonlyMap<string, Row[string]>, after: ReadonlyMap<string, Row[string]>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys]
    .filter((key) => before.get(key) !== after.get(key) && !/^sandbox_clocks \S+ (org_id|mark)$/.test(key))
    .map((key) => `${key} ${before.get(key)} ${after.get(key)}`)
    .toSorted()
}

/**
 * An organisation with a leg, a delivery and a verdict in every state that a time has to do with;
 * `later` by an older clock.
 */
async function fill(db: Database, orgId: string, later = 0): Promise<void> {
  const at = now + later
  const changes: Readonly<Record<string, string>> = {
    due: `next_attempt_at = ${at - minute}`,
    soon: `status = 'RETRYING', next_attempt_at = ${at + 30 * minute}`,
    later: `status = 'RETRYING', next_attempt_at = ${at + 2 * hour}`,
    held: `status = 'SENDING', next_attempt_at = null, lease_owner = 'one', lease_until = ${at + minute}`,
    lapsed: `status = 'SENDING', next_attempt_at = null, lease_owner = 'one', lease_until = ${at - minute}`,
    submitted: `status = 'SUBMITTED', next_attempt_at = null, submitted_at = ${at - minute}`,
    overdue: `status = 'SUBMITTED', next_attempt_at = null, submitted_at = ${at - hour}, mls_overdue_at = ${at - minute}`,
    stalled: `status = 'STALLED', next_attempt_at = null`,
    ended: `status = 'APPROVED', next_attempt_at = null, submitted_at = ${at - minute}`,
  }
  await db.query(sql(`insert into rate_windows (window_start, rate_key, hits) values (${now}, $1, 1)`, orgId))
  await db.query(
    sql(`insert into long_polls (account, slot, holder, held_until) values ($1, 1, 'h', ${now + minute})`, orgId),
  )
  await db.query(
    sql(
      `insert into idempotency_marks (org_id, key_hash, mark, dies_at) values ($1, 'k', 'm', ${now + minute})`,
      orgId,
    ),
  )
  await db.transaction(organisationStatements(orgId))
  for (const [name, change] of Object.entries(changes)) {
    const uuid = `${orgId}-${name}`
    // Only columns that every schema has: one test begins with an old one.
    await db.query(
      sql(
        `insert into legs (org_id, transmission_uuid, document_id, revision, corner, sender_id, receiver_id, doc_type_id,
           process_id, country, status, attempts, in_doubt, mark, created_at, updated_at)
         values ($1, $2, 'd', 1, 'C3', 's', 'r', 't', 'p', 'AE', 'PENDING', 0, 0, 'm', $3, $3)`,
        orgId,
        uuid,
        at - hour,
      ),
    )
    await db.query(sql(`update legs set ${change} where transmission_uuid = $1`, uuid))
  }
  await db.query(
    sql(
      `insert into webhooks (org_id, id, url, is_active, secret, position, mark, created_at, updated_at, failing_since)
       values ($1, 'hook', 'https://hook.example/', 1, 's', 0, 'm', ${at}, ${at}, ${at - minute})`,
      orgId,
    ),
  )
  for (const [position, name] of ['due', 'soon', 'later', 'held', 'lapsed'].entries()) {
    await db.query(
      sql(
        `insert into webhook_deliveries (org_id, webhook_id, position, event_id, status, attempts, mark, created_at, updated_at)
         values ($1, 'hook', $2, $3, 'PENDING', 1, 'm', ${at}, ${at})`,
        orgId,
        position,
        `${orgId}-${name}`,
      ),
    )
    const change = String(changes[name]).replace(/status = '\w+', /, '')
    await db.query(sql(`update webhook_deliveries set ${change} where event_id = $1`, `${orgId}-${name}`))
  }
  for (const name of ['due', 'soon', 'later']) {
    await db.query(
      sql(
        `insert into sandbox_transmissions (transmission_uuid, script, sender_id, receiver_id, content_digest, submissions,
           verdicts_sent, verdict_due_at)
         select transmission_uuid, 's', 'a', 'b', 'd', 1, 0, next_attempt_at from legs where transmission_uuid = $1`,
        `${orgId}-${name}`,
      ),
    )
  }
}
