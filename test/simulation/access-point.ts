import { createHash } from 'node:crypto'
import { mlsDocument, mlsIdentifiers, type Verdict, writeEnvelope } from '@selfbill/pint-ae/ubl'
import { writeXml } from '@selfbill/schematron/xml'
import type { Answer, Gateway, Outcome, Transmission } from '../../src/exchange/gateway.ts'
import { bareResponse } from '../../src/exchange/gateway.ts'
import { networkIds } from '../support/delivery/deliverables.ts'
import type { Chaos } from './chaos.ts'
import type { Machine } from './machine.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * The model of an access point and of the network behind it, in place of phoss-ap and our code that
 * speaks to it. Delivery and record are apart: it may have sent a document on, and know of it only
 * later. It remembers what it received, so that the checks can say what was sent twice.
 */
export class AccessPoint {
  readonly name: string
  /** Everything that arrived with an effect, by transmission. */
  readonly taken = new Map<string, Taken>()
  readonly #parts: AccessPointParts
  readonly #fates = new Map<string, Fate>()
  #awayUntil = 0
  #restores = 0

  constructor(name: string, parts: AccessPointParts) {
    this.name = name
    this.#parts = parts
  }

  /**
   * The service went back to a copy from `copiedAt`. The operator asks for every status again that
   * was taken since, and some minutes before (docs/operating.md).
   */
  restore(copiedAt: number): void {
    this.#restores += 1
    const { chaos } = this.#parts
    for (const taken of this.taken.values()) {
      if (taken.says === undefined || taken.saidAt === undefined || taken.saidAt < copiedAt - 60_000) continue
      taken.saidAt = undefined
      this.#say(taken, taken.says, chaos.between(60_000, 300_000))
    }
  }

  /** For a while it takes and answers nothing. */
  goAway(ms: number): void {
    this.#awayUntil = this.#parts.scheduler.now + ms
  }

  get #isAway(): boolean {
    return this.#parts.scheduler.now < this.#awayUntil
  }

  /** The way to it from an instance. */
  gateway(machine: Machine): Gateway {
    return {
      name: 'phoss-ap',
      accessPoint: this.name,
      start: () => undefined,
      submit: (transmission) => this.#submit(machine, transmission),
      ask: (uuid) => this.#ask(machine, uuid),
      stop: async () => undefined,
    }
  }

  async #submit(machine: Machine, transmission: Transmission): Promise<Outcome> {
    const { chaos, scheduler } = this.#parts
    const content = createHash('sha256')
    for await (const piece of transmission.document.pieces()) content.update(piece)
    // From here on nothing calls it back.
    const arrival = { transmission, content: content.digest('hex') }
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const answer = (outcome: Outcome) => {
      if (chaos.strikes('access point: answer lost')) return
      scheduler.after(chaos.between(0.5, 5), `${this.name} answers ${outcome.kind}`, machine, () => resolve(outcome))
    }
    if (chaos.strikes('access point: body lost')) return promise
    const onTheWay = chaos.strikes('access point: body late') ? chaos.between(1_000, 45_000) : chaos.between(0.5, 5)
    const what = `${this.name} receives ${transmission.corner} ${short(transmission.transmissionUuid)}`
    if (chaos.strikes('instance: paused', 0.1)) machine.standStill(chaos.pauseMs(), 'while it submits')
    scheduler.after(onTheWay, what, undefined, () => this.#receive(arrival, answer))
    return promise
  }

  #receive({ transmission, content }: Arrival, answer: (outcome: Outcome) => void): void {
    const { chaos, violation } = this.#parts
    const { transmissionUuid: uuid, corner } = transmission
    if (this.#isAway) {
      answer(noConnection)
      return
    }
    const earlier = this.taken.get(uuid)
    if (earlier !== undefined) {
      violation('a transmission is never sent twice', `${corner} ${uuid} arrives again at ${this.name}`)
      return
    }
    const fate = this.#fateOf(uuid)
    if (fate.inVain > 0) {
      fate.inVain -= 1
      answer({ kind: 'transient', response: bareResponse('TRANSPORT_ERROR', 'The receiver does not answer') })
      return
    }
    if (fate.effect === 'refused') {
      answer(refused)
      return
    }
    const taken: Taken = { uuid, corner, content, at: this.#parts.scheduler.now, says: fate.says, isGivenUp: false }
    this.taken.set(uuid, taken)
    const provider = corner === 'C3' ? { receiverProviderId } : {}
    const receipt: Outcome = { kind: 'receipt', response: bareResponse('SUCCESS', null), ...provider }
    if (fate.effect === 'retries by itself') {
      this.#tryLater(taken, fate, receipt, answer)
      return
    }
    this.#sayLater(taken, fate)
    this.#write(taken, fate, receipt)
    if (chaos.strikes('access point: reset')) answer(reset)
    else {
      const what = `${this.name} has recorded ${short(uuid)}`
      this.#parts.scheduler.after(fate.recordMs, what, undefined, () => answer(receipt))
    }
  }

  #tryLater(taken: Taken, fate: Fate, receipt: Outcome & Recorded, answer: (outcome: Outcome) => void): void {
    const { chaos, scheduler } = this.#parts
    const underway = { kind: 'underway', triesAgainAt: null, response: bareResponse('RETRYING', 'Will retry') } as const
    taken.record = underway
    answer(underway)
    scheduler.after(chaos.between(5_000, 400_000), `${this.name} tries ${short(taken.uuid)} again`, undefined, () => {
      if (fate.isDeliveredLater) {
        taken.record = receipt
        this.#sayLater(taken, fate)
      } else {
        taken.isGivenUp = true
        taken.record = { kind: 'stuck', isForAll: false, response: bareResponse('GIVEN_UP', 'Tried in vain') }
      }
    })
  }

  #write(taken: Taken, { recordMs }: Fate, receipt: Outcome & Recorded): void {
    this.#parts.scheduler.after(recordMs, `${this.name} writes its record of ${short(taken.uuid)}`, undefined, () => {
      taken.record = receipt
    })
  }

  #ask(machine: Machine, uuid: string): Promise<Answer> {
    const { chaos, scheduler } = this.#parts
    const { promise, resolve } = Promise.withResolvers<Answer>()
    if (chaos.strikes('access point: no answer to a question')) return promise
    scheduler.after(chaos.between(0.5, 5), `${this.name} is asked about ${short(uuid)}`, undefined, () => {
      const answer: Answer = this.#isAway ? noConnection : (this.taken.get(uuid)?.record ?? absent)
      const label = `${this.name} answers ${answer.kind} about ${short(uuid)}`
      scheduler.after(chaos.between(0.5, 5), label, machine, () => resolve(answer))
    })
    return promise
  }

  /** What the network does with a transmission, however often it comes. */
  #fateOf(uuid: string): Fate {
    const { chaos } = this.#parts
    const known = this.#fates.get(uuid)
    if (known !== undefined) return known
    const effect = chaos.strikes('access point: refused')
      ? 'refused'
      : chaos.strikes('access point: retries by itself')
        ? 'retries by itself'
        : 'delivered'
    const says = chaos.strikes('status: none') ? undefined : chaos.of(['AP', 'AP', 'AP', 'AB', 'RE'] as const)
    const fate: Fate = {
      inVain: chaos.strikes('access point: in vain') ? 1 + chaos.below(3) : 0,
      effect,
      isDeliveredLater: chaos.next() < 0.7,
      recordMs: chaos.strikes('access point: record late') ? chaos.between(100, 500_000) : chaos.between(0, 5),
      says,
    }
    this.#fates.set(uuid, fate)
    return fate
  }

  /** The statuses that follow a delivery, also those of strangers. */
  #sayLater(taken: Taken, { says, recordMs }: Fate): void {
    const { chaos } = this.#parts
    taken.isDelivered = true
    if (chaos.strikes('status: of a stranger')) this.#say(taken, 'RE', chaos.between(1, 60_000), strangerId)
    if (says === undefined) return
    const isEarly = chaos.strikes('status: before the receipt')
    const usual = isEarly ? chaos.between(0, recordMs) : recordMs + chaos.between(10, 5_000)
    const ms = chaos.strikes('status: late') ? usual + chaos.between(60_000, 900_000) : usual
    this.#say(taken, says, ms)
    if (chaos.strikes('status: twice')) this.#say(taken, says, ms + chaos.between(0, 2_000))
    // Only the first one counts; a contradiction comes when that has certainly been taken.
    if (chaos.strikes('status: contradicts')) {
      taken.contradiction = () => this.#say(taken, says === 'RE' ? 'AP' : 'RE', chaos.between(0, 60_000))
    }
  }

  #say(taken: Taken, responseCode: Verdict['responseCode'], ms: number, stranger?: string): void {
    const { scheduler, ids } = this.#parts
    const senderId = stranger ?? (taken.corner === 'C5' ? networkIds.authorityId : receiverProviderId)
    const verdict: Verdict = {
      id: ids(),
      referenceId: taken.uuid,
      responseCode,
      issuedAt: '2026-07-15T10:00:00.000Z',
      senderId,
      receiverId: networkIds.serviceProviderId,
      description: responseCode === 'RE' ? 'Rejected' : null,
      issues: responseCode === 'RE' ? [{ lineId: 'NA', description: 'Broken', statusReasonCode: 'BV' }] : [],
    }
    const label = `status ${responseCode} about ${short(taken.uuid)}${stranger === undefined ? '' : ' by a stranger'}`
    scheduler.after(ms, `${label} leaves`, undefined, () => this.#bring({ verdict, label, taken, stranger, tries: 0 }))
  }

  /** Brings a status to any instance until one has taken it. */
  #bring(status: BroughtStatus): void {
    const { chaos, scheduler, receivers, ids } = this.#parts
    const again = () => {
      const next = { ...status, tries: status.tries + 1 }
      scheduler.after(chaos.between(20_000, 60_000), `${status.label} leaves again`, undefined, () => this.#bring(next))
    }
    const listening = receivers()
    if (listening.length === 0) {
      again()
      return
    }
    const receiver = chaos.of(listening)
    let isAnswered = false
    const { senderId, receiverId } = status.verdict
    const header = { ...mlsIdentifiers, instanceId: ids(), senderId, receiverId, country: 'AE', mlsTo: null }
    const createdAt = Math.floor(scheduler.now)
    const envelope = writeEnvelope({ ...header, createdAt }, writeXml(mlsDocument(status.verdict)))
    const limit = scheduler.after(30_000, `${status.label} is not answered`, undefined, () => {
      isAnswered = true
      again()
    })
    const { machine } = receiver
    const restores = this.#restores
    scheduler.after(chaos.between(0.5, 5), `${status.label} reaches ${machine.name}`, machine, () => {
      const answered = (isTaken: boolean) => {
        if (chaos.strikes('status: its answer is lost')) return
        scheduler.after(chaos.between(0.5, 5), `${status.label} is ${isTaken ? 'taken' : 'put off'}`, undefined, () => {
          // A database that is lost has taken it.
          if (isAnswered || restores !== this.#restores) return
          isAnswered = true
          limit()
          if (!isTaken) again()
          else if (status.stranger === undefined) {
            status.taken.saidAt = scheduler.now
            status.taken.contradiction?.()
            delete status.taken.contradiction
          }
        })
      }
      receiver.receive(envelope).then(
        () => answered(true),
        () => answered(false),
      )
    })
  }
}

export interface AccessPointParts {
  readonly scheduler: Scheduler
  readonly chaos: Chaos
  /** A UUID. */
  readonly ids: () => string
  /** The instances that can be reached now. */
  readonly receivers: () => readonly StatusReceiver[]
  readonly violation: (invariant: string, what: string) => void
}

export interface StatusReceiver {
  readonly machine: Machine
  /** Rejects when the status should come again. */
  receive(envelope: string): Promise<unknown>
}

type Recorded = Exclude<Answer, { readonly kind: 'absent' }>

/** A transmission that the access point has. */
export interface Taken {
  readonly uuid: string
  readonly corner: 'C3' | 'C5'
  readonly content: string
  /** The true time. */
  readonly at: number
  readonly says: Fate['says']
  record?: Recorded
  isDelivered?: boolean
  isGivenUp: boolean
  /** When its status was taken by an instance. */
  saidAt?: number | undefined
  contradiction?: () => void
}

interface Fate {
  /** So many attempts have no effect. */
  inVain: number
  readonly effect: 'delivered' | 'refused' | 'retries by itself'
  readonly isDeliveredLater: boolean
  /** From the delivery until the access point knows of it. */
  readonly recordMs: number
  readonly says: 'AP' | 'AB' | 'RE' | undefined
}

interface Arrival {
  readonly transmission: Transmission
  readonly content: string
}

interface BroughtStatus {
  readonly verdict: Verdict
  readonly label: string
  readonly taken: Taken
  readonly stranger: string | undefined
  readonly tries: number
}

export function short(uuid: string): string {
  return uuid.slice(-6)
}

const receiverProviderId = '0242:000305'
const strangerId = '0242:000999'
const absent: Answer = { kind: 'absent', isFinal: false }
const noConnection = {
  kind: 'outage',
  hasMaybeLeft: false,
  response: bareResponse('UNREACHABLE', 'No connection'),
} as const
const reset: Outcome = { kind: 'outage', hasMaybeLeft: true, response: bareResponse('RESET', 'The connection broke') }
const refused: Outcome = { kind: 'permanent', response: bareResponse('REFUSED', 'The receiver is not registered') }
