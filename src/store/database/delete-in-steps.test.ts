import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { forgetAttempts, forgetDeliveries } from '../../features/webhooks/deliveries.ts'
import { removeWebhook } from '../../features/webhooks/stored-webhooks.ts'
import { Idempotency } from '../requests/idempotency.ts'
import type { Database } from './database.ts'
import { stepRowsMax } from './delete-in-steps.ts'

const day = 24 * 3_600_000
const many = 2 * stepRowsMax + 1

eachDatabase('deletions in steps', (open) => {
  let database: Database
  before(async () => {
    database = await open()
  })

  const count = async (table: string) =>
    Number((await database.query(sql(`select count(*) as found from ${table}`)))[0]?.found)
  /** Inserts rows 1, 2, 3 …; `row` gives the values of each. */
  const fill = (table: string, row: string) =>
    database.query(
      sql(
        `with recursive n (at) as (select 1 union all select at + 1 from n where at < ${many})
         insert into ${table} select ${row} from n`,
      ),
    )
  const old = () => fill('idempotency_answers', "'o', cast(at as text), 'f', 200, 't', '{}', 'b', at, null")
  /** The database, and the number of rows that each statement returned. */
  const watched = () => {
    const steps: number[] = []
    const query: Database['query'] = async (statement) => {
      const rows = await database.query(statement)
      steps.push(rows.length)
      return rows
    }
    return { steps, watched: { ...database, query } }
  }

  test('answers older than a day are deleted in steps, and no younger one', async () => {
    await old()
    const { steps, watched: through } = watched()
    await new Idempotency(through).forgetAnswers(many - 1 + day)
    assert.equal(await count('idempotency_answers'), 1)
    // None in parts; then where each of three steps ends, and the step.
    assert.deepEqual(steps, [0, 0, 0, 1, 0, 1, 0, 0, 0])
    await new Idempotency(through).forgetAnswers(many + day)
    assert.equal(await count('idempotency_answers'), 0)
  })

  test('marks are deleted when they expire', async () => {
    await fill('idempotency_marks', "'o', cast(at as text), 'm', at")
    await new Idempotency(database).forgetMarks(many - 1)
    assert.equal(await count('idempotency_marks'), 1)
  })

  test('a stop does not wait for all steps', async () => {
    await old()
    const { steps, watched: through } = watched()
    await new Idempotency(through).forgetAnswers(many + day, () => steps.length > 3)
    assert.deepEqual(steps, [0, 0, 0, 1, 0])
    assert.equal(await count('idempotency_answers'), many - stepRowsMax)
  })

  test('deliveries and attempts are deleted by their age in steps, and with their webhook', async () => {
    const deliveries = (webhook: string) =>
      fill(
        'webhook_deliveries',
        `'o', '${webhook}', at, 'e', 'DELIVERED', 1, null, null, null, 'm', at, at, null, null, null, null`,
      )
    const attempts = (webhook: string) => fill('webhook_attempts', `'o', '${webhook}', at, at, 'm', 204, null, 1, null`)
    for (const webhook of ['one', 'other']) {
      await deliveries(webhook)
      await attempts(webhook)
    }
    const { steps, watched: through } = watched()
    await forgetAttempts(through, many - 1)
    await forgetDeliveries(through, many - 1)
    assert.deepEqual([await count('webhook_deliveries'), await count('webhook_attempts')], [2, 2])
    assert.ok(Math.max(...steps) <= stepRowsMax, `${steps}`)
    await forgetAttempts(database, many)
    await forgetDeliveries(database, many)
    for (const webhook of ['one', 'other']) {
      await deliveries(webhook)
      await attempts(webhook)
    }
    await removeWebhook(through, 'o', 'one')
    assert.deepEqual([await count('webhook_deliveries'), await count('webhook_attempts')], [many, many])
    assert.ok(Math.max(...steps) <= stepRowsMax, `${steps}`)
  })
})
