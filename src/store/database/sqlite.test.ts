import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Database, sql } from './database.ts'
import { openSqlite } from './sqlite.ts'

test('a file that may not grow takes nothing, keeps what it has, and says that it cannot be had', async (t) => {
  const database = await aDatabase(t)
  await database.query(sql('pragma max_page_count = 4'))
  const fill = database.query(sql('insert into notes values ($1)', 'x'.repeat(100_000)))
  await assert.rejects(fill, { name: 'DatabaseAway', message: /full/ })
  await database.query(sql('insert into notes values ($1)', 'short'))
  assert.deepEqual(await database.query(sql('select text from notes')), [{ text: 'short' }])
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
