import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { returnMemory } from '../../threads/return-memory.ts'
import { stopwatch } from '../../threads/stopwatch.ts'
import type { Row, Value } from './database.ts'

/**
 * The thread behind an SQLite database. It may block on the disk; the thread that serves requests
 * may not. A database has four of them. The writer gives each waiting transaction a savepoint and
 * commits them together, since one fsync costs the same for one as for a hundred. The reader
 * answers selects without waiting for that fsync, and the long reader reads long texts, so that
 * short reads need not wait for them. The copier empties the write-ahead log.
 */
export interface ThreadOptions {
  readonly path: string
  readonly role: 'writer' | 'reader' | 'long reader' | 'copier'
}

/** One transaction, or selects that see the same moment. */
export interface Job {
  readonly id: number
  readonly statements: readonly SentStatement[]
}

/** A statement on its way. A text with a number is sent once; later messages have the number. */
export interface SentStatement {
  readonly number: number | undefined
  readonly sql: string | undefined
  readonly params: readonly Value[]
}

/** `close` is the last request. */
export type ThreadRequest = Job | 'close'

/**
 * The first answer is `ready`, or the reason why opening failed. After that come the answers to
 * jobs, many at a time.
 */
export type ThreadAnswer = 'ready' | readonly TimedAnswer[]

export type JobAnswer =
  | { readonly id: number; readonly results: readonly (readonly Row[])[] }
  | { readonly id: number; readonly failure: JobFailure }

/**
 * When the thread worked on the job, ms since 1970 with fractions: for the writer, on its whole
 * group.
 */
export type TimedAnswer = JobAnswer & { readonly startedAt: number; readonly endedAt: number }

/** `code` is SQLite's extended result code. */
export interface JobFailure {
  readonly message: string
  readonly code: number
  /** It failed at the commit, so the file may hold it. Before that nothing is written. */
  readonly isOfCommit: boolean
}

/**
 * How long each attempt to get the write lock waits for another process, and the number of
 * attempts.
 */
const busyTimeoutMs = 5_000
const busyAttemptsMax = 6
/** Limits how long the first transaction of a group waits for its commit. */
const groupJobsMax = 128
const preparedStatementsMax = 300
/** Most of it are buffers of texts: the heap is small, so a collection takes milliseconds. */
const largeBytes = 64 * 1024 * 1024

/**
 * A backstop for when the copier cannot empty the log, which it normally does much earlier. A page
 * has 4 KiB.
 */
const logPagesMax = 50_000

/**
 * A group of creates changes some thousand pages. Without room for them SQLite writes pages to the
 * log before the commit, and reads them again. Without `temp_store` each savepoint writes what it
 * could roll back to a temporary file (docs/decisions/0152).
 */
const writerCacheKb = 16 * 1024

const sqliteBusy = 5

class SqliteThread {
  readonly #db: DatabaseSync
  readonly #port: MessagePort
  readonly #role: ThreadOptions['role']
  /** Prepared, since every transaction has one. */
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  /** The texts that came, by number. */
  readonly #texts: string[] = []
  readonly #prepared = new LRUCache<string, Prepared>({ max: preparedStatementsMax })

  constructor(port: MessagePort, options: ThreadOptions) {
    this.#port = port
    this.#role = options.role
    this.#db = openConnection(options)
    this.#savepoint = this.#db.prepare('savepoint job')
    this.#release = this.#db.prepare('release job')
  }

  start(): void {
    this.#port.on('message', (first: ThreadRequest) => {
      const requests = [first]
      while (requests.length < groupJobsMax) {
        const next: { message: ThreadRequest } | undefined = receiveMessageOnPort(this.#port)
        if (next === undefined) break
        requests.push(next.message)
      }
      const jobs = requests.filter((request) => request !== 'close')
      for (const job of jobs) this.#learn(job)
      if (jobs.length > 0)
        this.#answer(
          this.#role === 'writer'
            ? timed(() => this.#write(jobs))
            : jobs.flatMap((job) => timed(() => [this.#read(job)])),
        )
      returnMemory(largeBytes)
      if (jobs.length < requests.length) this.#close()
    })
    this.#answer('ready')
  }

  #answer(answer: ThreadAnswer): void {
    this.#port.postMessage(answer, answer === 'ready' ? [] : answer.flatMap(buffersIn))
  }

  #close(): void {
    this.#prepared.clear()
    this.#db.close()
    this.#port.close()
  }

  #read(job: Job): JobAnswer {
    try {
      if (job.statements.length === 1) return { id: job.id, results: this.#run(job) }
      this.#db.exec('begin')
      const results = this.#run(job)
      this.#db.exec('commit')
      return { id: job.id, results }
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      return { id: job.id, failure: failureOf(error) }
    }
  }

  /**
   * Runs all jobs in one commit. A failure of the whole transaction (disk full, no lock) fails
   * every job.
   */
  #write(jobs: readonly Job[]): JobAnswer[] {
    let isOfCommit = false
    try {
      this.#begin()
      const answers = jobs.map((job) => this.#writeOne(job))
      isOfCommit = true
      this.#db.exec('commit')
      return answers
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      return jobs.map((job) => ({ id: job.id, failure: failureOf(error, isOfCommit) }))
    }
  }

  #writeOne(job: Job): JobAnswer {
    this.#savepoint.run()
    try {
      const results = this.#run(job)
      this.#release.run()
      return { id: job.id, results }
    } catch (error) {
      // Some failures make SQLite roll back the whole transaction: then the group is gone.
      if (!this.#db.isTransaction) throw error
      this.#db.exec('rollback to job; release job')
      return { id: job.id, failure: failureOf(error) }
    }
  }

  #begin(): void {
    for (let attempt = 1; ; attempt++) {
      try {
        this.#db.exec('begin immediate')
        return
      } catch (error) {
        const isBusy = (failureOf(error).code & 0xff) === sqliteBusy
        if (!isBusy || attempt === busyAttemptsMax) throw error
      }
    }
  }

  #run(job: Job): Row[][] {
    return job.statements.map(({ number, sql = this.#texts[number ?? -1], params }) => {
      const { statement, paramsCount } = this.#prepare(sql)
      // SQLite would read a missing parameter as null.
      if (params.length !== paramsCount)
        throw new Error(`the statement takes ${paramsCount} parameters, not ${params.length}`)
      const named: Record<string, SQLInputValue> = {}
      // SQLite binds a number as a real, so 7 would become 7.0 in a text column.
      for (const [index, value] of params.entries()) {
        named[`$${index + 1}`] = Number.isInteger(value) ? BigInt(Number(value)) : value
      }
      // For an integer, a text, null or a blob it returns a Value, and we select nothing else.
      return statement.all(named) as Row[]
    })
  }

  /** Before anything runs: the statements behind one that fails must be known too. */
  #learn({ statements }: Job): void {
    for (const { number, sql } of statements) {
      if (number !== undefined && sql !== undefined) this.#texts[number] = sql
    }
  }

  #prepare(text: string | undefined): Prepared {
    if (text === undefined) throw new Error('a statement has no text')
    const known = this.#prepared.get(text)
    if (known !== undefined) return known
    const prepared = {
      statement: this.#db.prepare(text),
      paramsCount: Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number))),
    }
    this.#prepared.set(text, prepared)
    return prepared
  }
}

function timed(work: () => readonly JobAnswer[]): readonly TimedAnswer[] {
  const now = stopwatch()
  const startedAt = now()
  const answers = work()
  const endedAt = now()
  return answers.map((answer) => ({ ...answer, startedAt, endedAt }))
}

interface Prepared {
  readonly statement: StatementSync
  readonly paramsCount: number
}

/** The bytes in the rows. They are transferred, to save the thread that serves requests a copy. */
function buffersIn(answer: JobAnswer): readonly ArrayBuffer[] {
  if (!('results' in answer)) return []
  const values = answer.results.flatMap((rows) => rows.flatMap((row) => Object.values(row)))
  return values.flatMap((value) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  )
}

function openConnection({ path, role }: ThreadOptions): DatabaseSync {
  const readOnly = role === 'reader' || role === 'long reader'
  const file = pathToFileURL(path)
  // A thread that opens again must not create a new, empty database.
  file.search = readOnly ? 'mode=ro' : 'mode=rw'
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly })
  db.exec('pragma foreign_keys = on')
  db.function('sha256_hex', { deterministic: true }, (value) =>
    createHash('sha256').update(String(value)).digest('hex'),
  )
  if (readOnly) return db
  // fullfsync: on macOS a plain fsync only reaches the drive's cache.
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on',
  )
  db.exec(`pragma wal_autocheckpoint = ${logPagesMax}`)
  if (role === 'writer') db.exec(`pragma cache_size = -${writerCacheKb}; pragma temp_store = memory`)
  return db
}

function failureOf(error: unknown, isOfCommit = false): JobFailure {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
  return { message, code, isOfCommit }
}

if (parentPort !== null) {
  const options: ThreadOptions = workerData
  new SqliteThread(parentPort, options).start()
}
