/** Random choices among ways to make a text, the same for the same seed. */
export class Chooser {
  /** What was made since they were last cleared, as far as its variables are bound inside it. */
  protected readonly parts = new Set<string>()
  /** Numbers from 0 up to 1. */
  protected readonly random: () => number
  #depth = 0

  constructor(seed: number) {
    this.random = randomOf(seed)
  }

  /** One of the choices, or `least` when the expression is deep already. */
  protected deeper(least: Make, choices: readonly Choice[]): string {
    if (this.#depth >= depthMax) return least()
    this.#depth += 1
    const made = this.choose(choices)
    this.#depth -= 1
    return made
  }

  protected choose(choices: readonly Choice[]): string {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0)
    let left = this.random() * total
    for (const [weight, make] of choices) {
      left -= weight
      if (left < 0) {
        const text = make()
        if (isClosed(text)) this.parts.add(text)
        return text
      }
    }
    throw new Error('no choice')
  }

  protected pick(all: readonly string[]): string {
    const found = all[Math.floor(this.random() * all.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
}

export type Make = () => string
export type Choice = readonly [weight: number, make: Make]

const depthMax = 4

/** All its variables are bound inside it. */
export function isClosed(text: string): boolean {
  return [...text.matchAll(/\$v[0-9]+/g)].every(([name]) => text.includes(`${name} in `))
}

/** Numbers from 0 up to 1, the same for the same seed: the generator mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
