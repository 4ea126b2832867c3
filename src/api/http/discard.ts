import type { Duplex, Readable } from 'node:stream'
import { freePart } from './body-bytes.ts'

/**
 * Reads and discards the rest of bodies whose requests are being answered, so that callers who are
 * still sending can read the answer. All such bodies share one rate: a flood of refused bodies
 * then costs the process less than the requests that it accepts.
 */
export class Discard {
  readonly #bytesPerMs: number
  /** `performance.now()` when everything read so far is paid for. */
  #paidAt = 0

  constructor(bytesPerSecond: number) {
    this.#bytesPerMs = bytesPerSecond / 1000
  }

  /** An answered request does not close with its connection, so that must be given too. */
  read(rest: Readable, connection: Duplex | Readable = rest): void {
    let timer: NodeJS.Timeout | undefined
    const stop = () => clearTimeout(timer)
    connection.once('close', stop)
    rest.once('end', () => connection.off('close', stop)).on('error', () => undefined)
    rest.on('data', (part: Uint8Array) => {
      const now = performance.now()
      this.#paidAt = Math.max(this.#paidAt, now) + part.length / this.#bytesPerMs
      freePart(part)
      const waitMs = this.#paidAt - now
      if (waitMs < shortestWaitMs) return
      rest.pause()
      clearTimeout(timer)
      timer = setTimeout(() => rest.resume(), waitMs)
    })
    rest.resume()
  }
}

/** Shorter waits would cost more than they save. */
const shortestWaitMs = 5
