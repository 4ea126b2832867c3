import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe } from 'node:test'
import { Client } from 'pg'
import type { Database } from '../../../src/store/database/database.ts'
import { migrate } from '../../../src/store/database/migrate.ts'
import { type DatabaseLocation, databaseFile, openDatabase } from '../../../src/store/database/open-database.ts'
import { atEnd, isSharedProcess } from '../../run/at-end.ts'
import { effort } from '../effort.ts'
import { dropDatabase } from './drop-database.ts'
import { isFirst, runFolder, sharedPostgres } from './postgres-server.ts'

/**
 * Runs a suite twice: on the embedded database, and on PostgreSQL (`TEST_DATABASE_URL`, or a server
 * started from binaries on this machine). Each half has a fresh database. `REQUIRE_POSTGRES=1` makes
 * a missing PostgreSQL fail. `npm test` runs the first half alone.
 *
 *     eachDatabase('documents', (open) => {
 *       test('…', async () => { const database = await open() … })
 *     })
 *
 * Call `open` inside a test or a hook. It returns a connection to the suite's database with all
 * tables; another call in the same test returns another connection. Later tests reuse them, so a
 * test does not close one. `open.location` is for other processes, and for a store:
 * `open.keep(await openStore(open.location, 0))`.
 */
export function eachDatabase(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${name}, embedded`, () => suite(opener(embedded)))
  describePostgres(name, () => suite(opener(postgres)))
}

/** The same without tables until the first `open`. */
export function eachEmptyDatabase(name: string, suite: (open: OpenTestDatabase) => void): void {
  describe(`${name}, embedded`, () => suite(opener(emptyFolder)))
  onPostgres(name, suite)
}

/**
 * The PostgreSQL half alone, for features that only a server has, without tables until the first
 * `open`.
 */
export function onPostgres(name: string, suite: (open: OpenTestDatabase) => void): void {
  describePostgres(name, () => suite(opener(emptyPostgres)))
}

function describePostgres(name: string, suite: () => void): void {
  describe(`${name}, PostgreSQL`, { skip: whyNoPostgres }, suite)
}

export interface OpenTestDatabase {
  (): Promise<Database>
  /** Only inside a test or a hook. */
  readonly location: DatabaseLocation
  /** Makes another database like that of the suite. */
  readonly make: () => Promise<Place>
  /** Closes what a test opened itself, such as a store, when the suite ends. */
  keep<Opened extends Closable>(opened: Opened): Opened
}

interface Closable {
  close(): Promise<unknown>
}

export interface Place {
  readonly location: DatabaseLocation
  remove(): Promise<void>
}

const isQuick = effort === 'quick'
const postgresUrl = isQuick ? undefined : (process.env.TEST_DATABASE_URL ?? (await sharedPostgres()))

if (postgresUrl === undefined && !isQuick) {
  if (process.env.REQUIRE_POSTGRES === '1')
    throw new Error('REQUIRE_POSTGRES=1, but there is neither TEST_DATABASE_URL nor a server to start')
  if (isFirst(runFolder('skipped')))
    console.log('PostgreSQL half skipped: set TEST_DATABASE_URL, or install PostgreSQL 15 or later')
}

const whyNoPostgres = postgresUrl === undefined && (isQuick ? 'in npm run test:ci' : 'no PostgreSQL')

function opener(make: () => Promise<Place>): OpenTestDatabase {
  let place: Place | undefined
  const closables: Closable[] = []
  const here = (): Place => {
    if (place === undefined) throw new Error('the database exists inside tests and hooks only')
    return place
  }
  before(async () => {
    place = await make()
  })
  after(async () => {
    await Promise.all(closables.map((closable) => closable.close()))
    await place?.remove()
  })
  const keep = <Opened extends Closable>(opened: Opened): Opened => {
    closables.push(opened)
    return opened
  }
  // A connection starts two threads, which costs more than most tests.
  const idle: Database[] = []
  let usedByTest: Database[] | undefined
  beforeEach(() => {
    usedByTest = []
  })
  afterEach(() => {
    idle.push(...(usedByTest ?? []))
    usedByTest = undefined
  })
  const open = async () => {
    const database = idle.pop() ?? keep(await openDatabase(here().location))
    usedByTest?.push(database)
    await migrate(database, 0)
    return database
  }
  return Object.defineProperty(Object.assign(open, { keep, make, location: { dataDir: '' } }), 'location', {
    get: () => here().location,
  })
}

/** A copy of one database with all tables: to make them takes longer than most tests. */
export async function embedded(): Promise<Place> {
  withTables ??= databaseWithTables()
  const place = await emptyFolder()
  await writeFile(databaseFile(place.location.dataDir), await withTables, { mode: 0o600 })
  return place
}

let withTables: Promise<Buffer> | undefined

async function databaseWithTables(): Promise<Buffer> {
  const { location, remove } = await emptyFolder()
  await makeTables(location)
  const bytes = await readFile(databaseFile(location.dataDir))
  await remove()
  return bytes
}

async function emptyFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'selfbill-test-'))
  return { location: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** The same on PostgreSQL. */
async function postgres(): Promise<Place> {
  template ??= postgresTemplate()
  return newPostgres(` template ${await template}`)
}

let template: Promise<string> | undefined

/** The name of a database with all tables, which nobody else connects to. */
async function postgresTemplate(): Promise<string> {
  if (process.env.TEST_DATABASE_URL === undefined) return templateOfRun()
  const { name, location, remove } = await emptyPostgres()
  await makeTables(location)
  if (isSharedProcess()) atEnd(remove)
  else process.once('beforeExit', () => void remove())
  return name
}

/** One for all processes of a run, on the server that ends with the run: the first process makes it. */
async function templateOfRun(): Promise<string> {
  const name = 'selfbill_test_template'
  await onServer(async (client) => {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock(1)')
    const made = await client.query('select from pg_database where datname = $1', [name])
    if (made.rowCount !== 0) return
    const making = await emptyPostgres()
    await makeTables(making.location)
    await client.query(`alter database ${making.name} rename to ${name}`)
  })
  return name
}

async function makeTables(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location)
  await migrate(database, 0)
  await database.close()
}

function emptyPostgres() {
  return newPostgres('')
}

async function newPostgres(options: string) {
  const name = `selfbill_test_${randomBytes(8).toString('hex')}`
  await onServer((client) => client.query(`create database ${name}${options}`))
  const url = new URL(postgresUrl ?? '')
  url.pathname = `/${name}`
  return { name, location: { databaseUrl: url.href }, remove: () => dropDatabase(postgresUrl ?? '', name) }
}

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(postgresUrl)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
