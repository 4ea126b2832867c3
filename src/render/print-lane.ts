import { Worker } from 'node:worker_threads'
import { TurnQueue } from '../turn-queue.ts'
import type { PrintOrder } from './page/printed-page.ts'

/**
 * A thread that prints one document after the other, and those that wait for it. The thread starts with its first order. It is
 * replaced when it dies, fails or takes too long, and when it has printed so much that its memory should be given back: the
 * typesetter never forgets (300 bytes of memory for a character of content).
 */
export class PrintLane {
  readonly #limits: PrinterLimits
  readonly #queue = new TurnQueue<Job>()
  #thread: Worker | undefined
  #printing: Printing | undefined
  #printedCharacters = 0
  /** Its thread was told to end and has not yet: an order handed to it would be lost. */
  #isEnding = false
  #isClosed = false

  constructor(limits: PrinterLimits) {
    this.#limits = limits
  }

  /** Rejects with `PrinterBusy` when too many wait already, and `PrintsExceeded` when too many of this organisation do. */
  print(task: PrinterTask, orgId: string): Promise<Uint8Array> {
    const { waitingMax, waitingOfOneMax } = this.#limits
    if (this.#queue.waitingOf(orgId) >= waitingOfOneMax) return Promise.reject(new PrintsExceeded(waitingOfOneMax))
    if (this.#isClosed || this.#queue.length >= waitingMax) return Promise.reject(new PrinterBusy())
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    this.#queue.add({ task, orgId, resolve, reject })
    this.#next()
    return promise
  }

  /** Ends what is being printed. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.terminate()
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take())
      job.reject(new Error('the printer was closed'))
  }

  #next(): void {
    if (this.#isClosed || this.#isEnding || this.#printing !== undefined) return
    const job = this.#queue.take()
    if (job === undefined) {
      this.#thread?.unref()
      return
    }
    const thread = this.#startedThread()
    const tooLong = setTimeout(() => this.#replaceThread(), this.#limits.documentMs)
    this.#printing = { job, tooLong }
    thread.ref()
    thread.postMessage(job.task)
  }

  #startedThread(): Worker {
    if (this.#thread !== undefined) return this.#thread
    const thread = new Worker(new URL('./printer-thread.ts', import.meta.url))
    thread.on('message', (reply: PrinterReply) => this.#settle(reply))
    thread.on('error', (error) => this.#take()?.reject(error))
    thread.on('exit', () => {
      this.#thread = undefined
      this.#isEnding = false
      this.#take()?.reject(new Error('the printing thread has ended'))
      this.#next()
    })
    this.#thread = thread
    this.#printedCharacters = 0
    return thread
  }

  #settle(reply: PrinterReply): void {
    const job = this.#take()
    if (job === undefined) return
    if ('printed' in reply) job.resolve(reply.printed)
    else job.reject(new Error(reply.failure))
    this.#printedCharacters += job.task.order.answer.length + emptyPageCharacters
    const isUsedUp = this.#printedCharacters > this.#limits.threadCharactersMax
    if (isUsedUp || 'failure' in reply) this.#replaceThread()
    else this.#next()
  }

  /** The next document is printed when the old thread has ended. */
  #replaceThread(): void {
    this.#isEnding = true
    void this.#thread?.terminate()
  }

  #take(): Job | undefined {
    const printing = this.#printing
    this.#printing = undefined
    if (printing !== undefined) clearTimeout(printing.tooLong)
    return printing?.job
  }
}

export interface PrinterLimits {
  /** A document that takes longer is given up, and its thread with it. */
  readonly documentMs: number
  readonly waitingMax: number
  /** How many of these may be of one organisation. */
  readonly waitingOfOneMax: number
  /** How much content a thread prints before it is replaced. */
  readonly threadCharactersMax: number
}

/** Too many documents wait to be printed: come back later. */
export class PrinterBusy extends Error {
  override readonly name = 'PrinterBusy'
}

/** Too many documents of one organisation wait to be printed: fetch those first. */
export class PrintsExceeded extends Error {
  override readonly name = 'PrintsExceeded'
  readonly waitingMax: number

  constructor(waitingMax: number) {
    super(`${waitingMax} documents of the organisation wait to be printed`)
    this.waitingMax = waitingMax
  }
}

export interface PrinterTask {
  readonly order: PrintOrder
  readonly format: 'html' | 'pdf'
}

export type PrinterReply = { readonly printed: Uint8Array } | { readonly failure: string }

/** What a page leaves in the typesetter's memory whatever it says, told in characters. */
const emptyPageCharacters = 3_000

interface Job {
  readonly task: PrinterTask
  readonly orgId: string
  readonly resolve: (printed: Uint8Array) => void
  readonly reject: (error: unknown) => void
}

interface Printing {
  readonly job: Job
  readonly tooLong: NodeJS.Timeout
}
