import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../clock/clock.ts'
import { isLoss } from '../store/database/database.ts'

/**
 * Does the same work for many items at once. Items of the same group, such as an organisation, form
 * batches. An item alone waits for nothing; items that come while a batch of their group runs, or
 * less than `gatherMs` after its start, wait for each other. A few groups run at the same time, so
 * that one which fails or is slow delays no other. Items with the same key go in different batches,
 * in their order. When a batch fails, each of its items is tried alone, so that one cannot fail the
 * others; when the database is lost, all of them fail.
 */
export class Batches<Item, Result> {
  readonly #parts: BatchesParts<Item, Result>
  /** A batch belongs to no trace: its items may come from many. */
  readonly #outsideTraces = AsyncLocalStorage.snapshot()
  /** By group; the one that has waited longest comes first. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()
  readonly #running = new Set<string>()
  /** Groups whose last batch began less than `gatherMs` ago. */
  readonly #gathering = new Set<string>()

  constructor(parts: BatchesParts<Item, Result>) {
    this.#parts = parts
  }

  /** Rejects with the error of the item's own work. */
  add(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const group = this.#parts.groupOf?.(item) ?? ''
    const waiting = this.#waiting.get(group)
    if (waiting === undefined) this.#waiting.set(group, [{ item, resolve, reject }])
    else waiting.push({ item, resolve, reject })
    this.#startNext()
    return promise
  }

  #startNext(): void {
    for (const [group, { length }] of this.#waiting) {
      if (this.#running.size >= groupsMax) return
      const gathers = this.#gathering.has(group) && length < gatheredMax
      if (!gathers && !this.#running.has(group)) void this.#outsideTraces(() => this.#run(group))
    }
  }

  async #run(group: string): Promise<void> {
    this.#running.add(group)
    this.#gather(group)
    // Items of the same moment come one after the other.
    await this.#parts.clock.turn()
    await this.#runBatch(this.#next(group))
    this.#running.delete(group)
    this.#startNext()
  }

  #gather(group: string): void {
    const { clock, gatherMs = 0 } = this.#parts
    if (gatherMs === 0 || this.#gathering.has(group)) return
    this.#gathering.add(group)
    clock.timer(gatherMs, () => {
      this.#gathering.delete(group)
      this.#startNext()
    })
  }

  #next(group: string): readonly Waiting<Item, Result>[] {
    const { keyOf } = this.#parts
    const batch: Waiting<Item, Result>[] = []
    const rest: Waiting<Item, Result>[] = []
    const keys = new Set<string>()
    for (const waiting of this.#waiting.get(group) ?? []) {
      const key = keyOf(waiting.item)
      if (batch.length === sizeMax || keys.has(key)) rest.push(waiting)
      else batch.push(waiting)
      keys.add(key)
    }
    this.#waiting.delete(group)
    if (rest.length > 0) this.#waiting.set(group, rest)
    return batch
  }

  async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#parts.work(batch.map(({ item }) => item))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const result = results[at]
        if (result === undefined) reject(new Error('the batch has no result for an item'))
        else resolve(result)
      }
    } catch (error) {
      if (batch.length === 1 || isLoss(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) await this.#runBatch([one])
    }
  }
}

interface BatchesParts<Item, Result> {
  readonly clock: Pick<Clock, 'timer' | 'turn'>
  /** The results in the order of the items, which are of one group; all or none. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Absent: all items are one group. */
  readonly groupOf?: (item: Item) => string
  readonly keyOf: (item: Item) => string
  /** Absent: 0. */
  readonly gatherMs?: number | undefined
}

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Limits how long the first item waits for its commit, and how much one failure repeats. */
const sizeMax = 128
/** So many share enough of a commit. More could wait for places at the gateway that they hold. */
const gatheredMax = 32
/** Fewer than a database has connections, so that requests get some too. */
const groupsMax = 6
