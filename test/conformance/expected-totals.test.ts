import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { families, requests as requestSchemas } from '@selfbill/pint-ae/document'
import { readCsv } from '../../src/document-files/csv-file.ts'
import { aPurchaseInvoice, jsonOf, type Members, requests } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// `expected_totals`: a document with other amounts than the caller computed is not issued. Source:
// docs/decisions/0080.

eachService('expected totals', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  const right = { payable_amount: 210, tax_amount: 10, lines: [{ net_amount: 200, tax_amount: 10 }] }
  const wrong = { ...right, tax_amount: 10.01 }
  const listed = async (own: Tenant) => (await own.get('/api/purchase-invoices')).json.total_elements

  test('every family issues what was expected and refuses what was not, also in a dry run', async () => {
    for (const family of families) {
      const path = `/api/${family}/${tenant.profileId}`
      const issue = (expected_totals: Members, query = '') =>
        tenant.post(path + query, requests[family]({ expected_totals }))
      assert.equal((await issue(right, '?dry_run=true')).status, 200, family)
      const created = await issue(right)
      assert.equal(created.status, 201, created.text)
      assert.equal('expected_totals' in created.json, false, 'it is no part of the document')
      for (const query of ['', '?dry_run=true']) {
        const refused = await issue(wrong, query)
        assert.equal(refused.status, 409, refused.text)
        assert.deepEqual(Object.keys(refused.json.errors), ['expected_totals.tax_amount'])
        assert.match(
          refused.json.errors['expected_totals.tax_amount'],
          /^VAT is 10\.00 AED, and 10\.01 was expected\. /,
        )
      }
    }
  })

  test('a CSV file issues what it expected, and its other documents are refused', async () => {
    const example = await readFile(new URL('../../examples/import.csv', import.meta.url), 'utf8')
    const [headings = '', ...rows] = example.trimEnd().split(/\r?\n/)
    const first = rows.filter((row) => row.startsWith('1,'))
    const expecting = async (vat: readonly string[]) => {
      const heading = `${headings},line.expected_totals.tax_amount`
      const own = first.map((row, at) => `${row},${vat[at] ?? ''}`)
      const parts = async function* () {
        yield [heading, ...own].join('\n')
      }
      const [document] = (await readCsv(parts(), requestSchemas['purchase-invoices'], 10)).documents()
      return tenant.post(`/api/purchase-invoices/${tenant.profileId}`, document?.text ?? '')
    }
    const issued = await expecting([])
    assert.equal(issued.status, 201, issued.text)
    const amounts = issued.json.document_lines.map(({ tax_amount }: { tax_amount: number }) => String(tax_amount))
    assert.ok(amounts.length > 1)
    assert.equal((await expecting(amounts)).status, 201)
    const last = amounts.map((amount: string, at: number) => (at === amounts.length - 1 ? `${amount}1` : ''))
    const refused = await expecting(last)
    assert.equal(refused.status, 409, refused.text)
    assert.deepEqual(Object.keys(refused.json.errors), [`expected_totals.lines[${amounts.length - 1}].tax_amount`])
  })

  test('nothing of a refused document is stored, and its number stays free', async () => {
    const own = await running.tenant()
    const path = `/api/purchase-invoices/${own.profileId}`
    const key = { 'idempotency-key': 'expected-1' }
    const body = { document_number: 'EXPECTED-1', expected_totals: wrong }
    assert.equal((await own.post(path, aPurchaseInvoice(body), key)).status, 409)
    assert.equal(await listed(own), 0)
    const put = await own.post(path, aPurchaseInvoice({ ...body, expected_totals: right }), key)
    assert.equal(put.status, 201, put.text)
    assert.equal(put.json.document_sequence, 1)
    const { json } = await own.get(`/api/purchase-invoices/${put.json.id}/request`)
    assert.deepEqual(json.expected_totals, right, 'the request is kept as it was sent')
  })

  test('invalid expectations are a 400 like other wrong fields', async () => {
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const refused = await tenant.post(path, aPurchaseInvoice({ expected_totals: { tax_amount: 'x', vat: 1 } }))
    assert.equal(refused.status, 400)
    assert.deepEqual(Object.keys(refused.json.errors).toSorted(), ['expected_totals.tax_amount', 'expected_totals.vat'])
  })

  test('a line of a batch is refused alone', async () => {
    const own = await running.tenant()
    const lines = [right, wrong].map((expected_totals) => jsonOf(aPurchaseInvoice({ expected_totals })))
    const answer = await own.post(`/api/purchase-invoices/${own.profileId}/batch`, lines.join('\n'), {
      'content-type': 'application/x-ndjson',
    })
    const statuses = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).status)
    assert.deepEqual(statuses, [201, 409])
    assert.equal(await listed(own), 1)
  })

  test('a resubmission and a credit by reference are compared too', async () => {
    const path = `/api/purchase-invoices/${tenant.profileId}`
    const failed = await tenant.post(path, aPurchaseInvoice({ payment_means: undefined }))
    assert.equal(failed.json.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
    const resubmit = (expected_totals: Members) =>
      tenant.send(
        'PUT',
        `/api/purchase-invoices/${failed.json.id}/${tenant.profileId}`,
        aPurchaseInvoice({ expected_totals }),
      )
    assert.equal((await resubmit(wrong)).status, 409)
    const corrected = await resubmit(right)
    assert.equal(corrected.status, 200, corrected.text)
    const credit = (expected_totals: Members) =>
      tenant.post(`/api/purchase-invoices/${failed.json.id}/credit-notes`, {
        discrepancy_response: 'DL8.61.1.D',
        lines: [{ line: 1, quantity: 1 }],
        expected_totals,
      })
    const refused = await credit({ payable_amount: 104.99 })
    assert.equal(refused.status, 409, refused.text)
    assert.match(
      refused.json.errors['expected_totals.payable_amount'],
      /^Payable amount is 105\.00 AED, and 104\.99 was expected\. It is 100\.00 without VAT \+ 5\.00 VAT/,
    )
    assert.equal((await credit({ payable_amount: 105 })).status, 201)
  })
})
