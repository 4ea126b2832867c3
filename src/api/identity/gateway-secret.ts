import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * The secret of our access point, in a configured header. Compares digests in constant time: the
 * time reveals neither its length nor how much of a guess is right.
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
