import { Worker } from 'node:worker_threads'
import type { Rulebook, RulebookOptions } from '../rulebook/rulebook.ts'
import { type Ids, type IssueOrder, type IssueResult, issueDocument } from './issuing.ts'

/**
 * Issues documents where they disturb nobody: small ones on the calling thread, where a document takes less than a
 * millisecond, large ones on a thread of their own, so that ten thousand lines never stall the other requests.
 */
export class Issuer {
  readonly #rulebook: Rulebook
  readonly #rulebookOptions: RulebookOptions
  readonly #ids: Ids
  #thread: IssuingThread | undefined

  constructor(rulebook: Rulebook, rulebookOptions: RulebookOptions, ids: Ids) {
    this.#rulebook = rulebook
    this.#rulebookOptions = rulebookOptions
    this.#ids = ids
  }

  async issue(order: IssueOrder): Promise<IssueResult> {
    const { text, replaces, credits } = order
    const characters = text.length + (replaces?.answer.length ?? 0) + (credits?.answer.length ?? 0)
    if (characters <= inlineCharactersMax) return issueDocument(order, this.#rulebook, this.#ids)
    if (this.#thread === undefined || this.#thread.isDead) this.#thread = new IssuingThread(this.#rulebookOptions)
    return this.#thread.issue(order)
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

/** A line takes 130 characters at the very least, so more than 500 lines never fit. */
const inlineCharactersMax = 64_000

export interface ThreadTask {
  readonly number: number
  readonly order: IssueOrder
}

export type ThreadReply = { readonly number: number } & (
  | { readonly result: IssueResult }
  | { readonly failure: string }
)

class IssuingThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<IssueResult>>()
  #last = 0
  isDead = false

  constructor(options: RulebookOptions) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: options })
    this.#worker.unref()
    this.#worker.on('message', (reply: ThreadReply) => this.#settle(reply))
    this.#worker.on('error', (error) => this.#die(error))
    this.#worker.on('exit', () => this.#die(new Error('the issuing thread has ended')))
  }

  issue(order: IssueOrder): Promise<IssueResult> {
    this.#last += 1
    const waiting = Promise.withResolvers<IssueResult>()
    this.#waiting.set(this.#last, waiting)
    this.#worker.ref()
    this.#worker.postMessage({ number: this.#last, order } satisfies ThreadTask)
    return waiting.promise
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#waiting.values()].map(({ promise }) => promise))
    await this.#worker.terminate()
  }

  #settle(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.number)
    this.#waiting.delete(reply.number)
    if (this.#waiting.size === 0) this.#worker.unref()
    if ('result' in reply) waiting?.resolve(reply.result)
    else waiting?.reject(new Error(reply.failure))
  }

  #die(error: unknown): void {
    this.isDead = true
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}
