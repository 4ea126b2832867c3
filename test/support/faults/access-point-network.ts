import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { readEnvelope } from '@selfbill/pint-ae/read-envelope'
import { isPredefinedEndpoint } from '@selfbill/pint-ae/ubl'
import { networkIds } from '../delivery/deliverables.ts'
import { anMls } from '../delivery/mls.ts'
import { type Behaviour, type PhossApStub, startPhossAp } from '../network/phoss-ap-stub.ts'
import { endOf, type Fate, fateOf, plainFate } from './fates.ts'
import type { Journal } from './journal.ts'
import { type Ends, type Network, receiverOf, withWithdrawal } from './network.ts'
import type { Plan, Trouble } from './plan.ts'
import type { DocumentRecord } from './records.ts'

/**
 * Access points behind HTTP that speak phoss-ap's contract and treat each transmission by its fate.
 * They bring statuses to any running instance. They notice when one of them receives a transmission
 * twice, which phoss-ap would send again, and when two of them receive the same one.
 */
export class AccessPointNetwork implements Network {
  static async start(plan: Plan, parts: AccessPointParts): Promise<AccessPointNetwork> {
    const stubs = await Promise.all(Array.from({ length: plan.accessPoints }, startPhossAp))
    return new AccessPointNetwork(plan, parts, stubs)
  }

  readonly environment: Readonly<Record<string, string>>
  readonly #plan: Plan
  readonly #receivers: readonly string[]
  readonly #parts: AccessPointParts
  readonly #points: readonly Point[]
  readonly #fates = new Map<string, Fate>()
  /** The envelopes received under each UUID, how often, and by which access point. */
  readonly #handed = new Map<string, { readonly envelope: string; readonly stub: PhossApStub; times: number }>()
  readonly #wrongs: string[] = []
  readonly #owed = new Set<string>()
  #isOver = false

  private constructor(plan: Plan, parts: AccessPointParts, stubs: readonly PhossApStub[]) {
    this.#plan = plan
    this.#receivers = plan.calls.flatMap(({ receivers }) => receivers)
    this.#parts = parts
    this.#points = stubs.map((stub) => ({ stub, port: Number(new URL(stub.url).port), isAway: false }))
    const list = (of: (stub: PhossApStub) => string) => stubs.map((stub, at) => `${nameOf(at)}=${of(stub)}`).join(',')
    const [only] = stubs.length === 1 ? stubs : []
    this.environment = {
      GATEWAY: 'phoss-ap',
      GATEWAY_URL: only?.url ?? list(({ url }) => url),
      GATEWAY_TOKEN: only?.token ?? list(({ token }) => token),
      'TUNING.gateway_timeout_ms': '1000',
      INBOUND_SECRET: parts.secret,
      SERVICE_PROVIDER_ID: networkIds.serviceProviderId,
      C5_RECEIVER_ID: networkIds.authorityId,
    }
    for (const stub of stubs) {
      stub.lateMs = parts.lateMs
      stub.behave = (corner, envelope) => this.#behave(stub, corner, envelope)
      stub.onDelivered = (uuid, corner) => this.#delivered(uuid, corner)
    }
  }

  endsOf(document: DocumentRecord): Ends {
    const receiver = receiverOf(document)
    const { seed, hasWithdrawals } = this.#plan
    const ends = {
      C3: isPredefinedEndpoint('0235', receiver) ? ('NOT_REQUIRED' as const) : endOf(fateOf(seed, receiver, 'C3')),
      C5: endOf(fateOf(seed, receiver, 'C5')),
    }
    return withWithdrawal(document, ends, hasWithdrawals ? endOf(plainFate) : undefined)
  }

  async losses(): Promise<readonly string[]> {
    return [...this.#wrongs, ...[...this.#owed].map((uuid) => `the status of ${uuid} was taken by nobody`)]
  }

  async suffer(trouble: Trouble, ms: number, at: number): Promise<void> {
    const point = this.#points[at]
    if (point === undefined || point.isAway) return // an absent access point cannot fail in another way
    if (trouble === 'away') {
      point.isAway = true
      await point.stub.close()
      await delay(ms)
      if (!this.#isOver) await point.stub.listen(point.port)
      point.isAway = false
      return
    }
    point.stub.gate = trouble
    await delay(ms)
    point.stub.gate = 'open'
  }

  async close(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#points.map(({ stub }) => stub.close()))
  }

  #behave(stub: PhossApStub, corner: 'C3' | 'C5', envelope: string): Behaviour {
    const uuid = readEnvelope(envelope).instanceId
    const handed = this.#handed.get(uuid) ?? { envelope, stub, times: 0 }
    this.#handed.set(uuid, handed)
    if (stub.records.has(uuid)) this.#wrongs.push(`${uuid} was handed over again, and was there already`)
    if (stub.isTaking(uuid)) this.#wrongs.push(`${uuid} was handed over again before it was recorded`)
    if (handed.stub !== stub) this.#wrongs.push(`${uuid} was handed over to two access points`)
    if (handed.envelope !== envelope) this.#wrongs.push(`${uuid} was handed over with another content`)
    const isWithdrawal = corner === 'C5' && /:DocumentTypeCode>\s*W\s*</.test(envelope)
    const receiver = this.#receivers.find((known) => envelope.includes(`>${known}<`)) ?? ''
    const fate = isWithdrawal ? plainFate : fateOf(this.#plan.seed, receiver, corner)
    this.#fates.set(uuid, fate)
    // Each is ten seconds of doubt in production.
    const inVain = this.#plan.policy === 'production' ? fate.inVain.slice(0, 1) : fate.inVain
    const behaviour = inVain[handed.times] ?? fate.behaviour
    handed.times += 1
    if (behaviour !== 'delivered') this.#parts.note.fault(`access point ${behaviour}`)
    if (behaviour === 'retrying' || behaviour === 'receiver-error') void this.#goOn(stub, uuid, fate)
    return behaviour
  }

  async #goOn(stub: PhossApStub, uuid: string, fate: Fate): Promise<void> {
    await delay(fate.laterMs)
    if (fate.isDeliveredLater) await stub.deliver(uuid)
    else stub.giveUp(uuid)
  }

  async #delivered(uuid: string, corner: 'C3' | 'C5'): Promise<void> {
    const fate = this.#fates.get(uuid) ?? plainFate
    if (fate.says === 'nothing') return
    const senderId = corner === 'C3' ? receiverProviderId : networkIds.authorityId
    const status = anMls({ referenceId: uuid, responseCode: fate.says, senderId })
    this.#owed.add(uuid)
    const bringing = async () => {
      if (!fate.isStatusFirst) await delay(fate.laterMs)
      const copies = fate.isStatusTwice ? [status, status] : [status]
      if (fate.isStatusTwice) this.#parts.note.fault('status brought twice')
      await Promise.all(copies.map((copy, at) => this.#bring(copy, fate.killsOverStatus && at === 0)))
      this.#owed.delete(uuid)
    }
    const brought = bringing()
    if (!fate.isStatusFirst) return
    this.#parts.note.fault('status before the answer')
    await Promise.race([brought, delay(statusFirstMs)])
  }

  /** Repeats until an instance accepts it; a refusal would be final. */
  async #bring(status: string, kills: boolean): Promise<void> {
    let isToKill = kills
    while (!this.#isOver) {
      const address = this.#parts.address()
      const post = fetch(`${address}/gateway/inbound`, {
        method: 'POST',
        headers: { 'content-type': 'application/xml', 'x-selfbill-secret': this.#parts.secret },
        body: status,
        signal: AbortSignal.timeout(5_000),
      })
      if (isToKill && address !== undefined) {
        isToKill = false
        this.#parts.note.fault('kill over a status')
        setTimeout(() => this.#parts.kill(address), 2)
      }
      const answer = await post
        .then(async (response) => ({ code: response.status, text: await response.text() }))
        .catch(() => undefined)
      if (answer?.code === 200) {
        if (answer.text !== '{"countryCodeC4":"AE"}') this.#wrongs.push(`a status was refused: ${answer.text}`)
        return
      }
      if (answer !== undefined && answer.code < 500) this.#wrongs.push(`a status was answered with ${answer.code}`)
      await delay(100)
    }
  }
}

interface Point {
  readonly stub: PhossApStub
  readonly port: number
  isAway: boolean
}

/** In GATEWAY_URL. */
function nameOf(at: number): string {
  return `point-${at}`
}

export interface AccessPointParts {
  /** How long a late record takes: longer than a submit and the first question about it. */
  readonly lateMs: number
  readonly note: Journal
  readonly secret: string
  /** An instance that runs, or has run. */
  address(): string | undefined
  /** The instance at that address. */
  kill(address: string): void
}

export function newSecret(): string {
  return randomBytes(24).toString('hex')
}

/** The provider in the stub's reports: POP000306. */
const receiverProviderId = '0242:000306'
/** Shorter than the longest submit. */
const statusFirstMs = 300
