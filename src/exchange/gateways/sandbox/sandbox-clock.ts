import { inEnglish, message } from '@selfbill/pint-ae/messages'
import type { Clock } from '../../../clock/clock.ts'
import type { Database } from '../../../store/database/database.ts'
import { newMark } from '../../../store/new-mark.ts'
import { passTime } from '../../../store/pass-time.ts'

/**
 * Moves the sandbox's clock forward for one organisation. All clocks keep the real time; an advance
 * moves the due times in the organisation's rows. So every instance finds them at its next look,
 * leases are unaffected and other organisations see nothing. Source: docs/decisions/0052.
 */
export class SandboxClock {
  readonly #parts: SandboxClockParts

  constructor(parts: SandboxClockParts) {
    this.#parts = parts
  }

  /**
   * Returns the organisation's new time. Throws `TooFarAhead` and changes nothing beyond ten years
   * in total.
   */
  async advance(orgId: string, ms: number): Promise<SandboxTime> {
    if (ms > aheadMsMax) throw new TooFarAhead()
    const { db, time, onAdvanced } = this.#parts
    const now = time.now()
    const aheadMs = await passTime(db, { orgId, ms, mostMs: aheadMsMax, now, mark: newMark() })
    if (aheadMs === undefined) throw new TooFarAhead()
    onAdvanced?.()
    return { now: now + aheadMs, aheadMs }
  }
}

export interface SandboxTime {
  /** The organisation's time, ms since 1970: the real time plus `aheadMs`. */
  readonly now: number
  readonly aheadMs: number
}

/** The caller sees the message. */
export class TooFarAhead extends Error {
  override readonly name = 'TooFarAhead'

  constructor() {
    super(inEnglish(message('clock_too_far_ahead')))
  }
}

export interface SandboxClockParts {
  readonly db: Database
  /** The real time. */
  readonly time: Clock
  /** Called because due times may have come. Absent if no instance runs in this process. */
  readonly onAdvanced?: () => void
}

const aheadMsMax = 3_650 * 24 * 3_600_000
