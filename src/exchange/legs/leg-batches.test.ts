import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, standing } from '../../../test/support/delivery/deliverables.ts'
import { aCallersTrace, collectSpans, treeOf } from '../../../test/support/tracing/collected-spans.ts'
import { systemClock } from '../../clock/clock.ts'
import type { Database } from '../../store/database/database.ts'
import { tracedDatabase } from '../../store/database/traced-database.ts'
import { legOfTransmission } from '../../store/legs/legs.ts'
import { originOfRequest } from '../../tracing/origin.ts'
import { inSpan } from '../../tracing/span.ts'
import { LegBatches } from './leg-batches.ts'

eachDatabase('batches of legs', (open) => {
  const spans = collectSpans()

  test('legs in traces share a transaction with the others, and each trace shows when its leg was settled', async () => {
    const db = await open()
    let transactions = 0
    const counted: Database = {
      ...db,
      transaction(...call) {
        transactions += 1
        return db.transaction(...call)
      },
    }
    const batches = new LegBatches(tracedDatabase(counted), 0, systemClock)
    const callers = [undefined, aCallersTrace(), aCallersTrace()]
    const deliverables = await Promise.all(callers.map(() => addDeliverable(db)))
    const legs = await Promise.all(
      deliverables.map(async ({ transmissionUuids }) => legOfTransmission(db, transmissionUuids.c3)),
    )
    const results = await Promise.all(
      legs.map((leg, at) => {
        assert.ok(leg)
        const entry = { event: 'NOTED', message: '' }
        const change = { status: 'APPROVED', inDoubt: false, nextAttemptAt: undefined, endsLease: true, entry } as const
        const settle = () => batches.settle({ leg, change, now: 1 })
        const caller = callers[at]
        if (caller === undefined) return settle()
        return inSpan('submit', { origin: originOfRequest({ ...caller, tracestate: undefined }) }, settle)
      }),
    )
    assert.deepEqual(results, [true, true, true])
    for (const deliverable of deliverables) assert.match(await standing(db, deliverable), /^C3 APPROVED/)
    assert.equal(transactions, 1)
    const trees = callers.flatMap((caller) =>
      caller ? [treeOf(spans.of(caller.traceId), caller.spanId).slice(0, 3)] : [],
    )
    assert.deepEqual(trees, [
      ['submit', '  settle', '    transaction'],
      ['submit', '  settle'],
    ])
  })
})
