import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { resealAll, tallyKeys } from '../../src/service/reseal.ts'
import { sealedTables } from '../../src/store/sealed-rows.ts'
import { sealedTextsIn } from '../support/databases/sealed-texts.ts'
import { eventually } from '../support/eventually.ts'
import { madeCertificate, Receiver } from '../support/network/receiver.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import {
  aProgram,
  type OneOfEachSecret,
  oneOfEachSecret,
  tokenBySignature,
} from '../support/service/one-of-each-secret.ts'
import { aPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import { ServiceLog } from '../support/service/service-log.ts'
import type { TestService } from '../support/service/test-service.ts'

// A change of SECRET_KEY with the former one beside it loses nothing. Source: docs/decisions/0192.

const [former, present] = ['5e'.repeat(32), 'a7'.repeat(32)]

eachService('a service with a new SECRET_KEY and the former one', (start) => {
  const log = new ServiceLog()
  let receiver: Receiver
  let environment: Readonly<Record<string, string>>
  let running: TestService
  let made: OneOfEachSecret
  let secrets: readonly string[]

  /** Stores two of each under the former key: clients and webhooks with secrets from before, too. */
  before(async () => {
    receiver = await Receiver.start()
    receiver.answer = (_, response) => response.writeHead(204).end()
    environment = { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8', WEBHOOK_CA_FILE: madeCertificate().certificateFile }
    const earlier = await start({ ...environment, SECRET_KEY: former })
    made = await oneOfEachSecret(earlier, receiver.url('/hook'))
    secrets = [made.client.secret]
    for (let rotation = 0; rotation < 2; rotation += 1) {
      const { json } = await made.tenant.send('POST', `/api/clients/${made.client.id}/rotate`)
      secrets = [...secrets, json.client_secret]
      assert.equal((await made.tenant.send('POST', `/api/webhooks/${made.webhookId}/rotate`)).status, 200)
    }
    await earlier.stop()
    running = await start({ ...environment, SECRET_KEY: present, SECRET_KEY_FORMER: former }, log.logger)
  })
  after(() => receiver.close())

  /** Whatever the service encrypts is read, and used for its purpose. */
  async function everythingWorks(of: TestService): Promise<void> {
    const { tenant, draftPath, approval } = made
    const admin = await aPerson(of, tenant.orgId, { role: 'admin', name: 'Mariam' })
    const draft = await admin.send('GET', draftPath)
    assert.deepEqual([draft.status, JSON.parse(draft.json.content).document_number], [200, 'A-1'])
    const { json: page } = await admin.send('GET', '/api/approvals')
    assert.equal(page.items[0].unreadable_reason, undefined)
    assert.equal((await admin.send('GET', `/api/approvals/${approval.approval_id}/request`)).status, 200)
    for (const secret of secrets)
      assert.equal((await tokenBySignature(of.address, { ...made.client, secret })).status, 200)
    const before = receiver.received.length
    const program = await aProgram(of.address, admin)
    assert.equal((await program.issue(tenant.profileId, aPurchaseInvoice())).status, 201)
    await eventually(async () => receiver.received.length > before)
    const signatures = String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ')
    assert.equal(signatures.length, 3, 'the present secret and both from before sign')
  }

  test('everything is read under the former key, and tokens from before are accepted', async () => {
    await everythingWorks(running)
    const headers = { authorization: `Bearer ${made.tenant.token}` }
    assert.equal((await fetchDeclared(running.address, '/api/purchase-invoices', { headers })).status, 200)
  })

  test('the service has encrypted every column that is encrypted again, and no other', async () => {
    const columns = Object.entries(sealedTables).flatMap(([table, of]) => of.columns.map((name) => `${table}.${name}`))
    const found = await sealedTextsIn(running.service.parts.store.database)
    assert.deepEqual([...found.keys()], columns.toSorted())
  })

  test('everything is encrypted again beside the running service, which reads on', async () => {
    const { store } = running.service.parts
    await Promise.all([resealAll(store, running.config, () => undefined), everythingWorks(running)])
    const left = await tallyKeys(store, running.config)
    assert.deepEqual([...new Set(left.map(({ key }) => key))], ['SECRET_KEY'], JSON.stringify(left))
    await everythingWorks(running)
  })

  test('an instance without the former key reads all of it, and issues what waits', async () => {
    await running.stop()
    const alone = await start({ ...environment, SECRET_KEY: present }, log.logger)
    await everythingWorks(alone)
    const clerk = await aPerson(alone, made.tenant.orgId, { role: 'clerk', name: 'Omar' })
    const { approval_id, digest } = made.approval
    const issued = await clerk.send('POST', `/api/approvals/${approval_id}/approve`, { digest })
    assert.equal(issued.status, 200, issued.text)
    assert.deepEqual([log.errors, log.failures()], [[], []])
  })
})
