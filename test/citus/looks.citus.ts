import { strict as assert } from 'node:assert'
import { joinMs } from '../../src/notices/gather.ts'
import { contract } from '../../src/store/database/contract.ts'
import { chooseNotices } from '../../src/store/notices/choose-notices.ts'
import { beginOutage, recordOutage } from '../../src/store/outages.ts'
import { addUser } from '../../src/store/people/users.ts'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { madeCertificate, Receiver } from '../support/network/receiver.ts'
import { aMailServer } from '../support/notices/mail-server.ts'
import { commandLine } from '../support/processes/command-line.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { startTestService } from '../support/service/test-service.ts'
import { onDistributed } from './distributed.ts'

// What the service looks up by itself, over all organisations, on a distributed database.

const { selfbill } = commandLine()

onDistributed('webhooks, e-mails, the list of outages and a contraction work', async (t, _cluster, database) => {
  const receiver = await Receiver.start()
  t.after(() => receiver.close())
  const mails = await aMailServer()
  t.after(() => mails.stop())
  const location = { databaseUrl: database.urlAt() }
  const running = await startTestService(location, {
    SECRET_KEY: '5e'.repeat(32),
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    SMTP_URL: `smtp://bills:p%40ss%2Fword@127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Selfbill <bills@example.ae>',
    PUBLIC_URL: 'https://bills.example',
  })
  t.after(() => running.stop())
  const { database: db } = running.service.parts.store
  const tenant = await running.tenant({ scope: 'documents:read documents:write admin' })
  const { orgId } = tenant
  const issue = async (members = {}) => {
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const { status, json, text } = await tenant.post(path, aPurchaseInvoice(members))
    assert.equal(status, 201, text)
    return json
  }

  await t.test('a contraction is applied', async () => {
    const [{ applied }, later] = [await contract(db, Date.now()), await contract(db, Date.now())]
    assert.deepEqual(applied, ['0042-contract-due-legs-by-organisation'])
    assert.deepEqual(later, { applied: [], waiting: undefined })
    const indexes = await database.asSuperuser(
      `select result from run_command_on_shards('legs',
         $$ select count(*) from pg_index where indrelid = '%s'::regclass
            and pg_get_indexdef(indexrelid) ~ ' legs_due(_[0-9]+|_at_access_point_[0-9]+) ' $$)`,
    )
    assert.deepEqual(new Set(indexes.map(({ result }) => result)), new Set(['0']))
  })

  await t.test('a webhook gets every event of a document', async () => {
    const made = await tenant.post('/api/webhooks', { url: receiver.url(`/${orgId}`) })
    assert.equal(made.status, 201, made.text)
    const { id } = await issue()
    await eventually(async () => receiver.received.filter(({ body }) => body.includes(id)).length === 3)
  })

  await t.test('a person gets an e-mail about a document that failed its rules', async () => {
    const at = Date.now()
    const userId = crypto.randomUUID()
    const email = `${userId}@example.ae`
    await addUser(db, { orgId, id: userId, name: 'Amina', email, role: 'clerk', createdAt: at - 1 })
    await chooseNotices(db, { orgId, userId, choice: 'at_once', now: at - 1 })
    // The first reader gets nothing of the past, so the cursor comes first.
    await eventually(async () => {
      const cursors = await db.query(sql('select position from notice_cursors where org_id = $1', orgId))
      return cursors.length === 1
    })
    const { document_number } = await issue({ payment_means: undefined })
    await eventually(async () => mails.to(email).length > 0, joinMs + 60_000)
    assert.ok(JSON.stringify(mails.to(email)).includes(document_number))
  })

  await t.test('outages count the documents of each organisation, those that wait now too', async () => {
    await issue()
    await db.query(sql('update legs set next_attempt_at = $2 where org_id = $1', orgId, Date.parse('2040-01-01')))
    const at = Date.parse('2026-07-15T10:00:00Z')
    await recordOutage(db, { cause: 'service', at, endedAt: at + 60_000 })
    await beginOutage(db, { cause: 'gateway', reason: 'HTTP 503', at: at + 86_400_000 }, 0)
    const { json, text } = await tenant.get('/api/outages')
    const listed = json.outages.map(({ cause, documents }: Readonly<Record<string, unknown>>) => [cause, documents])
    const [row] = await database.asSuperuser(`select count(*) as documents from documents where org_id = '${orgId}'`)
    assert.equal(listed.length, 2, text)
    assert.equal(listed[0][0], 'gateway')
    assert.ok(listed[0][1] > 0 && listed[0][1] <= Number(row?.documents), text)
    const other = await running.tenant({ scope: 'admin' })
    assert.deepEqual((await other.get('/api/outages')).json.outages[0]?.documents ?? 0, 0)
    const { code, stdout, stderr } = await selfbill(['outages'], { DATABASE_URL: database.urlAt(), GATEWAY: 'sandbox' })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^2026-07-16T10:00:00\.000Z to now {2}gateway {2}[1-9]\d* documents/)
  })
})
