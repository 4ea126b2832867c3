import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../src/store/store.ts'
import { sql } from '../../test/support/databases/any-row.ts'
import { readExposition } from '../../test/support/service/prometheus.ts'
import type { Left } from './probe.ts'

/** A sample of the process and its database. */
export interface Sample {
  readonly at: number
  readonly residentMb: number
  readonly heapMb: number
  readonly externalMb: number
  readonly loopP99Ms: number
  readonly resources: number
  readonly files: number
  /** Legs that are due now, and legs that wait for a time or a status. */
  readonly legsDue: number
  readonly legsWaiting: number
  readonly deliveries: number
  readonly databaseMb: number
  /** The size of SQLite's log. */
  readonly walMb: number
}

/** Takes samples from outside: /metrics, the files, the database. */
export class Observatory {
  readonly #parts: ObservatoryParts

  constructor(parts: ObservatoryParts) {
    this.#parts = parts
  }

  async sample(at: number): Promise<Sample> {
    const { address, metricsToken } = this.#parts
    const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    const { samples } = readExposition(await answer.text())
    const named = (name: string) => samples.get(name) ?? Number.NaN
    const mb = (name: string) => named(name) / 1024 / 1024
    const sum = (name: string, isWanted: (labels: string) => boolean) =>
      [...samples].reduce((total, [key, value]) => total + (key.startsWith(`${name}{`) && isWanted(key) ? value : 0), 0)
    return {
      at,
      residentMb: mb('process_resident_memory_bytes'),
      heapMb: mb('nodejs_heap_size_used_bytes'),
      externalMb: mb('nodejs_external_memory_bytes'),
      loopP99Ms: named('nodejs_eventloop_lag_p99_seconds') * 1000,
      resources: named('nodejs_active_resources_total'),
      files: named('process_open_fds'),
      legsDue: sum('selfbill_legs', (labels) => labels.includes('state="due"')),
      legsWaiting: sum('selfbill_legs', (labels) => !labels.includes('state="due"')),
      deliveries: sum('selfbill_webhook_deliveries', () => true),
      ...(await this.#databaseMb()),
    }
  }

  async #databaseMb(): Promise<{ readonly databaseMb: number; readonly walMb: number }> {
    const { dataDir, store } = this.#parts
    if (dataDir === undefined) {
      const [row] = await store.database.query(sql('select pg_database_size(current_database()) as bytes'))
      return { databaseMb: Number(row?.bytes) / 1024 / 1024, walMb: 0 }
    }
    const sizeOf = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0
    return { databaseMb: sizeOf('selfbill.db') / 1024 / 1024, walMb: sizeOf('selfbill.db-wal') / 1024 / 1024 }
  }

  /** The memory that remains after a full garbage collection (bench/soak/probe.ts). */
  async left(): Promise<Left> {
    const { pid, probeFile } = this.#parts
    rmSync(probeFile, { force: true })
    process.kill(pid, 'SIGUSR2')
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
      if (existsSync(probeFile)) return JSON.parse(readFileSync(probeFile, 'utf8'))
      await sleep(50)
    }
    throw new Error('the probe does not answer')
  }

  /** The rows of every table. On PostgreSQL also dead rows, and rows read by sequential scans. */
  async tables(): Promise<readonly (readonly string[])[]> {
    const { store } = this.#parts
    const rows =
      store.database.dialect.name === 'sqlite'
        ? await store.database.query(sql("select name from sqlite_schema where type = 'table' order by name"))
        : await store.database.query(
            sql(
              `select relname as name, n_dead_tup as dead, n_tup_upd as updated, n_tup_hot_upd as hot, autovacuum_count as vacuums,
                 seq_scan as scans, seq_tup_read as scanned, pg_total_relation_size(relid) as bytes
               from pg_stat_user_tables order by relname`,
            ),
          )
    const counted: (readonly string[])[] = []
    for (const { name, bytes, ...rest } of rows) {
      const [row] = await store.database.query(sql(`select count(*) as rows from ${String(name)}`))
      const more = ['dead', 'updated', 'hot', 'vacuums', 'scans', 'scanned'].map((column) => String(rest[column] ?? ''))
      const size = bytes === undefined ? '' : (Number(bytes) / 1024 / 1024).toFixed(1)
      counted.push([String(name), String(row?.rows), size, ...more])
    }
    return counted
  }
}

export interface ObservatoryParts {
  readonly address: string
  readonly pid: number
  readonly metricsToken: string
  readonly probeFile: string
  /** Only on the embedded database. */
  readonly dataDir: string | undefined
  readonly store: Store
}
