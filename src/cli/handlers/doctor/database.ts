import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { DatabaseClock } from '../../../clock/database-clock.ts'
import type { Config } from '../../../config/config.ts'
import { locationOf } from '../../../service/open-store.ts'
import { readApplied, refuseStrangers } from '../../../store/database/applied-migrations.ts'
import type { Database } from '../../../store/database/database.ts'
import { serviceAddress } from '../../../store/database/folder-lock.ts'
import { ownMigrations, readMigrations } from '../../../store/database/migration-files.ts'
import { databaseFile, openDatabase } from '../../../store/database/open-database.ts'
import { type Diagnosis, fine, reasonOf, warning, wrong } from './diagnosis.ts'

/** The database, its schema, its clock, and the room on the disk of the embedded one. */
export async function diagnoseDatabase(config: Config): Promise<readonly Diagnosis[]> {
  const { database } = config
  if (database.kind === 'postgres') return diagnoseOpened(config)
  const { directory } = database
  const room = await diagnoseRoom(directory)
  if (!existsSync(databaseFile(directory)))
    return [fine('database', `The first start makes it in ${directory}`), ...room]
  const address = serviceAddress(directory)
  const running = address === undefined ? [] : [fine('service', `It runs at ${address}`)]
  return [...(await diagnoseOpened(config)), ...room, ...running]
}

async function diagnoseOpened(config: Config): Promise<readonly Diagnosis[]> {
  let database: Database
  try {
    database = await openDatabase(locationOf(config))
  } catch (error) {
    return [wrong('database', reasonOf(error), repairOf(config))]
  }
  try {
    return [await diagnoseSchema(database), ...(await diagnoseClock(config, database))]
  } catch (error) {
    return [wrong('database', reasonOf(error), repairOf(config))]
  } finally {
    await database.close()
  }
}

function repairOf({ database }: Config): string {
  return database.kind === 'postgres'
    ? 'Look whether PostgreSQL runs, and whether DATABASE_URL has its host, port, database, user and password'
    : 'Look whether the user of the service may read and write DATA_DIR; selfbill check reads every page'
}

async function diagnoseSchema(database: Database): Promise<Diagnosis> {
  const [applied, ours] = [await readApplied(database), await readMigrations(ownMigrations)]
  refuseStrangers(applied, ours)
  const known = new Set(applied.map(({ name }) => name))
  const missing = ours.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (missing.length === 0) return fine('database', 'It answers, and its schema is that of this version')
  const names = missing.length === 1 ? missing[0] : `${missing.length} migrations, from ${missing[0]}`
  return warning('database', `Its schema lacks ${names}`, 'selfbill migrate applies them, and so does the next start')
}

/** Leases follow the clock of the database, tokens and certificates that of the machine. */
async function diagnoseClock({ database: { kind } }: Config, database: Database): Promise<readonly Diagnosis[]> {
  if (kind === 'embedded') return []
  const awayMs = Math.abs((await DatabaseClock.open(database)).now() - Date.now())
  const seconds = `${(awayMs / 1_000).toFixed(1)} seconds`
  const said = `The clocks of this machine and of the database are ${seconds} apart`
  const repair = 'Set both by a time server, such as with chrony'
  if (awayMs <= fineMs) return [fine('clock', said)]
  return [awayMs <= warnedMs ? warning('clock', said, repair) : wrong('clock', said, repair)]
}

const fineMs = 2_000
/** A token of another machine is accepted with such a difference. */
const warnedMs = 60_000

async function diagnoseRoom(directory: string): Promise<readonly Diagnosis[]> {
  const found = await statfs(directory).catch(() => undefined)
  if (found === undefined) return []
  const freeMb = Math.floor((found.bavail * found.bsize) / 1_000_000)
  const said = `${freeMb.toLocaleString('en')} MB are free where DATA_DIR is`
  const repair = 'Make room: a document takes some 15 kB, and a full disk refuses every create'
  if (freeMb >= roomyMb) return [fine('disk', said)]
  return [freeMb >= leastMb ? warning('disk', said, repair) : wrong('disk', said, repair)]
}

/** Some 300,000 documents. */
const roomyMb = 5_000
const leastMb = 200
