import type { Ids } from '../../src/clock/ids.ts'
import type { Random } from '../support/random.ts'

/** Ids that a seed makes again, in the order of time. */
export class WorldIds implements Ids {
  readonly #random: Random
  readonly #now: () => number
  #count = 0

  constructor(random: Random, now: () => number) {
    this.#random = random
    this.#now = now
  }

  document(): string {
    const time = Math.floor(this.#now()).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${this.#hex(3)}-8${this.#hex(3)}-${this.#number()}`
  }

  transmission(): string {
    return `${this.#hex(8)}-${this.#hex(4)}-4${this.#hex(3)}-9${this.#hex(3)}-${this.#number()}`
  }

  other(): string {
    return this.transmission()
  }

  #number(): string {
    this.#count += 1
    return `${this.#hex(6)}${this.#count.toString(16).padStart(6, '0')}`
  }

  #hex(digits: number): string {
    return Math.floor(this.#random.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  }
}
