import type { Clock } from '../../clock/clock.ts'
import { Loop } from '../../clock/loop.ts'
import type { BreakerState } from '../../exchange/worker/breaker.ts'
import type { AppliedMigration } from '../../store/database/applied-migrations.ts'
import { type Database, isLoss } from '../../store/database/database.ts'
import { enterInstance, type Instance, leaveInstance, renewInstance, silentMs } from '../../store/instances.ts'
import { beginOutage, endOutage, endUnseenOutages, recordOutage, sawOutage } from '../../store/outages.ts'

/**
 * Records the times when documents could not be delivered: an access point was away, the database
 * was, or no instance ran. Instances share the record: of one outage that all of them notice there
 * is one entry. Each instance shows every few seconds that it runs; the next one to start notices
 * when none did.
 */
export class OutageWatch {
  readonly #parts: OutageWatchParts
  readonly #loop: Loop
  /** Changes of access points, written one after the other. */
  #writing: Promise<void> = Promise.resolve()
  readonly #awayAccessPoints = new Set<string>()
  #databaseAway: { readonly since: number; readonly why: string } | undefined

  constructor(parts: OutageWatchParts) {
    this.#parts = parts
    const { clock, onTrouble } = parts
    this.#loop = new Loop({ clock, turn: () => this.#turn(), everyMs: beatMs, onTrouble })
  }

  /**
   * Enters this instance, and records an outage when none ran before. Call it before requests and
   * delivery begin: what waits then waited during the outage. Rejects when a newer version has
   * removed from the database what this one uses.
   */
  async start(): Promise<void> {
    const { db, onTrouble } = this.#parts
    const instance = this.#instance()
    const lastSeen = await enterInstance(db, instance)
    if (lastSeen !== undefined) {
      const outage = { cause: 'service', at: lastSeen, endedAt: instance.at } as const
      await recordOutage(db, outage).catch(onTrouble)
    }
    this.#loop.start(beatMs)
  }

  /** The breaker of an access point changed, in this instance. Returns at once. */
  gatewayChanged(accessPoint: string, { kind, since }: BreakerState, why: string | null): void {
    const { db, onTrouble } = this.#parts
    if (kind === 'half-open') return
    const isAway = kind === 'open'
    if (isAway) this.#awayAccessPoints.add(accessPoint)
    else this.#awayAccessPoints.delete(accessPoint)
    const what = { cause: 'gateway', accessPoint } as const
    const write = () =>
      isAway
        ? beginOutage(db, { ...what, reason: why?.slice(0, reasonCharactersMax), at: since }, mergeMs)
        : endOutage(db, what, since)
    this.#writing = this.#writing.then(write).catch(onTrouble)
  }

  /** Never rejects. */
  async stop(): Promise<void> {
    const { db, instanceId, onTrouble } = this.#parts
    await this.#loop.stop()
    await this.#writing
    await leaveInstance(db, instanceId).catch(onTrouble)
  }

  async #turn(): Promise<number> {
    const { db, clock, onMigrations, onDatabase } = this.#parts
    const instance = this.#instance()
    const { at } = instance
    try {
      const applied = await renewInstance(db, instance)
      onMigrations?.(applied)
      onDatabase?.()
    } catch (error) {
      if (!isLoss(error)) throw error
      this.#databaseAway ??= { since: at, why: error.message.slice(0, reasonCharactersMax) }
      return beatMs
    }
    if (this.#databaseAway !== undefined) {
      const { since, why } = this.#databaseAway
      await recordOutage(db, { cause: 'database', reason: why, at: since, endedAt: clock.now() })
      this.#databaseAway = undefined
    }
    // An outage that this instance is ending was seen until now.
    await this.#writing
    for (const accessPoint of this.#awayAccessPoints) await sawOutage(db, { cause: 'gateway', accessPoint }, at)
    await endUnseenOutages(db, 'gateway', at - silentMs)
    return beatMs
  }

  #instance(): Instance {
    const { clock, instanceId: id, newestMigration } = this.#parts
    return { id, at: clock.now(), newestMigration }
  }
}

export interface OutageWatchParts {
  readonly db: Database
  readonly clock: Clock
  /** Unique among all instances that ever use the database. */
  readonly instanceId: string
  /** The newest that this version knows. */
  readonly newestMigration: string
  /** Called every few seconds with the migrations that the database has. */
  readonly onMigrations?: (applied: readonly AppliedMigration[]) => void
  /** Called every few seconds while the database takes writes. */
  readonly onDatabase?: () => void
  readonly onTrouble: (error: unknown) => void
}

const beatMs = 10_000
/** A gateway that fails again this soon was not back. */
const mergeMs = 5 * 60_000
const reasonCharactersMax = 500
