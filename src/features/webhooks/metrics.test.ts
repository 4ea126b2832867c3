import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { planOf } from '../../../test/support/databases/plan-of.ts'
import { readExposition } from '../../../test/support/service/prometheus.ts'
import { createMetrics } from '../../service/metrics/metrics.ts'
import type { Database, Statement } from '../../store/database/database.ts'
import { observeWebhooks } from './metrics.ts'

eachDatabase('metrics of webhooks', (open) => {
  const now = 1_800_000_000_000

  test('count attempts and outcomes of this instance', async () => {
    const { observer, samples } = watching(await open())
    observer.attempted('failed', 'PENDING', 20)
    observer.attempted('succeeded', 'DELIVERED', 700)
    const found = await samples()
    assert.equal(found.get('selfbill_webhook_outcomes_total{status="DELIVERED"}'), 1)
    assert.equal(found.get('selfbill_webhook_outcomes_total{status="FAILED"}'), 0)
    assert.equal(found.get('selfbill_webhook_attempt_duration_seconds_bucket{le="0.5",outcome="failed"}'), 1)
  })

  test('show deliveries that are due or wait, and how long the oldest has been due', async () => {
    const db = await open()
    assert.equal((await watching(db).samples()).get('selfbill_oldest_webhook_delivery_age_seconds'), 0)
    for (const [position, at] of [now - 9_000, now - 20_000, now + 1, null].entries()) {
      await db.query(
        sql(
          `insert into webhook_deliveries (org_id, webhook_id, position, event_id, status, attempts, next_attempt_at, mark,
             created_at, updated_at) values ('org-1', $1, $2, 'e', 'PENDING', 0, $3, 'm', 0, 0)`,
          `hook-${position % 2}`,
          position,
          at,
        ),
      )
    }
    const found = await watching(db).samples()
    assert.equal(found.get('selfbill_webhook_deliveries{state="due"}'), 2)
    assert.equal(found.get('selfbill_webhook_deliveries{state="waiting"}'), 1)
    assert.equal(found.get('selfbill_oldest_webhook_delivery_age_seconds'), 20)
  })

  test('omit the queue when the database does not answer', async () => {
    const away = { ...(await open()), query: () => Promise.reject(new Error('away')) }
    const found = await watching(away).samples()
    assert.ok(![...found.keys()].some((name) => /^selfbill_(oldest_)?webhook_deliver/.test(name)))
  })

  test('the queue is read from its index, never from all deliveries', async () => {
    const db = await open()
    const asked: Statement[] = []
    const query = (statement: Statement) => {
      asked.push(statement)
      return db.query(statement)
    }
    await watching({ ...db, query }).samples()
    assert.equal(asked.length, 1)
    for (const statement of asked) {
      const plan = await planOf(db, statement)
      assert.match(plan, /\bwebhook_deliveries_due\b/, plan)
      assert.doesNotMatch(plan, /Seq Scan|SCAN webhook_deliveries(?! USING)|TEMP B-TREE|Sort/, plan)
    }
  })

  function watching(db: Database) {
    const metrics = createMetrics({
      gateway: 'sandbox',
      database: 'test',
      queue: async () => [],
      proveReadiness: async () => undefined,
      memory: () => ({}),
      lostLogLines: () => 0,
      now: () => now,
    })
    const observer = observeWebhooks(metrics.instruments, db)
    return { observer, samples: async () => readExposition(await metrics.text()).samples }
  }
})
