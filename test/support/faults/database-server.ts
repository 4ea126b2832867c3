import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { OwnPostgres } from '../databases/own-postgres.ts'
import { administratorUrl } from '../databases/postgres-server.ts'
import type { DatabaseLine } from './database-line.ts'
import type { Journal } from './journal.ts'
import { type DatabaseBlow, faultOf } from './plan.ts'

/** The PostgreSQL of a round, and what can happen to it and to the connections of each instance. */
export class DatabaseServer {
  readonly #process: Pick<OwnPostgres, 'crash' | 'restart' | 'freeze'>
  /** One for each instance. */
  readonly #lines: readonly DatabaseLine[]
  readonly #url: string

  constructor(process: OwnPostgres, lines: readonly DatabaseLine[], url: string) {
    this.#process = process
    this.#lines = lines
    this.#url = url
  }

  /** Resolves when it is over. A fault goes to the journal when it has struck. */
  async suffer(blow: DatabaseBlow, journal: Journal): Promise<void> {
    const struck = () => journal.fault(faultOf(blow))
    switch (blow.kind) {
      case 'crash database':
        struck()
        return this.#process.crash(blow.ms)
      case 'restart database':
        struck()
        return this.#process.restart(blow.ms)
      case 'freeze database':
        struck()
        return this.#process.freeze(blow.ms)
      case 'end connections':
        return this.#strike(ending(1_000), struck)
      case 'end one connection':
        return this.#strike(ending(1), struck)
      case 'cancel statements':
        return this.#strike(cancelling, struck)
      case 'lock':
        return this.#lock(blow, struck)
      case 'line':
        return this.#lines[blow.instance]?.suffer(blow.trouble, blow.ms, struck)
    }
  }

  /** A stranger keeps a table: statements that write to it wait. */
  async #lock({ table, ms }: BlowOf<'lock'>, struck: () => void): Promise<void> {
    await this.#asAdministrator(async (client) => {
      await client.query(`begin; lock table ${table} in exclusive mode`)
      struck()
      await delay(ms)
      await client.query('rollback')
    })
  }

  /**
   * Tries until something was there to be struck. A statement runs for a millisecond only, so it looks
   * again and again on one connection.
   */
  async #strike(statement: string, struck: () => void): Promise<void> {
    let isStruck = false
    const end = performance.now() + strikeLimitMs
    while (!isStruck && performance.now() < end) {
      await this.#asAdministrator(async (client) => {
        for (; !isStruck && performance.now() < end; await delay(1))
          isStruck = ((await client.query(statement)).rowCount ?? 0) > 0
      })
      await delay(10)
    }
    if (isStruck) struck()
  }

  /** Does nothing while the server is down, and stops when it goes down. */
  async #asAdministrator(act: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: administratorUrl(this.#url), application_name: 'stranger' })
    client.on('error', () => undefined)
    await client
      .connect()
      .then(() => act(client))
      .catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}

type BlowOf<Kind extends DatabaseBlow['kind']> = Extract<DatabaseBlow, { readonly kind: Kind }>

const instancesConnections = `select pid, state from pg_stat_activity
  where datname = current_database() and usename = 'selfbill' and application_name = 'selfbill'`

/** So many connections at once. */
function ending(most: number): string {
  return `select pg_terminate_backend(pid)
    from (${instancesConnections} order by state = 'active' desc, random() limit ${most}) chosen`
}

/** All that run just now. */
const cancelling = `select pg_cancel_backend(pid) from (${instancesConnections} and state = 'active') chosen`

const strikeLimitMs = 20_000
