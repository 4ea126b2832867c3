import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readXlsx } from '../../src/document-files/xlsx/read-xlsx.ts'
import { writtenXlsx } from '../../src/document-files/xlsx/written-xlsx.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice, aSupplier, type Members } from '../support/requests/requests.ts'
import { aPerson } from '../support/service/people.ts'
import type { Tenant } from '../support/service/test-service.ts'
import { Hand } from './hand.ts'
import { reads } from './reads.ts'
import { type Started, start } from './started.ts'

// Five days of a clerk who knows nothing but what the pages say: each step is named by the page
// before it. A run prints the clicks, keys and pages of each.

for (const javaScriptEnabled of [true, false]) {
  describe(`a clerk's stories, ${javaScriptEnabled ? 'with scripts' : 'without scripts'}`, () => {
    let started: Started
    let tenant: Tenant
    let hand: Hand
    before(async () => {
      started = await start(async (running) => {
        tenant = await running.tenant()
      })
      const clerk = await aPerson(started.running, tenant.orgId, { role: 'clerk', name: 'Salim' })
      const options = { session: clerk.session.secret, language: 'en', javaScriptEnabled } as const
      hand = new Hand(await (await started.open(options)).newPage())
    })
    after(() => started?.stop())

    const issued = async (family: string, request: Members): Promise<Members & { readonly id: string }> => {
      const { status, json, text } = await tenant.post(`/api/${family}/${tenant.profileId}`, request)
      assert.equal(status, 201, text)
      return json
    }
    const documents = async (query: string) => (await tenant.get(`/api/documents?${query}`)).json.items

    test('an invoice of 12 lines with an order number and a discount, for a known supplier', async (t) => {
      await issued('purchase-invoices', aPurchaseInvoice({ document_number: 'KNOWN-1' }))
      await hand.begin()
      await hand.newInvoice()
      await billsKnownSupplier()
      await hand.press('+ Order number and references')
      await hand.type(hand.page.getByLabel('Purchase order number'), 'PO-4711')
      for (let line = 0; line < 12; line += 1) {
        if (line > 0) await hand.press('Add a line')
        const part = hand.page.locator(`#line-${line}`)
        await hand.type(part.getByLabel('Item', { exact: true }), `Part ${line + 1}`)
        await hand.type(part.getByLabel('Description', { exact: true }), `Steel part ${line + 1}`)
        await hand.type(part.getByLabel('Quantity', { exact: true }), '2')
        await hand.type(part.getByLabel('Unit', { exact: true }), 'EA')
        await hand.type(part.getByLabel('Unit price', { exact: true }), '100')
      }
      await hand.press('+ Discounts, charges and prepayments')
      const discount = hand.page.getByRole('group', { name: /Discount .*1/ })
      await hand.type(discount.getByLabel('Amount without VAT', { exact: true }), '240')
      await hand.type(discount.getByLabel('Reason', { exact: true }), 'Agreed discount')
      await hand.choose(discount.getByLabel('VAT category'), { index: 1 })
      await hand.type(hand.page.getByLabel('Account (IBAN)'), 'AE070331234567890123456')
      await hand.press('Check', 'last')
      await reads(hand.page, 'All mandatory rules passed')
      await reads(hand.page, '2,268.00 AED')
      await hand.press('Issue')
      await reads(hand.page, 'is issued.')
      const [made] = await documents('text=PO-4711')
      assert.equal(made?.amount_due ?? made?.payable_amount, 2268)
      hand.report(t)
    })

    test('forty lines pasted from a spreadsheet', async (t) => {
      await hand.begin()
      await hand.newInvoice()
      await billsKnownSupplier()
      await hand.type(hand.page.getByLabel('Account (IBAN)'), 'AE070331234567890123456')
      const rows = Array.from({ length: 40 }, (_, at) => `Bolt ${at + 1}\tM8 bolt, zinc\t10\tEA\t1.25`)
      await hand.open('Paste rows from a spreadsheet')
      await hand.paste(hand.page.getByLabel('Copied rows'), rows.join('\n'))
      await hand.press('Add these rows')
      await reads(hand.page, /of \W*40/)
      await hand.press('Check', 'last')
      await reads(hand.page, 'All mandatory rules passed')
      await reads(hand.page, '525.00 AED')
      await hand.press('Issue')
      await reads(hand.page, 'is issued.')
      hand.report(t)
    })

    test('a rejected document is credited, corrected and handled', async (t) => {
      const supplier = aSupplier({ endpoint_id: '1000000011' })
      await issued(
        'purchase-invoices',
        aPurchaseInvoice({ document_number: 'REJ-1', accounting_supplier_party: supplier }),
      )
      await eventually(async () => (await documents('text=REJ-1'))[0]?.status === 'REJECTED')
      await hand.begin()
      await hand.follow(/^Needs attention/)
      await hand.follow('REJ-1')
      await reads(hand.page, 'The other party rejected it')
      await hand.follow('Credit')
      await hand.press('Next')
      await hand.choose(hand.page.getByLabel('Reason', { exact: true }), { label: 'Goods or services returned' })
      await hand.press('Next')
      await reads(hand.page, 'Reason: Goods or services returned')
      await hand.press('Issue the credit note')
      await reads(hand.page, 'is issued.')
      await hand.follow('REJ-1')
      await hand.follow('Issue a corrected copy')
      await hand.press('+ More about the supplier')
      await hand.type(hand.page.getByLabel(/Peppol|endpoint/i).first(), '1002345678')
      await hand.press('Check', 'last')
      await reads(hand.page, 'All mandatory rules passed')
      await hand.press('Issue')
      await reads(hand.page, 'is issued.')
      await hand.follow('Documents')
      await hand.follow('REJ-1')
      await hand.follow('Mark as handled')
      await hand.type(hand.page.getByLabel('What was done'), 'Credited, and issued again')
      await hand.press('Mark as handled')
      await reads(hand.page, 'The document is marked as handled')
      const left = await documents('attention=true&text=REJ-1')
      assert.deepEqual(left, [])
      hand.report(t)
    })

    test('a spreadsheet of 200 documents, 9 of them wrong, is issued completely and without a double', async (t) => {
      await hand.begin()
      await hand.follow('Upload')
      const example = await hand.download('Excel')
      await hand.chooseFile('june.xlsx', await sheetOf200(example))
      await hand.press('Check the file')
      await comesTo('Ready to issue')
      await reads(hand.page, /Due date/)
      await hand.press(/^Issue \W*191\W+documents/)
      // While it is at work, the page changes below the pointer.
      await comesTo(/^Done$/)
      const refused = await hand.download('Download the refused rows')
      await hand.follow('Upload another file')
      await hand.chooseFile('rest.xlsx', await corrected(refused))
      await hand.press('Check the file')
      await comesTo('Ready to issue')
      await hand.press(/^Issue \W*9\W+documents/)
      await comesTo(/^\W*9\W+issued/)
      const all = await tenant.get('/api/purchase-invoices?from=2026-06-01&to=2026-06-30&size=1')
      assert.equal(all.json.total_elements, 200)
      hand.report(t)
    })

    test("a month's credit notes are printed for an auditor", async (t) => {
      const invoice = await issued('purchase-invoices', aPurchaseInvoice({ document_number: 'AUD-1' }))
      const { status, text } = await tenant.post(`/api/purchase-invoices/${invoice.id}/credit-notes`, {
        discrepancy_response: 'DL8.61.1.D',
      })
      assert.equal(status, 201, text)
      await hand.begin()
      await hand.follow('VAT return')
      await hand.choose(hand.page.getByLabel('Kind of document'), { label: 'Purchase credit note' })
      const pack = await hand.download('Download', 'button')
      assert.match(pack.toString('latin1'), /purchase-credit-notes\/PCN-\d+\.zip/)
      assert.match(pack.toString('latin1'), /purchase-credit-notes\/PCN-\d+\.pdf/, 'its printed page lies beside it')
      assert.doesNotMatch(pack.toString('latin1'), /purchase-invoices\//)
      hand.report(t)
    })

    async function billsKnownSupplier(): Promise<void> {
      await hand.type(hand.page.getByRole('searchbox', { name: 'Find a known supplier' }), 'Gulf')
      if (!javaScriptEnabled) await hand.press('Find suppliers')
      await hand.pressOne(hand.page.getByRole('button', { name: /Gulf Metals Trading LLC/ }).first())
      await reads(hand.page, 'Nothing is missing to bill this supplier')
      await hand.type(hand.page.getByLabel('Due date'), '2099-08-14')
    }

    /** The work goes on by itself. Without scripts the page shows the progress when it is asked. */
    async function comesTo(text: string | RegExp): Promise<void> {
      await eventually(async () => {
        if (!javaScriptEnabled) await hand.page.reload()
        return hand.page.locator('main').getByText(text).first().isVisible()
      }, 60_000)
    }
  })
}

/** What a person makes of the example: 200 documents. Every 22nd has a wrong date. */
async function sheetOf200(example: Buffer): Promise<Buffer> {
  const [headings = [], first = []] = await rowsIn(example)
  const rows = Array.from({ length: 200 }, (_, at) =>
    first.map((cell, column) => {
      const name = headings[column]
      if (name === 'Document') return `${at + 1}`
      if (name === 'Issue date') return '2026-06-15'
      if (name === 'Quantity') return `${at + 1}`
      if (name === 'Due date') return at % 22 === 5 ? 'soon' : '2099-08-14'
      return cell
    }),
  )
  return asXlsx([headings, ...rows])
}

async function corrected(refused: Buffer): Promise<Buffer> {
  const rows = await rowsIn(refused)
  return asXlsx(rows.map((cells) => cells.map((cell) => (cell === 'soon' ? '2099-08-14' : cell))))
}

async function rowsIn(file: Buffer): Promise<readonly (readonly string[])[]> {
  const { rows } = await readXlsx(file, 1_000)
  return rows.map(({ cells }) => cells)
}

async function asXlsx([headings = [], ...rows]: readonly (readonly string[])[]): Promise<Buffer> {
  const cells = rows.map((row) => row.map((text) => ({ kind: 'text', text }) as const))
  const sheet = { name: 'june', isRightToLeft: false, headings, rows: cells }
  const parts: Uint8Array[] = []
  for await (const part of writtenXlsx(sheet, new Date(0))) parts.push(part)
  return Buffer.concat(parts)
}
