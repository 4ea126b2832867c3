import type { Outcome } from '../gateway.ts'

/**
 * Whether the gateway works, as one worker has seen it. After some outages in a row it is open:
 * nothing is taken on, so that no leg is spent on a gateway that is away. After a while it lets one
 * through (half open), which closes it again, or opens it for twice as long. A refusal comes from a
 * gateway that works; a timeout says nothing, the receiver may be slow; nor does what was never
 * sent.
 */
export class Breaker {
  readonly #parts: BreakerParts
  #state: BreakerState
  #outages = 0
  #openings = 0
  #isTrying = false
  #opensUntil = 0

  constructor(parts: BreakerParts) {
    this.#parts = parts
    this.#state = { kind: 'closed', since: parts.now() }
  }

  get state(): BreakerState {
    return this.#state
  }

  /** How many transmissions may be taken on now. */
  allowance(): number {
    if (this.#state.kind === 'closed') return Number.POSITIVE_INFINITY
    if (this.#state.kind === 'open') {
      if (this.#parts.now() < this.#opensUntil) return 0
      this.#turn('half-open', null)
    }
    return this.#isTrying ? 0 : 1
  }

  /** So many were taken on. */
  took(count: number): void {
    if (this.#state.kind === 'half-open' && count > 0) this.#isTrying = true
  }

  /** What came of one that was taken on. */
  record(outcome: Outcome): void {
    this.#isTrying = false
    if (outcome.kind === 'unknown' || outcome.kind === 'unsent' || (outcome.kind === 'stuck' && !outcome.isForAll))
      return
    if (outcome.kind !== 'outage' && outcome.kind !== 'stuck') {
      this.#outages = 0
      this.#openings = 0
      if (this.#state.kind !== 'closed') this.#turn('closed', null)
      return
    }
    this.#outages += 1
    if (this.#state.kind === 'open' || (this.#state.kind === 'closed' && this.#outages < this.#parts.outagesMax)) return
    const { openFirstMs, openLastMs, random } = this.#parts
    const whole = Math.min(openLastMs, openFirstMs * 2 ** Math.min(this.#openings, 30))
    this.#openings += 1
    this.#opensUntil = this.#parts.now() + Math.round(whole * (1 + random() / 4))
    this.#turn('open', outcome.response.transmissionError)
  }

  #turn(kind: BreakerState['kind'], why: string | null): void {
    this.#state = { kind, since: this.#parts.now() }
    this.#parts.onChange(this.#state, why)
  }
}

export interface BreakerState {
  readonly kind: 'closed' | 'open' | 'half-open'
  /** ms since 1970. */
  readonly since: number
}

export interface BreakerPolicy {
  /** So many outages in a row open it. */
  readonly outagesMax: number
  /**
   * For how long at first, and at most; spread over a quarter more, so that instances do not come
   * back together.
   */
  readonly openFirstMs: number
  readonly openLastMs: number
}

interface BreakerParts extends BreakerPolicy {
  now(): number
  /** In [0, 1). */
  random(): number
  /** `why`: the gateway's last word, where an outage caused it. */
  onChange(state: BreakerState, why: string | null): void
}
