import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { addDeliverable, entriesOf, standing } from '../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../test/support/delivery/deliveries.ts'
import { eventually } from '../../test/support/eventually.ts'
import { systemClock } from '../clock/clock.ts'
import { systemIds } from '../clock/ids.ts'
import { bareResponse, type Gateway } from '../exchange/gateway.ts'
import type { ApplyParts } from '../exchange/legs/apply.ts'
import { unobserved } from '../exchange/observer.ts'
import type { Database } from '../store/database/database.ts'
import { legCauses } from '../store/legs/leg-causes.ts'
import { stalledLegs } from '../store/legs/stalled-legs.ts'
import { retryById } from './retry-legs.ts'

eachDatabase('retry', (open) => {
  test('a stalled leg is listed; after a retry the worker asks, sends it, and it is approved', async () => {
    const db = await open()
    const sandbox = aSandbox(db)
    const calls: string[] = []
    let isDown = true
    const gateway: Gateway = {
      ...sandbox,
      async submit(transmission, signal) {
        if (isDown && transmission.corner === 'C3')
          return { kind: 'transient', response: bareResponse('TRANSPORT_ERROR', 'The line is down') }
        calls.push(`submit ${transmission.corner}`)
        return await sandbox.submit(transmission, signal)
      },
      async ask(uuid, signal) {
        calls.push('ask')
        return await sandbox.ask(uuid, signal)
      },
    }
    const exchange = anExchange(db, gateway)
    exchange.start()
    const deliverable = await addDeliverable(db)
    await eventually(async () => (await standing(db, deliverable)) === 'C3 STALLED, C5 APPROVED, PENDING')
    const [stalled, ...others] = await stalledLegs(db, deliverable.orgId)
    assert.deepEqual(others, [])
    assert.equal(stalled?.transmissionUuid, deliverable.transmissionUuids.c3)
    assert.equal(stalled?.documentNumber, deliverable.documentId)
    assert.equal(stalled?.attempts, 4)
    assert.deepEqual(await stalledLegs(db, 'another organisation'), [])
    const causesNow = async () => (await legCauses(db, { state: 'stalled', orgId: deliverable.orgId })).causes
    assert.deepEqual(
      (await causesNow()).map(({ cause, count }) => ({ cause, count })),
      [{ cause: 'The line is down', count: 1 }],
    )
    isDown = false
    calls.length = 0
    const parts = {
      db,
      clock: systemClock,
      ids: systemIds,
      random: () => 0.5,
      policy: { ...policy },
      observer: unobserved,
    }
    assert.deepEqual(await retryById(parts, deliverable.documentId), [deliverable.transmissionUuids.c3])
    await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    await exchange.stop()
    assert.deepEqual(calls, ['ask', 'submit C3'])
    assert.deepEqual(await stalledLegs(db, undefined), [])
    const caused = await db.query(sql('select cause from legs where cause is not null'))
    assert.deepEqual([await causesNow(), caused], [[], []], 'a delivered leg has no cause any more')
    const log = await entriesOf(db, deliverable)
    assert.ok(
      log.some(
        ({ event, message }) => event === 'TRANSMISSION_RETRY_C3' && message.startsWith('Retried by an operator'),
      ),
    )
    assert.match(await refusalOf(parts, deliverable.transmissionUuids.c3), /is APPROVED, not STALLED$/)
    assert.match(await refusalOf(parts, randomUUID()), /^there is no stalled leg/)
  })

  test('a leg that another operator retries meanwhile is passed over, and the others are retried', async () => {
    const db = await open()
    const { documentId, transmissionUuids } = await addDeliverable(db)
    const stall = `update legs set status = 'STALLED', next_attempt_at = null where document_id = $1`
    await db.query(sql(stall, documentId))
    const plain = { db, clock: systemClock, ids: systemIds, random: () => 0.5, policy, observer: unobserved }
    // The other operator comes after the legs have been read.
    const meanwhile: Database = {
      ...db,
      async query(statement) {
        const rows = await db.query(statement)
        if (rows.length > 0) await retryById(plain, transmissionUuids.c3)
        return rows
      },
    }
    assert.deepEqual(await retryById({ ...plain, db: meanwhile }, documentId), [transmissionUuids.c5])
    await db.query(sql(stall, documentId))
    assert.match(
      await refusalOf({ ...plain, db: meanwhile }, transmissionUuids.c3),
      /was retried or settled meanwhile$/,
    )
  })
})

async function refusalOf(parts: ApplyParts, id: string): Promise<string> {
  const retried = await retryById(parts, id)
  assert.ok('refusal' in retried)
  return retried.message
}

const policy = {
  attemptsMax: 4,
  backoffFirstMs: 5,
  backoffLastMs: 20,
  submitTimeoutMs: 1_000,
  absenceMs: 200,
  patienceMs: 60_000,
}
