import type { Readable } from 'node:stream'

/**
 * Large bodies arrive in turns. Node reads up to 2 MiB from each connection in one round of the
 * event loop, so twenty large bodies at once would hold up every other request for a tenth of a
 * second. Here a round reads about `bytesPerRound` of all bodies together; the rest waits in the
 * buffers of its connection. Source: docs/decisions/0055.
 */
export class BodyTurns {
  readonly #bytesPerRound: number
  readonly #waiting = new Set<Readable>()
  #readInRound = 0
  #hasNextRound = false

  constructor(bytesPerRound: number) {
    this.#bytesPerRound = bytesPerRound
  }

  /** Counts a part that has arrived. Pauses its body when this round has read enough. */
  arrived(body: Readable, bytes: number): void {
    this.#readInRound += bytes
    this.#planNextRound()
    if (this.#readInRound < this.#bytesPerRound) return
    body.pause()
    this.#waiting.add(body)
  }

  /** Call it when nobody reads the body any more: it no longer waits for a turn. */
  leave(body: Readable): void {
    this.#waiting.delete(body)
  }

  #planNextRound(): void {
    if (this.#hasNextRound) return
    this.#hasNextRound = true
    setImmediate(() => this.#beginRound())
  }

  #beginRound(): void {
    this.#hasNextRound = false
    this.#readInRound = 0
    let turns = Math.ceil(this.#bytesPerRound / partBytes)
    for (const body of this.#waiting) {
      if (turns === 0) break
      turns -= 1
      this.#waiting.delete(body)
      body.resume()
    }
    if (this.#waiting.size > 0) this.#planNextRound()
  }
}

/** The most that Node reads at once. */
const partBytes = 64 * 1024

/** Reading so much takes about a millisecond. */
export const bodyTurns = new BodyTurns(512 * 1024)
