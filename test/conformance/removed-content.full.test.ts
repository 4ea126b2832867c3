import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import { needsAccount } from '../../src/api/declaration/access.ts'
import type { Operation } from '../../src/api/operation.ts'
import { verifyPeriod } from '../../src/evidence/verify-period.ts'
import { operations } from '../../src/features/index.ts'
import { checkChain } from '../../src/service/check-chain.ts'
import { eventually } from '../support/eventually.ts'
import { jsonOf } from '../support/requests/requests.ts'
import { bodyFor, type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { removeContentOf } from '../support/service/remove-content.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// Documents whose content was removed after its retention. The first test goes through the list of
// operations, so a new one is included.

/** What each operation on a document answers without its content; all others 410. */
const answersWithoutContent: Readonly<Record<string, number>> = {
  PeppolStatusLogs: 200,
  LegalHoldDelete: 204,
}

eachService('documents without their content', (start) => {
  let running: TestService
  let possessions: Possessions
  let waiting: string
  const idOf = (family: string) => possessions.id({ id: '', method: 'GET', path: `/api/${family}/{id}` }, 'id')
  before(async () => {
    running = await start.shared()
    possessions = await possessionsOf(running, 'REMOVED')
    const { tenant } = possessions
    for (const family of families) {
      await eventually(async () => {
        const { json } = await tenant.get(`/api/${family}/${idOf(family)}`)
        return json.meta_info.peppol_status.overall_status !== 'PENDING'
      })
    }
    const address = `/api/approvals?family=purchase-invoices&document_id=${idOf('purchase-invoices')}`
    const asked = await tenant.post(address, { discrepancy_response: 'DL8.61.1.D' })
    assert.equal(asked.status, 201, asked.text)
    waiting = asked.json.approval_id
    const chosen = await tenant.send('PATCH', '/api/organisation', { remove_after_retention: true, retention_years: 5 })
    assert.deepEqual([chosen.json.remove_after_retention, chosen.json.retention_years], [true, 5])
    assert.equal(await removeContentOf(running, tenant), families.length)
  })

  test('every operation on a document says that its content was removed, and when', async () => {
    const onDocuments = operations.filter(({ path }) => /^\/api\/[a-z-]+\/\{id\}/.test(path)).filter(needsAccount)
    assert.ok(onDocuments.length > 40)
    const today = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10)
    for (const operation of onDocuments) {
      const answer = await call(operation)
      const expected = expectedOf(operation)
      assert.equal(answer.status, expected, `${operation.id}: ${answer.text.slice(0, 200)}`)
      if (expected === 410)
        assert.equal(
          answer.json.errors.message,
          `The content of this document was removed on ${today}, after its retention`,
          operation.id,
        )
    }
  })

  test('a credit note that waits for approval cannot be printed without its invoice', async () => {
    const { status, json } = await possessions.tenant.get(`/api/approvals/${waiting}/html`)
    assert.deepEqual([status, json.error_codes.message.id], [410, 'content_removed'])
  })

  test('a supplier without another invoice is not listed, and its old id says that the content was removed', async () => {
    const { tenant } = possessions
    const named = (await tenant.get('/api/suppliers')).json.items.map(({ trn }: { trn: string | null }) => trn)
    assert.deepEqual(named, [null], 'the one of the agreement')
    assert.equal((await tenant.get(`/api/suppliers/${idOf('purchase-invoices')}`)).status, 410)
  })

  test('the lists show it with its number, and nothing of its parties', async () => {
    const { tenant } = possessions
    for (const family of families) {
      const id = idOf(family)
      const list = await tenant.get(`/api/${family}`)
      const [item] = list.json.content
      const { meta_info: meta, ...row } = item
      assert.deepEqual(row, {
        id,
        org_id: tenant.orgId,
        document_sequence: 1,
        document_number: `REMOVED-${family}`,
        issue_date: '2011-05-05',
      })
      assert.ok(Date.parse(meta.content_removed_at) > 0 && meta.peppol_status.overall_status === 'APPROVED')
      assert.deepEqual((await tenant.get(`/api/${family}?document_number=REMOVED-${family}`)).json.content, [item])
    }
    const overview = await tenant.get('/api/documents')
    assert.equal(overview.json.items.length, families.length)
    for (const listed of overview.json.items) {
      assert.deepEqual([listed.seller_name, listed.buyer_name], ['', ''])
      assert.ok(Date.parse(listed.content_removed_at) > 0 && Number(listed.payable_amount) > 0)
    }
    assert.ok((await tenant.get('/api/events')).json.items.length >= families.length)
  })

  test('its number stays taken, its log ends with the removal, the chain and a period stay sound', async () => {
    const { tenant } = possessions
    for (const family of families) {
      const body = { ...bodyFor(operationNamed('createPurchaseInvoice')), document_number: `REMOVED-${family}` }
      if (family === 'purchase-invoices')
        assert.equal((await tenant.post(`/api/${family}/BP-REMOVED`, body)).status, 409)
      const log = await tenant.get(`/api/${family}/${idOf(family)}/peppol-status-logs`)
      assert.equal(log.json.at(-1).event, 'DOCUMENT_CONTENT_REMOVED')
      assert.deepEqual(
        log.json.slice(0, -1).filter(({ message }: { readonly message: string }) => message !== ''),
        [],
      )
    }
    const chain = await checkChain(running.service.parts.store)
    assert.deepEqual(
      chain.problems.filter((problem) => problem.includes(tenant.orgId)),
      [],
    )
    assert.ok(chain.removed >= families.length)
    const period = await fetch(`${running.address}/api/evidence?from=2011-01-01&to=2011-12-31`, {
      headers: { authorization: `Bearer ${tenant.token}` },
    })
    const verified = await verifyPeriod(Buffer.from(await period.arrayBuffer()))
    assert.deepEqual([verified.problems, verified.manifest?.documents_without_pack], [[], families.length])
  })

  test('it cannot be reported again', async () => {
    const { tenant } = possessions
    const answer = await tenant.post('/api/legs/report-again', { document_id: idOf('purchase-invoices') })
    assert.equal(answer.status, 409)
    assert.match(answer.text, /was removed on/)
  })

  function call(operation: Operation) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => possessions.id(operation, name))
    if (operation.method === 'GET') return possessions.tenant.get(path)
    const body = bodyFor(operation)
    if (operation.body.kind !== 'ndjson') return possessions.tenant.send(operation.method, path, body)
    return possessions.tenant.post(path, jsonOf(body ?? {}), { 'content-type': 'application/x-ndjson' })
  }
})

function expectedOf({ id, method, path }: Operation): number {
  if (path.endsWith('/handled') && method === 'DELETE') return answersWithoutContent.LegalHoldDelete ?? 0
  if (path.endsWith('/legal-hold') && method === 'DELETE') return answersWithoutContent.LegalHoldDelete ?? 0
  const known = Object.entries(answersWithoutContent).find(([name]) => id.endsWith(name))
  return known?.[1] ?? 410
}

function operationNamed(id: string): Operation {
  const operation = operations.find((candidate) => candidate.id === id)
  assert.ok(operation, id)
  return operation
}
