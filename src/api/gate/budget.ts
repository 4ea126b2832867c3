/**
 * Limits the bytes held at once, in all and per payer. A payer that holds nothing may take up to
 * its whole share, so the largest request runs alone instead of never.
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

  /** The obstacle to taking more: the payer's share, the whole budget, or nothing. */
  obstacle(payer: string, bytes: number): 'share' | 'whole' | undefined {
    if (bytes === 0) return undefined
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
