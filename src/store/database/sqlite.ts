import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { memoryOf } from '../../text/text.ts'
import { Checkpoints } from './checkpoints.ts'
import {
  type Database,
  DatabaseAway,
  DatabaseUnusable,
  type Dialect,
  OutcomeUnknown,
  type Row,
  type Statement,
  sql,
} from './database.ts'
import { errorOf } from './sqlite-errors.ts'
import type { JobAnswer, ThreadAnswer, ThreadOptions, ThreadRequest } from './sqlite-thread.ts'

/**
 * The embedded database: one file, using the SQLite inside Node; every acknowledged transaction is
 * synced to disk. Creates the file and its folder if they are missing, readable only by their
 * owner. Another process may have the same file open.
 */
export async function openSqlite(path: string): Promise<Database> {
  const { writer, reader } = await openThreads(path)
  const longReader = new LateThread({ path, role: 'long reader' })
  const copier = new LateThread({ path, role: 'copier' })
  const checkpoints = new Checkpoints(() => copier.run([sql('pragma wal_checkpoint(passive)')]))
  const write = (statements: readonly Statement[]) => writer.run(statements).finally(() => checkpoints.due())
  return {
    dialect,
    async query(statement) {
      if (!readsOnly.test(statement.sql)) return (await write([statement]))[0] ?? []
      const results = await (statement.isLong === true ? longReader : reader).run([statement])
      return results[0] ?? []
    },
    snapshot: (selects) => reader.run(selects),
    transaction: write,
    async close() {
      await checkpoints.close()
      await copier.close()
      await longReader.close()
      await reader.close()
      await writer.close()
    },
  }
}

async function openThreads(path: string): Promise<{ readonly writer: Thread; readonly reader: Thread }> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // SQLite creates the file world-readable and copies its mode to -wal and -shm, so create it
    // 0600 first.
    await (await open(path, 'a', 0o600)).close()
    const writer = await Thread.open({ path, role: 'writer' })
    // Opened after the writer, because only the writer may create the file.
    return { writer, reader: await Thread.open({ path, role: 'reader' }) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DatabaseUnusable(`the database ${path} cannot be opened: ${why}`, { cause: error })
  }
}

const dialect: Dialect = {
  name: 'sqlite',
  skipLocked: '',
  forUpdate: '',
  sha256: (expression) => `sha256_hex(${expression})`,
  utf8: (expression) => `cast(${expression} as blob)`,
  now: `cast(unixepoch('subsec') * 1000 as integer)`,
}

/** A select only. `with …` may end in an insert, so it goes to the writer. */
const readsOnly = /^\s*select\b/i

/** A backstop against our own bugs: callers are limited much earlier. */
const waitingJobsMax = 100_000

interface Waiting {
  resolve(results: readonly (readonly Row[])[]): void
  reject(error: Error): void
}

/** A thread that opens when it is first needed, and tries again if opening failed. */
class LateThread {
  readonly #options: ThreadOptions
  #thread: Promise<Thread> | undefined

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  async run(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    this.#thread ??= Thread.open(this.#options).catch((error: unknown) => {
      this.#thread = undefined
      throw new DatabaseAway(error)
    })
    const thread = await this.#thread
    return thread.run(statements)
  }

  async close(): Promise<void> {
    await (await this.#thread?.catch(() => undefined))?.close()
  }
}

/** The main thread's side of one database thread. */
class Thread {
  static async open(options: ThreadOptions): Promise<Thread> {
    const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: options,
      name: `sqlite ${options.role}`,
    })
    const thread = new Thread(worker)
    await thread.#opened.promise
    return thread
  }

  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  readonly #opened = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  #nextId = 0
  #isClosing = false

  private constructor(worker: Worker) {
    this.#worker = worker
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

  run(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    if (this.#isClosing) return Promise.reject(new DatabaseAway('it is closed'))
    if (this.#waiting.size >= waitingJobsMax) return Promise.reject(new DatabaseAway('too much waits for it'))
    const id = this.#nextId++
    const { promise, resolve, reject } = Promise.withResolvers<readonly (readonly Row[])[]>()
    this.#waiting.set(id, { resolve, reject })
    const moved = statements.filter(({ isHandedOver }) => isHandedOver).flatMap(({ params }) => params)
    this.#worker.postMessage({ id, statements } satisfies ThreadRequest, [...memoryOf(moved)])
    return promise
  }

  /** Earlier jobs are answered first. */
  async close(): Promise<void> {
    if (!this.#isClosing) this.#worker.postMessage('close' satisfies ThreadRequest)
    this.#isClosing = true
    await this.#ended.promise
  }

  #settle(answer: JobAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('results' in answer) waiting?.resolve(answer.results)
    else waiting?.reject(errorOf(answer.failure))
  }

  #fail(error: Error): void {
    this.#isClosing = true
    this.#opened.reject(error)
    for (const waiting of this.#waiting.values()) waiting.reject(new OutcomeUnknown(error))
    this.#waiting.clear()
  }
}
