import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newLoginLink } from '../../src/people/login-link.ts'
import { rotateKeys } from '../../src/service/token.ts'
import { sealedTables } from '../../src/store/sealed-rows.ts'
import { consoleOver } from '../support/console/console.ts'
import { sql } from '../support/databases/any-row.ts'
import { sealedTextsIn } from '../support/databases/sealed-texts.ts'
import { eventually } from '../support/eventually.ts'
import { madeCertificate, Receiver } from '../support/network/receiver.ts'
import { aPurchaseInvoice, type Members } from '../support/requests/requests.ts'
import {
  aProgram,
  draftOf,
  type OneOfEachSecret,
  oneOfEachSecret,
  tokenBySignature,
} from '../support/service/one-of-each-secret.ts'
import { aPerson, type TestPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import { ServiceLog } from '../support/service/service-log.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// What SECRET_KEY has encrypted, met by a service with another key. Source: docs/decisions/0188.

const [former, present] = ['5e'.repeat(32), 'a7'.repeat(32)]

eachService('a service whose SECRET_KEY was changed', (start) => {
  const log = new ServiceLog()
  let receiver: Receiver
  let running: TestService
  let tenant: Tenant
  let clerk: TestPerson
  let admin: TestPerson
  let made: OneOfEachSecret
  let client: OneOfEachSecret['client']
  let sealedColumns: readonly string[]
  let tokenOfFormer: number

  /** Stores one of each under the former key, and starts a service with the present one. */
  before(async () => {
    receiver = await Receiver.start()
    receiver.answer = (_, response) => response.writeHead(204).end()
    const environment = {
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    }
    const earlier = await start({ ...environment, SECRET_KEY: former })
    made = await oneOfEachSecret(earlier, receiver.url('/former'))
    tenant = made.tenant
    client = made.client
    const { store } = earlier.service.parts
    sealedColumns = [...(await sealedTextsIn(store.database)).keys()]
    await rotateKeys(store, { ...earlier.config, secretKey: present }, true)
    tokenOfFormer = (await tokenBySignature(earlier.address, client)).status
    await earlier.stop()
    running = await start({ ...environment, SECRET_KEY: present }, log.logger)
    clerk = await aPerson(running, tenant.orgId, { role: 'clerk', name: 'Omar' })
    admin = await aPerson(running, tenant.orgId, { role: 'admin', name: 'Mariam' })
  })
  after(() => receiver.close())

  const askToken = () => tokenBySignature(running.address, client)

  const unreadable = ({ status, json }: { status: number; json: { error_codes: { message: { id: string } } } }) =>
    assert.deepEqual([status, json.error_codes.message.id], [409, 'content_unreadable'])

  test('these columns hold what is encrypted; each has a test below', () => {
    assert.deepEqual(sealedColumns, [
      'approvals.request',
      'approvals.summary',
      'clients.sealed_secret',
      'drafts.content',
      'drafts.summary',
      'signing_keys.private_jwk',
      'webhooks.secret',
    ])
    const resealed = Object.entries(sealedTables).flatMap(([table, { columns }]) =>
      columns.map((it) => `${table}.${it}`),
    )
    for (const column of sealedColumns) assert.ok(resealed.includes(column), `keys reseal must know ${column}`)
  })

  test('an instance that still has the former key issues no token after the rotation, and answers 503', () => {
    assert.equal(tokenOfFormer, 503)
  })

  test('the start logs one line for each kind, with its count', () => {
    const lines = log.errors.map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ msg, kind, unreadable: closed, count }) => [msg, kind, closed, count]),
      ['webhook secrets', 'client secrets', 'drafts', 'documents that wait for approval'].map((kind) => [
        'SECRET_KEY does not open what the database has encrypted',
        kind,
        1,
        1,
      ]),
    )
  })

  test('the list of drafts shows the draft with a reason beside others, and deletes it', async () => {
    const own = `/api/drafts/${randomUUID()}`
    assert.equal((await clerk.send('PUT', own, draftOf('A-2'))).status, 200)
    const { status, json: page } = await admin.get('/api/drafts?of=everybody')
    assert.equal(status, 200)
    const shown = page.items.map(({ document_number, unreadable_reason }: Members) => [
      document_number,
      unreadable_reason,
    ])
    assert.deepEqual(shown, [
      ['A-2', undefined],
      [null, 'SECRET_KEY_CHANGED'],
    ])
    unreadable(await admin.get(made.draftPath))
    const late = await admin.send('PUT', made.draftPath, { ...draftOf('A-1'), writer: 'page-2' })
    assert.equal(late.status, 412, 'nobody can say whether it is the same')
    const { browser, sees } = await signedIn()
    await sees('/console/drafts?of=everybody', /Cannot be read/, /تتعذّر القراءة/)
    const opened = await browser.follow(browser.open(made.draftPath.replace('/api/drafts/', '/console/new?draft=')))
    assert.match(opened.text, /تتعذّر قراءة هذه المسودة/)
    assert.equal((await admin.send('DELETE', made.draftPath)).status, 204)
    assert.equal((await admin.get(made.draftPath)).status, 404)
  })

  test('a draft saved again over one that cannot be read can be read', async () => {
    const path = `/api/drafts/${randomUUID()}`
    await clerk.send('PUT', path, draftOf('A-3'))
    const { database } = running.service.parts.store
    await database.query(
      sql(`update drafts set content = $1, summary = $1 where org_id = $2`, sealedByNobody, tenant.orgId),
    )
    unreadable(await clerk.get(path))
    const saved = await clerk.send('PUT', path, { ...draftOf('A-4'), version: 1 })
    assert.deepEqual([saved.status, saved.json.document_number, saved.json.unreadable_reason], [200, 'A-4', undefined])
    assert.equal((await clerk.get(path)).status, 200)
  })

  test('an approval is listed with a reason, is not issued, and can be returned', async () => {
    const path = `/api/approvals/${made.approval.approval_id}`
    const { json: page } = await clerk.get('/api/approvals')
    const { json: one, status } = await clerk.get(path)
    assert.equal(status, 200)
    for (const { unreadable_reason, seller_name, currency, author } of [page.items[0], one])
      assert.deepEqual([unreadable_reason, seller_name, currency, author], ['SECRET_KEY_CHANGED', null, null, 'Amal'])
    unreadable(await clerk.get(`${path}/request`))
    unreadable(await clerk.get(`${path}/html`))
    unreadable(await clerk.send('POST', `${path}/approve`, { digest: made.approval.digest }))
    const { sees } = await signedIn()
    await sees('/console/approvals', /Cannot be read/, /تتعذّر القراءة/)
    await sees(path.replace('/api/', '/console/'), /Return to its author/, /تتعذّر القراءة/)
    const returned = await clerk.send('POST', `${path}/return`, { note: 'The key was lost' })
    assert.deepEqual([returned.status, returned.json.status], [200, 'RETURNED'], returned.text)
  })

  test('a webhook is tried like one whose target is away, others go on, and a new secret mends it', async () => {
    const other = await admin.send('POST', '/api/webhooks', { url: receiver.url('/present') })
    assert.equal(other.status, 201, other.text)
    const program = await aProgram(running.address, admin)
    assert.equal((await program.issue(tenant.profileId, aPurchaseInvoice())).status, 201)
    const sentTo = (path: string) => receiver.received.filter(({ url }) => url === path).length
    const deliveries = async () => (await admin.get(`/api/webhooks/${made.webhookId}/deliveries`)).json.items
    await eventually(async () => sentTo('/present') > 0 && (await deliveries()).length > 0)
    await eventually(async () => (await deliveries()).at(-1).attempts.length > 0)
    const [attempt] = (await deliveries()).at(-1).attempts
    assert.deepEqual([attempt.error, attempt.status_code], ['SECRET_UNREADABLE', null])
    assert.equal(sentTo('/former'), 0)
    assert.equal((await admin.get('/api/webhooks')).json.items.length, 2)
    const { sees } = await signedIn()
    await sees(`/console/webhooks/${made.webhookId}`, /the secret cannot be read/, /تتعذّر قراءة السر/)
    assert.equal((await admin.send('POST', `/api/webhooks/${made.webhookId}/rotate`)).status, 200)
    await eventually(async () => sentTo('/former') > 0)
  })

  test('a client gets no token by signature until its secret is rotated, and the log stays quiet', async () => {
    for (let count = 0; count < 5; count += 1) assert.equal((await askToken()).status, 401)
    const { json } = await admin.send('POST', `/api/clients/${client.id}/rotate`)
    client = { id: client.id, secret: json.client_secret }
    assert.equal((await askToken()).status, 200)
    assert.deepEqual(log.errors.length, 4, log.errors.join(''))
    assert.deepEqual(log.failures(), [])
  })

  /** A browser of an administrator; `sees` opens a page in both languages. */
  async function signedIn() {
    const { store, now } = running.service.parts
    const { secret, statement } = newLoginLink({ orgId: tenant.orgId, id: admin.userId }, now())
    await store.database.transaction([statement])
    const browser = (await consoleOver(running)).browser()
    assert.equal((await browser.submit(`/console/sign-in/${secret}`)).status, 303)
    const sees = async (path: string, english: RegExp, arabic: RegExp) => {
      for (const [language, words] of [
        ['en', english],
        ['ar', arabic],
      ] as const) {
        await browser.submit('/console/preferences', { language })
        const { status, text } = await browser.open(path)
        assert.equal(status, 200, text)
        assert.match(text, words)
      }
    }
    return { browser, sees }
  }
})

/** Long enough for a nonce and a tag. */
const sealedByNobody = `aes-256-gcm.${Buffer.alloc(40).toString('base64')}`
