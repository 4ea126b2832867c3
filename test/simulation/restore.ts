import { goOnAfterRestore, transmissionsWithoutLeg } from '../../src/store/after-restore.ts'
import type { AccessPoint } from './access-point.ts'
import type { Callers } from './callers.ts'
import type { Chaos } from './chaos.ts'
import type { Checks } from './checks.ts'
import type { WorldDatabase } from './database.ts'
import type { FeedReader } from './feed-reader.ts'
import { forgetLost } from './journal.ts'
import { organisations } from './organisations.ts'
import type { Scheduler } from './scheduler.ts'
import type { WebhookTarget } from './webhook-target.ts'

/**
 * The database is copied at some moment, and minutes later it is lost. The operator puts the copy in
 * its place, as docs/operating.md says; the access points, readers and receivers keep what they saw.
 */
export class Restore {
  readonly #parts: RestoreParts
  #copiedAt = 0
  /** How many answers callers had at the copy. */
  #answered = 0

  constructor(parts: RestoreParts) {
    this.#parts = parts
    // The copy knows neither the first word about a leg nor the second: their order is lost.
    parts.chaos.leaveOut('status: contradicts')
  }

  begin(): void {
    const { scheduler, chaos, accessPoints, violation } = this.#parts
    const copiedIn = chaos.between(5_000, 200_000)
    // What waits at the copy is sent behind it: those legs the copy must not send again.
    const awayMs = chaos.next() < 0.6 ? chaos.between(5_000, 60_000) : 0
    scheduler.after(copiedIn - awayMs, 'before the copy', undefined, () => {
      for (const accessPoint of accessPoints) accessPoint.goAway(Math.min(awayMs, copiedIn) + chaos.between(0, 10_000))
    })
    scheduler.after(copiedIn, 'the database is copied', undefined, () => {
      this.#copy()
      scheduler.after(chaos.between(10_000, 400_000), 'the database is lost', undefined, () => {
        this.#restore().catch((error: unknown) => violation('a copy is put in place', String(error)))
      })
    })
  }

  #copy(): void {
    const { database, checks, callers, scheduler } = this.#parts
    database.copy()
    checks.copy()
    this.#copiedAt = scheduler.now
    this.#answered = callers.journal.answered.length
  }

  async #restore(): Promise<void> {
    const { database, chaos, checks, callers, readers, target, accessPoints, endInstances, startInstances } =
      this.#parts
    endInstances()
    const legs = database.rows('select document_id, transmission_uuid from legs')
    database.restore()
    // On another machine, whose clock is another one.
    if (chaos.next() < 0.6) database.jump(chaos.between(-900_000, 60_000))
    const rows = database.rows('select id, hold_reason from documents')
    const stored = new Map(
      rows.map((row) => [String(row.id), row.hold_reason === null ? undefined : String(row.hold_reason)]),
    )
    forgetLost(callers.journal, this.#answered, stored)
    for (const part of [checks, callers, target, ...readers]) part.restore()
    for (const accessPoint of accessPoints) accessPoint.restore(this.#copiedAt)
    await goOnAfterRestore(database.direct(), numbersAhead)
    const lost = legs.filter((row) => !stored.has(String(row.document_id))).map((row) => String(row.transmission_uuid))
    await this.#lostDocumentsAreNamed(lost)
    startInstances()
    for (let call = 0; call < createsAfter; call += 1)
      callers.begin('create', chaos.of(organisations), chaos.between(1_000, 60_000))
  }

  /** `lost`: the transmissions of documents that the copy does not have. */
  async #lostDocumentsAreNamed(lost: readonly string[]): Promise<void> {
    const { database, accessPoints, violation } = this.#parts
    const sent = accessPoints.flatMap(({ taken }) => [...taken.keys()])
    const named = new Set(await transmissionsWithoutLeg(database.direct(), sent))
    const missing = lost.filter((uuid) => sent.includes(uuid) && !named.has(uuid))
    if (missing.length > 0) violation('lost documents are named', missing.join())
    const known = database.rows('select transmission_uuid from legs').map((row) => String(row.transmission_uuid))
    const wrong = known.filter((uuid) => named.has(uuid))
    if (wrong.length > 0) violation('no other documents are named', wrong.join())
  }
}

export interface RestoreParts {
  readonly scheduler: Scheduler
  readonly chaos: Chaos
  readonly database: WorldDatabase
  readonly accessPoints: readonly AccessPoint[]
  readonly callers: Callers
  readonly readers: readonly FeedReader[]
  readonly target: WebhookTarget
  readonly checks: Checks
  readonly violation: (invariant: string, what: string) => void
  readonly endInstances: () => void
  readonly startInstances: () => void
}

/** Some numbers must be minted from what the copy knows. */
const createsAfter = 6
/** More than any world mints. */
const numbersAhead = 1_000
