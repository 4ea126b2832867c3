/** Random choices that a seed repeats with any version of any library (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** Needs at least one choice. */
  of<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[this.below(choices.length)]
    if (choice === undefined) throw new Error('there is nothing to choose from')
    return choice
  }

  /** The choices in random order. */
  shuffled<Choice>(choices: readonly Choice[]): Choice[] {
    const left = [...choices]
    return choices.flatMap(() => left.splice(this.below(left.length), 1))
  }
}
