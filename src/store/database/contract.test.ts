import { strict as assert } from 'node:assert'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase, onPostgres } from '../../../test/support/databases/databases.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { enterInstance, leaveInstance, renewInstance } from '../instances.ts'
import { contract } from './contract.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { newestMigration } from './migration-files.ts'

const ours = new URL('../../../migrations/', import.meta.url)
const removal = '9002-contract-old'

/** The migrations of a later version: the first adds a table, the second removes another one. */
async function laterVersion(): Promise<URL> {
  const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'selfbill-later-'))}/`)
  await cp(ours, folder, { recursive: true })
  await writeFile(new URL(`${removal}.sql`, folder), 'drop table if exists old_things;\n')
  await writeFile(new URL('9003-expand-new.sql', folder), 'create table if not exists new_things (id {{text}});\n')
  return folder
}

eachDatabase('contract', (open) => {
  let db: Database
  let folder: URL
  let present: string
  before(async () => {
    folder = await laterVersion()
    present = await newestMigration()
  })
  after(() => rm(folder, { recursive: true }))
  beforeEach(async () => {
    db = await open()
    await db.query(sql('create table if not exists old_things (id text)'))
  })
  afterEach(() => db.transaction([sql('delete from instances'), sql("delete from migrations where name >= '9'")]))

  const isRemoved = () =>
    db.query(sql('select id from old_things')).then(
      () => false,
      () => true,
    )
  const anInstance = async (newest: string, at = Date.now()) => {
    const instance = { id: `${newest} ${at}`, at, newestMigration: newest }
    await enterInstance(db, instance)
    return instance
  }

  test('a database in use is only expanded by migrate', async () => {
    assert.deepEqual(await migrate(db, 1, folder), ['9003-expand-new'])
    assert.deepEqual(await migrate(db, 1, folder), [])
    assert.equal(await isRemoved(), false)
  })

  test('it waits while an older instance runs, and not for those of the same version', async () => {
    await migrate(db, 1, folder)
    const older = await anInstance(present)
    await anInstance(removal)
    const outcome = await contract(db, 2, folder)
    const instances = [{ startedAt: older.at, seenAt: older.at }]
    assert.deepEqual(outcome, { applied: [], waiting: { name: removal, instances } })
    assert.equal(await isRemoved(), false)
    await leaveInstance(db, older.id)
    assert.deepEqual(await contract(db, 3, folder), { applied: [removal], waiting: undefined })
    assert.equal(await isRemoved(), true)
    assert.deepEqual(await contract(db, 4, folder), { applied: [], waiting: undefined })
  })

  test('an instance of a version that does not say what it knows counts as older', async () => {
    await migrate(db, 1, folder)
    const now = Date.now()
    await db.query(sql("insert into instances (id, started_at, seen_at) values ('old', $1, $1)", now))
    assert.equal((await contract(db, 2, folder)).waiting?.name, removal)
  })

  test('an instance that has not been seen for a minute has ended', async () => {
    await migrate(db, 1, folder)
    await anInstance(present, Date.now() - 61_000)
    assert.deepEqual((await contract(db, 2, folder)).applied, [removal])
  })

  test('afterwards no older instance enters, and one that was taken for dead ends its row', async () => {
    await migrate(db, 1, folder)
    const stalled = await anInstance(present, Date.now() - 61_000)
    await contract(db, 2, folder)
    const refused = { name: 'MigrationRefused', message: /9002-contract-old, which removed what this version/ }
    await assert.rejects(anInstance(present), refused)
    await assert.rejects(renewInstance(db, { ...stalled, at: Date.now() }), refused)
    assert.deepEqual(await db.query(sql('select id from instances where newest_migration = $1', present)), [])
    await anInstance(removal)
    await assert.rejects(migrate(db, 3), refused)
  })
})

onPostgres('contract while instances start', (open) => {
  test('an older instance that starts meanwhile waits for the end, and is refused', async () => {
    const [db, other] = [await open(), await open()]
    const folder = await laterVersion()
    await db.query(sql('create table old_things (id text)'))
    // A reader of the table holds up the removal, which has the lock on instances by then.
    const reading = db.transaction([sql('select * from old_things'), sql('select pg_sleep(0.6)')])
    await untilRunning(other, 'select pg_sleep')
    const contracting = contract(db, 1, folder)
    await untilRunning(other, 'drop table')
    const entering = enterInstance(other, { id: 'late', at: Date.now(), newestMigration: await newestMigration() })
    await Promise.all([reading, contracting, assert.rejects(entering, { name: 'MigrationRefused' })])
    assert.deepEqual((await contracting).applied, [removal])
    assert.deepEqual(await db.query(sql('select id from instances')), [])
    await rm(folder, { recursive: true })
  })
})

async function untilRunning(db: Database, start: string): Promise<void> {
  const select = "select 1 from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()"
  await eventually(async () => (await db.query(sql(select, `${start}%`))).length > 0)
}
