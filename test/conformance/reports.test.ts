import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inFullRunOnly } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice, aSupplier } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant } from '../support/service/test-service.ts'

// A withdrawn report, as callers see it (docs/operating.md).

eachService('reports', (start) => {
  let tenant: Tenant
  before(async () => {
    tenant = await (await start({ REPORT_WITHDRAWALS: 'on' })).tenant()
  })

  test("a withdrawal appears in the log alone; statuses and snapshot stay the document's", {
    skip: inFullRunOnly,
  }, async () => {
    const supplier = aSupplier({ endpoint_id: '1000000011' })
    const request = aPurchaseInvoice({ accounting_supplier_party: supplier })
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)
    assert.equal(created.status, 201, created.text)
    const path = `/api/purchase-invoices/${created.json.id}`
    const withdrawn = await eventually(async () => {
      const log: readonly Entry[] = (await tenant.get(`${path}/peppol-status-logs`)).json
      return log.find(({ event, message }) => event === 'MLS_RECEIVED_FROM_C5' && message.startsWith('Report W: A'))
    })
    const log: readonly Entry[] = (await tenant.get(`${path}/peppol-status-logs`)).json
    const called = log.find(({ event }) => event === 'REPORT_WITHDRAWN_C5')
    assert.equal(called?.sent_message_id, withdrawn.sent_message_id)
    const snapshot = (await tenant.get(`${path}/peppol-status`)).json
    assert.notEqual(snapshot.toC5.transmissionUuid, withdrawn.sent_message_id)
    assert.equal(snapshot.toC5.status, 'APPROVED')
    const { peppol_status: status } = (await tenant.get(path)).json.meta_info
    assert.deepEqual(
      [status.overall_status, status.participant_status, status.fta_status],
      ['REJECTED', 'REJECTED', 'APPROVED'],
    )
  })
})

interface Entry {
  readonly event: string
  readonly message: string
  readonly sent_message_id: string | null
}
