import { basename } from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { JobExceeded, type JobReply, type ThreadReply } from './job.ts'

/**
 * One thread of a pool, which does one batch of jobs at a time within limits of time and memory. It
 * starts with its first batch. It is replaced when it dies, fails, exceeds a limit or has done much
 * work, and ends after an idle time, because a heap returns its memory to the system only as a
 * whole.
 */
export class PoolThread<Order, Result, Job extends ThreadJob<Order>> {
  readonly #script: URL
  readonly #data: unknown
  readonly #limits: ThreadLimits
  readonly #owner: PoolThreadOwner<Result, Job>
  #worker: Worker | undefined
  #hasLoaded = false
  /** Resolves when the worker has loaded its script, or has ended. */
  #loading = Promise.resolve()
  #running: { readonly jobs: readonly Job[]; readonly timeout: NodeJS.Timeout } | undefined
  #done = 0
  #idle: NodeJS.Timeout | undefined
  /** The thread is ending: a job posted to it would be lost. */
  #isEnding = false

  constructor(script: URL, data: unknown, limits: ThreadLimits, owner: PoolThreadOwner<Result, Job>) {
    this.#script = script
    this.#data = data
    this.#limits = limits
    this.#owner = owner
  }

  /** It can be given a batch now. */
  get isFree(): boolean {
    return !this.#isEnding && this.#running === undefined
  }

  get isStarted(): boolean {
    return this.#worker !== undefined
  }

  /** It has started and loaded its script. */
  get isReady(): boolean {
    return this.#hasLoaded && !this.#isEnding
  }

  /** Until it has loaded, it keeps the process alive: see `#end`. */
  start(): void {
    this.#worker ??= this.#started()
  }

  run(jobs: readonly Job[]): void {
    clearTimeout(this.#idle)
    this.#worker ??= this.#started()
    const timeout = setTimeout(() => {
      this.#giveUp(new JobExceeded('time'))
      this.#replace()
    }, this.#limits.jobMs)
    this.#running = { jobs, timeout }
    this.#worker.ref()
    const begun = jobs.map((job) => job.begin())
    this.#worker.postMessage(
      begun.map(({ order }) => order),
      begun.flatMap(({ transfer = [] }) => transfer),
    )
  }

  /** Ends as soon as it can. A running batch is rejected at once. */
  async close(error: Error): Promise<void> {
    clearTimeout(this.#idle)
    this.#giveUp(error)
    await this.#end()
  }

  #started(): Worker {
    this.#done = 0
    const worker = new Worker(this.#script, {
      workerData: this.#data,
      resourceLimits: this.#limits.heap,
      name: nameOf(this.#script),
    })
    const { promise, resolve: loaded } = Promise.withResolvers<void>()
    this.#loading = promise
    worker.on('message', (reply: ThreadReply<Result>) => {
      if (reply !== 'ready') return this.#take(reply)
      this.#hasLoaded = true
      loaded()
      if (this.isFree) this.#owner.onFree()
      if (this.isFree) this.#rest()
    })
    worker.on('error', (error) => {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#giveUp(isTooLarge ? new JobExceeded('memory') : error)
      this.#isEnding = true
    })
    worker.on('exit', () => {
      this.#worker = undefined
      this.#hasLoaded = false
      this.#isEnding = false
      loaded()
      this.#giveUp(new Error('the thread has ended'))
      this.#owner.onFree()
    })
    return worker
  }

  #take(replies: BatchReply<Result>): void {
    const jobs = this.#ended()
    // A batch that was given up may still be answered.
    if (jobs === undefined) return
    this.#owner.onReply(jobs, replies)
    this.#done += jobs.reduce((total, { size }) => total + size, 0)
    const isWorn = replies.some((reply) => 'failure' in reply) || this.#done > this.#limits.doneMax
    if (isWorn) this.#replace()
    else this.#owner.onFree()
    if (this.isFree) this.#rest()
  }

  /** Ends after the idle time, and does not keep the process alive. */
  #rest(): void {
    this.#worker?.unref()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#replace(), this.#limits.idleMs).unref()
  }

  #giveUp(error: unknown): void {
    const jobs = this.#ended()
    if (jobs !== undefined) this.#owner.onLost(jobs, error)
  }

  #ended(): readonly Job[] | undefined {
    const running = this.#running
    this.#running = undefined
    clearTimeout(running?.timeout)
    return running?.jobs
  }

  /** The next batch waits until the old thread has ended, so that there are never two heaps. */
  #replace(): void {
    void this.#end()
  }

  /**
   * V8 aborts the whole process when a thread is terminated while modules load that depend on a
   * top-level await, such as libxml2's. The end of the process terminates its threads too.
   */
  async #end(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    this.#isEnding = true
    await this.#loading
    await worker.terminate()
  }
}

/** For lists of threads, such as that of `top -H`. */
function nameOf({ pathname }: URL): string {
  return basename(pathname).replace(/-thread\.[jt]s$/, '')
}

export type BatchReply<Result> = readonly JobReply<Result>[]

export interface ThreadLimits {
  /** A batch that takes longer is given up. */
  readonly jobMs: number
  readonly heap: ResourceLimits
  /** The thread ends after this long without a job. */
  readonly idleMs: number
  /** The thread is replaced after jobs of this total size. */
  readonly doneMax: number
}

interface ThreadJob<Order> {
  readonly size: number
  begin(): { readonly order: Order; readonly transfer?: readonly ArrayBuffer[] }
}

interface PoolThreadOwner<Result, Job> {
  /** The thread can take the next batch. */
  onFree(): void
  onReply(jobs: readonly Job[], replies: BatchReply<Result>): void
  onLost(jobs: readonly Job[], error: unknown): void
}
