import { isLoss } from '../../src/store/database/database.ts'
import { Random } from '../support/random.ts'
import { AccessPoint } from './access-point.ts'
import { beginning, beginsAt, organisations } from './beginning.ts'
import { Callers, callKinds } from './callers.ts'
import { Chaos, type Shrunk } from './chaos.ts'
import { Checks } from './checks.ts'
import { WorldDatabase } from './database.ts'
import { FeedReader } from './feed-reader.ts'
import { Instance } from './instance.ts'
import { Machine } from './machine.ts'
import { MailServer } from './mail-server.ts'
import { Scheduler } from './scheduler.ts'
import { WebhookTarget } from './webhook-target.ts'

const engine = await beginning()

/**
 * A world: three instances of the service on one database, two access points, callers, readers of
 * the feed and receivers of webhooks. One number decides everything that happens in it.
 */
export class World {
  readonly #seed: number
  readonly #scheduler: Scheduler
  readonly #chaos: Chaos
  readonly #database: WorldDatabase
  readonly #accessPoints: readonly AccessPoint[]
  readonly #instances: Instance[] = []
  readonly #callers: Callers
  readonly #readers: readonly FeedReader[]
  readonly #target: WebhookTarget
  /** In every seventh world people get e-mails: it takes longer. */
  readonly #mail: MailServer | undefined
  readonly #checks: Checks
  readonly #ids: WorldIds
  readonly #reached = new Map<string, number>()
  /** Stalled legs that the operator has retried. */
  readonly #triedOnce = new Set<string>()
  #violation: Violation | undefined
  #lives = 0

  constructor(seed: number, { keepsHistory = false, ...shrunk }: WorldOptions = {}) {
    this.#seed = seed
    const random = (stream: number) => new Random(seed * 31 + stream * 1_000_003)
    this.#scheduler = new Scheduler(random(1), beginsAt)
    this.#scheduler.keepsHistory = keepsHistory
    this.#chaos = new Chaos(random(2), shrunk)
    this.#ids = new WorldIds(random(3), () => this.#scheduler.now)
    this.#database = new WorldDatabase(this.#scheduler, this.#chaos, engine)
    this.#target = new WebhookTarget(this.#scheduler, this.#chaos)
    if (seed % 7 === 0) {
      this.#chaos.addMail(random(4), shrunk)
      this.#mail = new MailServer(this.#scheduler, this.#chaos, (mailId) => this.#database.noticesIn(mailId))
    }
    const violation = (invariant: string, what: string) => this.violate(invariant, what)
    const shared = { scheduler: this.#scheduler, chaos: this.#chaos, violation }
    const receivers = () => this.#instances.filter(({ isRunning }) => isRunning)
    this.#accessPoints = ['east', 'west'].map(
      (name) => new AccessPoint(name, { ...shared, ids: () => this.#ids.transmission(), receivers }),
    )
    this.#callers = new Callers({ ...shared, instances: () => this.#instances })
    this.#readers = organisations.map((orgId) => new FeedReader(orgId, { ...shared, callers: this.#callers }))
    this.#checks = new Checks({
      ...shared,
      database: this.#database,
      accessPoints: this.#accessPoints,
      journal: this.#callers.journal,
      readers: this.#readers,
      target: this.#target,
      mail: this.#mail,
      instances: () => this.#instances.filter(({ machine }) => !machine.isDead),
      reached: (state) => this.#count(state),
    })
    this.#database.onCommit = (changes) => this.#checks.afterCommit(changes)
  }

  /** Lives to its end, or to the first thing that must not be. */
  async live(): Promise<WorldResult> {
    const unheard = (error: unknown) => this.violate('no promise fails unheard', describe(error))
    process.on('unhandledRejection', unheard)
    try {
      for (let at = 0; at < instancesCount; at += 1) this.#instances.push(this.#begin(at))
      for (let call = 0; call < callsCount; call += 1) {
        const kind = this.#chaos.of([...callKinds, 'create', 'create', 'create'] as const)
        this.#callers.begin(kind, this.#chaos.of(organisations), this.#chaos.between(100, callsMs))
      }
      this.#troubleLater()
      await this.#until(beginsAt + this.#chaos.faultsMs)
      this.#chaos.isOver = true
      this.#scheduler.note('the faults are over')
      for (const accessPoint of this.#accessPoints) accessPoint.goAway(0)
      await this.#comeToRest()
      if (this.#violation === undefined) this.#checks.atRest()
      if (this.#violation === undefined) await this.#repeatRequests()
    } catch (error) {
      this.violate('the world goes on', describe(error))
    } finally {
      process.off('unhandledRejection', unheard)
      for (const { machine } of this.#instances) machine.isDead = true
      this.#database.close()
    }
    const { steps, history } = this.#scheduler
    const { counts, blows } = this.#chaos
    const seconds = (this.#scheduler.now - beginsAt) / 1_000
    const digest = this.#scheduler.digest()
    return {
      seed: this.#seed,
      violation: this.#violation,
      steps,
      seconds,
      digest,
      counts,
      blows,
      history,
      reached: this.#reached,
    }
  }

  violate(invariant: string, what: string): void {
    if (this.#violation !== undefined) return
    this.#scheduler.note(`BROKEN: ${invariant}: ${what}`)
    this.#violation = { invariant, what }
  }

  async #until(time: number): Promise<void> {
    while (this.#violation === undefined && (await this.#scheduler.step(time)));
  }

  #begin(at: number): Instance {
    this.#lives += 1
    const machine = new Machine(`${'ABC'[at]}${this.#lives}`, this.#scheduler)
    const random = new Random(this.#seed * 17 + this.#lives)
    return new Instance(machine, {
      connection: this.#database.connection(machine),
      accessPoints: this.#accessPoints,
      ids: this.#ids,
      random: () => random.next(),
      mail: this.#mail,
      post: (order) => this.#target.post(machine, order),
      trouble: (during, error) => this.#logged(during, error),
    })
  }

  /** An instance logs an error: expected of a database that is away, and of nothing else. */
  #logged(during: string, error: unknown): void {
    const what = describe(error)
    this.#scheduler.note(`${during}: ${what.split('\n')[0]}`)
    if (!isOfFault(error)) this.violate('nothing fails but for the faults', `${during}: ${what}`)
  }

  /** From time to time something happens to an instance, an access point or the database's clock. */
  #troubleLater(): void {
    this.#scheduler.after(this.#chaos.between(2_000, 20_000), 'the weather changes', undefined, () => {
      if (this.#chaos.isOver) return
      for (const at of this.#instances.keys()) this.#troubleInstance(at)
      for (const accessPoint of this.#accessPoints) {
        if (!this.#chaos.strikes('access point: away', 0.3)) continue
        const ms = this.#chaos.between(1_000, 120_000)
        this.#scheduler.note(`${accessPoint.name} is away for ${Math.round(ms / 1_000)} s`)
        accessPoint.goAway(ms)
      }
      if (this.#chaos.strikes('database: clock jumps', 0.3)) {
        const ms = Math.round(this.#chaos.between(-600_000, 3_600_000))
        this.#scheduler.note(`the clock of the database jumps by ${ms} ms`)
        this.#database.aheadMs += ms
      }
      this.#troubleLater()
    })
  }

  #troubleInstance(at: number): void {
    const instance = this.#instances[at]
    if (instance === undefined || instance.machine.isDead) return
    const { machine } = instance
    const replace = () => {
      machine.isDead = true
      const ms = this.#chaos.between(1_000, 60_000)
      this.#scheduler.after(ms, `${machine.name} is replaced`, undefined, () => {
        this.#instances[at] = this.#begin(at)
      })
    }
    if (this.#chaos.strikes('instance: killed', 0.1)) {
      this.#scheduler.note(`${machine.name} is killed`)
      replace()
    } else if (this.#chaos.strikes('instance: paused', 0.1)) {
      machine.standStill(this.#chaos.pauseMs())
    } else if (instance.isRunning && this.#chaos.strikes('instance: stopped', 0.1)) {
      this.#scheduler.note(`${machine.name} stops`)
      void instance.stop().then(replace)
    }
  }

  /** Liveness: without faults everything ends, in a time that is long enough for every wait. */
  async #comeToRest(): Promise<void> {
    const limit = this.#scheduler.now + restMsMax
    let isQuietSince = Number.POSITIVE_INFINITY
    while (this.#violation === undefined) {
      await this.#until(this.#scheduler.now + 31_000)
      const left = this.#leftToDo()
      if (left === undefined) isQuietSince = Math.min(isQuietSince, this.#scheduler.now)
      else isQuietSince = Number.POSITIVE_INFINITY
      // A late commit may still come, and a key of an instance that lost the database lapses in a minute.
      if (this.#scheduler.now - isQuietSince >= 61_000) return this.#readFeeds()
      if (this.#scheduler.now > limit) this.violate('without faults everything ends', String(left))
      await this.#retryStalled()
    }
  }

  /** What is still under way; undefined when nothing is. */
  #leftToDo(): string | undefined {
    if (this.#callers.underWay > 0) return `${this.#callers.underWay} calls`
    const still = this.#instances.find(({ machine }) => !machine.isDead && machine.pausedUntil > this.#scheduler.now)
    if (still !== undefined) return `${still.machine.name}, which stands still`
    const [leg] = this.#database.rows(
      `select transmission_uuid, status, report, in_doubt, attempts, next_attempt_at, lease_until from legs
       where next_attempt_at is not null or lease_until is not null or status in ('SENDING', 'RETRYING') limit 1`,
    )
    if (leg !== undefined) return `the leg ${JSON.stringify(leg)}`
    const unsaid = this.#accessPoints.flatMap(({ taken }) => [...taken.values()])
    const status = unsaid.find(
      ({ isDelivered = false, says, isSaid = false }) => isDelivered && says !== undefined && !isSaid,
    )
    if (status !== undefined) return `the status of ${status.uuid}`
    const underway = unsaid.find(({ record }) => record === undefined || record.kind === 'underway')
    if (underway !== undefined) return `the record of ${underway.uuid}`
    const [waiting] = this.#database.rows('select transmission_uuid from waiting_statuses limit 1')
    if (waiting !== undefined) return `the waiting status of ${waiting.transmission_uuid}`
    const [delivery] = this.#database.rows(
      'select event_id from webhook_deliveries where next_attempt_at is not null or lease_until is not null limit 1',
    )
    if (delivery !== undefined) return `the webhook of ${delivery.event_id}`
    const mail = this.#mail && this.#checks.noticeLeft()
    if (mail !== undefined) return mail
    const [entry] = this.#database.rows(
      'select id from entries where revision is not null and feed_position is null limit 1',
    )
    return entry && `the entry ${entry.id} of the feed`
  }

  /** The operator retries what stalled; only once what the access point has given up. */
  async #retryStalled(): Promise<void> {
    if (this.#callers.underWay > 0) return
    const givenUp = new Set(
      this.#accessPoints
        .flatMap(({ taken }) => [...taken.values()])
        .flatMap((each) => (each.isGivenUp ? [each.uuid] : [])),
    )
    for (const row of this.#database.rows("select org_id, transmission_uuid from legs where status = 'STALLED'")) {
      const uuid = String(row.transmission_uuid)
      if (givenUp.has(uuid) && this.#triedOnce.has(uuid)) continue
      this.#triedOnce.add(uuid)
      this.#callers.beginRetry(String(row.org_id), uuid)
    }
  }

  async #readFeeds(): Promise<void> {
    const isDone = await this.#within(3_600_000, Promise.all(this.#readers.map((reader) => reader.readToEnd())))
    if (!isDone) this.violate('a reader of the feed gets every event', 'a reader did not come to the end')
  }

  /** Every request that was answered under its key gets the same answer again, to the byte. */
  async #repeatRequests(): Promise<void> {
    const isDone = await this.#within(3_600_000, this.#callers.repeatAll())
    if (!isDone) this.violate('a key is settled once', 'a repeated request was not answered')
  }

  /** The world goes on until the work is done; false: it was not done in that time. */
  async #within(ms: number, work: Promise<unknown>): Promise<boolean> {
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    const limit = this.#scheduler.now + ms
    while (!isDone && this.#violation === undefined && this.#scheduler.now < limit)
      await this.#until(this.#scheduler.now + 500)
    return isDone || this.#violation !== undefined
  }

  #count(state: string): void {
    this.#reached.set(state, (this.#reached.get(state) ?? 0) + 1)
  }
}

/** Ids that a seed makes again, in the order of time. */
class WorldIds {
  readonly #random: Random
  readonly #now: () => number
  #count = 0

  constructor(random: Random, now: () => number) {
    this.#random = random
    this.#now = now
  }

  document(): string {
    const time = Math.floor(this.#now()).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.#hex(3)}-8${this.#hex(3)}-${this.#number()}`
  }

  transmission(): string {
    return `${this.#hex(8)}-${this.#hex(4)}-4${this.#hex(3)}-9${this.#hex(3)}-${this.#number()}`
  }

  other(): string {
    return this.transmission()
  }

  #number(): string {
    this.#count += 1
    return `${this.#hex(6)}${this.#count.toString(16).padStart(6, '0')}`
  }

  #hex(digits: number): string {
    return Math.floor(this.#random.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  }
}

/** A lost database explains it. */
function isOfFault(error: unknown): boolean {
  if (isLoss(error)) return true
  if (error instanceof AggregateError) return error.errors.every(isOfFault)
  return error instanceof Error && error.cause !== undefined && isOfFault(error.cause)
}

function describe(error: unknown): string {
  if (error instanceof AggregateError) return `AggregateError ${error.errors.map(describe).join('; ')}`
  if (!(error instanceof Error)) return JSON.stringify(error)
  return error.cause === undefined ? (error.stack ?? error.message) : `${error.stack} because ${describe(error.cause)}`
}

export interface WorldOptions extends Shrunk {
  readonly keepsHistory?: boolean
}

export interface Violation {
  readonly invariant: string
  readonly what: string
}

export interface WorldResult {
  readonly seed: number
  readonly violation: Violation | undefined
  readonly steps: number
  /** Of the world. */
  readonly seconds: number
  /** The same for the same history. */
  readonly digest: string
  readonly counts: Chaos['counts']
  readonly blows: readonly number[]
  readonly history: readonly string[]
  readonly reached: ReadonlyMap<string, number>
}

const instancesCount = 3
const callsCount = 16
/** The calls begin in this time. */
const callsMs = 5 * 60_000
const restMsMax = 4 * 3_600_000
