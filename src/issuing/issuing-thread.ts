import { Worker } from 'node:worker_threads'
import { Fault } from '../faults.ts'
import type { RulebookOptions } from '../rulebook/rulebook.ts'
import { TurnQueue } from '../turn-queue.ts'
import type { IssueOrder } from './issue-order.ts'
import type { IssueResult } from './issued-record.ts'

/**
 * The thread that issues large documents, and those that wait for it: one after the other, and the organisations take turns, so that
 * one with many holds up another by one document at most. It starts with its first order and is replaced when it dies.
 */
export class IssuingThread {
  readonly #options: RulebookOptions
  readonly #waiting = new TurnQueue<Job>()
  /** By organisation, what waits or is being issued: it is held in memory until then. */
  readonly #characters = new Map<string, number>()
  readonly #promises = new Set<Promise<IssueResult>>()
  #worker: Worker | undefined
  #underway: Job | undefined

  constructor(options: RulebookOptions) {
    this.#options = options
  }

  /** Throws the Fault `rate_exceeded` when too much of the organisation waits. Rejects when the thread dies of the order. */
  async issue(large: LargeOrder): Promise<IssueResult> {
    const { orgId, characters } = large
    const held = this.#characters.get(orgId) ?? 0
    if (held > 0 && held + characters > charactersOfOneMax)
      throw new Fault('rate_exceeded', [], undefined, retryAfterSeconds)
    const job = { ...large, ...Promise.withResolvers<IssueResult>() }
    this.#characters.set(orgId, held + characters)
    this.#promises.add(job.promise)
    this.#waiting.add(job)
    this.#next()
    try {
      return await job.promise
    } finally {
      this.#promises.delete(job.promise)
      this.#forget(orgId, characters)
    }
  }

  /** Issues what waits, then ends. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#promises])
    await this.#worker?.terminate()
  }

  #next(): void {
    if (this.#underway !== undefined) return
    this.#underway = this.#waiting.take()
    if (this.#underway === undefined) {
      this.#worker?.unref()
      return
    }
    this.#worker ??= this.#started()
    this.#worker.ref()
    this.#worker.postMessage(this.#underway.order)
  }

  #started(): Worker {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.#options })
    worker.on('message', (reply: ThreadReply) => this.#settle(reply))
    const die = (error: unknown) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#settle({ failure: String(error) })
    }
    worker.on('error', die)
    worker.on('exit', () => die('the issuing thread has ended'))
    return worker
  }

  #settle(reply: ThreadReply): void {
    const job = this.#underway
    this.#underway = undefined
    if ('result' in reply) job?.resolve(reply.result)
    else job?.reject(new Error(reply.failure))
    this.#next()
  }

  #forget(orgId: string, characters: number): void {
    const left = (this.#characters.get(orgId) ?? 0) - characters
    if (left > 0) this.#characters.set(orgId, left)
    else this.#characters.delete(orgId)
  }
}

export interface LargeOrder {
  readonly order: IssueOrder
  readonly orgId: string
  /** How large it is. */
  readonly characters: number
}

export type ThreadReply = { readonly result: IssueResult } | { readonly failure: string }

interface Job extends LargeOrder, PromiseWithResolvers<IssueResult> {}

/** Sixteen of the largest requests, two batches of them. */
const charactersOfOneMax = 16 * 8 * 1024 * 1024
/** The largest document takes some seconds. */
const retryAfterSeconds = 5
