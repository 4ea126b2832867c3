import type { Clock } from '../../../clock/clock.ts'
import { integer, onlyRow } from '../../../store/database/columns.ts'
import type { Database } from '../../../store/database/database.ts'
import { sql } from '../../../store/database/database.ts'

/**
 * The clock of an exchange whose network is make-believe: the true one, until somebody lets time pass. How far it is ahead
 * stands in the database: every instance and the command line share it, and see an advance within a second. It never goes
 * back. Whoever sleeps while it is advanced wakes when their time has come on it.
 */
export class SandboxClock implements Clock {
  readonly #parts: SandboxClockParts
  readonly #sleepers = new Set<Sleeper>()
  #aheadMs = 0
  #reading: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  /** Reads where the clock stands; `start` makes it see what others do to it. */
  static async open(parts: SandboxClockParts): Promise<SandboxClock> {
    const clock = new SandboxClock(parts)
    await clock.#read()
    return clock
  }

  private constructor(parts: SandboxClockParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#reading ??= this.#read()
        .catch((error: unknown) => this.#parts.onTrouble('clock', error))
        .finally(() => {
          this.#reading = undefined
        })
    }, readEveryMs)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#reading
  }

  now(): number {
    return this.#parts.time.now() + this.#aheadMs
  }

  get aheadMs(): number {
    return this.#aheadMs
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(sleeper.timer)
        this.#sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const sleeper: Sleeper = { until: this.now() + ms, timer: setTimeout(wake, ms), wake }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', wake)
      if (signal?.aborted) wake()
    })
  }

  /**
   * Lets `ms` pass at once, for every instance. Leases keep what is left of them: they guard work of this very moment, which
   * a jump of the clock does not end. Throws `TooFarAhead`, and changes nothing, beyond ten years in all.
   */
  async advance(ms: number): Promise<void> {
    await this.#read()
    if (this.#aheadMs + ms > aheadMsMax) throw new TooFarAhead()
    const [rows] = await this.#parts.db.transaction([
      sql(
        `insert into sandbox_clock (id, ahead_ms) values (1, $1)
         on conflict (id) do update set ahead_ms = sandbox_clock.ahead_ms + $1 returning ahead_ms`,
        ms,
      ),
      // Of every organisation: they share the one network, and its clock.
      sql('update legs set lease_until = lease_until + $1 where lease_until is not null', ms),
      sql('update webhook_deliveries set lease_until = lease_until + $1 where lease_until is not null', ms),
    ])
    this.#set(integer(onlyRow(rows), 'ahead_ms'))
  }

  async #read(): Promise<void> {
    const [row] = await this.#parts.db.query(sql('select ahead_ms from sandbox_clock where id = 1'))
    if (row !== undefined) this.#set(integer(row, 'ahead_ms'))
  }

  #set(aheadMs: number): void {
    // An answer that was on its way during an advance is older than what is known.
    if (aheadMs <= this.#aheadMs) return
    this.#aheadMs = aheadMs
    const now = this.now()
    for (const sleeper of [...this.#sleepers].toSorted((one, other) => one.until - other.until)) {
      clearTimeout(sleeper.timer)
      if (sleeper.until <= now) sleeper.wake()
      else sleeper.timer = setTimeout(sleeper.wake, sleeper.until - now)
    }
  }
}

/** Told to whoever asked, in a line. */
export class TooFarAhead extends Error {
  override readonly name = 'TooFarAhead'

  constructor() {
    super('The clock of the sandbox may be 3650 days ahead at most')
  }
}

export interface SandboxClockParts {
  readonly db: Database
  /** What it is ahead of. */
  readonly time: Clock
  readonly onTrouble: (during: 'clock', error: unknown) => void
}

interface Sleeper {
  /** On this clock. */
  readonly until: number
  timer: NodeJS.Timeout
  readonly wake: () => void
}

/** Twice a second, so that an advance elsewhere is seen within one. */
const readEveryMs = 500
const aheadMsMax = 3_650 * 24 * 3_600_000
