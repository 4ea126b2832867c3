import { isLoss } from '../../src/store/database/database.ts'
import { Random } from '../support/random.ts'
import { AccessPoint } from './access-point.ts'
import { beginning, beginsAt } from './beginning.ts'
import { Callers, callKinds } from './callers.ts'
import { Chaos, type Shrunk } from './chaos.ts'
import { Checks } from './checks.ts'
import { type Met, meetingOf } from './coverage.ts'
import { WorldDatabase } from './database.ts'
import { DocumentReads } from './document-reads.ts'
import { FeedReader } from './feed-reader.ts'
import { Instance } from './instance.ts'
import { Machine } from './machine.ts'
import { MailServer } from './mail-server.ts'
import { NewYear, newYear } from './new-year.ts'
import { organisations } from './organisations.ts'
import { Rest } from './rest.ts'
import { Restore } from './restore.ts'
import { Scheduler } from './scheduler.ts'
import { Upgrade } from './upgrade.ts'
import { WebhookTarget } from './webhook-target.ts'
import { WorldIds } from './world-ids.ts'

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
  readonly #rest: Rest
  /** In every fifth world the retention of its documents ends after all else. */
  readonly #newYear: NewYear | undefined
  /** In every fifth world texts are packed only from some moment on. */
  readonly #upgrade: Upgrade | undefined
  readonly #reads: DocumentReads
  /** In every fifth world the database is lost, and a copy put in its place. */
  readonly #restore: Restore | undefined
  readonly #ids: WorldIds
  readonly #reached = new Map<string, number>()
  readonly #met = new Map<string, number>()
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
    if (seed % 7 === 0) {
      this.#chaos.addMail(random(4), shrunk)
      this.#mail = new MailServer(this.#scheduler, this.#chaos, (mailId) => this.#database.noticesIn(mailId))
    }
    const violation = (invariant: string, what: string) => this.violate(invariant, what)
    const shared = { scheduler: this.#scheduler, chaos: this.#chaos, violation }
    this.#target = new WebhookTarget(shared)
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
      reached: (state) => count(this.#reached, state),
    })
    this.#chaos.onBlow = (trouble) => {
      for (const state of this.#checks.statesOfLegs) count(this.#met, meetingOf(trouble, state))
    }
    const instances = () => this.#instances
    const parts = {
      ...shared,
      database: this.#database,
      accessPoints: this.#accessPoints,
      callers: this.#callers,
      checks: this.#checks,
    }
    this.#rest = new Rest({ ...parts, instances })
    this.#reads = new DocumentReads({ ...parts, removed: this.#checks.retention.removed })
    if (seed % 5 === 2) this.#upgrade = new Upgrade(shared)
    if (seed % 5 === 3) this.#newYear = new NewYear({ ...parts, checks: this.#checks.retention, reads: this.#reads })
    // Mails that the copy does not know would be sent again.
    if (seed % 5 === 4 && this.#mail === undefined)
      this.#restore = new Restore({
        ...parts,
        readers: this.#readers,
        target: this.#target,
        endInstances: () => this.#endInstances(),
        startInstances: () => this.#startInstances(),
      })
    this.#database.onCommit = (changes) => this.#checks.afterCommit(changes)
  }

  /** Lives to its end, or to the first thing that must not be. */
  async live(): Promise<WorldResult> {
    const unheard = (error: unknown) => this.violate('no promise fails unheard', describe(error))
    process.on('unhandledRejection', unheard)
    try {
      this.#startInstances()
      for (let call = 0; call < callsCount; call += 1) {
        const kind = this.#chaos.of([...callKinds, 'create', 'create', 'create'] as const)
        this.#callers.begin(kind, this.#chaos.of(organisations), this.#chaos.between(100, callsMs))
      }
      this.#restore?.begin()
      this.#upgrade?.begin()
      this.#troubleLater()
      await this.#until(beginsAt + this.#chaos.faultsMs)
      this.#endFaults()
      await this.#comeToRest()
      await this.#judge()
      if (this.#newYear !== undefined && this.#violation === undefined) await this.#seeNewYear(this.#newYear)
      if ((this.#upgrade ?? this.#newYear ?? this.#restore) !== undefined) await this.#readEverything()
    } catch (error) {
      this.violate('the world goes on', describe(error))
    } finally {
      process.off('unhandledRejection', unheard)
      this.#endInstances()
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
      met: this.#met,
    }
  }

  violate(invariant: string, what: string): void {
    if (this.#violation !== undefined) return
    this.#scheduler.note(`BROKEN: ${invariant}: ${what}`)
    this.#violation = { invariant, what }
  }

  #endFaults(): void {
    this.#chaos.isOver = true
    this.#scheduler.note('the faults are over')
    for (const accessPoint of this.#accessPoints) accessPoint.goAway(0)
  }

  /** Everything is at rest. */
  async #judge(): Promise<void> {
    if (this.#violation === undefined) this.#checks.atRest()
    if (this.#violation === undefined) await this.#repeatRequests()
  }

  /** Years later, on new machines: the retention of all documents ends while things go wrong again. */
  async #seeNewYear(year: NewYear): Promise<void> {
    this.#endInstances()
    // No key lasts so long.
    this.#callers.journal.answered.length = 0
    this.#scheduler.passTo(newYear - this.#chaos.between(0, newYearMs))
    this.#chaos.isOver = false
    this.#checks.retention.begin()
    this.#startInstances()
    year.begin(newYearMs)
    this.#troubleLater()
    await this.#until(this.#scheduler.now + newYearMs)
    this.#endFaults()
    await this.#comeToRest()
    if (this.#violation !== undefined) return
    // What had an open leg goes at the next look.
    this.#callers.later(0, 'the settings again', () => year.setAgain())
    await this.#comeToRest()
    this.#checks.retention.lookAgain()
    await this.#comeToRest()
    await this.#judge()
  }

  /** Every document as callers see it, and its texts as they are stored. */
  async #readEverything(): Promise<void> {
    if (this.#violation !== undefined) return
    const isDone = await this.#within(3_600_000, this.#reads.all())
    if (!isDone) this.violate('a document that was answered is there', 'it was not read')
    if (this.#violation === undefined) await this.#reads.stored()
  }

  async #until(time: number): Promise<void> {
    while (this.#violation === undefined && (await this.#scheduler.step(time)));
  }

  #endInstances(): void {
    for (const { machine } of this.#instances) machine.isDead = true
  }

  #startInstances(): void {
    for (let at = 0; at < instancesCount; at += 1) this.#instances[at] = this.#begin(at)
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
      keepingTimes: this.#newYear && keepingTimes,
      upgrade: this.#upgrade,
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
      this.#rest.switchWebhooksOn()
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
        this.#database.jump(ms)
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
        if (this.#instances[at] === instance) this.#instances[at] = this.#begin(at)
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
      const left = this.#rest.left()
      if (left === undefined) isQuietSince = Math.min(isQuietSince, this.#scheduler.now)
      else isQuietSince = Number.POSITIVE_INFINITY
      // A late commit may still come, and a key of an instance that lost the database lapses in a minute.
      if (this.#scheduler.now - isQuietSince >= 61_000) return this.#readFeeds()
      if (this.#scheduler.now > limit) this.violate('without faults everything ends', String(left))
      this.#rest.retryStalled()
      this.#rest.switchWebhooksOn()
    }
  }

  async #readFeeds(): Promise<void> {
    const isDone = await this.#within(3_600_000, Promise.all(this.#readers.map((reader) => reader.readToEnd())))
    if (!isDone) this.violate('a reader of the feed gets every event', 'a reader did not come to the end')
    // Readers look for ever, and a request takes memory of the gate.
    const limit = this.#scheduler.now + 3_600_000
    while (this.#readers.some(({ isLooking }) => isLooking) && this.#scheduler.now < limit)
      if (!(await this.#scheduler.step(limit))) break
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
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
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

export interface WorldResult extends Met {
  readonly seed: number
  readonly violation: Violation | undefined
  readonly steps: number
  /** Of the world. */
  readonly seconds: number
  /** The same for the same history. */
  readonly digest: string
  readonly blows: readonly number[]
  readonly history: readonly string[]
}

const instancesCount = 3
/** How long things go wrong around the New Year. */
const newYearMs = 10 * 60_000
/** In production the first look comes after five minutes, and each other one after an hour. */
const keepingTimes = { firstMs: 20_000, everyMs: 150_000 }
const callsCount = 16
/** The calls begin in this time. */
const callsMs = 5 * 60_000
const restMsMax = 4 * 3_600_000
