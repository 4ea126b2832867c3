import type { Budget } from './budget.ts'
import { once, type Release, refusal } from './release.ts'

/**
 * A budget whose takers wait a while for room. Payers take turns, each in the order it came; a
 * payer whose share is used up holds up nobody else.
 */
export class WaitingBudget {
  readonly budget: Budget
  readonly #limits: WaitingLimits
  readonly #waiting = new Map<string, readonly Taker[]>()

  constructor(budget: Budget, limits: WaitingLimits) {
    this.budget = budget
    this.#limits = limits
  }

  /**
   * More than a share is cut down to it: such work goes alone. Rejects with the Fault of what stood
   * in the way.
   */
  async take(payer: string, wanted: number): Promise<Release> {
    const bytes = Math.min(wanted, this.budget.shareMax)
    const waiting = this.#waiting.get(payer)?.length ?? 0
    if (waiting === 0 && this.budget.obstacle(payer, bytes) === undefined) return this.hold(payer, bytes)
    if (waiting >= this.#limits.waitingMax) throw refusal('share')
    return this.#wait(payer, bytes)
  }

  /** Takes without asking. */
  hold(payer: string, bytes: number): Release {
    this.budget.take(payer, bytes)
    return once(() => {
      this.budget.give(payer, bytes)
      this.#admit()
    })
  }

  #wait(payer: string, bytes: number): Promise<Release> {
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const timer = setTimeout(() => {
      this.#remove(payer, taker)
      reject(refusal(this.budget.obstacle(payer, bytes) ?? 'share'))
      this.#admit()
    }, this.#limits.waitMs)
    const taker: Taker = {
      bytes,
      admit: () => {
        clearTimeout(timer)
        resolve(this.hold(payer, bytes))
      },
    }
    this.#waiting.set(payer, [...(this.#waiting.get(payer) ?? []), taker])
    return promise
  }

  /** Lets in what has room now, one of each payer before the second of any. */
  #admit(): void {
    let isAnyAdmitted = true
    while (isAnyAdmitted) {
      isAnyAdmitted = false
      for (const [payer, [first]] of [...this.#waiting]) {
        if (first === undefined || this.budget.obstacle(payer, first.bytes) !== undefined) continue
        this.#remove(payer, first)
        first.admit()
        isAnyAdmitted = true
      }
    }
  }

  /** Its payer goes behind the others. */
  #remove(payer: string, taker: Taker): void {
    const left = (this.#waiting.get(payer) ?? []).filter((other) => other !== taker)
    this.#waiting.delete(payer)
    if (left.length > 0) this.#waiting.set(payer, left)
  }
}

export interface WaitingLimits {
  readonly waitMs: number
  /** Of one payer. */
  readonly waitingMax: number
}

interface Taker {
  readonly bytes: number
  admit(): void
}
