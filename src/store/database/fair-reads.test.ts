import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Database, Statement } from './database.ts'
import { fairReads } from './fair-reads.ts'

/** Answers its statements when the test says so. */
class SlowDatabase {
  /** ms */
  time = 0
  readonly begun: { readonly name: string; readonly end: (error?: Error) => void }[] = []
  readonly database: Database = fairReads(
    {
      dialect: {
        name: 'sqlite',
        skipLocked: '',
        forUpdate: '',
        noIndex: '',
        position: (text, sought) => `strpos(${text}, ${sought})`,
        sha256: String,
        utf8: String,
        unhex: String,
        now: '',
        server: '',
      },
      query: (statement) => this.#begin(statement),
      snapshot: async (selects) => Promise.all(selects.map((select) => this.#begin(select))),
      transaction: async () => [],
      close: async () => undefined,
    },
    () => this.time,
  )

  #begin({ params }: Statement) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly []>()
    const end = (error?: Error) => (error === undefined ? resolve([]) : reject(error))
    this.begun.push({ name: params.join(' '), end })
    return promise
  }

  get names(): readonly string[] {
    return this.begun.map(({ name }) => name)
  }
}

const read = (orgId: string, number: number): Statement => ({
  sql: 'select $2 from documents where org_id = $1',
  params: [orgId, number],
})

test('the reads of an organisation wait for its earlier ones, not those of another', async () => {
  const slow = new SlowDatabase()
  const reads = Array.from({ length: 5 }, (_, at) => slow.database.query(read('loud', at)))
  reads.push(slow.database.query(read('quiet', 0)))
  const others = [slow.database.query({ ...read('the service', 0), across: 'a test' })]
  assert.deepEqual(slow.names, ['loud 0', 'loud 1', 'quiet 0', 'the service 0'])
  slow.begun[1]?.end()
  await setImmediate()
  assert.deepEqual(slow.names.slice(4), ['loud 2'])
  for (let at = 0; at < 7; at += 1) {
    slow.begun[at]?.end()
    await setImmediate()
  }
  assert.deepEqual(slow.names.slice(4), ['loud 2', 'loud 3', 'loud 4'])
  await Promise.all([...reads, ...others])
})

test('a read that fails gives its place to the next', async () => {
  const slow = new SlowDatabase()
  const failing = [slow.database.query(read('one', 0)), slow.database.snapshot([read('one', 1)])]
  const last = slow.database.query(read('one', 2))
  for (const { end } of [...slow.begun]) end(new Error('lost'))
  for (const one of failing) await assert.rejects(one, /lost/)
  assert.deepEqual(slow.names, ['one 0', 'one 1', 'one 2'])
  slow.begun[2]?.end()
  await last
})

test('an organisation that reads all the time has one read under way, and two again after a pause', async () => {
  const slow = new SlowDatabase()
  const reads: Promise<unknown>[] = []
  const ask = (count: number) => {
    for (let at = 0; at < count; at += 1) reads.push(slow.database.query(read('loud', reads.length)))
  }
  const end = async (at: number) => {
    slow.begun[at]?.end()
    await setImmediate()
  }
  ask(4)
  assert.equal(slow.begun.length, 2)
  slow.time = 1_000
  await end(0)
  assert.equal(slow.begun.length, 2, 'none begins beside the one that is left')
  await end(1)
  assert.equal(slow.begun.length, 3)
  slow.time = 3_000
  await end(2)
  await end(3)
  slow.time = 5_000
  ask(3)
  assert.equal(slow.begun.length, 6)
  for (let at = 4; at < 7; at += 1) await end(at)
  await Promise.all(reads)
})
