import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forgetDrafts } from '../../src/features/drafts/stored-drafts.ts'
import { sql } from '../support/databases/any-row.ts'
import type { Members } from '../support/requests/requests.ts'
import { aPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// Drafts by the API. Source: docs/decisions/0157.

const draft = (members: Members = {}): Members => ({
  family: 'purchase-invoices',
  business_profile_id: 'BP-1',
  version: 0,
  writer: 'page-1',
  content: '{"document_number":"A-1","accounting_supplier_party":{"name":"Gulf Metals"}}',
  ...members,
})

eachService('drafts', (start) => {
  const people = async (shared?: TestService) => {
    const running = shared ?? (await start.shared())
    const tenant = await running.tenant({ scope: 'documents:read documents:write' })
    const clerk = await aPerson(running, tenant.orgId, { role: 'clerk', name: 'Amina' })
    return { running, tenant, clerk, path: `/api/drafts/${randomUUID()}` }
  }

  test('a draft is saved, listed, retrieved as it was typed, and deleted', async () => {
    const { clerk, path } = await people()
    const content = '{ "note": "in the middle of'
    const first = await clerk.send('PUT', path, draft({ content }))
    assert.deepEqual([first.status, first.json.version, first.json.party_name], [200, 1, null], first.text)
    const second = await clerk.send('PUT', path, draft({ version: 1 }))
    assert.equal(second.json.version, 2)
    const { json: page } = await clerk.get('/api/drafts')
    assert.equal(page.total_own, 1)
    assert.deepEqual(
      page.items.map(({ draft_id, party_name, document_number, user_name }: Members) => [
        `/api/drafts/${draft_id}`,
        party_name,
        document_number,
        user_name,
      ]),
      [[path, 'Gulf Metals', 'A-1', 'Amina']],
    )
    assert.equal((await clerk.get(path)).json.content, draft().content)
    assert.equal((await clerk.send('DELETE', `${path}?version=1`)).status, 412)
    assert.equal((await clerk.send('DELETE', `${path}?version=2`)).status, 204)
    assert.equal((await clerk.send('DELETE', path)).status, 404)
    assert.equal((await clerk.get(path)).status, 404)
  })

  test('a save that somebody else came before is refused; a repeated one, and one of the same page, is not', async () => {
    const { clerk, path } = await people()
    await clerk.send('PUT', path, draft())
    const changed = await clerk.send('PUT', path, draft({ version: 1, writer: 'page-2', content: '{"a":1}' }))
    assert.equal(changed.json.version, 2)
    const late = await clerk.send('PUT', path, draft({ version: 1, content: '{"b":1}' }))
    assert.deepEqual([late.status, late.json.error_codes.message.id], [412, 'draft_changed'])
    assert.equal((await clerk.send('PUT', path, draft({ version: 1, content: '{"a":1}' }))).json.version, 2)
    const own = await clerk.send('PUT', path, draft({ version: 1, writer: 'page-2', content: '{"c":1}' }))
    assert.equal(own.json.version, 3)
    const unknown = await clerk.send('PUT', `/api/drafts/${randomUUID()}`, draft({ version: 3 }))
    assert.equal(unknown.status, 404)
    assert.equal((await clerk.send('PUT', '/api/drafts/mine', draft())).status, 404)
  })

  test('drafts are of their author and of administrators, and of nobody else', async () => {
    const { running, tenant, clerk, path } = await people()
    await clerk.send('PUT', path, draft())
    const other = await aPerson(running, tenant.orgId, { role: 'clerk' })
    const stranger = await aPerson(running, (await running.tenant()).orgId, { role: 'admin' })
    for (const one of [other, stranger]) {
      assert.equal((await one.get(path)).status, 404)
      assert.equal((await one.send('DELETE', path)).status, 404)
      assert.equal((await one.send('PUT', path, draft({ version: 1 }))).status, 404)
      assert.deepEqual((await one.get('/api/drafts?of=everybody')).json.items, [])
    }
    const admin = await aPerson(running, tenant.orgId, { role: 'admin' })
    assert.deepEqual((await admin.get('/api/drafts')).json.items, [])
    assert.equal((await admin.get('/api/drafts?of=everybody')).json.items.length, 1)
    assert.equal((await admin.get(path)).json.user_name, 'Amina')
    const client = await tenant.send('PUT', path, draft())
    assert.deepEqual([client.status, client.json.error_codes.message.id], [403, 'drafts_of_people'])
    const viewer = await aPerson(running, tenant.orgId)
    assert.equal((await viewer.get('/api/drafts')).status, 403)
  })

  test('a draft is stored encrypted, with card numbers masked, and no event, log or request has it', async () => {
    const { running, tenant, clerk, path } = await people(await start({ SECRET_KEY: 'ab'.repeat(32) }))
    const content = JSON.stringify({
      note: 'paid by 4111 1111 1111 1111 today',
      payment_means: [{ card_account: { primary_account_number_id: '4111111111111111' } }],
      attachments: [{ file_content: '4111111111111111' }],
      secret: 'Confidential price',
    })
    await clerk.send('PUT', path, draft({ content }))
    const { note, payment_means, attachments } = JSON.parse((await clerk.get(path)).json.content)
    assert.equal(note, 'paid by ************1111 today')
    assert.equal(payment_means[0].card_account.primary_account_number_id, '************1111')
    assert.equal(attachments[0].file_content, '4111111111111111')
    await clerk.send('PUT', path, draft({ version: 1, content: '{"note": "4111-1111-1111-1111' }))
    assert.equal((await clerk.get(path)).json.content, '{"note": "************1111')
    await clerk.send('PUT', path, draft({ version: 2, content }))
    const rows = await running.service.parts.store.database.query(
      sql('select summary, content from drafts where org_id = $1', tenant.orgId),
    )
    assert.match(String(rows[0]?.content), /^aes-256-gcm\./)
    assert.match(String(rows[0]?.summary), /^aes-256-gcm\./)
    const admin = await aPerson(running, tenant.orgId, { role: 'admin' })
    for (const list of ['/api/events?since=0', '/api/audit', '/api/requests']) {
      const { status, text } = await admin.get(list)
      assert.equal(status, 200, text)
      assert.doesNotMatch(text, /Confidential|saveDraft"?,"target/)
    }
  })

  test('a draft has at most 1 MiB, a person 200 of them, and each goes 90 days after its last change', async () => {
    const { running, tenant, clerk, path } = await people()
    const large = await clerk.send('PUT', path, draft({ content: 'é'.repeat(512 * 1024 + 1) }))
    assert.deepEqual([large.status, large.json.error_codes.message.id], [413, 'draft_too_large'])
    assert.equal((await clerk.send('PUT', path, draft({ content: 'é'.repeat(512 * 1024) }))).status, 200)
    const { database } = running.service.parts.store
    const copies = Array.from({ length: 199 }, (_, at) =>
      sql(
        `insert into drafts (org_id, id, user_id, family, profile_id, summary, content, version, writer, created_at,
           updated_at) select org_id, $2, user_id, family, profile_id, summary, content, version, writer, created_at,
           updated_at from drafts where org_id = $1 and id = $3`,
        tenant.orgId,
        `copy-${at}`,
        path.slice('/api/drafts/'.length),
      ),
    )
    await database.transaction(copies)
    const full = await clerk.send('PUT', `/api/drafts/${randomUUID()}`, draft())
    assert.deepEqual([full.status, full.json.error_codes.message.id], [409, 'drafts_full'])
    assert.equal((await clerk.send('PUT', path, draft({ version: 1 }))).status, 200, 'those that are there go on')
    const [row] = await database.query(
      sql('select max(updated_at) as at, min(updated_at) as least from drafts where org_id = $1', tenant.orgId),
    )
    await forgetDrafts(database, Number(row?.least))
    assert.equal((await clerk.get('/api/drafts')).json.total_own, 1)
  })
})
