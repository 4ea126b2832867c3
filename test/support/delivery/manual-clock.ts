import { type Clock, systemClock } from '../../../src/clock/clock.ts'

/** Time passes only by `pass`, which wakes the sleepers that are due. */
export class ManualClock implements Clock {
  #now: number
  readonly #sleepers = new Set<{ readonly until: number; wake(): void }>()

  constructor(now: number) {
    this.#now = now
  }

  /** How many sleep now. */
  get sleepers(): number {
    return this.#sleepers.size
  }

  now = (): number => this.#now

  steady = (): number => this.#now

  timer = (ms: number, work: () => void): (() => void) => {
    const ended = new AbortController()
    void this.sleep(ms, ended.signal).then(() => ended.signal.aborted || work())
    return () => ended.abort()
  }

  turn = (): Promise<void> => systemClock.turn()

  steadySince = (): number => Number.NEGATIVE_INFINITY

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms <= 0 || signal?.aborted === true) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const sleeper = { until: this.#now + ms, wake: resolve }
    this.#sleepers.add(sleeper)
    signal?.addEventListener('abort', () => resolve(), { once: true })
    return promise.finally(() => this.#sleepers.delete(sleeper))
  }

  pass(ms: number): void {
    this.#now += ms
    for (const sleeper of this.#sleepers) if (sleeper.until <= this.#now) sleeper.wake()
  }
}
