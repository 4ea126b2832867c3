import { ShareExceeded, ThreadBusy } from './job.ts'
import { type BatchReply, PoolThread, type ThreadLimits } from './pool-thread.ts'
import { TurnQueue } from './turn-queue.ts'

/**
 * Threads, one by default, that do jobs from one limited queue, in which organisations take turns.
 * A thread starts when all others are busy, and ends after an idle time. Small jobs are sent
 * several at a time, as a message costs more than the work on some of them.
 */
export class ThreadPool<Order, Result> {
  readonly #limits: PoolLimits
  readonly #queue = new TurnQueue<Job<Order, Result>>()
  readonly #threads: readonly PoolThread<Order, Result, Job<Order, Result>>[]
  /** The size of each organisation's waiting and running jobs, whose orders are in memory. */
  readonly #sizes = new Map<string, number>()
  #size = 0
  readonly #promises = new Set<Promise<Result>>()
  #isClosed = false

  constructor(script: URL, data: unknown, limits: PoolLimits) {
    this.#limits = limits
    const { threads = 1 } = limits
    const owner = {
      onFree: () => this.#next(),
      onReply: (jobs: readonly Job<Order, Result>[], reply: BatchReply<Result>) => settle(jobs, reply),
      onLost: (jobs: readonly Job<Order, Result>[], error: unknown) => this.#lost(jobs, error),
    }
    this.#threads = Array.from({ length: threads }, () => new PoolThread(script, data, limits, owner))
  }

  /**
   * Rejects with `ShareExceeded` or `ThreadBusy` if too much waits, with `JobExceeded` if the job
   * exceeds a limit, and with another error if its thread fails.
   */
  run(wanted: NewJob<Order>): Promise<Result> {
    const refusal = this.#refusal(wanted)
    if (refusal !== undefined) return Promise.reject(refusal)
    const { orgId, size } = wanted
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#count(orgId, size)
    this.#promises.add(promise)
    const settled = () => {
      this.#promises.delete(promise)
      this.#count(orgId, -size)
    }
    promise.then(settled, settled)
    this.#queue.add({ ...wanted, isAlone: wanted.isSmall !== true, resolve, reject })
    this.#next()
    return promise
  }

  /** Whether a job would be refused now with `ThreadBusy`, whatever its size. */
  get isFull(): boolean {
    return this.#isClosed || this.#queue.length >= this.#limits.waitingMax
  }

  /** Whether a thread has started and few jobs wait: a job is done soon. */
  get isPrompt(): boolean {
    if (this.#isClosed) return false
    const ready = this.#threads.filter((thread) => thread.isReady).length
    return this.#queue.length < ready * batchJobsMax
  }

  /** Starts a thread for jobs to come, if none has started. */
  warmUp(): void {
    if (this.#threads.every((thread) => !thread.isStarted)) this.#grow()
  }

  /** Does the waiting jobs, then ends. */
  async finish(): Promise<void> {
    await Promise.allSettled([...this.#promises])
    await this.close()
  }

  /** Ends immediately. Waiting and running jobs are rejected with `ThreadBusy`. */
  async close(): Promise<void> {
    this.#isClosed = true
    const closed = new ThreadBusy('the thread was closed')
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take()) job.reject(closed)
    await Promise.all(this.#threads.map((thread) => thread.close(closed)))
  }

  #refusal({ orgId, size }: NewJob<Order>): Error | undefined {
    const { waitingOfOneMax, sizeMax = Infinity, sizeOfOneMax = Infinity } = this.#limits
    const held = this.#sizes.get(orgId) ?? 0
    if (this.#queue.waitingOf(orgId) >= waitingOfOneMax) return new ShareExceeded(waitingOfOneMax)
    // A single job is accepted whatever its size.
    if (held > 0 && held + size > sizeOfOneMax) return new ShareExceeded(waitingOfOneMax)
    const isTooLarge = this.#size > 0 && this.#size + size > sizeMax
    return this.isFull || isTooLarge ? new ThreadBusy() : undefined
  }

  #count(orgId: string, size: number): void {
    this.#size += size
    const held = (this.#sizes.get(orgId) ?? 0) + size
    if (held > 0) this.#sizes.set(orgId, held)
    else this.#sizes.delete(orgId)
  }

  /** Gives waiting jobs to free threads. A small job does not wait for a thread that loads. */
  #next(): void {
    while (!this.#isClosed) {
      const first = this.#queue.peek()
      if (first === undefined) return
      const free = this.#threads.filter((thread) => thread.isFree)
      const thread = free.find(({ isReady }) => isReady) ?? (first.isAlone ? free[0] : undefined)
      if (thread === undefined) break
      thread.run(this.#batch())
    }
    if (this.#queue.length > 0) this.#grow()
  }

  /** Starts one more thread, unless one is on its way. */
  #grow(): void {
    if (this.#isClosed || this.#threads.some((thread) => thread.isStarted && !thread.isReady)) return
    this.#threads.find((thread) => !thread.isStarted)?.start()
  }

  /** The next job, with the small ones behind it when that is small too. */
  #batch(): Job<Order, Result>[] {
    const first = this.#queue.take()
    if (first === undefined) return []
    const jobs = [first]
    while (!first.isAlone && jobs.length < batchJobsMax && this.#queue.peek()?.isAlone === false) {
      const job = this.#queue.take()
      if (job !== undefined) jobs.push(job)
    }
    return jobs
  }

  /** A small job is tried again by itself, so that the one at fault is the only one lost. */
  #lost(jobs: readonly Job<Order, Result>[], error: unknown): void {
    const isRepeated = jobs.length > 1 && !this.#isClosed
    for (const job of jobs) {
      if (isRepeated) this.#queue.add({ ...job, isAlone: true })
      else job.reject(error)
    }
  }
}

function settle<Order, Result>(jobs: readonly Job<Order, Result>[], replies: BatchReply<Result>): void {
  for (const [at, job] of jobs.entries()) {
    const reply = replies[at] ?? { failure: 'the thread gave no reply' }
    if ('result' in reply) job.resolve(reply.result)
    else job.reject(new Error(reply.failure))
  }
}

export interface NewJob<Order> {
  readonly orgId: string
  /** The size of the order in memory: characters or bytes. */
  readonly size: number
  /** It may be sent together with others; then `begin` is called again if their thread fails. */
  readonly isSmall?: boolean
  /** Makes the order when its turn comes, with the buffers that are transferred to the thread. */
  begin(): { readonly order: Order; readonly transfer?: readonly ArrayBuffer[] }
}

export interface PoolLimits extends ThreadLimits {
  /** How many threads there are at most; absent: one. */
  readonly threads?: number
  readonly waitingMax: number
  /** How many of these one organisation may have. */
  readonly waitingOfOneMax: number
  /** The size of all jobs together. Absent: no limit. */
  readonly sizeMax?: number
  readonly sizeOfOneMax?: number
}

interface Job<Order, Result> extends NewJob<Order> {
  /** It is sent by itself. */
  readonly isAlone: boolean
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Some milliseconds of work. */
const batchJobsMax = 8
