import { systemClock } from '../../clock/clock.ts'
import { ReadingTurns } from '../../store/database/reading-turns.ts'

/**
 * Large documents are read one after the other, and organisations take turns, so that only parts of
 * one document are in memory. A turn ends when the document has been read; the receiver may take
 * longer to answer.
 */
export class LargeTurns {
  readonly #turns = new ReadingTurns()
  #waiting = 0

  /** The number of legs that wait for their turn. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Returns a function that ends the turn; calling it again does nothing. Returns undefined if no
   * turn came within `ms` or before `stop`.
   */
  async take(orgId: string, ms: number, stop: AbortSignal): Promise<(() => void) | undefined> {
    const settled = new AbortController()
    const turn = this.#turns.take(orgId)
    const tooLate = systemClock.sleep(Math.max(0, ms), AbortSignal.any([settled.signal, stop])).then(() => undefined)
    this.#waiting += 1
    const endTurn = await Promise.race([turn, tooLate])
    this.#waiting -= 1
    settled.abort()
    if (endTurn === undefined) {
      void turn.then((end) => end())
      return undefined
    }
    let isOver = false
    return () => {
      if (!isOver) endTurn()
      isOver = true
    }
  }
}
