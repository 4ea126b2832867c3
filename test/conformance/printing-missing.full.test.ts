import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { faults } from '../../src/api/faults.ts'
import { documentExamples } from '../../src/api/openapi/request-examples.ts'
import { defaultLimits, Printer } from '../../src/render/printer.ts'
import { signedInTo } from '../support/console/signed-in.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// A service beside which @selfbill/printing is not installed.

eachService('without the package that prints PDFs', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start({ SECRET_KEY: '5e'.repeat(32) }, undefined, { printer: new Printer(defaultLimits, false) })
    tenant = await running.tenant({ scope: 'documents:read documents:write admin' })
  })

  for (const [family, example] of Object.entries(documentExamples))
    test(`${family}: a PDF is answered 501 with the reason, and HTML works`, async () => {
      const created = await tenant.post(`/api/${family}/${tenant.profileId}`, JSON.stringify(example))
      assert.equal(created.status, 201, created.text)
      const path = `/api/${family}/${created.json.id}`
      const pdf = await tenant.get(`${path}/pdf`)
      assert.equal(pdf.status, 501)
      assert.deepEqual(pdf.json.errors, { message: faults.printing_missing.en })
      assert.match(pdf.json.errors.message, /@selfbill\/printing/)
      assert.equal((await tenant.get(`${path}/html`)).status, 200)
      assert.equal((await tenant.get(`${path}/evidence?pdf=true`)).status, 501)
      assert.equal((await tenant.get(`${path}/evidence`)).status, 200)
    })

  test('the evidence of a period with PDFs is answered 501, and without them it comes', async () => {
    const period = '/api/evidence?from=2026-07-01&to=2026-07-31'
    assert.equal((await tenant.get(`${period}&pdf=true`)).status, 501)
    assert.equal((await tenant.get(period)).status, 200)
  })

  test('the console shows the reason, and the printed page', async () => {
    const { browser, member } = await signedInTo(running, { role: 'clerk' })
    const example = JSON.stringify(documentExamples['purchase-invoices'])
    const created = await member.tenant.post(`/api/purchase-invoices/${member.tenant.profileId}`, example)
    const page = `/console/documents/purchase-invoices/${created.json.id}`
    const pdf = await browser.open(`${page}/pdf`)
    assert.equal(pdf.status, 501)
    assert.ok(pdf.text.includes('@selfbill/printing'), pdf.text)
    assert.equal((await browser.open(`${page}/print`)).status, 200)
  })

  test('the PDF that compatibility mode lists as an attachment is answered 501, too', async () => {
    const set = await tenant.send('PATCH', '/api/organisation', { compatibility: 'x-neighbour' })
    assert.equal(set.status, 200, set.text)
    for (const [family, example] of Object.entries(documentExamples)) {
      const created = await tenant.post(`/api/${family}/${tenant.profileId}`, JSON.stringify(example))
      assert.equal(created.status, 201, created.text)
      const { id } = created.json
      assert.equal((await tenant.get(`/api/${family}/${id}/attachments/${id}/download`)).status, 501, family)
    }
  })
})
