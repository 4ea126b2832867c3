import { Worker } from 'node:worker_threads'
import type { RulebookOptions } from '../../rulebook/rulebook.ts'
import { envelopeLimits, readStatus, refused, type StatusParts, type StatusRead } from './status.ts'

/**
 * Reads statuses where they disturb nobody: a page on the calling thread, where it takes a fraction of a millisecond, and what is
 * larger on a thread of its own, one after the other. That thread has a limit of time for an envelope, and ends when none waits;
 * what an envelope takes in memory is limited by its size and by the number of its elements.
 */
export class StatusReader {
  readonly #parts: StatusReaderParts
  readonly #queue: Job[] = []
  #thread: Worker | undefined
  #reading: { readonly job: Job; readonly tooLong: NodeJS.Timeout } | undefined

  constructor(parts: StatusReaderParts) {
    this.#parts = parts
  }

  /** Rejects when too many wait, with `StatusReaderBusy`, or when the reader breaks: then the envelope may be brought again. */
  async read(source: string | Uint8Array): Promise<StatusRead> {
    // What is too large is refused by its size, before anything looks into it.
    const isQuick = source.length <= inlineMax || source.length > envelopeLimits.bytesMax
    if (isQuick) return readStatus(this.#parts, source)
    if (this.#queue.length >= waitingMax) throw new StatusReaderBusy()
    const job = { source, ...Promise.withResolvers<StatusRead>() }
    this.#queue.push(job)
    this.#next()
    return job.promise
  }

  /** Ends what is being read. */
  async close(): Promise<void> {
    const closed = new Error('the reader was closed')
    for (const job of this.#queue.splice(0)) job.reject(closed)
    this.#settle(closed)
    await this.#endThread()
  }

  #next(): void {
    if (this.#reading !== undefined) return
    const job = this.#queue.shift()
    if (job === undefined) return void this.#endThread()
    const thread = this.#startedThread()
    const tooLong = setTimeout(() => {
      void this.#endThread()
      this.#settle(refused('UNREADABLE', 'it takes too long to read'))
      this.#next()
    }, this.#parts.envelopeMs ?? envelopeMsMax)
    this.#reading = { job, tooLong }
    thread.postMessage(job.source)
  }

  #startedThread(): Worker {
    if (this.#thread !== undefined) return this.#thread
    const { rulebookOptions, serviceProviderId } = this.#parts
    const thread = new Worker(new URL('./status-thread.ts', import.meta.url), {
      workerData: { rulebookOptions, serviceProviderId } satisfies StatusThreadData,
      // Far more than the limits of an envelope let it take: a thread that meets this may end the process with it.
      resourceLimits: { maxOldGenerationSizeMb: threadMegabytesMax },
    })
    // A thread that was ended has nothing more to say: another may be at work by then.
    const answer = (result: StatusRead | Error, isOver: boolean) => {
      if (this.#thread !== thread) return
      if (isOver) this.#thread = undefined
      this.#settle(result)
      this.#next()
    }
    thread.on('message', (reply: StatusReply) => answer('read' in reply ? reply.read : new Error(reply.failure), false))
    thread.on('error', (error) => {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      answer(isTooLarge ? refused('UNREADABLE', 'it takes too much memory to read') : new Error(String(error)), true)
    })
    thread.on('exit', () => answer(new Error('the reading thread has ended'), true))
    this.#thread = thread
    return thread
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #settle(result: StatusRead | Error): void {
    const reading = this.#reading
    this.#reading = undefined
    clearTimeout(reading?.tooLong)
    if (result instanceof Error) reading?.job.reject(result)
    else reading?.job.resolve(result)
  }
}

export interface StatusReaderParts extends StatusParts {
  /** How another thread opens the same rule book. */
  readonly rulebookOptions: RulebookOptions
  /** An envelope that takes longer is refused; absent: 20 s. */
  readonly envelopeMs?: number
}

/** Too many large envelopes wait to be read: bring it again. */
export class StatusReaderBusy extends Error {
  override readonly name = 'StatusReaderBusy'
}

export type StatusThreadData = Pick<StatusReaderParts, 'rulebookOptions' | 'serviceProviderId'>

export type StatusReply = { readonly read: StatusRead } | { readonly failure: string }

/** Bytes, or characters: a few milliseconds, whatever is in them. */
const inlineMax = 64 * 1024
const waitingMax = 8
const envelopeMsMax = 20_000
const threadMegabytesMax = 512

interface Job extends PromiseWithResolvers<StatusRead> {
  readonly source: string | Uint8Array
}
