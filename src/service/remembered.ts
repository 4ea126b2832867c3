import { LRUCache } from 'lru-cache'

/** Caches answers of a look-up for a while, but not failures. Keeps the 10,000 used last. */
export class Remembered<Answer> {
  readonly #lookUp: (key: string) => Promise<Answer>
  readonly #forMs: number
  readonly #now: () => number
  readonly #answers = new LRUCache<string, { readonly answer: Promise<Answer>; readonly until: number }>({
    max: answersMax,
  })

  constructor(lookUp: (key: string) => Promise<Answer>, forMs: number, now: () => number) {
    this.#lookUp = lookUp
    this.#forMs = forMs
    this.#now = now
  }

  get(key: string): Promise<Answer> {
    const known = this.#answers.get(key)
    if (known && known.until > this.#now()) return known.answer
    const answer = this.#lookUp(key)
    this.#answers.set(key, { answer, until: this.#now() + this.#forMs })
    answer.catch(() => this.#answers.delete(key))
    return answer
  }

  /** The next `get` looks the key up again. */
  forget(key: string): void {
    this.#answers.delete(key)
  }
}

const answersMax = 10_000
