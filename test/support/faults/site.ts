import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { DatabaseLocation } from '../../../src/store/database/open-database.ts'
import { dropDatabase } from '../databases/drop-database.ts'
import type { OwnPostgres } from '../databases/own-postgres.ts'
import type { Plan } from './plan.ts'

/** The place of a round: a fresh database, embedded or on a server that the round may crash. */
export interface Site {
  readonly location: DatabaseLocation
  /** The environment of the instances. */
  readonly environment: Readonly<Record<string, string>>
  readonly server: OwnPostgres | undefined
  /** Breaks every connection to the database; the server continues. */
  cutConnections(): Promise<void>
  remove(): Promise<void>
}

/** Undefined if the plan needs a server and none is installed. */
export async function siteFor(plan: Plan, server: OwnPostgres | undefined): Promise<Site | undefined> {
  if (plan.database === 'embedded') return embedded()
  return server && onServer(server)
}

async function embedded(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'selfbill-round-data-'))
  return {
    location: { dataDir },
    environment: { DATA_DIR: dataDir },
    server: undefined,
    cutConnections: async () => undefined,
    remove: () => rm(dataDir, { recursive: true }),
  }
}

async function onServer(server: OwnPostgres): Promise<Site> {
  const name = `round_${randomBytes(8).toString('hex')}`
  await run(server.url, `create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return {
    location: { databaseUrl: url.href },
    environment: { DATABASE_URL: url.href },
    server,
    cutConnections: () =>
      run(
        server.url,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
      ).catch(
        () => undefined, // the server is down just now: nothing is left to cut
      ),
    remove: () => dropDatabase(server.url, name),
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
