import { backoffMs } from '../../clock/backoff.ts'
import type { Outcome } from '../gateway.ts'

/**
 * A circuit breaker: whether the gateway works, as one worker sees it. After several outages in a
 * row it opens, and the worker claims nothing, so that no leg wastes an attempt. Later it lets one
 * transmission through (half open). Its outcome closes the breaker, or opens it for twice as long.
 * A refusal comes from a working gateway. A timeout proves nothing, since the receiver may be slow;
 * nor does a transmission that was never sent.
 */
export class Breaker {
  readonly #parts: BreakerParts
  #state: BreakerState
  #outages = 0
  #openings = 0
  #isProbing = false
  #openUntil = 0

  constructor(parts: BreakerParts) {
    this.#parts = parts
    this.#state = { kind: 'closed', since: parts.now() }
  }

  get state(): BreakerState {
    return this.#state
  }

  /** True if one transmission may start to find out whether the gateway is back, and none has. */
  get wantsProbe(): boolean {
    return this.#state.kind === 'half-open' && !this.#isProbing
  }

  /** How many transmissions may start now. */
  allowance(): number {
    if (this.#state.kind === 'closed') return Number.POSITIVE_INFINITY
    if (this.#state.kind === 'open') {
      if (this.#parts.now() < this.#openUntil) return 0
      this.#changeTo('half-open', null)
    }
    return this.#isProbing ? 0 : 1
  }

  /** Call after `count` transmissions were claimed. */
  recordClaimed(count: number): void {
    if (this.#state.kind === 'half-open' && count > 0) this.#isProbing = true
  }

  /** Call with the outcome of each claimed transmission. */
  record(outcome: Outcome): void {
    this.#isProbing = false
    if (outcome.kind === 'unknown' || outcome.kind === 'unsent' || (outcome.kind === 'stuck' && !outcome.isForAll))
      return
    if (outcome.kind !== 'outage' && outcome.kind !== 'stuck') {
      this.#outages = 0
      this.#openings = 0
      if (this.#state.kind !== 'closed') this.#changeTo('closed', null)
      return
    }
    this.#outages += 1
    if (this.#state.kind === 'open' || (this.#state.kind === 'closed' && this.#outages < this.#parts.outagesMax)) return
    const { openFirstMs, openLastMs, now, random } = this.#parts
    const backoff = { firstMs: openFirstMs, lastMs: openLastMs, spread: 1 / 4 }
    this.#openUntil = now() + backoffMs(backoff, this.#openings, random())
    this.#openings += 1
    this.#changeTo('open', outcome.response.transmissionError)
  }

  #changeTo(kind: BreakerState['kind'], why: string | null): void {
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
  /** This many outages in a row open the breaker. */
  readonly outagesMax: number
  /**
   * How long it stays open at first, and at most. Up to a quarter of it is left out at random.
   */
  readonly openFirstMs: number
  readonly openLastMs: number
}

interface BreakerParts extends BreakerPolicy {
  now(): number
  /** In [0, 1). */
  random(): number
  /** `why`: the gateway's error message, if an outage caused the change. */
  onChange(state: BreakerState, why: string | null): void
}
