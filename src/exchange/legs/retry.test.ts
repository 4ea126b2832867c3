import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, entriesOf, standing } from '../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../../test/support/delivery/deliveries.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { systemClock } from '../../clock/clock.ts'
import { stalledLegs } from '../../store/legs/stalled-legs.ts'
import { bareResponse, type Gateway } from '../gateway.ts'
import { unobserved } from '../observer.ts'
import { NotStalled, retryStalled } from './retry.ts'

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
    isDown = false
    calls.length = 0
    const parts = { db, clock: systemClock, random: () => 0.5, policy: { ...policy }, observer: unobserved }
    assert.deepEqual(await retryStalled(parts, deliverable.documentId), [deliverable.transmissionUuids.c3])
    await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    await exchange.stop()
    assert.deepEqual(calls, ['ask', 'submit C3'])
    assert.deepEqual(await stalledLegs(db, undefined), [])
    const log = await entriesOf(db, deliverable)
    assert.ok(
      log.some(
        ({ event, message }) => event === 'TRANSMISSION_RETRY_C3' && message.startsWith('Retried by an operator'),
      ),
    )
    await assert.rejects(retryStalled(parts, deliverable.transmissionUuids.c3), NotStalled)
    await assert.rejects(retryStalled(parts, randomUUID()), NotStalled)
  })
})

const policy = { attemptsMax: 4, backoffFirstMs: 5, backoffLastMs: 20, submitTimeoutMs: 1_000, patienceMs: 60_000 }
