import type { Budget } from './budget.ts'
import { once, type Release, refusal } from './release.ts'

/**
 * A budget whose takers wait a while. Payers take turns; the takers of one payer are served in
 * order. A payer whose share is used up delays nobody else.
 */
export class WaitingBudget {
  readonly budget: Budget
  readonly #limits: WaitingLimits
  readonly #waiting = new Map<string, readonly Taker[]>()

  constructor(budget: Budget, limits: WaitingLimits) {
    this.budget = budget
    this.#limits = limits
  }

  /** Caps the amount at a share: such work runs alone. Rejects with the Fault of the obstacle. */
  async take(payer: string, requested: number): Promise<Release> {
    const bytes = Math.min(requested, this.budget.shareMax)
    const waiting = this.#waiting.get(payer)?.length ?? 0
    if (waiting === 0 && this.budget.obstacle(payer, bytes) === undefined) return this.hold(payer, bytes)
    if (waiting >= this.#limits.waitingMax) throw refusal('share')
    return this.#wait(payer, bytes)
  }

  /** Takes at once, even over the limit. */
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

  /** Admits waiting takers that fit now, one of each payer in every round. */
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

  /** Moves the payer behind the others. */
  #remove(payer: string, taker: Taker): void {
    const left = (this.#waiting.get(payer) ?? []).filter((other) => other !== taker)
    this.#waiting.delete(payer)
    if (left.length > 0) this.#waiting.set(payer, left)
  }
}

export interface WaitingLimits {
  readonly waitMs: number
  /** Takers of one payer. */
  readonly waitingMax: number
}

interface Taker {
  readonly bytes: number
  admit(): void
}
