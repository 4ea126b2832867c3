import type { Socket } from 'node:net'
import type { Discard } from './discard.ts'

/**
 * Closes the connections of refused bodies in stages. A close with unread bytes resets the
 * connection, and a client that is still sending then never reads its answer. So only our side ends
 * at first. What still arrives is discarded, unread by the HTTP parser, until the client closes its
 * side or `lingerMs` have passed. When there are too many, the oldest closes first: its client has
 * had the longest time to read.
 *
 * Source: RFC 9112, 9.6.
 */
export class Lingering {
  readonly #discard: Discard
  readonly #connectionsMax: number
  readonly #connections = new Set<Socket>()
  #isEnding = false

  constructor(discard: Discard, connectionsMax = 64) {
    this.#discard = discard
    this.#connectionsMax = connectionsMax
  }

  /** Call this before the answer ends. Node closes a connection with this method. */
  afterAnswer(connection: Socket): void {
    if (!this.#isEnding) connection.destroySoon = () => this.#begin(connection)
  }

  /** Closes all of them now, because the service stops. */
  end(): void {
    this.#isEnding = true
    for (const connection of this.#connections) connection.destroy()
  }

  #begin(connection: Socket): void {
    if (connection.destroyed) return
    for (const oldest of this.#connections) {
      if (this.#connections.size < this.#connectionsMax) break
      this.#connections.delete(oldest)
      oldest.destroy()
    }
    this.#connections.add(connection)
    const timer = setTimeout(() => connection.destroy(), lingerMs)
    // The parser would take a second request for one to answer.
    for (const event of ['data', 'end', 'error']) connection.removeAllListeners(event)
    connection.once('end', () => connection.destroy())
    connection.once('close', () => {
      clearTimeout(timer)
      this.#connections.delete(connection)
    })
    this.#discard.read(connection)
    connection.end()
  }
}

const lingerMs = 30_000
