import { type ResourceLimits, Worker } from 'node:worker_threads'
import { JobExceeded, type JobReply, ShareExceeded, ThreadBusy } from './job.ts'
import { TurnQueue } from './turn-queue.ts'

/**
 * A thread that does one job after the other, with a limited queue in which organisations take
 * turns. Jobs have a time limit and the thread has a heap limit. The thread starts with its first
 * job. It is replaced when it dies, fails, exceeds a limit or has done much work, and ends after an
 * idle time, because a heap returns its memory to the system only as a whole.
 */
export class WorkThread<Order, Result> {
  readonly #script: URL
  readonly #data: unknown
  readonly #limits: ThreadLimits
  readonly #queue = new TurnQueue<Job<Order, Result>>()
  /** The size of each organisation's waiting and running jobs, whose orders are in memory. */
  readonly #sizes = new Map<string, number>()
  #size = 0
  readonly #promises = new Set<Promise<Result>>()
  #thread: Worker | undefined
  #running: Running<Order, Result> | undefined
  #done = 0
  #idle: NodeJS.Timeout | undefined
  /** The thread is ending: a job posted to it would be lost. */
  #isEnding = false
  #isClosed = false

  constructor(script: URL, data: unknown, limits: ThreadLimits) {
    this.#script = script
    this.#data = data
    this.#limits = limits
  }

  /**
   * Rejects with `ShareExceeded` or `ThreadBusy` if too much waits, with `JobExceeded` if the job
   * exceeds a limit, and with another error if the thread fails.
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
    this.#queue.add({ ...wanted, resolve, reject })
    this.#next()
    return promise
  }

  /** Does the waiting jobs, then ends. */
  async finish(): Promise<void> {
    await Promise.allSettled([...this.#promises])
    await this.close()
  }

  /** Ends immediately. Waiting and running jobs are rejected with `ThreadBusy`. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    for (let job = this.#queue.take(); job !== undefined; job = this.#queue.take())
      job.reject(new ThreadBusy('the thread was closed'))
    this.#giveUp(new ThreadBusy('the thread was closed'))
    await this.#thread?.terminate()
  }

  #refusal({ orgId, size }: NewJob<Order>): Error | undefined {
    const { waitingMax, waitingOfOneMax, sizeMax = Infinity, sizeOfOneMax = Infinity } = this.#limits
    const held = this.#sizes.get(orgId) ?? 0
    if (this.#queue.waitingOf(orgId) >= waitingOfOneMax) return new ShareExceeded(waitingOfOneMax)
    // A single job is accepted whatever its size.
    if (held > 0 && held + size > sizeOfOneMax) return new ShareExceeded(waitingOfOneMax)
    const isFull = this.#queue.length >= waitingMax || (this.#size > 0 && this.#size + size > sizeMax)
    return this.#isClosed || isFull ? new ThreadBusy() : undefined
  }

  #count(orgId: string, size: number): void {
    this.#size += size
    const held = (this.#sizes.get(orgId) ?? 0) + size
    if (held > 0) this.#sizes.set(orgId, held)
    else this.#sizes.delete(orgId)
  }

  #next(): void {
    if (this.#isClosed || this.#isEnding || this.#running !== undefined) return
    clearTimeout(this.#idle)
    const job = this.#queue.take()
    if (job === undefined) {
      this.#thread?.unref()
      this.#idle = setTimeout(() => this.#replace(), this.#limits.idleMs).unref()
      return
    }
    this.#thread ??= this.#started()
    const timeout = setTimeout(() => {
      this.#giveUp(new JobExceeded('time'))
      this.#replace()
    }, this.#limits.jobMs)
    this.#running = { job, timeout }
    this.#thread.ref()
    const { order, transfer = [] } = job.begin()
    this.#thread.postMessage(order, [...transfer])
  }

  #started(): Worker {
    this.#done = 0
    const thread = new Worker(this.#script, { workerData: this.#data, resourceLimits: this.#limits.heap })
    thread.on('message', (reply: JobReply<Result>) => this.#take(reply))
    thread.on('error', (error) => {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#giveUp(isTooLarge ? new JobExceeded('memory') : error)
      this.#isEnding = true
    })
    thread.on('exit', () => {
      this.#thread = undefined
      this.#isEnding = false
      this.#giveUp(new Error('the thread has ended'))
      this.#next()
    })
    return thread
  }

  #take(reply: JobReply<Result>): void {
    const job = this.#ended()
    // A job that was given up may still answer.
    if (job === undefined) return
    if ('result' in reply) job.resolve(reply.result)
    else job.reject(new Error(reply.failure))
    this.#done += job.size
    if ('failure' in reply || this.#done > this.#limits.doneMax) this.#replace()
    else this.#next()
  }

  #giveUp(error: unknown): void {
    this.#ended()?.reject(error)
  }

  #ended(): Job<Order, Result> | undefined {
    const running = this.#running
    this.#running = undefined
    clearTimeout(running?.timeout)
    return running?.job
  }

  /** The next job waits until the old thread has ended, so that there are never two heaps. */
  #replace(): void {
    if (this.#thread === undefined) return
    this.#isEnding = true
    void this.#thread.terminate()
  }
}

export interface NewJob<Order> {
  readonly orgId: string
  /** The size of the order in memory: characters or bytes. */
  readonly size: number
  /** Makes the order when its turn comes, with the buffers that are transferred to the thread. */
  begin(): { readonly order: Order; readonly transfer?: readonly ArrayBuffer[] }
}

export interface ThreadLimits {
  /** A job that takes longer is rejected. */
  readonly jobMs: number
  readonly heap: ResourceLimits
  /** The thread ends after this long without a job. */
  readonly idleMs: number
  readonly waitingMax: number
  /** How many of these one organisation may have. */
  readonly waitingOfOneMax: number
  /** The size of all jobs together. Absent: no limit. */
  readonly sizeMax?: number
  readonly sizeOfOneMax?: number
  /** The thread is replaced after jobs of this total size. */
  readonly doneMax: number
}

interface Job<Order, Result> extends NewJob<Order> {
  resolve(result: Result): void
  reject(error: unknown): void
}

interface Running<Order, Result> {
  readonly job: Job<Order, Result>
  readonly timeout: NodeJS.Timeout
}
