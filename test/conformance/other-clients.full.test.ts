import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { families } from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import { rootTotals } from '../../pint-ae/src/document/root-totals.ts'
import { aPurchaseInvoice, aSalesInvoice, requests } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant } from '../support/service/test-service.ts'
import { withinAMinute } from '../support/service/within-a-minute.ts'

// Members and calls that clients of other services with this contract use: docs/decisions/0046.

eachService('other clients', (start) => {
  let tenant: Tenant
  before(async () => {
    tenant = await (await start.shared()).tenant()
  })

  test('every family has its totals at the root, in create, read, list and dry run', async () => {
    for (const family of families) {
      const request = { ...requests[family](), note: '"totals":{"tax_amount":1}}', prepaid_amount: 1.5 }
      const path = `/api/${family}/${tenant.profileId}`
      const { json: created } = await tenant.post(path, request)
      const { json: dry } = await tenant.post(`${path}?dry_run=true`, request)
      const { json: read } = await tenant.get(`/api/${family}/${created.id}`)
      const { json: list } = await tenant.get(`/api/${family}`)
      for (const document of [created, dry.document, read, list.content[0]]) {
        for (const name of rootTotals) assert.deepEqual(document[name], document.totals[name], `${family} ${name}`)
        assert.equal(document.prepaid_amount, 1.5)
        assert.equal(document.payable_rounding_amount, undefined, 'it was not sent')
        assert.equal(document.note, request.note)
      }
      const names = Object.keys(created.totals).sort()
      assert.deepEqual(names, [...rootTotals, 'prepaid_amount', 'payable_rounding_amount'].sort())
    }
  })

  test('no member occurs twice in an answer', async () => {
    const amounts = { prepaid_amount: 1, payable_rounding_amount: 0.01 }
    const { text } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(amounts))
    assert.doesNotThrow(() => readJson(text), 'our own reader refuses such a text')
  })

  test('these members are refused in requests', async () => {
    const { json } = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ payable_amount: 1, tax_breakdown: [{}, { a: 1 }] }),
    )
    assert.deepEqual(json.errors, {
      payable_amount: 'Payable amount must not be sent',
      tax_breakdown: 'Tax breakdown must not be sent',
    })
  })

  test('the log, the page and the file name are where such clients look', async () => {
    const files = [{ file_name: 'Beleg "ü".csv', file_type: 'text/csv', file_content: 'YQ==' }]
    const { json: document } = await tenant.post(
      `/api/sales-invoices/${tenant.profileId}`,
      aSalesInvoice({ attachments: files }),
    )
    const at = `/api/sales-invoices/${document.id}`
    await withinAMinute(async () => {
      const log = await tenant.get(`${at}/peppol-status-log`)
      assert.equal(log.status, 200)
      assert.equal(log.json[0].event, 'DOCUMENT_CREATED')
      const plural = await tenant.get(`${at}/peppol-status-logs`)
      const left = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'))
      assert.equal(left(plural.headers), left(log.headers) - 1, 'both addresses are one operation')
    })
    const page = await tenant.get(`${at}/download-pdf`)
    assert.equal(page.headers.get('content-type'), 'application/pdf')
    assert.match(page.headers.get('content-disposition') ?? '', /^attachment; filename="SINV-\d{6}\.pdf"/)
    const file = await tenant.get(`${at}/attachments/${document.attachments[0].id}/download`)
    assert.equal(file.headers.get('x-suggested-filename'), 'Beleg ___.csv')
    const wrong = await tenant.send('POST', `${at}/download-pdf`, {})
    assert.equal(wrong.status, 405)
    assert.equal(wrong.headers.get('allow'), 'GET, HEAD')
  })
})
