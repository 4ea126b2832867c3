import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable, networkIds, standing } from '../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../../test/support/delivery/deliveries.ts'
import { anMls } from '../../../test/support/delivery/mls.ts'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { readExposition } from '../../../test/support/service/prometheus.ts'
import type { Clock } from '../../clock/clock.ts'
import { systemClock } from '../../clock/clock.ts'
import { bareResponse, type Gateway } from '../../exchange/gateway.ts'
import { queueFigures } from '../../store/queue-figures.ts'
import { createMetrics } from './metrics.ts'

eachDatabase('metrics of the delivery', (open) => {
  test('count documents that were accepted, rejected, refused, stalled or never answered', {
    skip: inFullRunOnly,
  }, async () => {
    const db = await open()
    const metrics = metricsOver(() => queueFigures(db, Date.now()))
    const exchange = anExchange(db, aSandbox(db), { observer: metrics.delivery })
    exchange.start()
    const lives = [
      { receiver: '1987654321', end: 'C3 APPROVED, C5 APPROVED, APPROVED' },
      { receiver: '1987654322', end: 'C3 APPROVED, C5 APPROVED, APPROVED' },
      { receiver: '1000000011', end: 'C3 REJECTED, C5 APPROVED, REJECTED' },
      { receiver: '1000000041', end: 'C3 APPROVED, C5 REJECTED, REJECTED' },
      { receiver: '1000000013', end: 'C3 FAILED, C5 APPROVED, REJECTED' },
      { receiver: '1000000024', end: 'C3 STALLED, C5 APPROVED, PENDING' },
      { receiver: '1000000031', end: 'C3 SUBMITTED, C5 APPROVED, PENDING' },
      { receiver: '1000000022', end: 'C3 APPROVED, C5 APPROVED, APPROVED' },
    ]
    const sent = await Promise.all(
      lives.map(async ({ receiver, end }) => ({ end, deliverable: await addDeliverable(db, { receiver }) })),
    )
    for (const { end, deliverable } of sent) {
      await eventually(async () => (await standing(db, deliverable)) === end, 30_000)
    }
    await exchange.stop()
    const text = await metrics.text()
    const { samples } = readExposition(text)
    const expected = {
      'selfbill_leg_outcomes_total{corner="C3",status="APPROVED"}': 4,
      'selfbill_leg_outcomes_total{corner="C3",status="REJECTED"}': 1,
      'selfbill_leg_outcomes_total{corner="C3",status="FAILED"}': 1,
      'selfbill_leg_outcomes_total{corner="C3",status="STALLED"}': 1,
      'selfbill_leg_outcomes_total{corner="C5",status="APPROVED"}': 7,
      'selfbill_leg_outcomes_total{corner="C5",status="REJECTED"}': 1,
      'selfbill_leg_outcomes_total{corner="C5",status="FAILED"}': 0,
      'selfbill_attempts_total{access_point="default",corner="C3",outcome="permanent"}': 1,
      'selfbill_attempts_total{access_point="default",corner="C3",outcome="transient"}': 4,
      'selfbill_attempts_total{access_point="default",corner="C5",outcome="receipt"}': 8,
      'selfbill_attempts_total{access_point="default",corner="C5",outcome="transient"}': 0,
      'selfbill_submit_duration_seconds_count{access_point="default",corner="C3",outcome="transient"}': 4,
      'selfbill_submit_duration_seconds_count{access_point="default",corner="C5",outcome="receipt"}': 8,
      'selfbill_inbound_envelopes_total{result="applied"}': 13,
      'selfbill_legs{corner="C3",state="stalled"}': 1,
      'selfbill_legs{corner="C3",state="submitted"}': 1,
      'selfbill_legs{corner="C3",state="due"}': 0,
      'selfbill_legs{corner="C5",state="sending"}': 0,
      'selfbill_oldest_leg_age_seconds{corner="C3",waits_for="worker"}': 0,
      selfbill_database_up: 1,
    }
    for (const [name, value] of Object.entries(expected)) assert.equal(samples.get(name), value, name)
    for (const waitsFor of ['mls', 'person']) {
      const age = samples.get(`selfbill_oldest_leg_age_seconds{corner="C3",waits_for="${waitsFor}"}`) ?? 0
      assert.ok(age > 0 && age < 60, `${waitsFor}: ${age} s`)
    }
    for (const { deliverable } of sent) {
      const { orgId, documentId, sender, receiver, transmissionUuids } = deliverable
      for (const id of [orgId, documentId, sender, receiver, transmissionUuids.c3, transmissionUuids.c5]) {
        assert.ok(!text.includes(id), `${id} is in the metrics`)
      }
    }
  })

  test('measure the time from receipt to status, and count all inbound envelopes', async () => {
    const db = await open()
    const metrics = metricsOver(async () => [])
    let passedMs = 0
    const clock: Clock = { ...systemClock, now: () => Date.now() + passedMs }
    const gateway: Gateway = {
      name: 'test',
      accessPoint: 'default',
      start() {},
      submit: async ({ corner }) =>
        corner === 'C5'
          ? { kind: 'receipt', response: bareResponse('SUCCESS', null) }
          : { kind: 'permanent', response: bareResponse('REFUSED', 'No') },
      ask: async () => ({ kind: 'absent', isFinal: true }),
      async stop() {},
    }
    const exchange = anExchange(db, gateway, { observer: metrics.delivery, clock, onNotTaken() {} })
    exchange.start()
    const deliverable = await addDeliverable(db)
    const uuid = deliverable.transmissionUuids.c5
    await eventually(async () => (await standing(db, deliverable)) === 'C3 FAILED, C5 SUBMITTED, REJECTED')
    passedMs = 400_000
    await exchange.receive(anMls({ referenceId: uuid, responseCode: 'RE' }))
    await exchange.receive(anMls({ referenceId: uuid, responseCode: 'AP' }))
    await exchange.receive(anMls({ referenceId: uuid, senderId: networkIds.serviceProviderId }))
    await exchange.receive(anMls({ referenceId: '00000000-0000-4000-8000-000000000000' }))
    await exchange.receive('<no/>')
    await exchange.stop()
    const { samples } = readExposition(await metrics.text())
    const latency = (part: string) => samples.get(`selfbill_mls_latency_seconds_${part}`)
    assert.equal(latency('count{code="RE",corner="C5"}'), 1)
    assert.equal(latency('count{code="AP",corner="C5"}'), undefined)
    assert.equal(latency('bucket{code="RE",corner="C5",le="300"}'), 0)
    assert.equal(latency('bucket{code="RE",corner="C5",le="600"}'), 1)
    for (const result of ['applied', 'noted', 'wrong_sender', 'unknown', 'unreadable']) {
      assert.equal(samples.get(`selfbill_inbound_envelopes_total{result="${result}"}`), 1, result)
    }
  })

  test('omit the queue when the database does not answer', async () => {
    const metrics = metricsOver(() => Promise.reject(new Error('away')))
    const { samples, names } = readExposition(await metrics.text())
    assert.equal(samples.get('selfbill_database_up'), 0)
    assert.ok(names.includes('selfbill_legs'))
    assert.ok(![...samples.keys()].some((name) => /^selfbill_(legs|oldest)/.test(name)))
    assert.ok(samples.has('process_resident_memory_bytes'))
  })

  test('show the queue of a database that accepts no writes, which is not up', async () => {
    const queue = async () => [{ corner: 'C3', state: 'due', legs: 2, at: Date.now() }] as const
    const metrics = metricsOver(queue, () => Promise.reject(new Error('read-only')))
    const { samples } = readExposition(await metrics.text())
    assert.equal(samples.get('selfbill_database_up'), 0)
    assert.equal(samples.get('selfbill_legs{corner="C3",state="due"}'), 2)
  })

  test('count the lost lines of the log since the start, at every read', async () => {
    const metrics = metricsOver(async () => [])
    for (const read of [1, 2]) {
      const { samples } = readExposition(await metrics.text())
      assert.equal(samples.get('selfbill_lost_log_lines_total'), 7, `read ${read}`)
    }
  })
})

function metricsOver(queue: () => ReturnType<typeof queueFigures>, proveReadiness = async () => {}) {
  return createMetrics({
    gateway: 'sandbox',
    database: 'test',
    queue,
    proveReadiness,
    memory: () => ({ heavy: 5 }),
    lostLogLines: () => 7,
    now: Date.now,
  })
}
