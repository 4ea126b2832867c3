import assert from 'node:assert/strict'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ConstraintFailure, type Database, DatabaseAway, OutcomeUnknown, sql } from './database.ts'
import { openSqlite } from './sqlite.ts'
import { errorOf } from './sqlite-errors.ts'

test('a file that may not grow takes nothing, keeps what it has, and says that it cannot be had', async (t) => {
  const database = await aDatabase(t)
  await database.query(sql('pragma max_page_count = 4'))
  const fill = database.query(sql('insert into notes values ($1)', 'x'.repeat(100_000)))
  await assert.rejects(fill, { name: 'DatabaseAway', message: /full/ })
  await database.query(sql('insert into notes values ($1)', 'short'))
  assert.deepEqual(await database.query(sql('select text from notes')), [{ text: 'short' }])
})

test('every code that says nothing about the statement means that the database cannot be had', () => {
  const kindOf = (code: number) => errorOf({ code, message: 'UNIQUE constraint failed: a.b' }).constructor
  const named = (codes: readonly number[], extended: readonly number[] = []) =>
    [...codes, ...extended].map((code) => [code, kindOf(code)])
  // PERM, BUSY, NOMEM, READONLY, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOLFS, NOTADB; then
  // _BUSY_SNAPSHOT, _READONLY_DBMOVED, _CORRUPT_VTAB, _CANTOPEN_ISDIR
  const away = named([3, 5, 7, 8, 11, 13, 14, 15, 22, 26], [517, 1032, 267, 526])
  assert.deepEqual(
    away,
    away.map(([code]) => [code, DatabaseAway]),
  )
  // IOERR, _READ, _WRITE, _FSYNC, _SHMMAP, _DATA
  const unknown = named([10], [266, 778, 1034, 5386, 8202])
  assert.deepEqual(
    unknown,
    unknown.map(([code]) => [code, OutcomeUnknown]),
  )
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

test('a database that may not be written cannot be had, and is read all the same', async (t) => {
  const database = await aDatabase(t)
  await database.query(sql('pragma query_only = 1'))
  await assert.rejects(database.query(sql('insert into notes values ($1)', 'x')), {
    name: 'DatabaseAway',
    message: /8/,
  })
  assert.deepEqual(await database.query(sql('select text from notes')), [])
})

test('a file that reads as garbage cannot be had', async (t) => {
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

test('what is asked of a closed database finds none', async (t) => {
  const database = await aDatabase(t)
  await database.close()
  for (const statement of ['select text from notes', 'delete from notes']) {
    await assert.rejects(database.query(sql(statement)), { name: 'DatabaseAway', message: /it is closed/ })
  }
})

test('a mistake in a statement is no loss of the database', async (t) => {
  const database = await aDatabase(t)
  await assert.rejects(database.query(sql('select text from nowhere')), { name: 'Error', message: /no such table/ })
})

async function aDatabase(t: TestContext): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-sqlite-'))
  const database = await openSqlite(join(folder, 'one.db'))
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  await database.query(sql('create table notes (text text not null) strict'))
  return database
}
