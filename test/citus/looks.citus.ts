import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { joinMs } from '../../src/features/notices/gather.ts'
import { addLoginLink } from '../../src/service/login-link.ts'
import { contract } from '../../src/store/database/contract.ts'
import type { Database } from '../../src/store/database/database.ts'
import { beginOutage, recordOutage } from '../../src/store/outages.ts'
import { addUser, changeUser } from '../../src/store/people/users.ts'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { madeCertificate, Receiver } from '../support/network/receiver.ts'
import { aMailServer, type MailServer } from '../support/notices/mail-server.ts'
import { commandLine } from '../support/processes/command-line.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { startTestService, type Tenant, type TestService } from '../support/service/test-service.ts'
import type { CitusDatabase } from './cluster.ts'
import { onDistributed } from './distributed.ts'

// What the service looks up by itself, over all organisations, on a distributed database.

const { selfbill } = commandLine()

onDistributed('webhooks, e-mails, the list of outages and a contraction work', async (t, _cluster, database) => {
  const receiver = await Receiver.start()
  t.after(() => receiver.close())
  const mails = await aMailServer()
  t.after(() => mails.stop())
  const environment = {
    SECRET_KEY: '5e'.repeat(32),
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    SMTP_URL: `smtp://bills:p%40ss%2Fword@127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Selfbill <bills@example.ae>',
    PUBLIC_URL: 'https://bills.example',
  }
  const log = pino({ level: process.env.LOG_LEVEL ?? 'fatal' })
  const running = await startTestService({ databaseUrl: database.urlAt() }, environment, log)
  t.after(() => running.stop())
  const tenant = await running.tenant({ scope: 'documents:read documents:write admin' })
  const setting = { database, running, tenant, db: running.service.parts.store.database }
  await t.test('a contraction is applied on every node', () => contracts(setting))
  await t.test('a webhook gets every event of a document', () => callsBack(setting, receiver))
  await t.test('a person gets an e-mail about a document that failed its rules', () => writesTo(setting, mails))
  await t.test('a person signs in by a link, once', () => signsIn(setting))
  await t.test('outages count the documents of each organisation, those that wait now too', () => lists(setting))
})

interface Setting {
  readonly database: CitusDatabase
  readonly running: TestService
  readonly tenant: Tenant
  readonly db: Database
}

async function contracts({ database, db }: Setting): Promise<void> {
  const name = '0042-contract-due-legs-by-organisation'
  // A new database has it from the beginning: back to the state before.
  const back = [
    `delete from migrations where name = '${name}'`,
    'create index legs_due on legs (next_attempt_at, corner) where next_attempt_at is not null',
    'create index legs_due_at_access_point on legs (access_point, next_attempt_at) where next_attempt_at is not null',
  ]
  for (const text of back) await database.asSuperuser(text)
  assert.deepEqual(await contract(db, Date.now()), { applied: [name], waiting: undefined })
  assert.deepEqual(await contract(db, Date.now()), { applied: [], waiting: undefined })
  const indexes = await database.asSuperuser(
    `select result from run_command_on_shards('legs', $$
       select string_agg(substring(pg_get_indexdef(indexrelid) from 'INDEX (legs_due[a-z_]*)_[0-9]+ '), ' ')
       from pg_index where indrelid = '%s'::regclass $$)`,
  )
  assert.deepEqual(new Set(indexes.map(({ result }) => result)), new Set(['legs_due_of_all']))
}

async function callsBack({ tenant }: Setting, receiver: Receiver): Promise<void> {
  const made = await tenant.post('/api/webhooks', { url: receiver.url(`/${tenant.orgId}`) })
  assert.equal(made.status, 201, made.text)
  const { id } = await issue(tenant)
  await eventually(async () => receiver.received.filter(({ body }) => body.includes(id)).length === 3)
}

async function writesTo({ tenant: { orgId }, tenant, db }: Setting, mails: MailServer): Promise<void> {
  const at = Date.now()
  const userId = randomUUID()
  const email = `${userId}@example.ae`
  await addUser(db, { orgId, id: userId, name: 'Amina', email, role: 'clerk', createdAt: at - 1 })
  await changeUser(db, orgId, userId, { notices: 'at_once' }, at - 1)
  await db.query(sql('update users set confirmed_email = email where org_id = $1 and id = $2', orgId, userId))
  // The first reader gets nothing of the past, so the cursor comes first.
  await eventually(async () => {
    const cursors = await db.query(sql('select position from notice_cursors where org_id = $1', orgId))
    return cursors.length === 1
  })
  const { document_number } = await issue(tenant, { payment_means: undefined })
  await eventually(async () => mails.to(email).length > 0, joinMs + 60_000)
  assert.ok(JSON.stringify(mails.to(email)).includes(document_number))
}

async function signsIn({ running, tenant: { orgId }, db }: Setting): Promise<void> {
  const { people, store } = running.service.parts
  const person = { orgId, id: randomUUID(), name: 'Salim', email: 'salim@example.ae', role: 'clerk' } as const
  const user = await addUser(db, { ...person, createdAt: Date.now() })
  const secret = await addLoginLink(store, user)
  const session = await people.signInByLink(secret)
  assert.ok(session)
  assert.equal(await people.signInByLink(secret), undefined)
  assert.equal((await people.signedIn(session.secret))?.person.name, 'Salim')
}

async function lists({ database, running, tenant, db }: Setting): Promise<void> {
  const { orgId } = tenant
  const { id } = await issue(tenant)
  await eventually(async () => {
    const { json } = await tenant.get(`/api/purchase-invoices/${id}`)
    return json.meta_info.peppol_status.overall_status === 'APPROVED'
  })
  // As if both legs of each document waited again.
  await db.query(sql('update legs set next_attempt_at = $2 where org_id = $1', orgId, Date.parse('2040-01-01')))
  const at = Date.parse('2031-03-07T10:00:00Z')
  await recordOutage(db, { cause: 'gateway', reason: 'HTTP 503', at, endedAt: at + 60_000 })
  await beginOutage(db, { cause: 'gateway', accessPoint: 'east', reason: 'HTTP 503', at: at + 86_400_000 }, 0)
  await db.query(sql(`update legs set access_point = 'east' where org_id = $1`, orgId))
  const [row] = await database.asSuperuser(
    `select count(distinct document_id) as documents from legs where org_id = '${orgId}'`,
  )
  const { json, text } = await tenant.get('/api/outages')
  const listed = json.items.map(({ documents }: Readonly<Record<string, unknown>>) => documents)
  assert.deepEqual(listed, [Number(row?.documents), Number(row?.documents)], text)
  const other = await running.tenant({ scope: 'admin' })
  const [lasting, ...ended] = (await other.get('/api/outages')).json.items
  assert.deepEqual([lasting.documents, ended], [0, []])
  const { code, stdout, stderr } = await selfbill(['outages'], { DATABASE_URL: database.urlAt(), GATEWAY: 'sandbox' })
  assert.equal(code, 0, stderr)
  const [, first = '', second = ''] = stdout.split('\n')
  assert.match(first, new RegExp(`^2031-03-08T10:00:00\\.000Z +- +gateway +${row?.documents} `))
  assert.match(
    second,
    new RegExp(`^2031-03-07T10:00:00\\.000Z +2031-03-07T10:01:00\\.000Z +gateway +${row?.documents} `),
  )
}

async function issue(tenant: Tenant, members = {}) {
  const { status, json, text } = await tenant.post(
    `/api/purchase-invoices/${tenant.profileId}`,
    aPurchaseInvoice(members),
  )
  assert.equal(status, 201, text)
  return json
}
