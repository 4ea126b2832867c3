/**
 * Bytes that may be held at once: by all payers together, and by each of them at most its share.
 * One that holds nothing is let in with any amount up to the share, so that the largest request
 * goes alone and none is too large to go at all.
 */
export class Budget {
  readonly wholeMax: number
  readonly shareMax: number
  readonly #shares = new Map<string, number>()
  #whole = 0

  constructor(limits: { readonly wholeMax: number; readonly shareMax: number }) {
    this.wholeMax = limits.wholeMax
    this.shareMax = limits.shareMax
  }

  get held(): number {
    return this.#whole
  }

  heldBy(payer: string): number {
    return this.#shares.get(payer) ?? 0
  }

  /** What stands in the way of more: the payer's own share, or the whole, or nothing. */
  obstacle(payer: string, bytes: number): 'share' | 'whole' | undefined {
    if (this.heldBy(payer) + bytes > this.shareMax) return 'share'
    return this.#whole + bytes > this.wholeMax ? 'whole' : undefined
  }

  take(payer: string, bytes: number): void {
    if (bytes === 0) return
    this.#whole += bytes
    this.#shares.set(payer, this.heldBy(payer) + bytes)
  }

  give(payer: string, bytes: number): void {
    if (bytes === 0) return
    this.#whole -= bytes
    const left = this.heldBy(payer) - bytes
    if (left > 0) this.#shares.set(payer, left)
    else this.#shares.delete(payer)
  }
}
