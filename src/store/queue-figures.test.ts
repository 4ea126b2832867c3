import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { planOf } from '../../test/support/databases/plan-of.ts'
import { addDeliverable } from '../../test/support/delivery/deliverables.ts'
import type { Statement } from './database/database.ts'
import { type QueueFigure, queueFigures } from './queue-figures.ts'

eachDatabase('figures of the queue', (open) => {
  const now = 1_800_000_000_000

  test('every leg that has not ended counts in one state, with the longest wait', async () => {
    const db = await open()
    const legs: readonly (readonly [corner: string, set: string])[] = [
      ['C3', `status = 'PENDING', next_attempt_at = ${now - 5_000}`],
      ['C3', `status = 'RETRYING', next_attempt_at = ${now}`],
      ['C5', `status = 'RETRYING', next_attempt_at = ${now + 1}`],
      ['C5', `status = 'SENDING', next_attempt_at = null, lease_owner = 'a', lease_until = ${now + 9_000}`],
      ['C3', `status = 'SUBMITTED', next_attempt_at = null, submitted_at = ${now - 80_000}`],
      [
        'C3',
        `status = 'SUBMITTED', next_attempt_at = null, submitted_at = ${now - 60_000}, mls_overdue_at = ${now - 20}`,
      ],
      [
        'C3',
        `status = 'SUBMITTED', next_attempt_at = null, submitted_at = ${now - 90_000}, mls_overdue_at = ${now - 10}`,
      ],
      ['C5', `status = 'STALLED', next_attempt_at = null, updated_at = ${now - 700}`],
      ['C5', `status = 'APPROVED', next_attempt_at = null, lease_owner = 'a', lease_until = ${now + 9_000}`],
      ['C3', `status = 'FAILED', next_attempt_at = null, submitted_at = 1`],
    ]
    for (const [corner, set] of legs) {
      const { documentId } = await addDeliverable(db)
      const other = corner === 'C3' ? 'C5' : 'C3'
      await db.query(sql(`update legs set ${set} where document_id = $1 and corner = $2`, documentId, corner))
      await db.query(
        sql(
          `update legs set status = 'REJECTED', next_attempt_at = null where document_id = $1 and corner = $2`,
          documentId,
          other,
        ),
      )
    }
    const figures = await queueFigures(db, now)
    assert.deepEqual(figures.map(wordsOf).toSorted(), [
      'C3 due 2 since 5000',
      'C3 overdue 2 since 90000',
      'C3 sending 0',
      'C3 stalled 0',
      'C3 submitted 1 since 80000',
      'C3 waiting 0',
      'C5 due 0',
      'C5 overdue 0',
      'C5 sending 1 since -9000',
      'C5 stalled 1 since 700',
      'C5 submitted 0',
      'C5 waiting 1 since -1',
    ])
  })

  test('each figure is read from its index, never from all legs', async () => {
    const db = await open()
    const asked: Statement[] = []
    const query = (statement: Statement) => {
      asked.push(statement)
      return db.query(statement)
    }
    await queueFigures({ ...db, query }, now)
    const plans = await Promise.all(asked.map((statement) => planOf(db, statement)))
    const indexes = [
      'legs_due_of_all',
      'legs_due_of_all',
      'legs_leased',
      'legs_awaiting_mls',
      'legs_overdue',
      'legs_stalled',
    ]
    for (const [at, plan] of plans.entries()) {
      assert.match(plan, new RegExp(`\\b${indexes[at]}\\b`), plan)
      assert.doesNotMatch(plan, /Seq Scan|SCAN legs(?! USING)|TEMP B-TREE|Sort/, plan)
    }
  })

  function wordsOf({ corner, state, legs, at }: QueueFigure): string {
    return `${corner} ${state} ${legs}${at === null ? '' : ` since ${now - at}`}`
  }
})
