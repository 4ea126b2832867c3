import { createHash, type Hash } from 'node:crypto'
import type { Random } from '../support/random.ts'

/**
 * The order of everything that happens in a world. Work waits here for its time; what is due at the
 * same time comes in an order of chance. After each step the world stands still until no promise can
 * go on by itself, so the next step is chosen by the seed alone, and the same seed makes the same
 * history.
 */
export class Scheduler {
  /** The true time, ms since 1970, with fractions. Nobody in the world sees it. */
  now: number
  steps = 0
  readonly #random: Random
  readonly #waiting: Step[] = []
  readonly #digest: Hash = createHash('sha256')
  #unhashed = ''
  /** The last lines of the history, for its story. */
  readonly history: string[] = []
  keepsHistory = false

  constructor(random: Random, now: number) {
    this.#random = random
    this.now = now
  }

  /** Does work after `ms`. `on`: the machine that does it; one that is dead does nothing any more. */
  after(ms: number, label: string, on: Worker | undefined, work: () => void): () => void {
    const step: Step = { at: this.now + Math.max(0, ms), tie: this.#random.next(), label, on, work, isOff: false }
    push(this.#waiting, step)
    return () => {
      step.isOff = true
    }
  }

  /** Does the next step. False when nothing waits before `until`. */
  async step(until: number): Promise<boolean> {
    for (;;) {
      const next = this.#waiting[0]
      if (next === undefined || next.at > until) {
        this.now = Math.max(this.now, until)
        return false
      }
      pop(this.#waiting)
      if (next.isOff || next.on?.isDead === true) continue
      const { pausedUntil = 0 } = next.on ?? {}
      if (pausedUntil > next.at) {
        push(this.#waiting, { ...next, at: pausedUntil, tie: this.#random.next() })
        continue
      }
      this.now = next.at
      this.steps += 1
      this.note(next.label)
      next.work()
      await promisesAtRest(this.steps)
      return true
    }
  }

  /** Years pass in which nothing happens: everything that waits, waits on from there. */
  passTo(time: number): void {
    const ms = time - this.now
    for (const step of this.#waiting) step.at += ms
    this.now = time
    this.note('years pass')
  }

  /** A line of the history. Everything that chance has decided shows in one. */
  note(line: string): void {
    this.#unhashed += `${this.now} ${line}\n`
    if (this.#unhashed.length > hashedAtOnce) this.#hash()
    if (this.keepsHistory) this.history.push(`${(this.now / 1_000).toFixed(3)} ${line}`)
  }

  #hash(): void {
    this.#digest.update(this.#unhashed)
    this.#unhashed = ''
  }

  /** The same for the same history. */
  digest(): string {
    this.#hash()
    return this.#digest.copy().digest('hex').slice(0, 16)
  }
}

/** A process of the world. */
export interface Worker {
  readonly isDead: boolean
  /** It stands still until then: what is due meanwhile happens afterwards. */
  readonly pausedUntil: number
}

interface Step {
  at: number
  readonly tie: number
  readonly label: string
  readonly on: Worker | undefined
  readonly work: () => void
  isOff: boolean
}

/**
 * Resolves when no promise can go on by itself: Node runs a tick only when none is left. A turn of the
 * event loop costs as much as the rest of a small step, so there is one in a hundred steps only;
 * promises that fail unheard show there.
 */
function promisesAtRest(steps: number): Promise<void> {
  return new Promise(steps % 100 === 0 ? setImmediate : process.nextTick)
}

/** In characters: each call of the hash costs. */
const hashedAtOnce = 100_000

function isBefore(one: Step, other: Step): boolean {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie)
}

/** A heap: the next step is the first one. */
function push(heap: Step[], step: Step): void {
  let at = heap.push(step) - 1
  for (;;) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (at === 0 || parent === undefined || !isBefore(step, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = step
}

function pop(heap: Step[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let at = 0
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
    if (left === undefined) break
    const isRight = right !== undefined && isBefore(right, left)
    const child = isRight ? right : left
    if (!isBefore(child, last)) break
    heap[at] = child
    at = 2 * at + (isRight ? 2 : 1)
  }
  heap[at] = last
}
