import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { readEnvelope } from '@selfbill/pint-ae/read-envelope'
import { aDeliverable } from '../../../../test/support/delivery/deliverables.ts'
import { anOutgoing } from '../../../../test/support/delivery/outgoing.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { type Behaviour, type PhossApStub, startPhossAp } from '../../../../test/support/network/phoss-ap-stub.ts'
import { troubleIn } from '../../../../test/support/trouble-words.ts'
import type { Outcome, Transmission } from '../../gateway.ts'
import { createPhossAp } from './phoss-ap.ts'
import { readSendingReport } from './sending-report.ts'

// Tests the driver with every answer that an access point was seen to give.

let stub: PhossApStub
before(async () => {
  stub = await startPhossAp()
})
after(() => stub.close())
beforeEach(() => {
  stub.behave = () => 'delivered'
  stub.gate = 'open'
  stub.submitted.length = 0
})

const inTime = () => AbortSignal.timeout(2_000)
const driver = (overrides: { url?: string; token?: string; mlsTo?: string } = {}) =>
  createPhossAp({
    name: 'default',
    url: new URL(overrides.url ?? stub.url),
    token: overrides.token ?? stub.token,
    mlsTo: overrides.mlsTo,
    connectTimeoutMs: 5_000,
  })

test('an envelope is sent as we write it, and its report is read in full', async () => {
  const transmission = aTransmission()
  const outcome = await driver({ mlsTo: '0242:990001-INV.TEST' }).submit(transmission, inTime())
  assert.deepEqual(outcome, {
    kind: 'receipt',
    receiverProviderId: '0242:000306',
    response: {
      conversationId: `${transmission.transmissionUuid}@conversation`,
      messageId: `${transmission.transmissionUuid}@phoss-ap`,
      overallDurationToTransmit: 446,
      transmissionError: null,
      transmissionErrors: [],
      transmissionResult: 'SUCCESS',
    },
  })
  const envelope = readEnvelope(stub.envelopes.get(transmission.transmissionUuid) ?? '')
  assert.equal(envelope.instanceId, transmission.transmissionUuid)
  assert.equal(envelope.senderId, transmission.senderId)
  assert.equal(envelope.docTypeId, transmission.docTypeId)
  assert.equal(envelope.country, 'AE')
  assert.equal(envelope.mlsType, 'ALWAYS_SEND')
  assert.equal(envelope.mlsTo, '0242:990001-INV.TEST')
})

test('an address with a path is the base of every call', async () => {
  const outcome = await driver({ url: `${stub.url}/somewhere/` }).submit(aTransmission(), inTime())
  assert.equal(outcome.kind, 'outage')
  assert.match(outcome.response.transmissionError ?? '', /GATEWAY_URL/)
})

test('a delivery is a success, whatever else its report says', () => {
  const uuid = randomUUID()
  const report = {
    sbdhInstanceIdentifier: uuid,
    sendingSuccess: true,
    overallSuccess: false,
    sendingResult: 'INVALID_REPORT',
    sendingError: 'The report for the statistics failed',
    as4ResponseErrors: [{ errorCode: 'EBMS:0004', description: 'Rejected' }],
  }
  const read = readSendingReport(Buffer.from(JSON.stringify(report)), uuid)
  assert.equal(read?.isDelivered, true)
  assert.equal(read.response.transmissionResult, 'SUCCESS')
  assert.deepEqual(troubleIn(read.response, new Set()), [])
})

/** Behaviour → the outcome, and a pattern for the response. */
const cases: readonly (readonly [Behaviour, Outcome['kind'], RegExp])[] = [
  ['delivered', 'receipt', /"SUCCESS"/],
  ['unreported', 'receipt', /"SUCCESS"/],
  ['retrying', 'underway', /'https:\/\/ap.example\/as4'\. Connection refused.*"TRANSPORT_ERROR"/],
  ['receiver-error', 'underway', /"EBMS:0004","description":"Other: An error: Not processed"\}\]/],
  ['unregistered', 'permanent', /not registered in the Peppol Network: no NAPTR record.*"LOOKUP_ERROR"/],
  ['no-dns', 'stuck', /Technical DNS failure.*"LOOKUP_ERROR"/],
  ['given-up', 'stuck', /Connection refused/],
  ['refused', 'permanent', /Failed to submit outbound SBD transaction.*"REFUSED"/],
  ['bad-request', 'unknown', /"HTTP_400"/],
  ['disabled', 'outage', /sending is disabled.*"HTTP_404"/],
  ['redirect', 'outage', /"HTTP_302"/],
  ['broken', 'outage', /"HTTP_500"/],
  ['crashed', 'outage', /"HTTP_500"/],
  ['lost', 'unknown', /no answer in time/],
  ['half', 'unknown', /aborted|broke off/],
  ['huge', 'unknown', /larger than 5242880 bytes/],
  ['switched', 'unknown', /closed without an answer/],
  ['reset', 'unknown', /ECONNRESET|socket hang up/],
  ['proxy 502', 'outage', /"HTTP_502"/],
  // It was delivered, as its records say.
  ['garbage', 'receipt', /"SUCCESS"/],
]

for (const [behaviour, kind, said] of cases) {
  test(`${behaviour}: ${kind}`, async () => {
    stub.behave = () => behaviour
    const gateway = driver()
    const transmission = aTransmission()
    const outcome = await gateway.submit(transmission, AbortSignal.timeout(behaviour === 'lost' ? 300 : 5_000))
    assert.equal(outcome.kind, kind, JSON.stringify(outcome))
    assert.match(JSON.stringify(outcome.response), said)
    assert.doesNotMatch(JSON.stringify(outcome), new RegExp(`${stub.token}|stackTrace|at x.y.Z`))
    assert.ok(stub.submitted.length <= 1)
    // A message that may have been sent is found by asking; one that was not sent is absent.
    if (kind === 'outage') assert.equal(outcome.kind === 'outage' && outcome.hasMaybeLeft, behaviour !== 'disabled')
    const isAbsent = ['bad-request', 'disabled', 'redirect', 'broken', 'refused'].includes(behaviour)
    const isDelivered = !isAbsent && ['unknown', 'receipt', 'outage'].includes(kind)
    const answer = await gateway.ask(transmission.transmissionUuid, inTime())
    const later = isDelivered ? 'receipt' : isAbsent ? 'absent' : kind
    assert.equal(answer.kind, later)
  })
}

test('whatever a proxy answers, the access point may have the message', async () => {
  for (const status of [302, 400, 401, 403, 404, 405, 408, 413, 425, 429, 499, 500, 502, 503, 504, 520]) {
    stub.behave = () => `proxy ${status}`
    const outcome = await driver().submit(aTransmission(), inTime())
    const isDoubt = outcome.kind === 'unknown' || (outcome.kind === 'outage' && outcome.hasMaybeLeft)
    assert.ok(isDoubt, `${status}: ${JSON.stringify(outcome)}`)
  }
})

test('an absence is not final: the access point may be about to write its record', async () => {
  stub.behave = () => 'late'
  stub.lateMs = 400
  const transmission = aTransmission()
  assert.equal((await driver().submit(transmission, AbortSignal.timeout(100))).kind, 'unknown')
  assert.deepEqual(await driver().ask(transmission.transmissionUuid, inTime()), { kind: 'absent', isFinal: false })
  await eventually(async () => !stub.isTaking(transmission.transmissionUuid))
  assert.equal((await driver().ask(transmission.transmissionUuid, inTime())).kind, 'receipt')
})

test('while the access point keeps trying, it is asked again after its next try', async () => {
  stub.behave = () => 'retrying'
  const outcome = await driver().submit(aTransmission(), inTime())
  assert.ok(outcome.kind === 'underway' && (outcome.triesAgainAt ?? 0) > Date.now() + 60_000)
  assert.equal(outcome.receiverProviderId, '0242:000306')
})

test('an access point that is down, closed or another server is an outage, with a hint where to look', async () => {
  const transmission = aTransmission()
  const gone = await startPhossAp()
  await gone.close()
  const refused = `http://127.0.0.1:${await unusedPort()}`
  for (const [gateway, word] of [
    [driver({ url: refused }), /ECONNREFUSED/],
    [driver({ url: 'http://no-such-host.invalid' }), /ENOTFOUND|EAI_AGAIN/],
    [driver({ url: refused.replace('http', 'https') }), /ECONNREFUSED/],
    [driver({ url: stub.url.replace('http', 'https') }), /SSL|wrong version|EPROTO/i],
    [driver({ token: 'wrong' }), /GATEWAY_TOKEN.*Invalid or missing/],
  ] as const) {
    for (const outcome of [
      await gateway.submit(transmission, inTime()),
      await gateway.ask(transmission.transmissionUuid, inTime()),
    ]) {
      assert.ok(outcome.kind === 'outage' && !outcome.hasMaybeLeft, JSON.stringify(outcome))
      assert.match(outcome.response.transmissionError ?? '', word)
    }
  }
  assert.deepEqual(stub.submitted, [])
  for (const gate of ['unavailable', 'silent', 'elsewhere'] as const) {
    stub.gate = gate
    const answer = await driver().ask(transmission.transmissionUuid, AbortSignal.timeout(200))
    assert.equal(answer.kind, 'outage', gate)
  }
})

test("an access point's own fault does not blame the receiver, and delays the other legs", async () => {
  stub.behave = () => 'no-dns'
  const transmission = aTransmission()
  const outcome = await driver().submit(transmission, inTime())
  assert.ok(outcome.kind === 'stuck' && outcome.isForAll)
  const answer = await driver().ask(transmission.transmissionUuid, inTime())
  assert.ok(answer.kind === 'stuck' && !answer.isForAll, 'an old record says nothing about the present')
  stub.behave = () => 'refused'
  stub.isHealthy = false
  const unwell = await driver().submit(aTransmission(), inTime())
  stub.isHealthy = true
  assert.ok(unwell.kind === 'outage' && unwell.hasMaybeLeft)
  assert.match(unwell.response.transmissionError ?? '', /not healthy/)
})

test('used-up attempts are not final: only a lookup can say that the receiver cannot get it', async () => {
  stub.behave = () => 'given-up'
  const outcome = await driver().submit(aTransmission(), inTime())
  assert.ok(outcome.kind === 'stuck' && !outcome.isForAll)
  assert.equal(outcome.receiverProviderId, '0242:000306')
  const uuid = randomUUID()
  const unregistered = "The participant ID 'x' is not registered in the Peppol Network. Technical details: "
  for (const [errorDetails, kind] of [
    ['Wrapped Phase4Exception', 'stuck'],
    ['Error in AS4 sending with result code AS4_ERROR_MESSAGE_RECEIVED', 'stuck'],
    [null, 'stuck'],
    [`${unregistered}Technical DNS failure resolving 'x' [TRY_AGAIN]: network error`, 'stuck'],
    [`${unregistered}no NAPTR record`, 'permanent'],
    ['Failed to resolve SMP endpoint (0235:1, Invoice, selfbilling, peppol-transport-as4-v2_0)', 'permanent'],
  ] as const) {
    stub.records.set(uuid, { status: 'permanently_failed', attemptCount: 3, errorDetails, nextRetryDT: null })
    assert.equal((await driver().ask(uuid, inTime())).kind, kind, errorDetails ?? 'nothing')
  }
  // A report has its own field for the lookup, whatever the field says.
  stub.behave = () => 'not-looked-up'
  assert.equal((await driver().submit(aTransmission(), inTime())).kind, 'permanent')
})

test('a transmission that it holds twice is never sent a third time', async () => {
  stub.behave = () => 'retrying'
  const transmission = aTransmission()
  await driver().submit(transmission, inTime())
  const outcome = await driver().submit(transmission, inTime())
  assert.ok(outcome.kind === 'stuck' && !outcome.isForAll)
  assert.match(outcome.response.transmissionError ?? '', /Connection refused; its records no longer answer for it/)
})

test('a process suspended before it was connected does not send', async () => {
  const real = performance.now
  const transmission = aTransmission()
  const submitting = driver().submit(transmission, inTime())
  // The call begins with the first piece of the document. A connection takes at least one round of
  // the event loop.
  for (let turn = 0; turn < 1_000; turn += 1) await undefined
  performance.now = () => real.call(performance) + 60_000
  try {
    const outcome = await submitting
    assert.ok(outcome.kind === 'outage' && !outcome.hasMaybeLeft, JSON.stringify(outcome))
  } finally {
    performance.now = real
  }
  assert.deepEqual(stub.submitted, [])
})

test('records that are unreadable, or about another transmission, do not count as an answer', async () => {
  const uuid = randomUUID()
  const record = { status: 'sent', attemptCount: 1, errorDetails: null, nextRetryDT: null }
  for (const [status, kind] of [
    ['sent', 'receipt'],
    ['pending', 'underway'],
    ['sending', 'underway'],
    ['failed', 'underway'],
    ['rejected', 'permanent'],
    ['permanently_failed', 'stuck'],
    ['on holiday', 'outage'],
  ] as const) {
    stub.records.set(uuid, { ...record, status, errorDetails: 'why\u0000not' })
    const answer = await driver().ask(uuid, inTime())
    assert.equal(answer.kind, kind, status)
    assert.doesNotMatch(JSON.stringify(answer), /u0000/)
  }
  stub.records.set(uuid, Object.assign({ ...record }, { sbdhInstanceID: randomUUID() }))
  assert.equal((await driver().ask(uuid, inTime())).kind, 'outage')
})

function aTransmission(): Transmission {
  const { sender, receiver, transmissionUuids, createdAt } = aDeliverable()
  const invoice = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
  return {
    transmissionUuid: transmissionUuids.c3,
    corner: 'C3',
    senderId: `0235:${sender}`,
    receiverId: `0235:${receiver}`,
    docTypeId: `peppol-doctype-wildcard::${invoice}::Invoice##urn:peppol:pint:selfbilling-1@ae-1::2.1`,
    processId: 'cenbii-procid-ubl::urn:peppol:bis:selfbilling',
    country: 'AE',
    createdAt,
    document: anOutgoing(`<Invoice xmlns="${invoice}"/>`),
  }
}

/** A port without a listener. */
async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 1
}
