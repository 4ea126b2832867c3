import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * The secret by which an access point proves that it is ours, in a header of its own. Compared by
 * digests, so that neither its length nor how much of a guess is right can be told from the time.
 */
export class GatewaySecret {
  readonly #header: string
  readonly #digest: Buffer

  /** `header` in lower case. */
  constructor(header: string, secret: string) {
    this.#header = header
    this.#digest = digestOf(secret)
  }

  isIn(headers: Readonly<Record<string, string | readonly string[] | undefined>>): boolean {
    const sent = headers[this.#header]
    return typeof sent === 'string' && timingSafeEqual(digestOf(sent), this.#digest)
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
