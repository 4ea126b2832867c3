import { integer, onlyRow } from '../../src/store/database/columns.ts'
import { sql } from '../../src/store/database/database.ts'
import type { Store } from '../../src/store/store.ts'
import type { RunningService } from '../../test/support/processes/running-service.ts'
import { readExposition } from '../../test/support/service/prometheus.ts'
import { cpuMsOf } from '../measure.ts'

/** What documents use, and what one of them costs. */
export interface Cost {
  /** Processor time of the service, all instances, in ms. */
  readonly serviceMs: number
  /** Processor time of PostgreSQL, in ms; NaN where it runs on another machine. */
  readonly databaseMs: number
  readonly transactions: number
  /** Calls of the database, each one round trip of a pipeline. */
  readonly roundTrips: number
  /** Bytes of the write-ahead log, which replicas receive. */
  readonly logBytes: number
  /** Bytes that the database grew by, indexes included. */
  readonly storedBytes: number
}

export const costNames = [
  ['serviceMs', 'service, ms of processor time'],
  ['databaseMs', 'PostgreSQL, ms of processor time'],
  ['transactions', 'transactions'],
  ['roundTrips', 'round trips to PostgreSQL'],
  ['logBytes', 'bytes of the write-ahead log'],
  ['storedBytes', 'bytes stored'],
] as const satisfies readonly (readonly [keyof Cost, string])[]

/** Reads what the services and their database have used so far. */
export class Usage {
  readonly #services: readonly RunningService[]
  readonly #store: Store
  readonly #metricsToken: string

  constructor(services: readonly RunningService[], store: Store, metricsToken: string) {
    this.#services = services
    this.#store = store
    this.#metricsToken = metricsToken
  }

  async now(): Promise<Cost> {
    const calls = await Promise.all(this.#services.map((service) => this.#callsOf(service)))
    const { database } = this.#store
    const row = onlyRow(
      await database.query(
        sql(
          `select cast(xact_commit + xact_rollback as bigint) as transactions,
             cast(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bigint) as log_bytes,
             pg_database_size(current_database()) as stored_bytes
           from pg_stat_database where datname = current_database()`,
        ),
      ),
    )
    return {
      serviceMs: sum(this.#services.map(({ pid }) => cpuMsOf(pid))),
      databaseMs: sum((await this.#serverProcesses()).map(cpuMsOf)),
      transactions: integer(row, 'transactions'),
      roundTrips: sum(calls),
      logBytes: integer(row, 'log_bytes'),
      storedBytes: integer(row, 'stored_bytes'),
    }
  }

  async #callsOf({ address }: RunningService): Promise<number> {
    const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${this.#metricsToken}` } })
    const { samples } = readExposition(await answer.text())
    const counts = [...samples].filter(([key]) => key.startsWith('selfbill_database_duration_seconds_count'))
    return sum(counts.map(([, value]) => value))
  }

  /** Connections and background processes of the server. */
  async #serverProcesses(): Promise<readonly number[]> {
    const rows = await this.#store.database.query(sql('select pid from pg_stat_activity'))
    return rows.map((row) => integer(row, 'pid'))
  }
}

/** What one of so many documents cost between two readings. */
export function perDocument(before: Cost, after: Cost, documents: number): Cost {
  const cost = (name: keyof Cost) => (after[name] - before[name]) / documents
  return {
    serviceMs: cost('serviceMs'),
    databaseMs: cost('databaseMs'),
    transactions: cost('transactions'),
    roundTrips: cost('roundTrips'),
    logBytes: cost('logBytes'),
    storedBytes: cost('storedBytes'),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
