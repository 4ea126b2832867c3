import { Worker } from 'node:worker_threads'
import { htmlOf } from './html.ts'
import { type PrintOrder, printedPage } from './printed-page.ts'

/**
 * Prints documents as HTML or PDF. Everything but a short HTML is done on a thread of its own, one after the other: ten thousand
 * lines take most of a minute, and nobody else's request waits for them. The thread starts with its first order; one that dies is
 * replaced, one that takes too long is ended, and so is one that has printed a long document and holds its memory.
 */
export class Printer {
  readonly #limits: PrinterLimits
  readonly #queue: Job[] = []
  #thread: Worker | undefined
  #printing: Printing | undefined
  #isClosed = false

  constructor(limits: PrinterLimits = defaultLimits) {
    this.#limits = limits
  }

  /** UTF-8 text. Rejects with `PrinterBusy` when too many wait already; so does `pdf`. */
  html(order: PrintOrder): Promise<Uint8Array> {
    if (order.answer.length > shortCharactersMax) return this.#enqueue({ order, format: 'html' })
    return Promise.resolve(new TextEncoder().encode(htmlOf(printedPage(order))))
  }

  pdf(order: PrintOrder): Promise<Uint8Array> {
    return this.#enqueue({ order, format: 'pdf' })
  }

  /** Ends what is being printed. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.terminate()
    for (const job of this.#queue.splice(0)) job.reject(new Error('the printer was closed'))
  }

  #enqueue(task: PrinterTask): Promise<Uint8Array> {
    if (this.#isClosed || this.#queue.length >= this.#limits.waitingMax) return Promise.reject(new PrinterBusy())
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    this.#queue.push({ task, resolve, reject })
    this.#next()
    return promise
  }

  #next(): void {
    if (this.#printing !== undefined) return
    const job = this.#queue.shift()
    if (job === undefined) {
      this.#thread?.unref()
      return
    }
    const thread = this.#startedThread()
    const tooLong = setTimeout(() => void thread.terminate(), this.#limits.documentMs)
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
      this.#take()?.reject(new Error('the printing thread has ended'))
      this.#next()
    })
    this.#thread = thread
    return thread
  }

  #settle(reply: PrinterReply): void {
    const job = this.#take()
    if ('printed' in reply) job?.resolve(reply.printed)
    else job?.reject(new Error(reply.failure))
    const isLong = job !== undefined && job.task.order.answer.length > longCharactersMin
    if (isLong) void this.#thread?.terminate()
    else this.#next()
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
}

/** Too many documents wait to be printed: come back later. */
export class PrinterBusy extends Error {
  override readonly name = 'PrinterBusy'
}

export interface PrinterTask {
  readonly order: PrintOrder
  readonly format: 'html' | 'pdf'
}

export type PrinterReply = { readonly printed: Uint8Array } | { readonly failure: string }

const defaultLimits: PrinterLimits = { documentMs: 180_000, waitingMax: 32 }

/** A hundred lines or so: a few milliseconds. */
const shortCharactersMax = 64_000
const longCharactersMin = 500_000

interface Job {
  readonly task: PrinterTask
  readonly resolve: (printed: Uint8Array) => void
  readonly reject: (error: unknown) => void
}

interface Printing {
  readonly job: Job
  readonly tooLong: NodeJS.Timeout
}
