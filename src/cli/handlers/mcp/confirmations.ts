import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Codes for writes that were shown as a dry run. A code is bound to one text at one path and to
 * this process, and ends after a quarter of an hour.
 */
export class Confirmations {
  readonly #secret = randomBytes(32)
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  codeFor(write: PlannedWrite): string {
    const ends = Math.floor(this.#now() / 1000) + secondsMax
    return `${ends.toString(36)}-${this.#signature(write, ends)}`
  }

  check(code: string, write: PlannedWrite): 'valid' | 'expired' | 'of_another_document' {
    const ends = Number.parseInt(code, 36)
    const expected = Buffer.from(`${ends.toString(36)}-${this.#signature(write, ends)}`)
    const given = Buffer.from(code)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'of_another_document'
    return this.#now() / 1000 > ends ? 'expired' : 'valid'
  }

  #signature(write: PlannedWrite, ends: number): string {
    return createHmac('sha256', this.#secret)
      .update(`${ends}\n${digestOf(write)}`)
      .digest('hex')
      .slice(0, 24)
  }
}

export interface PlannedWrite {
  readonly path: string
  /** The JSON that is sent. */
  readonly body: string
}

/**
 * The Idempotency-Key of a write: the same document has the same key, also in another process, so
 * that the service issues it once. `attempt` counts the keys whose stored answer is a refusal.
 */
export function idempotencyKey(write: PlannedWrite, attempt: number): string {
  return `mcp-${digestOf(write)}${attempt === 1 ? '' : `-${attempt}`}`
}

function digestOf({ path, body }: PlannedWrite): string {
  return createHash('sha256').update(`${path}\n${body}`).digest('hex')
}

const secondsMax = 15 * 60
