import assert from 'node:assert/strict'
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { sql } from '../../../test/support/databases/any-row.ts'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { ConstraintFailure, type Database, DatabaseAway, OutcomeUnknown } from './database.ts'
import { LastingThread } from './lasting-thread.ts'
import { openSqlite } from './sqlite.ts'
import { errorOf } from './sqlite-errors.ts'
import type { ThreadOptions } from './sqlite-thread.ts'

test('a file that cannot grow refuses writes as DatabaseAway, and keeps its content', async (t) => {
  const database = await aDatabase(t)
  await database.query(sql('pragma max_page_count = 4'))
  const fill = database.query(sql('insert into notes values ($1)', 'x'.repeat(2_000_000)))
  await assert.rejects(fill, { name: 'DatabaseAway', message: /full/ })
  await database.query(sql('insert into notes values ($1)', 'short'))
  assert.deepEqual(await database.query(sql('select text from notes')), [{ text: 'short' }])
})

test('every code that says nothing about the statement is DatabaseAway', () => {
  const kindOf = (code: number, isOfCommit: boolean) =>
    errorOf({ code, message: 'UNIQUE constraint failed: a.b', isOfCommit }).constructor
  const named = (codes: readonly number[], extended: readonly number[] = [], isOfCommit = false) =>
    [...codes, ...extended].map((code) => [code, kindOf(code, isOfCommit)])
  // PERM, BUSY, NOMEM, READONLY, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOLFS, NOTADB; then
  // _BUSY_SNAPSHOT, _READONLY_DBMOVED, _CORRUPT_VTAB, _CANTOPEN_ISDIR
  const away = named([3, 5, 7, 8, 11, 13, 14, 15, 22, 26], [517, 1032, 267, 526])
  assert.deepEqual(
    away,
    away.map(([code]) => [code, DatabaseAway]),
  )
  // IOERR, _READ, _WRITE, _FSYNC, _SHMMAP, _DATA: in doubt only at the commit
  for (const [isOfCommit, kind] of [[false, DatabaseAway] as const, [true, OutcomeUnknown] as const]) {
    const failed = named([10], [266, 778, 1034, 5386, 8202], isOfCommit)
    assert.deepEqual(
      failed,
      failed.map(([code]) => [code, kind]),
    )
  }
  // ERROR, INTERNAL, TOOBIG, MISMATCH, MISUSE, RANGE: our own mistakes
  const mistakes = named([0, 1, 2, 18, 20, 21, 25])
  assert.deepEqual(
    mistakes,
    mistakes.map(([code]) => [code, Error]),
  )
  assert.deepEqual(named([2067, 1299]), [
    [2067, ConstraintFailure],
    [1299, ConstraintFailure],
  ])
})

test('a read-only database refuses writes as DatabaseAway, and can be read', async (t) => {
  const database = await aDatabase(t)
  await database.query(sql('pragma query_only = 1'))
  await assert.rejects(database.query(sql('insert into notes values ($1)', 'x')), {
    name: 'DatabaseAway',
    message: /8/,
  })
  assert.deepEqual(await database.query(sql('select text from notes')), [])
})

test('a file that reads as garbage is DatabaseAway', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-sqlite-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'one.db')
  const first = await openSqlite(path)
  await first.query(sql('create table notes (text text not null) strict'))
  for (let at = 0; at < 50; at += 1) await first.query(sql('insert into notes values ($1)', 'x'.repeat(5_000)))
  await first.close()
  const database = await openSqlite(path)
  const file = await open(path, 'r+')
  const { size } = await stat(path)
  await file.write(Buffer.alloc(size - 100, 0xaa), 0, size - 100, 100)
  await file.close()
  for (const statement of ['select count(text) as n from notes', `insert into notes values ('y')`])
    await assert.rejects(database.query(sql(statement)), { name: 'DatabaseAway' }, statement)
  await database.close()
})

test('a closed database refuses every call', async (t) => {
  const database = await aDatabase(t)
  await database.close()
  for (const statement of ['select text from notes', 'delete from notes']) {
    await assert.rejects(database.query(sql(statement)), { name: 'DatabaseAway', message: /it is closed/ })
  }
})

for (const role of ['writer', 'reader', 'long reader', 'copier'] as const) {
  test(`the ${role} opens again after its thread died`, async (t) => {
    const threads = threadsOf(t)
    const { database, path } = await aDatabaseWithPath(t)
    const use = () => useOf(role, database, path)
    await use()
    assert.equal(await threads.kill(role), 1)
    await use()
    assert.equal(threads.startsOf(role), 2)
  })
}

test('a thread that nobody uses ends, and opens again when it is needed', async (t) => {
  const threads = threadsOf(t)
  const { path } = await aDatabaseWithPath(t)
  const thread = new LastingThread({ path, role: 'long reader' }, 50)
  const select = sql('select text from notes')
  for (const starts of [1, 2]) {
    const both = await Promise.all([thread.run([select]), thread.run([select])])
    assert.deepEqual(both, [[[]], [[]]])
    assert.equal(threads.startsOf('long reader'), starts)
    await eventually(async () => threads.endsOf('long reader') === starts)
  }
  await thread.close()
  await assert.rejects(thread.run([select]), { name: 'DatabaseAway', message: /it is closed/ })
})

test('a writer that dies in a transaction leaves neither rows nor a lock', async (t) => {
  const threads = threadsOf(t)
  const { database } = await aDatabaseWithPath(t)
  const endless = `with recursive n(i) as (select 1 union all select i + 1 from n)
    insert into notes select i from n where sha256_hex(i) = ''`
  const lost = assert.rejects(database.transaction([sql("insert into notes values ('lost')"), sql(endless)]), {
    name: 'OutcomeUnknown',
  })
  // The writer has the transaction when it dies.
  await database.query(sql('select text from notes'))
  await threads.kill('writer')
  await lost
  await database.query(sql('insert into notes values ($1)', 'after'))
  assert.deepEqual(await database.query(sql('select text from notes')), [{ text: 'after' }])
})

test('a thread that cannot open again is DatabaseAway, creates no new database, and opens when it can', {
  skip: inFullRunOnly,
}, async (t) => {
  const threads = threadsOf(t)
  const { database, path } = await aDatabaseWithPath(t)
  for (const [role, isLong] of [
    ['reader', false],
    ['long reader', true],
    ['writer', false],
  ] as const) {
    const statement = role === 'writer' ? sql('delete from notes') : { ...sql('select text from notes'), isLong }
    await database.query(statement)
    await threads.kill(role)
    await rename(path, `${path}-moved`)
    await assert.rejects(database.query(statement), { name: 'DatabaseAway', message: /unable to open/ })
    await rename(`${path}-moved`, path)
    assert.deepEqual(await database.query(statement), [])
  }
})

test('a mistake in a statement is not DatabaseAway', async (t) => {
  const database = await aDatabase(t)
  await assert.rejects(database.query(sql('select text from nowhere')), { name: 'Error', message: /no such table/ })
})

async function aDatabase(t: TestContext): Promise<Database> {
  return (await aDatabaseWithPath(t)).database
}

async function aDatabaseWithPath(t: TestContext): Promise<{ readonly database: Database; readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-sqlite-'))
  const path = join(folder, 'one.db')
  const database = await openSqlite(path)
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  await database.query(sql('create table notes (text text not null) strict'))
  return { database, path }
}

/** Work that only the thread of this role can do. */
async function useOf(role: ThreadOptions['role'], database: Database, path: string): Promise<void> {
  if (role === 'reader') await database.query(sql('select text from notes'))
  else if (role === 'long reader') await database.query({ ...sql('select text from notes'), isLong: true })
  else {
    const { size } = await stat(path)
    await database.query(sql('insert into notes values ($1)', 'x'.repeat(2_000_000)))
    // Only a copy of the log lets the file grow.
    if (role === 'copier') await eventually(async () => (await stat(path)).size > size)
  }
}

/** The threads of the databases that this test opens. */
function threadsOf(t: TestContext): {
  kill(role: ThreadOptions['role']): Promise<number>
  startsOf(role: ThreadOptions['role']): number
  endsOf(role: ThreadOptions['role']): number
} {
  const started: { readonly name: string | null; readonly worker: Worker; hasEnded: boolean }[] = []
  // A thread that ended has no name any more.
  const onWorker = (worker: Worker) => {
    const thread = { name: worker.threadName, worker, hasEnded: false }
    started.push(thread)
    worker.once('exit', () => {
      thread.hasEnded = true
    })
  }
  process.on('worker', onWorker)
  t.after(() => process.off('worker', onWorker))
  const named = (role: string) => started.filter(({ name }) => name === `sqlite ${role}`)
  return {
    kill: async (role) => (await named(role).at(-1)?.worker.terminate()) ?? 0,
    startsOf: (role) => named(role).length,
    endsOf: (role) => named(role).filter(({ hasEnded }) => hasEnded).length,
  }
}
