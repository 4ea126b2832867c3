import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { times } from '../../../test/support/effort.ts'
import { ConstraintFailure, type Database } from './database.ts'
import { openDatabase } from './open-database.ts'

const insert = 'insert into things (org_id, id, amount, content) values ($1, $2, $3, $4) returning id'

eachDatabase('database', (open) => {
  let database: Database

  before(async () => {
    database = await open()
    const bytes = database.dialect.name === 'sqlite' ? 'blob' : 'bytea'
    const strict = database.dialect.name === 'sqlite' ? 'strict' : ''
    const bigint = database.dialect.name === 'sqlite' ? 'integer' : 'bigint'
    await database.transaction([
      sql(`create table things (
             org_id text not null, id text not null, amount ${bigint} not null, content ${bytes}, primary key (org_id, id)
           ) ${strict}`),
    ])
  })

  const count = async () => (await database.query(sql('select count(*) as count from things')))[0]?.count

  test('returns every value unchanged', async () => {
    const content = Uint8Array.of(0, 1, 127, 128, 255)
    await database.query(sql(insert, 'values', 'naïve — مرحبا 🧾', 9_007_199_254_740_991, content))
    await database.query(sql(insert, 'values', '', -1, null))
    const rows = await database.query(sql(`select * from things where org_id = 'values' order by id`))
    assert.deepEqual(
      rows.map((row) => ({ ...row, content: row.content instanceof Uint8Array ? [...row.content] : row.content })),
      [
        { org_id: 'values', id: '', amount: -1, content: null },
        { org_id: 'values', id: 'naïve — مرحبا 🧾', amount: 9_007_199_254_740_991, content: [...content] },
      ],
    )
  })

  test('takes parameters in any order and more than once', async () => {
    const rows = await database.query(
      sql(
        'insert into things (id, org_id, amount) values ($2, $1, $3), ($3, $1, $3) returning org_id, id',
        'order',
        'a',
        7,
      ),
    )
    assert.deepEqual(rows, [
      { org_id: 'order', id: 'a' },
      { org_id: 'order', id: '7' },
    ])
  })

  test('returns the rows of every statement of a transaction; each statement sees the ones before', async () => {
    const results = await database.transaction([
      sql(insert, 'seen', 'a', 1, null),
      sql(`update things set amount = amount + 1 where org_id = 'seen'`),
      sql(`select id, amount from things where org_id = 'seen'`),
    ])
    assert.deepEqual(results, [[{ id: 'a' }], [], [{ id: 'a', amount: 2 }]])
  })

  test('writes a transaction as a whole or not at all', async () => {
    const before = await count()
    const failing = database.transaction([sql(insert, 'all', 'a', 1, null), sql(insert, 'all', 'b', null, null)])
    await assert.rejects(failing, { name: 'ConstraintFailure', kind: 'not_null', constraint: 'things(amount)' })
    assert.equal(await count(), before)
  })

  test('a snapshot sees one moment, whatever is committed meanwhile', async () => {
    await database.transaction([sql(insert, 'moment', 'a', 0, null), sql(insert, 'moment', 'b', 0, null)])
    const amountOf = (id: string) => sql(`select amount from things where org_id = 'moment' and id = $1`, id)
    let isOver = false
    const others = (async () => {
      for (let round = 0; round < times({ quick: 40, full: 200, long: 1_000 }); round += 1) {
        await database.query(sql(`update things set amount = amount + 1 where org_id = 'moment'`))
      }
    })().finally(() => {
      isOver = true
    })
    const seen = new Set<number>()
    while (!isOver) {
      const between = Array.from({ length: 20 }, () => amountOf('a'))
      const amounts = (await database.snapshot([amountOf('a'), ...between, amountOf('b')])).map(([row]) => row?.amount)
      assert.equal(new Set(amounts).size, 1)
      seen.add(Number(amounts[0]))
    }
    await others
    assert.ok(seen.size > 2)
  })

  test('a snapshot that fails leaves the database usable, and writes nothing', async () => {
    await assert.rejects(database.snapshot([sql('select 1 as one'), sql('select id from nowhere')]), /nowhere/)
    await assert.rejects(database.snapshot([sql('select 1 as one'), sql(insert, 'snapshot', 'a', 1, null)]))
    assert.deepEqual(await database.query(sql(`select id from things where org_id = 'snapshot'`)), [])
    assert.deepEqual(await database.snapshot([sql('select 1 as one'), sql('select 2 as two')]), [
      [{ one: 1 }],
      [{ two: 2 }],
    ])
    await database.query(sql(insert, 'snapshot', 'b', 1, null))
  })

  test('names the constraint that refused', async () => {
    await database.query(sql(insert, 'constraint', 'a', 1, null))
    await assert.rejects(database.query(sql(insert, 'constraint', 'a', 1, null)), (error) => {
      assert.ok(error instanceof ConstraintFailure)
      assert.deepEqual([error.kind, error.constraint], ['unique', 'things(org_id, id)'])
      return true
    })
  })

  test('a mistake in a statement rejects, and leaves the database usable', async () => {
    await assert.rejects(database.query(sql('select id from nowhere')), /nowhere/)
    await assert.rejects(database.query(sql(insert, 'mistake', 'a', 'not a number', null)))
    await assert.rejects(database.query(sql('select id from things where org_id = $1')), /\$1|parameter/)
    await database.query(sql(insert, 'mistake', 'b', 1, null))
  })

  for (const lane of [undefined, 'a lane']) {
    test(`of transactions that wait together${lane === undefined ? '' : ` in ${lane}`}, the failing ones fail alone`, async () => {
      const group = `group ${lane}`
      await database.query(sql(insert, group, 'taken', -1, null))
      const outcomes = await Promise.allSettled(
        Array.from({ length: 300 }, (_, index) =>
          database.transaction(
            [
              sql(insert, group, `first ${index}`, index, null),
              sql(insert, group, index % 3 === 0 ? 'taken' : `second ${index}`, index, null),
            ],
            lane,
          ),
        ),
      )
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      assert.equal(failures.length, 100)
      for (const failure of failures) assert.ok(failure instanceof ConstraintFailure)
      const rows = await database.query(sql('select amount from things where org_id = $1 and amount >= 0', group))
      assert.equal(rows.length, 400)
      assert.ok(rows.every((row) => Number(row.amount) % 3 !== 0))
    })
  }

  test('runs more different statements than it keeps prepared', async () => {
    for (let batch = 0; batch < 10; batch++) {
      const statements = Array.from({ length: 100 }, (_, index) => sql(`select ${batch * 100 + index} as number`))
      const results = await database.transaction(statements)
      assert.deepEqual(results.at(-1), [{ number: batch * 100 + 99 }])
    }
  })

  test('a statement that failed when it was first prepared works the next time', async () => {
    const text = 'insert into things (org_id, id, amount) values ($1, $2, $3) returning org_id'
    const ok = sql('select id from things where id = $1', 'anything')
    await assert.rejects(database.transaction([ok, sql(text, 'again', 'a', null), ok]))
    assert.deepEqual(await database.query(sql(text, 'again', 'a', 1)), [{ org_id: 'again' }])
  })

  test('a large text is read back whole', async () => {
    const large = 'é'.repeat(4_000_000)
    await database.query(
      sql(
        'insert into things (org_id, id, amount, content) values ($1, $2, $3, $4)',
        'large',
        'a',
        1,
        Buffer.from(large),
      ),
    )
    const [row] = await database.query(sql(`select content from things where org_id = 'large'`))
    assert.ok(row?.content instanceof Uint8Array)
    assert.equal(Buffer.from(row.content).toString(), large)
  })

  test('a close waits for running statements, and later ones are refused', async () => {
    const other = open.keep(await openDatabase(open.location))
    const writes = Array.from({ length: 50 }, (_, index) =>
      other.query(sql(insert, 'closing', `row ${index}`, 1, null)),
    )
    await other.close()
    assert.equal((await Promise.all(writes)).length, 50)
    await assert.rejects(other.query(sql('select 1 as one')))
    await assert.rejects(other.transaction([sql('select 1 as one')]))
  })
})
