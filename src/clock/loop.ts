import type { Clock } from './clock.ts'

/**
 * Takes turn after turn on a clock until it is stopped. A turn that throws is reported, and the
 * next one follows after the usual pause: trouble never ends a loop.
 */
export class Loop {
  readonly #parts: LoopParts
  readonly #stopping = new AbortController()
  readonly #breakOff = new AbortController()
  #nap = new AbortController()
  #running: Promise<void> | undefined

  constructor(parts: LoopParts) {
    this.#parts = parts
  }

  /** Aborted by `stop`: begin nothing more. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Aborted when the time to drain is over: end what is under way. */
  get breakOff(): AbortSignal {
    return this.#breakOff.signal
  }

  /** Starts once; the first turn comes after `afterMs`. */
  start(afterMs = 0): void {
    this.#running ??= this.#run(afterMs)
  }

  /**
   * Ends the nap. During a turn it skips the nap that would follow, since the turn may have looked
   * too early.
   */
  wake(): void {
    this.#nap.abort()
  }

  /**
   * Waits for the turn under way and for what turns began, breaking off after `drainMs`. Never
   * rejects.
   */
  async stop(): Promise<void> {
    const { clock, drainMs, underway } = this.#parts
    this.#stopping.abort()
    this.wake()
    const drained = new AbortController()
    const drain = async (ms: number) => {
      await clock.sleep(ms, drained.signal)
      if (!drained.signal.aborted) this.#breakOff.abort()
    }
    const draining = drainMs === undefined ? undefined : drain(drainMs)
    await this.#running
    await underway?.()
    drained.abort()
    await draining
  }

  async #run(afterMs: number): Promise<void> {
    const { clock, pauseMs = 0 } = this.#parts
    if (afterMs > 0) await clock.sleep(afterMs, this.#nap.signal)
    while (!this.stopping.aborted) {
      await this.#parts.ready?.()
      if (this.stopping.aborted) return
      const nap = new AbortController()
      this.#nap = nap
      const ms = await this.#turn()
      if (this.stopping.aborted) return
      if (pauseMs > 0) await clock.sleep(pauseMs, this.stopping)
      if (ms > 0) await clock.sleep(ms, nap.signal)
    }
  }

  async #turn(): Promise<number> {
    try {
      return await this.#parts.turn()
    } catch (error) {
      this.#parts.onTrouble(error)
      return this.#parts.everyMs
    }
  }
}

export interface LoopParts {
  readonly clock: Clock
  /**
   * Resolves to the length of the nap before the next turn in ms; 0: there may be more to do at
   * once.
   */
  readonly turn: () => Promise<number>
  /** The nap after a turn that threw. */
  readonly everyMs: number
  /** Between two turns, however often the loop is woken. */
  readonly pauseMs?: number
  /** Waits for room before a turn; a wake meanwhile is answered by that turn. Never rejects. */
  readonly ready?: () => Promise<void>
  /** What turns began without waiting for it. Never rejects. */
  readonly underway?: () => Promise<unknown>
  /** How long `stop` waits before it breaks off; without it, as long as the work takes. */
  readonly drainMs?: number
  readonly onTrouble: (error: unknown) => void
}
