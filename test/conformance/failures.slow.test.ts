import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { needsAccount } from '../../src/api/declaration/access.ts'
import { mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import { type FaultCode, faults } from '../../src/api/faults.ts'
import { faultsOf } from '../../src/api/openapi/operation-faults.ts'
import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'
import type { Database, Statement } from '../../src/store/database/database.ts'
import { sql } from '../support/databases/any-row.ts'
import { onPostgres } from '../support/databases/databases.ts'
import { OwnPostgres } from '../support/databases/own-postgres.ts'
import { anMls } from '../support/delivery/mls.ts'
import { eventually } from '../support/eventually.ts'
import { Relay } from '../support/network/relay.ts'
import { jsonOf } from '../support/requests/requests.ts'
import { type Fetched, fetchDeclared } from '../support/service/fetch-declared.ts'
import { approvalQuery, bodyFor, type Possessions, possessionsOf, tokensOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import { ServiceLog } from '../support/service/service-log.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

// Answers while the service itself fails: 503 with Retry-After while the database is away, 500 for
// a broken part. Both reveal nothing about the inside, and are logged. The tests go through the
// list of operations.

const environment = { INBOUND_SECRET: randomBytes(24).toString('hex'), WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' }

/** Collected for an assertion; outside a test runner the first of them ends the process. */
const unhandled: unknown[] = []
process.on('unhandledRejection', (error) => unhandled.push(error))

const mayFail = operations.filter((operation) => declares(operation, 'internal'))
// Every operation may answer 503 at the gate. Those that declare it themselves need the database.
const mayBeAway = operations.filter(
  (operation) =>
    needsAccount(operation) || operation.faults.some((code) => faults[code].status === faults.unavailable.status),
)

eachService('a service in trouble', (start) => {
  const log = new ServiceLog()
  let running: TestService
  let database: Database
  /** The service has seen these tokens and remembers their accounts. */
  let known: Possessions
  /** The service has never seen these tokens. */
  let strangers: Possessions[]
  before(async () => {
    running = await start(environment, log.logger)
    database = running.service.parts.store.database
    known = await possessionsOf(running, 'KNOWN')
    strangers = [await aStranger(running, known), await aStranger(running, known)]
  })

  test('a broken part of an operation is a 500', async () => {
    const restore = await hideTables(database, (table) => !neededToEnter.has(table))
    try {
      for (const operation of mayFail.filter(({ id }) => !enteringOnly.has(id))) {
        const failed = await failingCall(operation, known)
        if (operation.body.kind !== 'ndjson') assertFailed(operation, failed, 'internal')
        else assertFailedLine(failed, 'internal')
      }
    } finally {
      await restore()
    }
  })

  test('everything broken is a 500', async () => {
    const [stranger = known] = strangers
    const restore = await hideTables(database, () => true)
    try {
      for (const operation of mayFail) assertFailed(operation, await failingCall(operation, stranger), 'internal')
      // On 503 the access point sends the envelope again. That is right: a failure of ours says
      // nothing about the envelope.
      const brought = await call(running, operationNamed('gatewayInbound'), stranger)
      assertFailed(operationNamed('gatewayInbound'), brought, 'unavailable')
    } finally {
      await restore()
    }
  })

  test('after the repair every operation answers again', () => assertAllWork(running, known))

  test('a read-only database: writes answer 503, nothing answers 500, and the service is not ready', async () => {
    const own = await possessionsOf(running, 'WRITE')
    const restore = await refuseWrites(database, running)
    try {
      await untilReadyz(running, 503)
      const storing = mayBeAway.filter(({ id, body }) => storesDocument.test(id) || body.kind === 'ndjson')
      const fitted = new Set<string>()
      for (const operation of mayBeAway) {
        const answer = await call(running, operation, own)
        // A short document may fit into the pages that a full file has.
        if (running.config.database.kind !== 'postgres' && storing.includes(operation) && isStored(answer))
          fitted.add(operation.id)
        else if (operation.body.kind === 'ndjson' && answer.status === 200) assertFailedLine(answer, 'unavailable')
        else if (storesDocument.test(operation.id)) assertFailed(operation, answer, 'unavailable')
        // A change in place may fit, but not its entry in the audit log.
        else if (answer.status === 504) assertFailed(operation, answer, 'outcome_unknown')
        // Reads still work.
        else if (answer.status >= 500) assertFailed(operation, answer, 'unavailable')
      }
      assert.ok(fitted.size < storing.length / 2, `${[...fitted].join(', ')} found room in a full file`)
    } finally {
      await restore()
    }
    const repairedAt = performance.now()
    await untilReadyz(running, 200)
    // A session that began just before the repair is used for two seconds more.
    await eventually(async () => performance.now() - repairedAt > 2_500)
    await assertAllWork(running, await possessionsOf(running, 'AGAIN'))
  })

  test('a lost database is a 503', async () => {
    const [, stranger = known] = strangers
    await database.close()
    await untilReadyz(running, 503)
    for (const operation of mayBeAway) {
      assertAway(operation, await call(running, operation, known))
      assertFailed(operation, await call(running, operation, stranger), 'unavailable')
    }
    assert.equal((await call(running, operationNamed('healthz'), stranger)).status, 200)
  })

  test('each failure is logged with its reason and nothing from the request', () => {
    const failures = log.failures()
    // While the database is away, one line stands for all.
    assert.ok(failures.length > mayFail.length, `${failures.length} lines`)
    for (const { level, err } of failures) assert.ok(level === 50 && String(err?.message).length > 10)
    const text = log.text()
    for (const secret of [known.tenant.token, known.client.secret, environment.INBOUND_SECRET, 'Steel bracket']) {
      assert.ok(!text.includes(secret), 'the log shows what was sent')
    }
  })

  const failingCall = (operation: Operation, whose: Possessions) => call(running, operation, whose, true)
})

test('while PostgreSQL is stopped every operation answers 503, and afterwards all work again', async (t) => {
  const server = await OwnPostgres.start()
  if (server === undefined) {
    assert.notEqual(process.env.REQUIRE_POSTGRES, '1', 'there is no PostgreSQL to stop')
    return t.skip('no PostgreSQL')
  }
  t.after(() => server.stop())
  const log = new ServiceLog()
  const running = await startTestService({ databaseUrl: server.url }, environment, log.logger)
  t.after(() => running.stop())
  const own = await possessionsOf(running, 'OWN')
  await server.down()
  await untilReadyz(running, 503)
  for (const operation of mayBeAway) assertAway(operation, await call(running, operation, own))
  assert.ok(log.failures().every(({ err }) => /ECONNREFUSED|lost/.test(String(err?.message))))
  await server.up()
  await untilReadyz(running, 200)
  await assertAllWork(running, own)
})

onPostgres('a silent PostgreSQL', (open) => {
  test('operations answer 503 after the timeout; readiness fails long before', async (t) => {
    assert.ok('databaseUrl' in open.location)
    await open() // Creates the tables, which may take longer than the query timeout below.
    const url = new URL(open.location.databaseUrl)
    const relay = await Relay.start(Number(url.port || 5432))
    t.after(() => relay.stop())
    url.port = String(relay.port)
    url.searchParams.set('query_timeout', '300')
    const running = await startTestService({ databaseUrl: url.href }, environment)
    t.after(() => running.stop())
    const tenant = await running.tenant({ scope: 'admin' })
    relay.fallSilent()
    const began = performance.now()
    const [ready, shown] = await Promise.all(
      ['/readyz', '/api/organisation'].map(async (path) => {
        const headers = { authorization: `Bearer ${tenant.token}` }
        const answer = await fetchDeclared(running.address, path, { headers })
        return { answer, tookMs: performance.now() - began }
      }),
    )
    assert.deepEqual([ready?.answer.status, shown?.answer.status], [503, 503])
    assert.ok(Number(ready?.tookMs) < 5_000, `ready after ${ready?.tookMs} ms`)
    relay.speak()
    await eventually(async () => (await tenant.get('/api/organisation')).status === 200, 30_000)
  })
})

after(() => assert.deepEqual(unhandled, []))

function declares(operation: Operation, code: FaultCode): boolean {
  return faultsOf(operation).some((declared) => faults[declared].status === faults[code].status)
}

function operationNamed(id: string): Operation {
  const operation = operations.find((candidate) => candidate.id === id)
  assert.ok(operation, id)
  return operation
}

/** Repeats, because one answer of readyz is shared for a second. */
async function untilReadyz({ address }: TestService, status: number): Promise<void> {
  await eventually(async () => (await fetchDeclared(address, '/readyz')).status === status, 60_000)
}

async function aStranger(running: TestService, like: Possessions): Promise<Possessions> {
  const tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
  return { ...like, tenant, tokenFor: await tokensOf(running, tenant) }
}

function call({ address }: TestService, operation: Operation, whose: Possessions, isFailure = false): Promise<Fetched> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => whose.id(operation, name))
  const query = queryFor(operation, whose)
  return fetchDeclared(address, path + query, { method: operation.method, ...sent(operation, whose) }, { isFailure })
}

function queryFor(operation: Operation, whose: Possessions): string {
  const { path } = operation
  if (path === '/auth/token') return `?client_id=${whose.client.id}`
  if (path === '/api/evidence') return '?from=2026-07-15&to=2026-07-15'
  return path.endsWith('/uuids') ? '?created_on=2026-07-15' : approvalQuery(operation, whose)
}

/** The media type that the operation accepts. */
function sent(
  operation: Operation,
  { client, tokenFor }: Possessions,
): { headers: Record<string, string>; body?: string } {
  if (operation.body.kind === 'form') {
    const grant = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grant).toString(),
    }
  }
  if (operation.access.kind === 'gateway') {
    return {
      headers: { 'content-type': 'application/xml', 'x-selfbill-secret': environment.INBOUND_SECRET },
      body: anMls({ referenceId: '00000000-0000-4000-8000-000000000000', receiverId: '0242:000001' }),
    }
  }
  const headers = { authorization: `Bearer ${tokenFor(operation)}` }
  if (operation.body.kind === 'xml') return { headers: { ...headers, 'content-type': 'application/xml' }, body: golden }
  const body = bodyFor(operation)
  if (body === undefined) return { headers }
  return { headers: { ...headers, 'content-type': mediaTypeOf(operation.body) ?? '' }, body: jsonOf(body) }
}

const golden = readFileSync(new URL('../golden/cases/purchase-invoice/document.xml', import.meta.url), 'utf8')

/** The whole answer is known, body and headers, so it cannot reveal anything else. */
function assertFailed(
  operation: Operation,
  { status, headers, json }: Fetched,
  code: 'internal' | 'unavailable' | 'outcome_unknown',
): void {
  const fault = faults[code]
  assert.equal(status, fault.status, `${operation.id} answered ${status}`)
  const error = code === 'internal' ? 'server_error' : 'temporarily_unavailable'
  const expected = { errors: { message: fault.en }, error_codes: { message: { id: code, values: {} } } }
  assert.deepEqual(json, operation.errors ? { error, error_description: fault.en } : expected, operation.id)
  assert.equal(headers.get('retry-after'), code === 'unavailable' ? '5' : null, operation.id)
  for (const [name] of headers) assert.match(name, knownHeaders, operation.id)
}

const knownHeaders =
  /^(cache-control|connection|content-length|content-type|date|keep-alive|pragma|retry-after|vary|x-api-version|x-request-id|x-ratelimit-\w+|x-selfbill-gateway)$/

/**
 * The answer has begun before the first line is read, so the error stands in place of that line's
 * result.
 */
/** A remembered account is accepted for some seconds, so that its requests fail at their work. */
function assertAway(operation: Operation, answer: Fetched): void {
  if (operation.body.kind === 'ndjson' && answer.status === 200) assertFailedLine(answer, 'unavailable')
  else if (!withoutDatabase.has(operation.id) || answer.status >= 500) assertFailed(operation, answer, 'unavailable')
}

function assertFailedLine({ status, text }: Fetched, code: 'internal' | 'unavailable'): void {
  const { status: lineStatus, en: message } = faults[code]
  const body = { errors: { message }, error_codes: { message: { id: code, values: {} } } }
  assert.equal(status, 200)
  assert.deepEqual(JSON.parse(text), { line: 1, status: lineStatus, body })
}

/** A create or a batch of one line. */
function isStored({ status, text }: Fetched): boolean {
  return status === 201 || (status === 200 && /"status": ?201\b/.test(text))
}

async function assertAllWork(running: TestService, whose: Possessions): Promise<void> {
  for (const operation of new Set([...mayFail, ...mayBeAway])) {
    const { status, text } = await call(running, operation, whose)
    const wellRefused = wellRefusedOf(operation.id)
    assert.ok(
      wellRefused === undefined ? status < 300 : status === wellRefused,
      `${operation.id} answered ${status}: ${text.slice(0, 200)}`,
    )
    if (operation.body.kind === 'ndjson') assert.match(text, /^\{"line":1,"status":201,/, operation.id)
  }
}

const storesDocument = /^(create(Purchase|Sales)|credit|readyz)/

/**
 * Fills the embedded database, or makes the PostgreSQL server read-only as after a demotion.
 * Returns how to undo it.
 */
async function refuseWrites(database: Database, { config }: TestService): Promise<() => Promise<void>> {
  if (config.database.kind === 'postgres') return refuseWritesOf(config.database.url)
  await database.query(sql('create table ballast (bytes blob)'))
  const [used] = await database.query(sql('select page_count from pragma_page_count()'))
  await database.query(sql(`pragma max_page_count = ${used?.page_count}`))
  // Space that was freed earlier counts as room too.
  for (let pages = 64; pages > 0; pages = Math.floor(pages / 2)) {
    const fill = () => database.query(sql('insert into ballast values (zeroblob($1))', pages * 4_000))
    for (let isRoom = true; isRoom; ) {
      isRoom = await fill().then(
        () => true,
        () => false,
      )
    }
  }
  return async () => {
    await database.query(sql('pragma max_page_count = 1000000000'))
    await database.query(sql('drop table ballast'))
  }
}

async function refuseWritesOf(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1)
  const set = async (clause: string, isEndingOthers: boolean) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database "${name}" ${clause}`)
      const others =
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user and pid <> pg_backend_pid()'
      if (isEndingOthers) await client.query(others, [name])
    } finally {
      await client.end()
    }
  }
  // Every session starts again, read-only. After the repair the service replaces them by itself.
  await set('set default_transaction_read_only = on', true)
  return () => set('reset default_transaction_read_only', false)
}

/** The refusal that shows that an operation works; undefined where it must succeed. */
function wellRefusedOf(id: string): number | undefined {
  // None of their documents has failed its rules, and none was refused.
  if (id.startsWith('resubmit')) return 400
  if (id.startsWith('handle')) return 409
  return wellRefusals.get(id)
}

/**
 * An organisation outside compatibility mode gets the usual refusal, nobody has the document that is
 * to be reported again, nobody approves a document of their own, and what waits is not closed.
 */
const wellRefusals: ReadonlyMap<string, number> = new Map([
  ['issueTokenBySignature', 401],
  ['reportAgain', 404],
  ['approveDocument', 403],
  ['closeApproval', 409],
])

/** The tables that are read before an operation begins. */
const neededToEnter: ReadonlySet<string> = new Set(['signing_keys', 'clients', 'organisations'])

/** They need the database only to enter, which a remembered account does without it. */
const withoutDatabase: ReadonlySet<string> = new Set(['validateDocument', 'lookUpParticipant'])

/** These operations need no other tables for their work. */
const enteringOnly: ReadonlySet<string> = new Set([
  'validateDocument',
  'retrieveOrganisation',
  'listOrganisations',
  'changeOrganisation',
  'listClients',
  'createClient',
  'rotateClient',
  'revokeClient',
  'retrieveMe',
  'issueToken',
  'issueTokenBySignature',
  'jsonWebKeys',
  'evidenceKeys',
  ...withoutDatabase,
])

/** Removes tables, as a failed migration would. Returns how to restore them. */
async function hideTables(database: Database, isHidden: (table: string) => boolean): Promise<() => Promise<void>> {
  const listed =
    database.dialect.name === 'sqlite'
      ? `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : 'select tablename as name from pg_tables where schemaname = current_schema()'
  const tables = (await database.query(sql(listed))).map(({ name }) => String(name)).filter(isHidden)
  assert.ok(tables.length > 10)
  const rename = (from: string, to: string): Statement => sql(`alter table ${from} rename to ${to}`)
  await database.transaction(tables.map((table) => rename(table, `hidden_${table}`)))
  return async () => {
    await database.transaction(tables.map((table) => rename(`hidden_${table}`, table)))
  }
}
