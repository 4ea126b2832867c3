import type { Clock } from './clock.ts'

/**
 * Runs turn after turn on a clock until it is stopped. A turn that throws is reported, and the next
 * one follows after the usual pause, so that errors never end the loop.
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

  /** Aborted by `stop`: start nothing more. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Aborted when the time to drain is over: end running work. */
  get breakOff(): AbortSignal {
    return this.#breakOff.signal
  }

  /** Starts once; the first turn comes after `afterMs`. */
  start(afterMs = 0): void {
    this.#running ??= this.#run(afterMs)
  }

  /**
   * Ends the nap. During a turn it skips the following nap, since the turn may have looked too
   * early.
   */
  wake(): void {
    this.#nap.abort(woken)
  }

  /**
   * Waits for the running turn and for work that turns started; aborts `breakOff` after `drainMs`.
   * Never rejects.
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
      if (ms === 0) continue
      if (pauseMs > 0) await clock.sleep(pauseMs, this.stopping)
      await clock.sleep(ms, nap.signal)
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

/** Without a reason each wake would make an exception with a stack trace. */
const woken = 'woken'

export interface LoopParts {
  readonly clock: Clock
  /**
   * Resolves to the length of the nap before the next turn in ms. 0: there may be more to do
   * immediately.
   */
  readonly turn: () => Promise<number>
  /** The nap after a turn that threw. */
  readonly everyMs: number
  /** The shortest nap, even if the loop is woken: work gathers meanwhile. */
  readonly pauseMs?: number
  /** Waits until a turn can start; that turn answers a wake meanwhile. Never rejects. */
  readonly ready?: () => Promise<void>
  /** Work that turns started without waiting for it. Never rejects. */
  readonly underway?: () => Promise<unknown>
  /** How long `stop` waits before it aborts `breakOff`. Absent: as long as the work takes. */
  readonly drainMs?: number
  readonly onTrouble: (error: unknown) => void
}
