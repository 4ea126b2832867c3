import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { type DatabaseLocation, databaseFile } from '../../../src/store/database/open-database.ts'
import { selfbill } from '../processes/command-line.ts'
import { administratorUrl, binaryFolder } from './postgres-server.ts'

/**
 * Copies a database as an operator does, even while it is in use: `bin/selfbill backup`, or
 * pg_dump.
 */
export async function backUp(location: DatabaseLocation): Promise<Backup> {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-backup-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const file = join(folder, 'copy')
  if ('databaseUrl' in location) {
    await postgresTool('pg_dump', '--format=custom', `--file=${file}`, administratorUrl(location.databaseUrl))
    return { restore: () => restorePostgres(location.databaseUrl, file), remove }
  }
  const { code, stderr } = await selfbill(location, 'backup', file)
  if (code !== 0) throw new Error(`the backup failed: ${stderr}`)
  return { restore: () => restoreEmbedded(location.dataDir, file), remove }
}

export interface Backup {
  /** Replaces the database by the copy. Nothing may have it open. */
  restore(): Promise<void>
  remove(): Promise<void>
}

async function restoreEmbedded(dataDir: string, file: string): Promise<void> {
  const database = databaseFile(dataDir)
  for (const beside of ['-wal', '-shm']) await rm(database + beside, { force: true })
  await copyFile(file, database)
}

async function restorePostgres(url: string, file: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const server = new Client(Object.assign(new URL(administratorUrl(url)), { pathname: '/postgres' }).href)
  await server.connect()
  try {
    await server.query(`drop database ${name} with (force)`)
    await server.query(`create database ${name} owner selfbill`)
  } finally {
    await server.end()
  }
  await postgresTool('pg_restore', '--exit-on-error', `--dbname=${administratorUrl(url)}`, file)
}

async function postgresTool(tool: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(binaryFolder() ?? '', tool), [...args])
}
