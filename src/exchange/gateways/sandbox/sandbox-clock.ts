import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../clock/clock.ts'
import { integer } from '../../../store/database/columns.ts'
import type { Database } from '../../../store/database/database.ts'
import { passTime } from '../../../store/pass-time.ts'
import { passTimeOfVerdicts } from './ledger.ts'

/**
 * Lets time pass in the sandbox, for one organisation. Nothing runs by another time than the real
 * one: an advance moves the due times of what the organisation waits for, in the rows. So every
 * instance finds them with its next look, a lease is a lease with or without an advance, and no
 * other organisation sees anything. Source: docs/decisions/0052.
 */
export class SandboxClock {
  readonly #parts: SandboxClockParts

  constructor(parts: SandboxClockParts) {
    this.#parts = parts
  }

  /**
   * Answers how far the organisation has come. Throws `TooFarAhead`, and changes nothing, beyond
   * ten years in all.
   */
  async advance(orgId: string, ms: number): Promise<SandboxTime> {
    if (ms > aheadMsMax) throw new TooFarAhead()
    const { db, time, onAdvanced } = this.#parts
    const now = time.now()
    const pass = { orgId, ms, mostMs: aheadMsMax, now, mark: randomUUID() }
    const [[row] = []] = await db.transaction([...passTime(pass), passTimeOfVerdicts(pass)])
    if (row === undefined) throw new TooFarAhead()
    onAdvanced?.()
    const aheadMs = integer(row, 'ahead_ms')
    return { now: now + aheadMs, aheadMs }
  }
}

export interface SandboxTime {
  /** The time that the organisation has come to, ms since 1970: the real time and `aheadMs`. */
  readonly now: number
  readonly aheadMs: number
}

/** Its message is for the caller. */
export class TooFarAhead extends Error {
  override readonly name = 'TooFarAhead'

  constructor() {
    super('The clock of the sandbox may be 3650 days ahead at most')
  }
}

export interface SandboxClockParts {
  readonly db: Database
  /** The real time. */
  readonly time: Clock
  /** Things may be due; absent: no instance runs here. */
  readonly onAdvanced?: () => void
}

const aheadMsMax = 3_650 * 24 * 3_600_000
