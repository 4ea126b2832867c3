import { type PoolLimits, ThreadPool } from './thread-pool.ts'

/** Something that is made on first use: once, on a thread of its own, which then ends. */
export class MadeOnce<Result> {
  readonly #thread: ThreadPool<null, Result>
  #made: Promise<Result> | undefined

  constructor(script: URL, data: unknown) {
    this.#thread = new ThreadPool(script, data, limits)
  }

  /** Rejects when the thread fails; the next call tries again. */
  get(): Promise<Result> {
    this.#made ??= this.#make()
    return this.#made
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #make(): Promise<Result> {
    try {
      return await this.#thread.run({ orgId: '', size: 1, begin: () => ({ order: null }) })
    } catch (error) {
      this.#made = undefined
      throw error
    }
  }
}

const limits: PoolLimits = {
  jobMs: 60_000,
  heap: { maxOldGenerationSizeMb: 512 },
  idleMs: 1_000,
  waitingMax: 1,
  waitingOfOneMax: 1,
  // The thread ends after its one job.
  doneMax: 0,
}
