import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  aLine,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  jsonOf,
  type Members,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import { checkedUpload } from '../support/uploads/upload-files.ts'

// The check of an upload warns of all that a dry run warns of, so that nothing appears after issuing.

interface Coded {
  readonly code: string
}

eachService('warnings of an upload', (start) => {
  test('every warning of a dry run is one of the check: on the page of the API and in the results file', async () => {
    const tenant = await (await start.shared()).tenant({ scope: 'documents:read documents:write profiles' })
    const post = (family: string, query: string, body: Members) =>
      tenant.post(`/api/${family}/${tenant.profileId}${query}`, body)
    const priced = (amount: number) => ({
      document_lines: [aLine({ quantity: 1, price: { base_amount: amount, base_quantity: 1 } })],
    })
    const credited = await post('purchase-invoices', '', aPurchaseInvoice({ document_number: 'INV-1', ...priced(100) }))
    assert.equal(credited.status, 201, credited.text)
    const naming = (id: string) => ({ billing_reference: [{ id, issue_date: '2026-07-15' }] })
    const contact = aSupplier({ email: 'not an address' })
    const documents = {
      'purchase-invoices': [
        [aPurchaseInvoice({ due_date: '2026-07-01', ...priced(7) }), ['SB-DUE']],
        [aPurchaseInvoice({ issue_date: '2031-01-01', due_date: '2030-01-01', ...priced(8) }), ['SB-DUE', 'SB-FUTURE']],
        [aPurchaseInvoice({ accounting_supplier_party: contact, ...priced(9) }), ['SB-EMAIL']],
        [aPurchaseInvoice(priced(100)), ['document_repeated']],
      ],
      'purchase-credit-notes': [
        [aPurchaseCreditNote({ ...naming('INV-NONE'), ...priced(1) }), ['SB-CREDIT-UNKNOWN']],
        [aPurchaseCreditNote({ ...naming('INV-1'), ...priced(3), issue_date: '2026-07-02' }), ['SB-CREDIT-EARLY']],
        [aPurchaseCreditNote({ ...naming('INV-1'), ...priced(500) }), ['SB-CREDIT-EXCESS']],
      ],
    } as const
    for (const [family, cases] of Object.entries(documents)) {
      const lines = cases.map(([body]) => jsonOf(body)).join('\n')
      const checked = await checkedUpload(tenant, 'w.ndjson', lines, { family })
      assert.equal(checked.warned_count, cases.length)
      const path = `/api/uploads/${checked.upload_id}`
      const { items } = (await tenant.get(`${path}/documents?warned=true`)).json
      const results = (await tenant.get(`${path}/results`)).text
      for (const [at, [body, wanted]] of cases.entries()) {
        const { warnings } = items[at]
        const codes: readonly string[] = warnings.map(({ code }: Coded) => code)
        for (const code of wanted) assert.ok(codes.includes(code), `${code} is not in ${codes.join()}`)
        const { document, warnings: unlikely } = (await post(family, '?dry_run=true', body)).json
        const { validation_results: findings } = document.meta_info.peppol_status
        const dryRun = [
          ...findings.map(({ reasonCode }: { reasonCode: string }) => reasonCode),
          ...unlikely.map(({ id }: { id: string }) => id),
        ].map((code) => (code === 'SB-DUPLICATE' ? 'document_repeated' : code))
        assert.deepEqual(codes.toSorted(), dryRun.toSorted())
        for (const { text, text_ar: arabic } of warnings) {
          assert.ok(results.includes(text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll('"', '""')), text)
          assert.notEqual(text, arabic)
        }
      }
    }
  })

  test('documents of one file are compared with each other, however far apart: doubles, and credits of one invoice', async () => {
    const tenant = await (await start.shared()).tenant({ scope: 'documents:read documents:write profiles' })
    const priced = (amount: number) => ({
      document_lines: [aLine({ quantity: 1, price: { base_amount: amount, base_quantity: 1 } })],
    })
    const invoice = aPurchaseInvoice({ document_number: 'INV-1', ...priced(100) })
    assert.equal((await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, invoice)).status, 201)
    const note = (id: string, amount: number) =>
      aPurchaseCreditNote({ billing_reference: [{ id, issue_date: '2026-07-15' }], ...priced(amount) })
    // More than the worker checks in a slice.
    const others = Array.from({ length: 60 }, (_, at) => note('INV-NONE', at + 1_000))
    const documents = [note('INV-1', 60), ...others, note('INV-1', 40), note('INV-1', 60), note('INV-1', 0.01)]
    const file = documents.map(jsonOf).join('\n')
    const family = 'purchase-credit-notes'
    const checked = await checkedUpload(tenant, 'w.ndjson', file, { family })
    const path = `/api/uploads/${checked.upload_id}/documents?warned=true&limit=100`
    const { items } = (await tenant.get(path)).json
    const compared = ['SB-CREDIT-EXCESS', 'repeated_in_batch']
    const found = items.flatMap(({ rows, warnings }: { rows: string; warnings: readonly Coded[] }) => {
      const codes = warnings.map(({ code }) => code).filter((code) => compared.includes(code))
      return codes.length === 0 ? [] : [[rows, codes.toSorted()]]
    })
    assert.deepEqual(found, [
      ['63', compared],
      ['64', ['SB-CREDIT-EXCESS']],
    ])
    const batch = [documents[0], documents[61], documents[63]].map((one) => jsonOf(one ?? {})).join('\n')
    const dry = await tenant.post(`/api/${family}/${tenant.profileId}/batch?dry_run=true`, batch, {
      'content-type': 'application/x-ndjson',
    })
    assert.deepEqual(
      dry.text
        .trim()
        .split('\n')
        .map((line: string) => line.includes('SB-CREDIT-EXCESS')),
      [false, false, true],
    )
  })
})
