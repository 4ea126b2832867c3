/**
 * Whether new texts are packed: once the database has the contraction that says so. It waits for
 * instances of versions that cannot read packed texts, and none of them starts afterwards
 * (docs/decisions/0151). Every instance looks again every ten seconds.
 */
export class TextPacking {
  #isOn = false

  get isOn(): boolean {
    return this.#isOn
  }

  /** `applied`: the migrations that the database has. */
  look(applied: readonly { readonly name: string }[]): void {
    this.#isOn ||= applied.some(({ name }) => name === '0060-contract-packed-texts')
  }
}
