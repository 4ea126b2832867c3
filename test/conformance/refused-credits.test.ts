import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLine, aPurchaseCreditNote, aPurchaseInvoice, aSupplier, jsonOf } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import { checkedUpload } from '../support/uploads/upload-files.ts'

// A dry run of many documents adds up what its credit notes take of an invoice; a refused one takes nothing.

interface Checked {
  readonly check: string
  readonly warnings: readonly { readonly code: string }[]
}

eachService('refused credit notes of a file', (start) => {
  test('a note whose number is taken does not count against its invoice for the notes behind it', async () => {
    const tenant = await (await start.shared()).tenant({ scope: 'documents:read documents:write profiles' })
    const [invoices, notes] = [`/api/purchase-invoices/${tenant.profileId}`, 'purchase-credit-notes']
    const priced = (amount: number) => ({
      document_lines: [aLine({ quantity: 1, price: { base_amount: amount, base_quantity: 1 } })],
    })
    const note = (number: string, amount: number) =>
      aPurchaseCreditNote({
        document_number: number,
        billing_reference: [{ id: 'INV-1', issue_date: '2026-07-15' }],
        ...priced(amount),
      })
    const stored = [
      await tenant.post(invoices, aPurchaseInvoice({ document_number: 'INV-1', ...priced(100) })),
      await tenant.post(`/api/${notes}/${tenant.profileId}`, note('CN-1', 60)),
    ]
    assert.deepEqual(
      stored.map(({ status }) => status),
      [201, 201],
    )
    const unknownProfile = {
      ...note('CN-2', 30),
      accounting_supplier_party: aSupplier({ profile_id: 'BP-NONE000001' }),
    }
    const documents = [note('CN-1', 60), unknownProfile, note('CN-3', 30), note('CN-1', 60), note('CN-4', 10)]
    const wanted = [
      ['REFUSED', false],
      ['REFUSED', false],
      ['PASSES', false],
      ['REFUSED', false],
      ['PASSES', false],
      ['PASSES', true],
    ]
    const file = [...documents, note('CN-5', 1)].map(jsonOf).join('\n')
    const { upload_id: id } = await checkedUpload(tenant, 'notes.ndjson', file, { family: notes })
    const { items } = (await tenant.get(`/api/uploads/${id}/documents`)).json
    const isExcess = ({ code }: { readonly code: string }) => code === 'SB-CREDIT-EXCESS'
    assert.deepEqual(
      items.map(({ check, warnings }: Checked) => [check, warnings.some(isExcess)]),
      wanted,
    )
    const batch = await tenant.post(`/api/${notes}/${tenant.profileId}/batch?dry_run=true`, file, {
      'content-type': 'application/x-ndjson',
    })
    const lines = batch.text.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => [
        JSON.parse(line).status === 200 ? 'PASSES' : 'REFUSED',
        line.includes('"reasonCode":"SB-CREDIT-EXCESS"'),
      ]),
      wanted,
    )
  })
})
