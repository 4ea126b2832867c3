import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DatabaseClock } from '../../../clock/database-clock.ts'
import type { Config } from '../../../config/config.ts'
import { isAboveRowSecurity } from '../../../service/bypassed-row-security.ts'
import { locationOf } from '../../../service/open-store.ts'
import { hasTables, readApplied, refuseStrangers } from '../../../store/database/applied-migrations.ts'
import { flag, text } from '../../../store/database/columns.ts'
import { type Database, sql } from '../../../store/database/database.ts'
import { serviceAddress } from '../../../store/database/folder-lock.ts'
import { ownMigrations, readMigrations } from '../../../store/database/migration-files.ts'
import { databaseFile, openDatabase, placeOf } from '../../../store/database/open-database.ts'
import { giveTables, selectOtherOwner } from '../../../store/database/postgres-owner.ts'
import { databaseRepair } from './database-repair.ts'
import { type Diagnosis, fine, reasonOf, warning, wrong } from './diagnosis.ts'
import { diagnoseFolder } from './folder.ts'
import { diagnoseSecrets } from './secrets.ts'
import { diagnoseWrites } from './writes.ts'

/** The database, its schema, its clock, and the room on the disk of the embedded one. */
export async function diagnoseDatabase(config: Config): Promise<readonly Diagnosis[]> {
  const { database } = config
  if (database.kind === 'postgres') return [...(await diagnoseOpened(config)), ...(await diagnoseTls(database.url))]
  const { directory } = database
  const room = await diagnoseRoom(directory)
  const rights = await diagnoseFolder(directory)
  if (rights.length > 0) return [...rights, ...room]
  if (!existsSync(databaseFile(directory))) return [diagnoseMissing(directory, config), ...room]
  const address = serviceAddress(directory)
  const running = address === undefined ? [] : [fine('service', `It runs at ${address}`)]
  return [...(await diagnoseOpened(config)), ...room, ...running]
}

/** In production a new database may mean that DATA_DIR or DATABASE_URL is mistyped. */
function diagnoseMissing(directory: string, { isDemoSeeded }: Config): Diagnosis {
  const folder = resolve(directory)
  if (isDemoSeeded) return fine('database', `The first start makes it in ${folder}`)
  return warning(
    'database',
    `There is no database yet: the first start makes a new one in ${folder}`,
    'If there should be one, set DATA_DIR to its folder, or DATABASE_URL to its address',
  )
}

async function diagnoseOpened(config: Config): Promise<readonly Diagnosis[]> {
  let database: Database
  try {
    database = await openDatabase(locationOf(config))
  } catch (error) {
    return [wrong('database', reasonOf(error), databaseRepair(config.database.kind, error))]
  }
  try {
    const role = await diagnoseRole(database)
    // Without rights nothing else can be read.
    if (role.some(({ state }) => state === 'wrong')) return role
    const schema = await diagnoseSchema(database, await placeOf(locationOf(config)))
    // An older schema may lack the tables.
    const isOurs = schema.state === 'fine' && (await hasTables(database))
    return [
      schema,
      ...role,
      ...(await diagnoseWrites(database, isOurs)),
      ...(isOurs ? await diagnoseSecrets(config, database) : []),
      ...(await diagnoseClock(config, database)),
    ]
  } catch (error) {
    return [wrong('database', reasonOf(error), databaseRepair(config.database.kind, error))]
  } finally {
    await database.close()
  }
}

async function diagnoseSchema(database: Database, place: string): Promise<Diagnosis> {
  if (!(await hasTables(database)))
    return fine('database', `It is ${place}, and has no tables of Selfbill: the first start makes them`)
  const [applied, ours] = [await readApplied(database), await readMigrations(ownMigrations)]
  refuseStrangers(applied, ours)
  const known = new Set(applied.map(({ name }) => name))
  const missing = ours.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (missing.length === 0) return fine('database', `It is ${place}, and its schema is that of this version`)
  const names = missing.length === 1 ? missing[0] : `${missing.length} migrations, from ${missing[0]}`
  return warning(
    'database',
    `It is ${place}, and its schema lacks ${names}`,
    'selfbill migrate applies them, and so does the next start',
  )
}

async function diagnoseTls(url: string): Promise<readonly Diagnosis[]> {
  const { postgresAddress } = await import('../../../store/database/postgres-address.ts')
  const { tls, isLocal } = postgresAddress(url)
  if (isLocal || tls === 'verified') return []
  const said =
    tls === 'none'
      ? 'The connection to PostgreSQL is not encrypted'
      : 'The connection to PostgreSQL is encrypted, but the certificate of the server is not checked'
  const repair = 'Add ?sslmode=verify-full to DATABASE_URL, with &sslrootcert=FILE for an authority of your own'
  return [warning('database connection', said, repair)]
}

async function diagnoseRole(database: Database): Promise<readonly Diagnosis[]> {
  if (database.dialect.name !== 'postgres') return []
  const wrongs = await diagnoseOwners(database)
  if (wrongs.length > 0) return wrongs
  if (!(await isAboveRowSecurity(database))) return []
  return [
    warning(
      'database role',
      'The role in DATABASE_URL is a superuser or has BYPASSRLS, so PostgreSQL does not keep organisations apart',
      'Make a role without these rights that owns the database (createuser -P selfbill), and name it in DATABASE_URL',
    ),
  ]
}

async function diagnoseOwners(database: Database): Promise<readonly Diagnosis[]> {
  const [rights] = await database.query(sql(selectRights))
  if (rights === undefined) return []
  const [role, name] = [text(rights, 'role'), text(rights, 'name')]
  const repair = `As a superuser: alter database "${name}" owner to "${role}"`
  const said = `The role ${role} must own the database ${name}: it may not make tables`
  const ofDatabase = flag(rights, 'may_create') ? [] : [wrong('database role', said, repair)]
  const ofTables = (await database.query(sql(selectOtherOwner))).map((other) =>
    wrong(
      'owner of the tables',
      `The tables in the database ${name} belong to ${text(other, 'owner')}, not to ${role}`,
      capitalised(giveTables(role)),
    ),
  )
  return [...ofDatabase, ...ofTables]
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const selectRights = `select current_user as role, current_database() as name,
    cast(coalesce(has_schema_privilege(current_schema(), 'create'), false) as integer) as may_create`

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
