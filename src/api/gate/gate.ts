import { Budget } from './budget.ts'
import { once, type Release, refusal } from './release.ts'
import { WaitingBudget } from './waiting-budget.ts'

/**
 * Every request passes this gate. It takes memory before using it, from its organisation's share
 * and from the whole, and releases it when it ends. Three budgets (arriving bodies, light work,
 * heavy work), so that none starves another. Heavy work waits some seconds for memory. A request
 * that gets none is refused: 429 when its own organisation uses it up, 503 when everybody does.
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

  /** Bytes held now, by budget: for metrics and tests. */
  get held(): { readonly arriving: number; readonly light: number; readonly heavy: number } {
    return { arriving: this.#arriving.held, light: this.#light.held, heavy: this.#heavy.budget.held }
  }

  get heldBytes(): number {
    const { arriving, light, heavy } = this.held
    return arriving + light + heavy
  }

  /** The memory that one payer's requests may hold for their work. */
  get shareMax(): number {
    return this.#heavy.budget.shareMax
  }

  /** A longer body never arrives: it exceeds the share of its payer alone. */
  get bodyMax(): number {
    return this.#arriving.shareMax
  }

  /** Counts arriving bytes of a body. Throws the Faults `share_exceeded` and `unavailable`. */
  arrive(payer: string, bytes: number): void {
    this.requireRoom(payer, bytes)
    this.#arriving.take(payer, bytes)
  }

  /** Whether so many more bytes may arrive now. Throws the Faults of `arrive`; takes nothing. */
  requireRoom(payer: string, bytes: number): void {
    const obstacle = this.#arriving.obstacle(payer, bytes)
    if (obstacle !== undefined) throw refusal(obstacle)
  }

  /** Releases the bytes of a body. */
  depart(payer: string, bytes: number): void {
    this.#arriving.give(payer, bytes)
  }

  /**
   * Takes memory for work and its answer. Rejects with the Faults `share_exceeded` and
   * `unavailable`.
   */
  async take(payer: string, bytes: number): Promise<Release> {
    if (bytes > lightBytesMax) return this.#heavy.take(payer, bytes)
    const obstacle = this.#light.obstacle(payer, bytes)
    if (obstacle !== undefined) throw refusal(obstacle)
    return this.hold(payer, bytes)
  }

  /** Counts memory that is already in use, even over the limit. */
  hold(payer: string, bytes: number): Release {
    if (bytes > lightBytesMax) return this.#heavy.hold(payer, bytes)
    this.#light.take(payer, bytes)
    return once(() => this.#light.give(payer, bytes))
  }
}

export interface GateLimits {
  /** Limit for all heavy work together. */
  readonly memoryBytes: number
  /** How long heavy work waits for memory. */
  readonly waitMs?: number
  /** How many heavy requests of one payer may wait. */
  readonly waitingMax?: number
}

/** Enough for a document of some hundred lines. */
export const lightBytesMax = 1024 * 1024
