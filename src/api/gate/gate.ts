import { Budget } from './budget.ts'
import { once, type Release, refusal } from './release.ts'
import { WaitingBudget } from './waiting-budget.ts'

/**
 * The one gate that every request passes: what it will hold of the process's memory is taken before
 * it is used, from the share of its organisation and from the whole, and given back when the
 * request has ended, however it ends. Three budgets, so that none starves another: bodies while
 * they arrive, light work, heavy work. Heavy work waits some seconds for room; what finds no room
 * is refused: 429 when the organisation's own requests are in its way, 503 when everybody's are.
 * Source: docs/decisions/0056.
 */
export class Gate {
  readonly #arriving: Budget
  readonly #light: Budget
  readonly #heavy: WaitingBudget

  constructor({ memoryBytes, waitMs = 5_000, waitingMax = 32 }: GateLimits) {
    this.#arriving = new Budget({ wholeMax: memoryBytes / 2, shareMax: memoryBytes / 8 })
    this.#light = new Budget({ wholeMax: memoryBytes / 4, shareMax: memoryBytes / 16 })
    const heavy = new Budget({ wholeMax: memoryBytes, shareMax: memoryBytes / 4 })
    this.#heavy = new WaitingBudget(heavy, { waitMs, waitingMax })
  }

  /** Bytes held at this moment, by budget: for metrics and tests. */
  get held(): { readonly arriving: number; readonly light: number; readonly heavy: number } {
    return { arriving: this.#arriving.held, light: this.#light.held, heavy: this.#heavy.budget.held }
  }

  /**
   * Counts bytes of a body that have arrived. Throws the Faults `share_exceeded` and `unavailable`.
   */
  arrive(payer: string, bytes: number): void {
    const obstacle = this.#arriving.obstacle(payer, bytes)
    if (obstacle !== undefined) throw refusal(obstacle)
    this.#arriving.take(payer, bytes)
  }

  /** The body is not needed any more. */
  depart(payer: string, bytes: number): void {
    this.#arriving.give(payer, bytes)
  }

  /**
   * Takes bytes for work and its answer. Rejects with the Faults `share_exceeded` and
   * `unavailable`.
   */
  async take(payer: string, bytes: number): Promise<Release> {
    if (bytes > lightBytesMax) return this.#heavy.take(payer, bytes)
    const obstacle = this.#light.obstacle(payer, bytes)
    if (obstacle !== undefined) throw refusal(obstacle)
    return this.hold(payer, bytes)
  }

  /** Counts what is held already, whether there is room for it or not. */
  hold(payer: string, bytes: number): Release {
    if (bytes > lightBytesMax) return this.#heavy.hold(payer, bytes)
    this.#light.take(payer, bytes)
    return once(() => this.#light.give(payer, bytes))
  }
}

export interface GateLimits {
  /** What all heavy work may hold together. */
  readonly memoryBytes: number
  /** How long heavy work waits for room. */
  readonly waitMs?: number
  /** How much heavy work of one payer may wait. */
  readonly waitingMax?: number
}

/** What a document of some hundred lines takes. */
export const lightBytesMax = 1024 * 1024
