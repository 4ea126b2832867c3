import type { ServerResponse } from 'node:http'
import { Fault } from '../../faults.ts'
import type { Answer } from '../operation.ts'

/**
 * The answers that are being sent, by organisation: each stands in memory until its reader has taken it, and a reader may take all the
 * time of the world. What one organisation makes us hold is bounded; an answer alone is sent whatever its size.
 */
export class HeldAnswers {
  readonly #bytes = new Map<string, number>()
  readonly #bytesOfOneMax: number

  constructor(bytesOfOneMax: number = 256 * 1024 * 1024) {
    this.#bytesOfOneMax = bytesOfOneMax
  }

  /** Throws the Fault `rate_exceeded` when the readers of an organisation must take what they asked for first. */
  requireRoom(orgId: string, bytes = 0): void {
    const held = this.#bytes.get(orgId) ?? 0
    if (held > 0 && held + bytes >= this.#bytesOfOneMax)
      throw new Fault('rate_exceeded', [], undefined, retryAfterSeconds)
  }

  /** Counts an answer until it is sent, or its reader is gone. */
  hold(orgId: string, bytes: number, response: ServerResponse): void {
    if (bytes < bytesMin || response.destroyed) return
    this.#bytes.set(orgId, (this.#bytes.get(orgId) ?? 0) + bytes)
    response.once('close', () => {
      const left = (this.#bytes.get(orgId) ?? 0) - bytes
      if (left > 0) this.#bytes.set(orgId, left)
      else this.#bytes.delete(orgId)
    })
  }
}

/** What an answer takes while it is sent; of one that comes in parts a part is at hand at a time. */
export function heldBytes({ body, stream }: Answer): number {
  return stream === undefined ? body.length : partBytes
}

const bytesMin = 64 * 1024
const partBytes = 4 * 1024 * 1024
const retryAfterSeconds = 5
