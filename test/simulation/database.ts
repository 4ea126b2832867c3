import {
  type Database,
  DatabaseAway,
  type Dialect,
  OutcomeUnknown,
  type Row,
  type Statement,
} from '../../src/store/database/database.ts'
import { sqliteDialect } from '../../src/store/database/sqlite.ts'
import { errorOf } from '../../src/store/database/sqlite-errors.ts'
import type { Chaos } from './chaos.ts'
import { type Change, changes, type Engine, nameOf } from './engine.ts'
import type { Machine } from './machine.ts'
import type { Scheduler } from './scheduler.ts'

/**
 * The database of a world: the SQL of the service on an SQLite in the memory of this thread. It is
 * the model of a server somewhere else: a transaction arrives later, happens at one moment, and its
 * answer comes later still, or never. What it cannot show: transactions that see each other's
 * changes between their statements, as on PostgreSQL.
 */
export class WorldDatabase {
  readonly #engine: Engine
  readonly #scheduler: Scheduler
  readonly #chaos: Chaos
  /** Hears of every commit, at once: what it changed of what the checks look at. */
  onCommit: (changes: readonly Change[]) => void = () => undefined
  /** Counts the restores: what was on its way to the lost database does not reach this one. */
  lives = 1
  #aheadMs = 0
  /** How far it was ahead before its jumps, and until when an instance may count on from there. */
  readonly #formerlyAhead: { readonly ms: number; readonly until: number }[] = []

  constructor(scheduler: Scheduler, chaos: Chaos, engine: Engine) {
    this.#scheduler = scheduler
    this.#chaos = chaos
    this.#engine = engine
    engine.begin(() => this.now)
  }

  /** The server's clock. */
  get now(): number {
    return Math.floor(this.#scheduler.now + this.#aheadMs)
  }

  /**
   * The latest time that anybody may have had from it. An instance counts on by itself from the
   * last time that it was answered, also when the clock has gone back since.
   */
  get latest(): number {
    const counted = this.#formerlyAhead.map(({ ms, until }) => Math.min(this.#scheduler.now, until) + ms)
    return Math.max(this.now, ...counted)
  }

  /** The server's clock goes wrong by so much more. */
  jump(ms: number): void {
    this.#formerlyAhead.push({ ms: this.#aheadMs, until: this.#scheduler.now + countedOnMs })
    this.#aheadMs += ms
  }

  /** At once and without faults: for the checks. */
  rows(sql: string, ...params: readonly (string | number)[]): Row[] {
    return this.#engine.run({ sql, params })
  }

  /** The notices that are in a mail. */
  noticesIn(mailId: string): readonly string[] {
    return this.rows('select org_id, user_id, event_key from notices where mail_id = $1', mailId).map(
      (row) => `${row.org_id} ${row.user_id} ${row.event_key}`,
    )
  }

  close(): void {
    this.#engine.end()
  }

  /** Keeps a copy; once in a world. */
  copy(): void {
    this.#engine.copy()
  }

  /** The database is lost, and its copy in its place. */
  restore(): void {
    this.#engine.restore()
    this.lives += 1
  }

  /** The connection of an operator's command: at once and without faults. */
  direct(): Database {
    const all = async (statements: readonly Statement[]) => this.#write(statements)
    return {
      dialect,
      query: async (statement) => this.#write([statement])[0] ?? [],
      snapshot: all,
      transaction: all,
      close: async () => undefined,
    }
  }

  /** The connection of an instance. */
  connection(machine: Machine): Database {
    const call = (kind: string, statements: readonly Statement[]) => this.#call(machine, kind, statements)
    return {
      dialect,
      query: async (statement) => (await call('query', [statement]))[0] ?? [],
      snapshot: (selects) => call('snapshot', selects),
      transaction: (statements) => call('transaction', statements),
      close: async () => undefined,
    }
  }

  #call(machine: Machine, kind: string, statements: readonly Statement[]): Promise<Row[][]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[][]>()
    const hasChange = statements.some(changes)
    const label = `${machine.name} ${kind} ${nameOf(statements)}`
    const trouble = this.#chaos.databaseTrouble(hasChange)
    this.#maybePause(machine, label, hasChange && label.endsWith(' legs') ? 0.06 : 0.01)
    const lost = () => (hasChange ? new OutcomeUnknown(new Error('lost')) : new DatabaseAway(new Error('lost')))
    const fails = (ms: number, what: string, error: Error) =>
      this.#scheduler.after(ms, `${label}: ${what}`, machine, () => reject(error))
    const { lives } = this
    const happens = (ms: number, what: string, answer: (act: () => void) => void) =>
      this.#scheduler.after(ms, `${label}${what}`, undefined, () => {
        if (lives !== this.lives) return
        try {
          const results = this.#write(statements)
          answer(() => resolve(results))
        } catch (error) {
          answer(() => reject(error))
        }
      })
    const { thereMs, backMs } = trouble
    const answered = (act: () => void) => this.#scheduler.after(backMs, `${label} answered`, machine, act)
    switch (trouble.kind) {
      case 'none':
        happens(thereMs, '', answered)
        break
      case 'away':
        fails(thereMs, 'away', new DatabaseAway(new Error('away')))
        break
      case 'lost before':
        fails(thereMs + backMs, 'lost, not done', lost())
        break
      case 'lost after':
        happens(thereMs, ' (its answer is lost)', () => fails(backMs, 'lost, done', lost()))
        break
      case 'late':
        fails(thereMs, 'lost, done later', lost())
        happens(thereMs + backMs, ' (late)', () => undefined)
        break
    }
    return promise
  }

  /** A process that stands still between a question and its answer, where that matters most. */
  #maybePause(machine: Machine, label: string, factor: number): void {
    if (this.#chaos.strikes('instance: paused', factor)) machine.standStill(this.#chaos.pauseMs(), `at: ${label}`)
  }

  #write(statements: readonly Statement[]): Row[][] {
    try {
      const { results, changes: changed } = this.#engine.transaction(statements)
      if (changed.length > 0) this.onCommit(changed)
      return results
    } catch (error) {
      throw errorOf(failureOf(error))
    }
  }
}

function failureOf(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0
  return { message, code, isOfCommit: false }
}

/** Longer than a database is away, or an instance stands still. */
const countedOnMs = 600_000

/** As the embedded database, but with the clock of the world. */
export const dialect: Dialect = { ...sqliteDialect, now: 'world_now()' }
