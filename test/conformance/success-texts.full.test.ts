import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Family, families, isCreditNote } from '@selfbill/pint-ae/document'
import { eventually } from '../support/eventually.ts'
import { madeCertificate, Receiver } from '../support/network/receiver.ts'
import {
  aCustomer,
  aLine,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  aSupplier,
  type Members,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { troubleIn } from '../support/trouble-words.ts'

// Texts about a document without trouble must not look like trouble, because existing adapters
// search for words. The contract fixes the names of members; this test is about values.

/** XML in Base64, and the expression of a rule. */
const notTexts = new Set(['documentXML', 'documentXml', 'test'])

eachService('texts of success', (start) => {
  let running: TestService
  let receiver: Receiver
  before(async () => {
    receiver = await Receiver.start()
    receiver.answer = (_, response) => response.writeHead(204).end()
    running = await start({
      SECRET_KEY: '5e'.repeat(32),
      WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
      WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    })
  })
  after(() => receiver.close())

  const approved = async (tenant: Tenant, family: Family, request: Members) => {
    const created = await tenant.post(`/api/${family}/${tenant.profileId}`, request)
    assert.equal(created.status, 201, created.text)
    const { id } = created.json
    const document = await eventually(async () => {
      const { json } = await tenant.get(`/api/${family}/${id}`)
      return json.meta_info.peppol_status.overall_status === 'APPROVED' && json
    })
    const snapshot = await tenant.get(`/api/${family}/${id}/peppol-status`)
    const log = await tenant.get(`/api/${family}/${id}/peppol-status-logs`)
    assert.equal(snapshot.status, 200)
    assert.ok(log.json.some(({ event }: { event: string }) => event === 'DOCUMENT_APPROVED'))
    return { created: created.json, document, snapshot: snapshot.json, log: log.json }
  }

  const requestOf = (family: Family, endpoint_id: string): Members => {
    const party = family.startsWith('sales')
      ? { accounting_customer_party: aCustomer({ endpoint_id }) }
      : { accounting_supplier_party: aSupplier({ endpoint_id }) }
    if (family.startsWith('sales')) return isCreditNote(family) ? aSalesCreditNote(party) : aSalesInvoice(party)
    return isCreditNote(family) ? aPurchaseCreditNote(party) : aPurchaseInvoice(party)
  }

  for (const family of families) {
    test(`${family}: answers, snapshot and log, for every way of acceptance`, async () => {
      const tenant = await running.tenant()
      // Accepted; accepted without a word on delivery; accepted twice; no receiver to send it to.
      for (const endpoint of ['1987654321', '1000000001', '1000000032', '9900000098']) {
        const answer = await approved(tenant, family, requestOf(family, endpoint))
        assert.deepEqual(troubleIn(answer, notTexts), [], endpoint)
      }
      const events = await tenant.get('/api/events?limit=500')
      assert.ok(events.json.items.length >= 8)
      assert.deepEqual(troubleIn(events.json, notTexts), [])
    })
  }

  test('a document with warnings, and its webhook deliveries', async () => {
    const tenant = await running.tenant({ scope: 'documents:read documents:write admin' })
    const webhook = await tenant.post('/api/webhooks', { url: receiver.url(`/${tenant.orgId}`) })
    assert.equal(webhook.status, 201, webhook.text)
    const answer = await approved(
      tenant,
      'purchase-invoices',
      aPurchaseInvoice({ document_lines: [aLine({ classified_tax_category: { id: 'O' } })] }),
    )
    assert.ok(answer.snapshot.validationResults.length > 0)
    assert.deepEqual(troubleIn(answer, notTexts), [])
    const bodies = await eventually(async () => {
      const received = receiver.received.filter(({ url }) => url === `/${tenant.orgId}`)
      return received.length >= 3 && received.map(({ body }): unknown => JSON.parse(body))
    })
    assert.deepEqual(troubleIn(bodies, notTexts), [])
    const deliveries = await eventually(async () => {
      const { json } = await tenant.get(`/api/webhooks/${webhook.json.id}/deliveries`)
      return json.items.every(({ status }: { status: string }) => status === 'DELIVERED') && json
    })
    assert.deepEqual(troubleIn(deliveries, notTexts), [])
  })
})
