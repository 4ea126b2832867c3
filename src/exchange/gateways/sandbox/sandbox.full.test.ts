import { strict as assert } from 'node:assert'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../../test/support/databases/databases.ts'
import { CountingClock } from '../../../../test/support/delivery/counting-clock.ts'
import { addDeliverable, entriesOf, standing } from '../../../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox } from '../../../../test/support/delivery/deliveries.ts'
import { anOutgoing } from '../../../../test/support/delivery/outgoing.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { systemClock } from '../../../clock/clock.ts'
import { sandboxRegister } from '../../../features/participants/sandbox-register.ts'
import type { Transmission } from '../../gateway.ts'
import type { InboundResult } from '../../inbound/inbound-result.ts'
import { specialEndpoints } from './scripts.ts'

/** The documented results in docs/sandbox.md: endpoint → `C3 …, C5 …, overall`. */
const promised = await readPromises()

test('docs/sandbox.md lists exactly the special endpoints', () => {
  const documented = [...promised.keys()].filter((endpoint) => endpoint.startsWith('1000000'))
  assert.deepEqual(documented, [...specialEndpoints.keys()])
  assert.ok(documented.length >= 12)
})

eachDatabase('sandbox', (open) => {
  test('every special endpoint ends as documented', async () => {
    const db = await open()
    const notTaken: InboundResult[] = []
    const clock = new CountingClock()
    const exchange = anExchange(db, aSandbox(db, { clock }), { clock, onNotTaken: (result) => notTaken.push(result) })
    exchange.start()
    const documents = await Promise.all(
      [...promised].map(async ([receiver, end]) => ({ end, deliverable: await addDeliverable(db, { receiver }) })),
    )
    for (const { end, deliverable } of documents) {
      await eventually(async () => (await standing(db, deliverable)) === end).catch(async () => {
        assert.equal(await standing(db, deliverable), end, deliverable.receiver)
      })
    }
    await clock.naps(30) // late verdicts must change nothing
    await exchange.stop()
    for (const { end, deliverable } of documents)
      assert.equal(await standing(db, deliverable), end, deliverable.receiver)
    assert.deepEqual(
      notTaken.map(({ kind }) => kind),
      ['unknown'], // of 1000000034
    )
    const doubled = await db.query(sql('select transmission_uuid from sandbox_transmissions where submissions > 1'))
    const resent = documents.filter(({ deliverable: { transmissionUuids } }) =>
      doubled.some((row) => Object.values(transmissionUuids).some((uuid) => uuid === row.transmission_uuid)),
    )
    assert.deepEqual(
      resent.map(({ deliverable }) => deliverable.receiver),
      ['1000000021', '1000000023', '1000000024', '1000000043'], // only transmissions that did not arrive
    )
  })

  test('second and contradicting verdicts are logged', async () => {
    const db = await open()
    const exchange = anExchange(db, aSandbox(db))
    exchange.start()
    for (const receiver of ['1000000032', '1000000033']) {
      const deliverable = await addDeliverable(db, { receiver })
      const entries = await eventually(async () => {
        const log = await entriesOf(db, deliverable)
        const verdicts = log.filter(({ event }) => event === 'MLS_RECEIVED_FROM_C3')
        return verdicts.length === 2 ? verdicts : undefined
      })
      assert.match(entries[1]?.message ?? '', /no effect, the leg is APPROVED/)
      await eventually(async () => (await standing(db, deliverable)).endsWith(', APPROVED'))
    }
    await exchange.stop()
  })

  test('after a lost answer the worker asks and does not send again, and then the verdict comes', async () => {
    const db = await open()
    // On a busy machine an early verdict can be stored before the receipt.
    const exchange = anExchange(db, aSandbox(db, { delays: { receiptMs: [0, 3], verdictMs: [500, 500] } }))
    exchange.start()
    for (const [receiver, corner] of [
      ['1000000022', 'C3'],
      ['1000000044', 'C5'],
    ] as const) {
      const deliverable = await addDeliverable(db, { receiver })
      await eventually(async () => (await standing(db, deliverable)) === promised.get(receiver))
      const log = await entriesOf(db, deliverable)
      assert.deepEqual(
        log.map(({ event }) => event).filter((event) => event.endsWith(corner)),
        ['SUBMITTED_TO', 'TRANSMISSION_RETRY', 'RECEIPT_FROM', 'MLS_RECEIVED_FROM'].map(
          (event) => `${event}_${corner}`,
        ),
      )
      assert.ok(log.every(({ message }) => !message.includes('UNVERIFIED')))
    }
    await exchange.stop()
  })

  test('a verdict still scheduled at the stop is sent after the next start', async () => {
    const db = await open()
    const slow = aSandbox(db, { delays: { receiptMs: [0, 0], verdictMs: [60_000, 60_000] } })
    const before = anExchange(db, slow)
    before.start()
    const deliverable = await addDeliverable(db)
    await eventually(async () => (await standing(db, deliverable)) === 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    await before.stop()
    assert.equal(await standing(db, deliverable), 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    const clock = { ...systemClock, now: () => Date.now() + 60_000 }
    const after = anExchange(db, aSandbox(db, { clock }), { clock })
    after.start()
    await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 APPROVED, APPROVED')
    await after.stop()
  })

  test('a rejected verdict is sent again', async () => {
    const db = await open()
    const troubles: unknown[] = []
    const clock = { ...systemClock, now: () => Date.now() + shift, sleep: (ms: number) => delay(Math.min(ms, 10)) }
    let shift = 0
    const sandbox = aSandbox(db, { clock, onTrouble: (_, error) => troubles.push(error) })
    let turns = 0
    sandbox.start(async () => {
      turns++
      if (turns === 1) throw new Error('not now')
    })
    await sandbox.submit(aTransmission({ transmissionUuid: 'brought-again' }), AbortSignal.timeout(1_000))
    await eventually(async () => troubles.length === 1)
    shift = 10_000
    await eventually(async () => turns === 2)
    await sandbox.stop()
  })

  test('other content under a known UUID is refused and does not replace the first', async () => {
    const db = await open()
    const sandbox = aSandbox(db)
    const signal = AbortSignal.timeout(5_000)
    assert.deepEqual(await sandbox.ask('content-1', signal), { kind: 'absent', isFinal: true })
    const first = aTransmission({ transmissionUuid: 'content-1' })
    assert.equal((await sandbox.submit(first, signal)).kind, 'receipt')
    assert.equal(
      (await sandbox.submit({ ...first, document: anOutgoing(`<Invoice xmlns="${invoice}">2</Invoice>`) }, signal))
        .kind,
      'permanent',
    )
    assert.equal((await sandbox.submit(first, signal)).kind, 'receipt')
    assert.equal((await sandbox.ask('content-1', signal)).kind, 'receipt')
  })

  test('an envelope that differs from its transmission, or a report that breaks its rules, is refused with a reason', async () => {
    const sandbox = aSandbox(await open())
    const signal = AbortSignal.timeout(5_000)
    const ns = 'urn:peppol:schema:taxdata:1.0'
    const report = {
      corner: 'C5',
      docTypeId: `busdox-docid-qns::${ns}::TaxData##urn:peppol:taxdata:ae-1::1.0`,
      document: anOutgoing(`<TaxData xmlns="${ns}"/>`),
    } as const
    for (const [wrong, reason] of [
      [{ document: anOutgoing('<Invoice/>') }, /not what the header calls it/],
      [{ document: anOutgoing('<Invoice') }, /not well-formed/],
      [{ receiverId: ' ' }, /must have one Identifier/],
      [{ country: ' AE' }, /differs from the transmission: country/],
      [report, /breaks IBR-TDD-01/],
    ] as const) {
      const outcome = await sandbox.submit(aTransmission({ transmissionUuid: 'wrong-1', ...wrong }), signal)
      assert.equal(outcome.kind, 'permanent')
      assert.match(outcome.response.transmissionError ?? '', reason)
    }
    assert.deepEqual(await sandbox.ask('wrong-1', signal), { kind: 'absent', isFinal: true })
  })

  test('under load only a sample of each second is checked', async () => {
    let now = 0
    const sandbox = aSandbox(await open(), { clock: { ...systemClock, now: () => now, sleep: async () => undefined } })
    const signal = AbortSignal.timeout(20_000)
    const kindOf = async (at: number) =>
      (
        await sandbox.submit(
          aTransmission({ transmissionUuid: `load-${at}`, document: anOutgoing('<Invoice/>') }),
          signal,
        )
      ).kind
    for (let at = 0; at < 5; at++) assert.equal(await kindOf(at), 'permanent')
    assert.equal(await kindOf(5), 'receipt')
    now = 1_000
    assert.equal(await kindOf(6), 'permanent')
  })

  test('a process suspended before it sent a message does not send it', async () => {
    const db = await open()
    const real = performance.now
    const clock = {
      ...systemClock,
      sleep: async () => {
        performance.now = () => real.call(performance) + 10_000
      },
    }
    const sandbox = aSandbox(db, { clock, delays: { receiptMs: [1, 1], verdictMs: [0, 0] } })
    const transmission = aTransmission({ transmissionUuid: 'stood-still' })
    try {
      assert.equal((await sandbox.submit(transmission, AbortSignal.timeout(20_000))).kind, 'unknown')
    } finally {
      performance.now = real
    }
    assert.equal((await sandbox.ask('stood-still', AbortSignal.timeout(20_000))).kind, 'absent')
  })

  // Last, because its transmissions belong to no legs.
  test('the register knows exactly the receivers that a document can be sent to', async () => {
    const sandbox = aSandbox(await open())
    const register = sandboxRegister({ authorityId: '0242:000006-TESTBED.3001' })
    const signal = AbortSignal.timeout(20_000)
    for (const receiver of [...specialEndpoints.keys(), '1987654321']) {
      const receiverId = `0235:${receiver}`
      const { kind } = await sandbox.submit(aTransmission({ transmissionUuid: `to ${receiver}`, receiverId }), signal)
      const registration = await register.lookUp(receiverId, signal)
      assert.equal(registration === undefined, kind === 'permanent', receiver)
      const received = registration?.services.map((service) => service.documentTypeId) ?? []
      assert.equal(received.includes(aTransmission({}).docTypeId), kind !== 'permanent', receiver)
    }
  })
})

const invoice = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'

function aTransmission(overrides: Partial<Transmission>): Transmission {
  return {
    transmissionUuid: 'uuid-1',
    corner: 'C3',
    senderId: '0235:1345678901',
    receiverId: '0235:1987654321',
    docTypeId: `peppol-doctype-wildcard::${invoice}::Invoice##urn:peppol:pint:selfbilling-1@ae-1::2.1`,
    processId: 'cenbii-procid-ubl::urn:peppol:bis:selfbilling',
    country: 'AE',
    createdAt: 1_000,
    document: anOutgoing(`<Invoice xmlns="${invoice}"/>`),
    ...overrides,
  }
}

async function readPromises(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(new URL('../../../../docs/sandbox.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| ([\w, ]+) \|.*\| (\w+) \| (\w+) \| (\w+) \|$/gm)]
  return new Map(
    rows.flatMap(([, endpoints = '', c3, c5, overall]) =>
      endpoints
        .split(', ')
        .map((endpoint) => [endpoint.replace('any other', '1987654321'), `C3 ${c3}, C5 ${c5}, ${overall}`]),
    ),
  )
}
