import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { DatabaseLocation } from '../../../src/store/database/open-database.ts'
import { dropDatabase } from '../databases/drop-database.ts'
import type { OwnPostgres } from '../databases/own-postgres.ts'
import { DatabaseLine } from './database-line.ts'
import { DatabaseServer } from './database-server.ts'
import type { Plan } from './plan.ts'

/** The place of a round: a fresh database, embedded or on a server that the round may disturb. */
export interface Site {
  readonly location: DatabaseLocation
  /** The environment of each instance. */
  readonly environments: readonly Readonly<Record<string, string>>[]
  /** Undefined if the database is embedded. */
  readonly server: DatabaseServer | undefined
  remove(): Promise<void>
}

/** Undefined if the plan needs a server and none is installed. */
export async function siteFor(plan: Plan, server: OwnPostgres | undefined): Promise<Site | undefined> {
  if (plan.database === 'embedded') return embedded(plan)
  return server && onServer(plan, server)
}

async function embedded({ instances }: Plan): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'selfbill-round-data-'))
  return {
    location: { dataDir },
    environments: instances.map(() => ({ DATA_DIR: dataDir })),
    server: undefined,
    remove: () => rm(dataDir, { recursive: true }),
  }
}

async function onServer({ instances }: Plan, server: OwnPostgres): Promise<Site> {
  const name = `round_${randomBytes(8).toString('hex')}`
  await createDatabase(server.url, name)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  const lines = await Promise.all(instances.map(() => DatabaseLine.open(Number(url.port))))
  // The round itself connects directly, under a name of its own.
  const direct = new URL(url)
  direct.searchParams.set('application_name', 'round')
  return {
    location: { databaseUrl: direct.href },
    environments: lines.map(({ port }) => ({ DATABASE_URL: urlThrough(url, port) })),
    server: new DatabaseServer(server, lines, url.href),
    async remove() {
      await Promise.all(lines.map((line) => line.close()))
      await dropDatabase(server.url, name)
    },
  }
}

function urlThrough(url: URL, port: number): string {
  const through = new URL(url)
  through.port = String(port)
  for (const [limit, ms] of Object.entries(limitsMs)) through.searchParams.set(limit, String(ms))
  return through.href
}

/** A thirtieth of those of the service: a round takes seconds. */
const limitsMs = { statement_timeout: 1_000, query_timeout: 1_200 }

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
}
