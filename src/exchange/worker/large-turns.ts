import { systemClock } from '../../clock/clock.ts'
import { ReadingTurns } from '../../store/database/reading-turns.ts'

/**
 * Large documents go out one after the other, and the organisations take turns: a part of one of
 * them is in memory, however many legs are in hand. A turn ends when the document has been read;
 * the receiver's answer may take its time.
 */
export class LargeTurns {
  readonly #turns = new ReadingTurns()
  #waiting = 0

  /** How many legs wait for their turn. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Answers what ends the turn, as often as it is called; undefined when the turn did not come
   * within `ms`, or before `stop`.
   */
  async take(orgId: string, ms: number, stop: AbortSignal): Promise<(() => void) | undefined> {
    const over = new AbortController()
    const turn = this.#turns.take(orgId)
    const late = systemClock.sleep(Math.max(0, ms), AbortSignal.any([over.signal, stop])).then(() => undefined)
    this.#waiting += 1
    const done = await Promise.race([turn, late])
    this.#waiting -= 1
    over.abort()
    if (done === undefined) {
      void turn.then((end) => end())
      return undefined
    }
    let isOver = false
    return () => {
      if (!isOver) done()
      isOver = true
    }
  }
}
