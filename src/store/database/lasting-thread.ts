import { Worker } from 'node:worker_threads'
import { memoryOf } from '@selfbill/pint-ae/text'
import { scriptBeside } from '../../threads/script-beside.ts'
import { type AddPastSpan, pastSpans } from '../../tracing/active-span.ts'
import { DatabaseAway, DatabaseClosed, isChange, OutcomeUnknown, type Row, type Statement } from './database.ts'
import { errorOf } from './sqlite-errors.ts'
import type { SentStatement, ThreadAnswer, ThreadOptions, ThreadRequest, TimedAnswer } from './sqlite-thread.ts'

/**
 * A database thread that lasts until it is closed: it opens when it is first needed, and again
 * after it died or could not be opened. SQLite rolls back the transaction of a thread that dies.
 * With `idleMs` it also ends when nobody has used it for so long.
 */
export class LastingThread {
  readonly #options: ThreadOptions
  #thread: Thread | undefined
  #opening: Promise<Thread> | undefined
  #isClosed = false
  readonly #idleMs: number | undefined
  #running = 0
  #idle: NodeJS.Timeout | undefined
  #ending: Promise<void> | undefined

  constructor(options: ThreadOptions, idleMs?: number) {
    this.#options = options
    this.#idleMs = idleMs
  }

  async open(): Promise<void> {
    await this.#opened()
  }

  run(statements: readonly Statement[]): Promise<Results> {
    if (this.#isClosed) return Promise.reject(new DatabaseClosed())
    return this.#idleMs === undefined ? this.#run(statements) : this.#watched(statements, this.#idleMs)
  }

  #run(statements: readonly Statement[]): Promise<Results> {
    // Without a wait, so that a close that follows finds the statements under way.
    if (this.#thread?.isDead === false) return this.#thread.run(statements)
    return this.#opened().then(
      (thread) => thread.run(statements),
      (error: unknown) => {
        throw new DatabaseAway(error)
      },
    )
  }

  #watched(statements: readonly Statement[], idleMs: number): Promise<Results> {
    clearTimeout(this.#idle)
    this.#running += 1
    return this.#run(statements).finally(() => {
      this.#running -= 1
      if (this.#running === 0 && !this.#isClosed) this.#idle = setTimeout(() => this.#endIdle(), idleMs).unref()
    })
  }

  /** The next job opens another. */
  #endIdle(): void {
    const idle = this.#thread
    this.#thread = undefined
    this.#ending = idle?.close()
  }

  /** Earlier jobs are answered first. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#ending
    const opened = (await this.#opening?.catch(() => undefined)) ?? this.#thread
    await opened?.close()
  }

  #opened(): Promise<Thread> {
    this.#opening ??= Thread.open(this.#options)
      .then((thread) => {
        this.#thread = thread
        return thread
      })
      .finally(() => {
        this.#opening = undefined
      })
    return this.#opening
  }
}

type Results = readonly (readonly Row[])[]

const numberedTextsMax = 1_000

/** A backstop against our own bugs: callers are limited much earlier. */
const waitingJobsMax = 100_000

interface Waiting {
  resolve(results: Results): void
  reject(error: Error): void
  readonly hasChange: boolean
  /** Undefined when nobody traces the job. */
  readonly addSpan: AddPastSpan | undefined
}

/** The main thread's side of one database thread. */
class Thread {
  static async open(options: ThreadOptions): Promise<Thread> {
    const name = `sqlite ${options.role}`
    const worker = new Worker(scriptBeside(import.meta.url, './sqlite-thread'), { workerData: options, name })
    const thread = new Thread(worker, name)
    await thread.#opened.promise
    return thread
  }

  readonly #worker: Worker
  readonly #name: string
  readonly #waiting = new Map<number, Waiting>()
  readonly #opened = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  /** The numbers of the texts that the thread knows. */
  readonly #numbers = new Map<string, number>()
  #nextNumber = 0
  #nextId = 0
  #isDead = false

  private constructor(worker: Worker, name: string) {
    this.#worker = worker
    this.#name = name
    worker.on('message', (answer: ThreadAnswer) => {
      if (answer === 'ready') this.#opened.resolve()
      else for (const job of answer) this.#settle(job)
    })
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => {
      this.#fail(new Error('its thread ended'))
      this.#ended.resolve()
    })
  }

  get isDead(): boolean {
    return this.#isDead
  }

  run(statements: readonly Statement[]): Promise<Results> {
    if (this.#isDead) return Promise.reject(new DatabaseAway('its thread ended'))
    if (this.#waiting.size >= waitingJobsMax) return Promise.reject(new DatabaseAway('too much waits for it'))
    const id = this.#nextId++
    const { promise, resolve, reject } = Promise.withResolvers<Results>()
    this.#waiting.set(id, { resolve, reject, hasChange: statements.some(isChange), addSpan: pastSpans() })
    const moved = statements.filter(({ isHandedOver }) => isHandedOver).flatMap(({ params }) => params)
    const sent = statements.map(({ sql, params }) => this.#sent(sql, params))
    try {
      this.#worker.postMessage({ id, statements: sent } satisfies ThreadRequest, [...memoryOf(moved)])
    } catch (error) {
      // The thread never saw these texts, so their numbers mean nothing to it.
      for (const { sql } of sent) if (sql !== undefined) this.#numbers.delete(sql)
      throw error
    }
    return promise
  }

  async close(): Promise<void> {
    if (!this.#isDead) this.#worker.postMessage('close' satisfies ThreadRequest)
    await this.#ended.promise
  }

  /** A create has a dozen statements, whose texts are longer than most of their values. */
  #sent(sql: string, params: Statement['params']): SentStatement {
    const known = this.#numbers.get(sql)
    if (known !== undefined) return { number: known, sql: undefined, params }
    // The texts of some statements vary.
    if (this.#numbers.size >= numberedTextsMax) return { number: undefined, sql, params }
    const number = this.#nextNumber++
    this.#numbers.set(sql, number)
    return { number, sql, params }
  }

  #settle(answer: TimedAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    waiting?.addSpan?.(this.#name, answer, { 'thread.name': this.#name })
    if ('results' in answer) waiting?.resolve(answer.results)
    else waiting?.reject(this.#inDoubt(errorOf(answer.failure), waiting))
  }

  #inDoubt(error: Error, { hasChange }: Waiting): Error {
    return error instanceof OutcomeUnknown && !hasChange ? new DatabaseAway(error.cause) : error
  }

  #fail(error: Error): void {
    this.#isDead = true
    this.#opened.reject(error)
    for (const waiting of this.#waiting.values()) waiting.reject(this.#inDoubt(new OutcomeUnknown(error), waiting))
    this.#waiting.clear()
  }
}
