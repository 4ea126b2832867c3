import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { DatabaseLocation } from '../src/store/database/open-database.ts'
import { openStore, type Store } from '../src/store/store.ts'
import { dropDatabase } from '../test/support/databases/drop-database.ts'
import { sharedPostgres } from '../test/support/databases/postgres-server.ts'

/** A fresh database for one measurement: the environment of the service, and a store of our own on it. */
export interface Place {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  readonly location: DatabaseLocation
  open(): Promise<Store>
  remove(): Promise<void>
}

/**
 * The embedded database, and PostgreSQL where it is available. Prints a line if it is not.
 * BENCH_DATABASE=sqlite measures the embedded database alone.
 */
export async function places(): Promise<readonly (() => Promise<Place>)[]> {
  if (process.env.BENCH_DATABASE === 'sqlite') return [embedded]
  const server = process.env.TEST_DATABASE_URL ?? (await sharedPostgres())
  if (server === undefined)
    console.log('PostgreSQL half skipped: set TEST_DATABASE_URL, or install PostgreSQL 15 or later')
  return server === undefined ? [embedded] : [embedded, () => postgres(server)]
}

async function embedded(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'selfbill-bench-'))
  return {
    name: 'SQLite',
    environment: { DATA_DIR: dataDir },
    location: { dataDir },
    open: () => openStore({ dataDir }, Date.now()),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

let databases = 0

async function postgres(server: string): Promise<Place> {
  const name = `selfbill_bench_${Date.now()}_${++databases}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name: 'PostgreSQL',
    environment: { DATABASE_URL: url.href },
    location: { databaseUrl: url.href },
    open: () => openStore({ databaseUrl: url.href }, Date.now()),
    remove: () => dropDatabase(server, name),
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}
