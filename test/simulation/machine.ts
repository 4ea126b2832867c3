import type { Clock } from '../../src/clock/clock.ts'
import type { Scheduler, Worker } from './scheduler.ts'

/**
 * The machine of an instance: its clock and its life. When it dies, nothing that it waits for comes
 * any more: its promises stay as they are, like the memory of a killed process.
 */
export class Machine implements Clock, Worker {
  readonly name: string
  isDead = false
  pausedUntil = 0
  readonly #scheduler: Scheduler
  readonly #bornAt: number

  constructor(name: string, scheduler: Scheduler) {
    this.name = name
    this.#scheduler = scheduler
    this.#bornAt = scheduler.now
  }

  /** What is due meanwhile happens afterwards. */
  standStill(ms: number, where = ''): void {
    this.#scheduler.note(`${this.name} stands still for ${Math.round(ms / 1_000)} s ${where}`)
    this.pausedUntil = Math.max(this.pausedUntil, this.#scheduler.now + ms)
  }

  /** Nothing of ours looks at it: the database has the time. */
  now(): number {
    return Math.floor(this.#scheduler.now)
  }

  steadySince(): number {
    return Number.NEGATIVE_INFINITY
  }

  steady(): number {
    return this.#scheduler.now - this.#bornAt
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (signal?.aborted === true) return Promise.resolve()
    const end = () => {
      takeBack()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const takeBack = this.#scheduler.after(ms, `${this.name} wakes`, this, end)
    signal?.addEventListener('abort', end)
    return promise
  }

  timer(ms: number, work: () => void): () => void {
    return this.#scheduler.after(ms, `${this.name} timer`, this, work)
  }

  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#scheduler.after(0, `${this.name} turn`, this, resolve)
    })
  }
}
