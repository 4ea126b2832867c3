import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { Place } from '../places.ts'

/** Bytes that the database writes to its log during the work: SQLite's frames, PostgreSQL's positions. */
export async function writtenToLog({ location }: Place, work: () => Promise<unknown>): Promise<number> {
  if ('databaseUrl' in location) return withPostgres(location.databaseUrl, (client) => postgresLog(client, work))
  const file = join(location.dataDir, databaseFile)
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma busy_timeout = 5000; pragma wal_checkpoint(truncate)')
    // As long as somebody reads, SQLite does not begin its log anew, so its length is what was written.
    database.exec('begin; select count(*) from documents')
    database.prepare('select count(*) from documents').get()
    const before = lengthOf(`${file}-wal`)
    await work()
    return lengthOf(`${file}-wal`) - before
  } finally {
    database.close()
  }
}

/** Bytes that tables and indexes take, without free pages: with nobody else at the database. */
export async function bytesOnDisk({ location }: Place): Promise<number> {
  if ('databaseUrl' in location)
    return withPostgres(location.databaseUrl, async (client) => {
      await client.query('vacuum')
      const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
      return Number(rows[0]?.bytes)
    })
  const database = new DatabaseSync(join(location.dataDir, databaseFile))
  try {
    database.exec('pragma wal_checkpoint(truncate)')
    const read = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
    return (read('page_count') - read('freelist_count')) * read('page_size')
  } finally {
    database.close()
  }
}

/** Documents whose legs have not ended. */
export async function pendingIn({ location }: Place): Promise<number> {
  const select = "select count(*) as open from documents where overall_status = 'PENDING'"
  if ('databaseUrl' in location)
    return withPostgres(location.databaseUrl, async (client) => Number((await client.query(select)).rows[0]?.open))
  const database = new DatabaseSync(join(location.dataDir, databaseFile), { readOnly: true })
  try {
    return Number(database.prepare(select).get()?.open)
  } finally {
    database.close()
  }
}

const databaseFile = 'selfbill.db'

async function postgresLog(client: Client, work: () => Promise<unknown>): Promise<number> {
  const position = async () => (await client.query('select pg_current_wal_insert_lsn()::text as lsn')).rows[0]?.lsn
  const before = await position()
  await work()
  const { rows } = await client.query('select pg_wal_lsn_diff($1::pg_lsn, $2::pg_lsn) as bytes', [
    await position(),
    before,
  ])
  return Number(rows[0]?.bytes)
}

async function withPostgres<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(url)
  await client.connect()
  try {
    // The rows of all organisations.
    await client.query("select set_config('selfbill.org', '*', false)")
    return await work(client)
  } finally {
    await client.end()
  }
}

function lengthOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
