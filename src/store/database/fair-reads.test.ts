import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Database, Statement } from './database.ts'
import { fairReads } from './fair-reads.ts'

/** Answers its statements when the test says so. */
class SlowDatabase {
  readonly begun: { readonly name: string; readonly end: (error?: Error) => void }[] = []
  readonly database: Database = fairReads({
    dialect: { name: 'sqlite', skipLocked: '', forUpdate: '', noIndex: '', sha256: String, utf8: String, now: '' },
    query: (statement) => this.#begin(statement),
    snapshot: async (selects) => Promise.all(selects.map((select) => this.#begin(select))),
    transaction: async () => [],
    close: async () => undefined,
  })

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
