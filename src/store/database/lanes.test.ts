import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from '../../../test/support/databases/any-row.ts'
import type { Row, Statement } from './database.ts'
import { Lanes } from './lanes.ts'

/** A database that records which statements it gets together and answers each with its own text. */
class Ledger {
  readonly groups: string[][] = []
  readonly lanes: Lanes
  isLost = false

  constructor() {
    this.lanes = new Lanes(
      async (statements) => this.#run(statements),
      (error) => error === 'lost',
    )
  }

  async #run(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    const texts = statements.map((statement) => statement.sql)
    this.groups.push(texts)
    await setImmediate()
    if (this.isLost) throw 'lost'
    if (texts.includes('bad')) throw 'refused'
    return texts.map((text) => [{ text }])
  }
}

const answers = (...texts: string[]) => texts.map((text) => [{ text }])

test('transactions that wait in a lane run together, each gets its own rows, and other lanes do not wait', async () => {
  const ledger = new Ledger()
  const first = [ledger.lanes.run('one', [sql('a'), sql('b')]), ledger.lanes.run('one', [sql('c')])]
  await Promise.resolve()
  const outcomes = await Promise.all([
    ...first,
    ledger.lanes.run('one', [sql('d'), sql('e'), sql('f')]),
    ledger.lanes.run('one', [sql('g')]),
    ledger.lanes.run('two', [sql('h')]),
  ])
  assert.deepEqual(outcomes, [answers('a', 'b'), answers('c'), answers('d', 'e', 'f'), answers('g'), answers('h')])
  assert.deepEqual(ledger.groups, [['a', 'b', 'c'], ['h'], ['d', 'e', 'f', 'g']])
})

test('after a refusal its neighbours are committed in halves, in their order', async () => {
  const ledger = new Ledger()
  const texts = ['a', 'b', 'c', 'd', 'bad', 'e', 'f', 'g']
  const outcomes = await Promise.allSettled(texts.map((text) => ledger.lanes.run('one', [sql(text)])))
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason)),
    texts.map((text) => (text === 'bad' ? 'refused' : answers(text))),
  )
  const halves = [['a', 'b', 'c', 'd'], ['bad', 'e', 'f', 'g'], ['bad', 'e'], ['bad'], ['e'], ['f', 'g']]
  assert.deepEqual(ledger.groups, [texts, ...halves])
})

test('a transaction that may have been written, or found no database, does not run again', async () => {
  const ledger = new Ledger()
  ledger.isLost = true
  const outcomes = await Promise.allSettled(['first', 'a', 'b'].map((text) => ledger.lanes.run('one', [sql(text)])))
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason === 'lost'))
  assert.deepEqual(ledger.groups, [['first', 'a', 'b']])
  ledger.isLost = false
  assert.deepEqual(await ledger.lanes.run('one', [sql('again')]), answers('again'))
})
