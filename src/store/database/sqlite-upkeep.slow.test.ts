import { strict as assert } from 'node:assert'
import { closeSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { addDocument } from '../documents/add-document.ts'
import { openStore, type Store } from '../store.ts'
import { databaseFile } from './open-database.ts'
import { backup, check } from './sqlite-upkeep.ts'

let dataDir: string
let store: Store
let orgId: string

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'selfbill-upkeep-'))
  store = await openStore({ dataDir }, 1)
  orgId = (await anOrganisationWithProfile(store)).orgId
})

after(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})

test('a backup taken while documents are added shows one moment', async () => {
  const folder = join(dataDir, 'backup')
  const adding = Promise.all(Array.from({ length: 200 }, () => addDocument(store.database, aNewDocument({ orgId }))))
  await addDocument(store.database, aNewDocument({ orgId }))
  await mkdir(folder)
  await backup(databaseFile(dataDir), databaseFile(folder))
  await adding
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('unfinished')),
    [],
  )
  assert.deepEqual(check(databaseFile(folder)), [])
  const restored = await openStore({ dataDir: folder }, 1)
  const [counts] = await restored.database.query(
    sql(
      'select count(*) as documents, max(sequence) as last, (select count(*) from revisions) as revisions from documents',
    ),
  )
  await restored.close()
  assert.ok(Number(counts?.documents) >= 1)
  assert.equal(counts?.documents, counts?.last)
  assert.equal(counts?.documents, counts?.revisions)
})

test("only the owner can read the database, SQLite's files beside it, and a backup", async () => {
  const folder = join(dataDir, 'made', 'anew')
  const other = await openStore({ dataDir: folder }, 1)
  await backup(databaseFile(folder), join(folder, 'copy'))
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  const files = readdirSync(folder).map((name) => [name, modeOf(join(folder, name))])
  await other.close()
  assert.deepEqual(
    files.toSorted(),
    ['copy', 'selfbill.db', 'selfbill.db-shm', 'selfbill.db-wal'].map((name) => [name, '600']),
  )
  assert.equal(modeOf(folder), '700')
})

test('a backup is never written over a file', async () => {
  const file = join(dataDir, 'precious')
  writeFileSync(file, 'precious')
  await assert.rejects(backup(databaseFile(dataDir), file), /precious exists/)
  await assert.rejects(backup(join(dataDir, 'nowhere.db'), join(dataDir, 'new')), /no database at/)
})

test('a dangling reference is found', async () => {
  const dangling = join(dataDir, 'dangling.db')
  await backup(databaseFile(dataDir), dangling)
  const db = new DatabaseSync(dangling, { enableForeignKeyConstraints: false })
  db.exec('delete from profiles')
  db.close()
  assert.match(check(dangling)[0] ?? '', /^row \d+ of documents refers to no row of profiles$/)
})

test('a damaged database fails the check, a sound one passes', async () => {
  assert.deepEqual(check(databaseFile(dataDir)), [])
  const damaged = join(dataDir, 'damaged.db')
  await backup(databaseFile(dataDir), damaged)
  const file = openSync(damaged, 'r+')
  for (let page = 10; page < 20; page++) writeSync(file, Buffer.alloc(64, 0xff), 0, 64, page * 4096 + 8)
  closeSync(file)
  assert.notDeepEqual(check(damaged), [])
  writeFileSync(
    damaged,
    'no database at all, but a text that is long enough to be taken for one at first sight'.repeat(20),
  )
  assert.notDeepEqual(check(damaged), [])
})
