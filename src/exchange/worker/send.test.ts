import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { aDeliverable } from '../../../test/support/delivery/deliverables.ts'
import { type PhossApStub, startPhossAp } from '../../../test/support/network/phoss-ap-stub.ts'
import { systemClock } from '../../clock/clock.ts'
import { piecesOf } from '../../store/database/stored-bytes.ts'
import { StoredText } from '../../store/database/stored-text.ts'
import type { ClaimedLeg } from '../../store/legs/leg-queue.ts'
import type { LegEntry } from '../../store/legs/legs.ts'
import { bareResponse, type Gateway, type Outcome } from '../gateway.ts'
import { createPhossAp } from '../gateways/phoss-ap/phoss-ap.ts'
import { unobserved } from '../observer.ts'
import { LargeTurns } from './large-turns.ts'
import { type SendParts, send } from './send.ts'

// How much of the documents a worker holds in memory, and what happens to a leg whose document
// cannot be read in time.

let stub: PhossApStub
before(async () => {
  stub = await startPhossAp()
})
after(() => stub.close())

const invoice = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'
const never = new AbortController().signal
const partBytes = 400_000

test('one large document is read at a time, and small ones overtake it', async () => {
  const held = { now: 0, most: 0 }
  const parts = partsFor(phossAp())
  const large = Array.from({ length: 5 }, () => aLeg(largeText(5, { held })))
  const sending = large.map((leg) => send(parts, leg, never))
  assert.equal(parts.turns.waiting, 5)
  const small = await send(parts, aLeg(shortText()), never)
  assert.equal(small.kind, 'receipt')
  assert.ok(parts.turns.waiting > 0, 'the small one overtook the large ones')
  assert.deepEqual(new Set((await Promise.all(sending)).map(({ kind }) => kind)), new Set(['receipt']))
  assert.equal(held.most, partBytes)
  for (const leg of large) assert.equal(stub.envelopes.get(leg.transmissionUuid)?.match(/~/g)?.length, 5 * partBytes)
})

test('a document that breaks off was not sent, and its turn is over', async () => {
  const parts = partsFor(phossAp())
  for (const failsAt of [0, 1, 2, 3]) {
    const broken = aLeg(largeText(3, { failsAt }))
    const [outcome, next] = await Promise.all([send(parts, broken, never), send(parts, aLeg(largeText(2, {})), never)])
    assert.ok(outcome.kind === 'unsent' && outcome.isAttempt, JSON.stringify(outcome))
    assert.match(outcome.response.transmissionError ?? '', /could not be read: the database is gone|shorter/)
    assert.equal(stub.envelopes.has(broken.transmissionUuid), false)
    assert.equal(next.kind, 'receipt')
  }
})

test('a document that is longer or shorter than its recorded size is not sent', async () => {
  for (const difference of [-1, 1]) {
    const text = largeText(2, {})
    const leg = aLeg({ ...text, bytes: text.bytes + difference })
    const outcome = await send(partsFor(phossAp()), leg, never)
    assert.ok(outcome.kind === 'unsent', JSON.stringify(outcome))
    assert.equal(stub.envelopes.has(leg.transmissionUuid), false)
  }
})

test('a process suspended with a document half sent, or all but its end, does not send the end', async () => {
  const real = performance.now
  for (const suspendedAt of [3, afterLast]) {
    const leg = aLeg(
      largeText(4, {
        onPart: (part) => {
          if (part === suspendedAt) performance.now = () => real.call(performance) + 60_000
        },
      }),
    )
    try {
      assert.equal((await send(partsFor(phossAp()), leg, never)).kind, 'unknown')
    } finally {
      performance.now = real
    }
    assert.equal(stub.envelopes.has(leg.transmissionUuid), false)
  }
})

test('a large document is not started when its turn comes too late in the lease', async () => {
  const answers = Promise.withResolvers<Outcome>()
  let submits = 0
  const gateway: Gateway = {
    ...phossAp(),
    submit: () => {
      submits += 1
      return answers.promise
    },
  }
  const parts = { ...partsFor(gateway), submitTimeoutMs: 1_000 }
  const first = send(parts, aLeg(largeText(1, {})), never)
  const stop = new AbortController()
  const [late, stopped] = [
    send(parts, aLeg(largeText(1, {}), Date.now() + 1_100), never),
    send(parts, aLeg(largeText(1, {})), stop.signal),
  ]
  await late
  stop.abort()
  for (const outcome of await Promise.all([late, stopped])) {
    assert.ok(outcome.kind === 'unsent' && !outcome.isAttempt, JSON.stringify(outcome))
  }
  answers.resolve({ kind: 'receipt', response: bareResponse('SUCCESS', null) })
  assert.equal((await first).kind, 'receipt')
  assert.equal((await send(parts, aLeg(largeText(1, {})), never)).kind, 'receipt')
  assert.equal(submits, 2)
})

test('a turn ends when the document has been read, before the receiver answers', async () => {
  const answered: (() => void)[] = []
  const gateway: Gateway = {
    ...phossAp(),
    submit: async ({ document }) => {
      for await (const piece of document.pieces()) assert.ok(piece.length > 0)
      await new Promise<void>((resolve) => answered.push(resolve))
      return { kind: 'receipt', response: bareResponse('SUCCESS', null) }
    },
  }
  const parts = partsFor(gateway)
  const sending = [1, 2, 3].map(() => send(parts, aLeg(largeText(1, {})), never))
  while (answered.length < 3) await new Promise((resolve) => setImmediate(resolve))
  for (const answer of answered) answer()
  for (const { kind } of await Promise.all(sending)) assert.equal(kind, 'receipt')
})

test('a leg in doubt is sent only after two absences, with the whole wait between them on a steady clock', async () => {
  const now = 10_000_000
  const clock = (steadySince: number) => ({ ...systemClock, now: () => now, steadySince: () => steadySince })
  for (const [absentAt, steadySince, isSent] of [
    [undefined, 0, false],
    [now - 600_000, 0, true],
    [now - 599_999, 0, false],
    [now - 3_600_000, 0, true],
    // The clock jumped forward meanwhile, or this process is younger than the first answer.
    [now - 3_600_000, now - 60_000, false],
  ] as const) {
    const log: string[] = []
    const gateway = absentGateway(log)
    const recordAgain = async ({ event }: LegEntry) => {
      log.push(event)
      return 'recorded' as const
    }
    const parts = { ...partsFor(gateway), clock: clock(steadySince), recordAgain }
    const leg = { ...aLeg(shortText(), now + 120_000), inDoubt: true, absentAt }
    const outcome = await send(parts, leg, never)
    assert.deepEqual(log, isSent ? ['ask', 'SUBMITTED_AGAIN_TO_C3', 'submit'] : ['ask'])
    if (isSent) continue
    const isStanding = absentAt !== undefined && absentAt >= steadySince
    assert.ok(outcome.kind === 'unconfirmed', outcome.kind)
    assert.equal(outcome.absentSince, isStanding ? absentAt : now)
  }
})

test('a leg that has changed, or whose log cannot be written, is not sent again', async () => {
  for (const [recordAgain, kind] of [
    [async () => 'changed' as const, 'unsent'],
    [() => Promise.reject(new Error('the database is away')), 'unsent'],
    [async () => 'judged' as const, 'stuck'],
  ] as const) {
    const log: string[] = []
    const leg = { ...aLeg(shortText()), inDoubt: true, absentAt: Date.now() - 600_000 }
    const outcome = await send({ ...partsFor(absentGateway(log)), recordAgain }, leg, never)
    assert.equal(outcome.kind, kind)
    assert.ok(outcome.kind !== 'unsent' || !outcome.isAttempt)
    assert.deepEqual(log, ['ask'])
  }
})

test('an absence that cannot change needs no second question', async () => {
  const log: string[] = []
  await send(partsFor(absentGateway(log, true)), { ...aLeg(shortText()), inDoubt: true }, never)
  assert.deepEqual(log, ['ask', 'submit'])
})

/** Has no record of anything, and logs the calls. */
function absentGateway(log: string[], isFinal = false): Gateway {
  return {
    ...phossAp(),
    ask: async () => {
      log.push('ask')
      return { kind: 'absent', isFinal }
    },
    submit: async () => {
      log.push('submit')
      return { kind: 'receipt', response: bareResponse('SUCCESS', null) }
    },
  }
}

function partsFor(gateway: Gateway): SendParts {
  return {
    gateway,
    clock: systemClock,
    submitTimeoutMs: 30_000,
    absenceMs: 600_000,
    recordAgain: async () => 'recorded',
    observer: unobserved,
    turns: new LargeTurns(),
  }
}

function phossAp(): Gateway {
  return createPhossAp({
    name: 'default',
    url: new URL(stub.url),
    token: stub.token,
    mlsTo: undefined,
    connectTimeoutMs: 5_000,
  })
}

interface LargeTextOptions {
  /** Counts the bytes of parts whose reader has not asked for the next part yet. */
  readonly held?: { now: number; most: number }
  readonly failsAt?: number
  /** Called before each part is read, and with `afterLast` behind the last one. */
  readonly onPart?: (part: number) => void
}

const afterLast = -1

/** A long text as the database stores it: an invoice of `parts` parts. */
function largeText(parts: number, { held, failsAt, onPart }: LargeTextOptions) {
  const head = `<Invoice xmlns="${invoice}"><a>`
  const tail = '</a></Invoice>'
  const bytes = head.length + parts * partBytes + tail.length
  async function* all(): AsyncGenerator<Uint8Array, void, undefined> {
    let given = 0
    try {
      for (let at = 0; at <= parts; at += 1) {
        if (held !== undefined) held.now -= given
        given = 0
        onPart?.(at)
        if (at === failsAt) throw new Error('the database is gone')
        await new Promise((resolve) => setImmediate(resolve))
        const part = Buffer.alloc(partBytes, '~')
        given = at < parts ? partBytes : 0
        if (held !== undefined) {
          held.now += given
          held.most = Math.max(held.most, held.now)
        }
        yield at === 0 ? Buffer.concat([Buffer.from(head), part]) : at < parts ? part : Buffer.from(tail)
      }
      onPart?.(afterLast)
    } finally {
      if (held !== undefined) held.now -= given
    }
  }
  return { isLong: true, bytes, pieces: () => piecesOf('organisation', all()) }
}

function shortText(): StoredText {
  const whole = `<Invoice xmlns="${invoice}"/>`
  return new StoredText(whole)
}

function aLeg(document: ClaimedLeg['document'], leaseUntil = Date.now() + 120_000): ClaimedLeg {
  const { sender, receiver, createdAt } = aDeliverable()
  return {
    orgId: randomUUID(),
    documentId: randomUUID(),
    transmissionUuid: randomUUID(),
    revision: 1,
    corner: 'C3',
    report: undefined,
    status: 'SENDING',
    attempts: 1,
    uncounted: 0,
    inDoubt: false,
    leaseOwner: 'one',
    leaseUntil,
    submittedAt: undefined,
    receiverProviderId: undefined,
    absentAt: undefined,
    createdAt,
    mark: randomUUID(),
    senderId: `0235:${sender}`,
    receiverId: `0235:${receiver}`,
    docTypeId: `peppol-doctype-wildcard::${invoice}::Invoice##urn:peppol:pint:selfbilling-1@ae-1::2.1`,
    processId: 'cenbii-procid-ubl::urn:peppol:bis:selfbilling',
    country: 'AE',
    document,
  }
}
