import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { Checkpoints } from './checkpoints.ts'
import { openSqlite } from './sqlite.ts'

test('one copy at a time, after a write, and another after the next write', async () => {
  let running = 0
  let copies = 0
  const ends: (() => void)[] = []
  const checkpoints = new Checkpoints(
    async () => {
      running += 1
      copies += 1
      assert.equal(running, 1)
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
    },
    1,
    1,
  )
  checkpoints.wrote(2_000_000)
  checkpoints.wrote(2_000_000)
  await eventually(async () => ends.length === 1)
  checkpoints.wrote(2_000_000)
  ends.pop()?.()
  await eventually(async () => running === 0)
  assert.equal(copies, 1)
  checkpoints.wrote(2_000_000)
  await eventually(async () => ends.length === 1)
  ends.pop()?.()
  await checkpoints.close()
  assert.equal(copies, 2)
})

test('small writes are copied once they add up', async () => {
  let copies = 0
  const checkpoints = new Checkpoints(async () => (copies += 1), 1, 1)
  let writes = 0
  await eventually(async () => {
    checkpoints.wrote(100)
    writes += 1
    return copies === 1
  })
  assert.ok(writes > 50, `${writes} small writes`)
  await checkpoints.close()
})

test('a copy that fails is tried again after the next write', async () => {
  let copies = 0
  const checkpoints = new Checkpoints(
    async () => {
      copies += 1
      throw new Error('the disk said no')
    },
    1,
    1,
  )
  for (const wanted of [1, 2]) {
    checkpoints.wrote(2_000_000)
    await eventually(async () => copies === wanted)
    await new Promise(setImmediate)
  }
  await checkpoints.close()
})

test('the log is copied into the database file while the database is in use', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-checkpoints-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'a.db')
  const database = await openSqlite(file)
  t.after(() => database.close())
  await database.query(sql('create table texts (text text)'))
  await database.query(sql('insert into texts values ($1)', 'x'.repeat(2_000_000)))
  await eventually(async () => (await stat(file)).size > 2_000_000)
})
