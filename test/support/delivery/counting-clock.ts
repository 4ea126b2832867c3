import { type Clock, systemClock } from '../../../src/clock/clock.ts'
import { eventually } from '../eventually.ts'

/** The system clock, counting naps: a loop that naps again has looked again. */
export class CountingClock implements Clock {
  #naps = 0

  now = (): number => systemClock.now()

  steady = (): number => systemClock.steady()

  timer = (ms: number, work: () => void): (() => void) => systemClock.timer(ms, work)

  turn = (): Promise<void> => systemClock.turn()

  steadySince = (): number => systemClock.steadySince()

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    this.#naps += 1
    return systemClock.sleep(ms, signal)
  }

  /** Resolves when the loops on this clock have begun `count` more naps. */
  async naps(count: number): Promise<void> {
    const last = this.#naps + count
    await eventually(async () => this.#naps >= last)
  }
}
