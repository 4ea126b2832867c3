import { DatabaseAway } from './database.ts'

/**
 * Notices a database that is connected but no longer answers: its machine is frozen, or the
 * network drops what is sent. Without this each request waits for its own time limit, and those of
 * one organisation wait one after the other. Calls under way without any answer for a while make
 * it suspect; then a question on a new connection decides, so that a long statement is no silence.
 * It asks on until it is answered.
 */
export class Silence {
  readonly #parts: SilenceParts
  readonly #limits: SilenceLimits
  readonly #leaving = new Set<(error: DatabaseAway) => void>()
  #underWay = 0
  /** When the last answer came, or the first call began that waits for one. */
  #quietSince = 0
  #watch: NodeJS.Timeout | undefined
  #isAsking = false
  #silent: DatabaseAway | undefined
  #isClosed = false

  constructor(parts: SilenceParts, limits: Partial<SilenceLimits> = {}) {
    this.#parts = parts
    this.#limits = { ...defaultLimits, ...limits }
  }

  /** Counts a call that waits for an answer. Call the result once, with whether one came. */
  began(): (isAnswered: boolean) => void {
    if (this.#underWay === 0) this.#quietSince = performance.now()
    this.#underWay += 1
    this.#watch ??= setInterval(() => this.#look(), this.#limits.lookMs).unref()
    return (isAnswered) => {
      this.#underWay -= 1
      if (isAnswered) this.#quietSince = performance.now()
      if (this.#underWay > 0) return
      clearInterval(this.#watch)
      this.#watch = undefined
    }
  }

  /** Throws while the database is silent: nothing is sent to it. */
  refuse(): void {
    if (this.#silent !== undefined) throw this.#silent
  }

  /**
   * Waits for work that may be given up: rejects with `DatabaseAway` as soon as the database is
   * silent.
   */
  async unlessSilent<Result>(work: Promise<Result>): Promise<Result> {
    this.refuse()
    const { promise, reject } = Promise.withResolvers<never>()
    this.#leaving.add(reject)
    try {
      return await Promise.race([work, promise])
    } finally {
      this.#leaving.delete(reject)
    }
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#watch)
  }

  #look(): void {
    if (this.#isAsking || performance.now() - this.#quietSince < this.#limits.afterMs) return
    void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    while (!this.#isClosed && !(await this.#parts.ask(this.#limits.askMs))) {
      if (!this.#isClosed) this.#begin()
      await new Promise<void>((resolve) => setTimeout(resolve, this.#limits.lookMs).unref())
    }
    this.#quietSince = performance.now()
    this.#isAsking = false
    this.#silent = undefined
  }

  #begin(): void {
    if (this.#silent !== undefined) return
    this.#silent = new DatabaseAway('it is connected, but does not answer')
    this.#parts.onSilence(this.#silent)
    for (const leave of this.#leaving) leave(this.#silent)
    this.#leaving.clear()
  }
}

export interface SilenceParts {
  /** Whether the server answers a question on a new connection within `ms`. Never rejects. */
  ask(ms: number): Promise<boolean>
  /** Called when a silence begins. */
  onSilence(error: DatabaseAway): void
}

export interface SilenceLimits {
  /** How long calls wait without any answer before the database is asked. */
  readonly afterMs: number
  /** How long the question may take, with its connection. Much, for a machine that is only busy. */
  readonly askMs: number
  readonly lookMs: number
}

const defaultLimits: SilenceLimits = { afterMs: 3_000, askMs: 5_000, lookMs: 1_000 }
