import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NotHere } from '../access-point/not-here.ts'
import { Calls } from '../deploy/calls.ts'
import { OwnPostgres } from '../support/databases/own-postgres.ts'
import { eventually } from '../support/eventually.ts'
import { Receiver } from '../support/network/receiver.ts'
import { Caller } from './caller.ts'
import { expansion, removal } from './later-migrations.ts'
import { type SharedWork, sharedWork } from './shared-work.ts'
import { Site } from './site.ts'
import { currentVersion, laterVersion, previousVersion, type Version } from './versions.ts'

// Two versions serve one database at once: what one stores the other reads, changes, sends and
// reports.

test('the previous release serves on during and after the migration, beside this code', async (t) => {
  let previous: Version
  try {
    previous = previousVersion()
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    console.log(`Not checked: the previous release beside this code (${error.message})`)
    return t.skip(error.message)
  }
  const site = await aSite(t)
  const account = await site.account(previous, 'Falcon Trading')
  const older = await site.start(previous)
  const calls = new Calls(older.address, account)
  calls.start(2)
  await calls.more(30)
  await site.selfbill(currentVersion, 'migrate')
  await calls.more(60)
  await calls.stop()
  assert.deepEqual(calls.failures, [])
  await calls.untilApproved()
  const newer = await site.start(currentVersion)
  await bothServe(t, site, { older: older.address, newer: newer.address, account })
})

test('this code serves on during and after the migration of a later version, and starts beside it', async (t) => {
  const site = await aSite(t)
  const later = laterVersion(expansion)
  const account = await site.account(currentVersion, 'Falcon Trading')
  const first = await site.start(currentVersion)
  const calls = new Calls(first.address, account)
  calls.start(2)
  await calls.more(30)
  const readDeliveries = await deliveriesOf(t, new Caller(first.address, account.token))
  await readDeliveries()
  assert.match(await site.selfbill(later, 'migrate'), /^applied 9001-expand-notes$/m)
  // They are selected by `*`, so a prepared statement may be outdated now.
  await readDeliveries()
  await calls.more(60)
  await calls.stop()
  assert.deepEqual(calls.failures, [])
  await calls.untilApproved()
  const newer = await site.start(later)
  await bothServe(t, site, { older: first.address, newer: newer.address, account })
  assert.equal(await first.stop('SIGTERM'), 0)
  const again = await site.start(currentVersion)
  assert.equal(await site.selfbill(currentVersion, 'migrate'), 'The database is up to date.')
  await bothServe(t, site, { older: again.address, newer: newer.address, account })
  await requireRowSecurity(site)
})

test('a contracting migration waits for the instances of the version before, which then cannot start', async (t) => {
  const site = await aSite(t)
  const after = laterVersion(removal)
  const account = await site.account(currentVersion, 'Falcon Trading')
  const older = await site.start(currentVersion)
  const waits = await site.selfbill(after, 'migrate')
  assert.match(waits, /^applied 9001-expand-notes$/m)
  assert.match(waits, /^9002-contract-notes waits: it removes what an older version uses, and an instance of one runs/m)
  assert.match(waits, /^ {2}started 20\S+Z, last seen 20\S+Z$/m)
  const newer = await site.start(after)
  assert.match(await site.selfbill(after, 'migrate'), /^9002-contract-notes waits/, 'one of its own does not count')
  const calls = new Calls(newer.address, account)
  calls.start(2)
  await calls.more(20)
  assert.equal(await older.stop('SIGTERM'), 0)
  assert.equal(await site.selfbill(after, 'migrate'), 'applied 9002-contract-notes')
  assert.equal(await site.selfbill(after, 'migrate'), 'The database is up to date.')
  await calls.more(30)
  await calls.stop()
  assert.deepEqual(calls.failures, [])
  await assert.rejects(site.start(currentVersion), /9002-contract-notes, which removed what this version of Selfbill/)
  await calls.untilApproved()
  assert.deepEqual(await site.losses(calls.created), [])
})

async function aSite(t: TestContext): Promise<Site> {
  const server = await OwnPostgres.start()
  assert.ok(server)
  t.after(() => server.stop())
  return new Site(t, server.url)
}

/** Reads the deliveries of a webhook over every connection to the database. */
async function deliveriesOf(t: TestContext, caller: Caller): Promise<() => Promise<void>> {
  const receiver = await Receiver.start()
  t.after(() => receiver.close())
  const { id } = await caller.json('POST', '/api/webhooks', 201, JSON.stringify({ url: receiver.url() }))
  await eventually(async () => receiver.received.length > 0)
  return async () => {
    const reads = Array.from({ length: 20 }, () => caller.json('GET', `/api/webhooks/${id}/deliveries`, 200))
    for (const { items } of await Promise.all(reads)) assert.ok(items.length > 0)
  }
}

type BothVersions = Pick<SharedWork, 'older' | 'newer' | 'account'>

/** Each version in turn does the work, and the other one goes on with it. */
async function bothServe(t: TestContext, site: Site, both: BothVersions): Promise<void> {
  const receiver = await Receiver.start()
  t.after(() => receiver.close())
  const { older, newer } = both
  await sharedWork({ ...both, first: older, second: newer, receiver })
  await sharedWork({ ...both, first: newer, second: older, receiver })
  await eventually(async () => (await site.rows("select 1 from legs where status <> 'APPROVED'")).length === 0)
  const documents = await site.rows('select id from documents')
  assert.deepEqual(await site.losses(documents.map(({ id }) => String(id))), [])
}

/** The new table has its rows behind row level security, for the role of the service. */
async function requireRowSecurity(site: Site): Promise<void> {
  await site.rows("insert into later_notes select id, 'd', 'n' from organisations")
  assert.ok((await site.rows('select 1 from later_notes')).length > 0)
  assert.deepEqual(await site.rowsAsService('select 1 from later_notes'), [])
}
