import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { aPerson } from '../support/service/people.ts'
import type { Tenant } from '../support/service/test-service.ts'
import { reads } from './reads.ts'
import { type Started, start } from './started.ts'
import { Watch } from './watch.ts'

// A clerk's day in a browser: find what failed and put it right, issue, credit, upload.

for (const javaScriptEnabled of [true, false]) {
  describe(`a clerk, ${javaScriptEnabled ? 'with scripts' : 'without scripts'}`, () => {
    let started: Started
    let tenant: Tenant
    let page: Page
    before(async () => {
      started = await start(async (running) => {
        tenant = await running.tenant()
      })
      const clerk = await aPerson(started.running, tenant.orgId, { role: 'clerk', name: 'Salim' })
      const options = { session: clerk.session.secret, language: 'en', javaScriptEnabled } as const
      page = await (await started.open(options)).newPage()
    })
    after(() => started?.stop())

    const issued = async (number: string, overrides = {}) => {
      const request = aPurchaseInvoice({ document_number: number, ...overrides })
      const { status, json, text } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)
      assert.equal(status, 201, text)
      return { id: String(json.id), request }
    }
    /** The documents of the organisation by number, with their status. */
    const statuses = async () => {
      const { json } = await tenant.get('/api/documents')
      const rows: readonly { document_number: string; status: string }[] = json.items
      return new Map(rows.map((row) => [row.document_number, row.status]))
    }
    const becomesApproved = (number: string) => eventually(async () => (await statuses()).get(number) === 'APPROVED')

    test('prints a document; the page follows it, and says what is wrong when it cannot be printed', async () => {
      const { id } = await issued('SB-PRINTED')
      const address = `/console/documents/purchase-invoices/${id}`
      await page.goto(address)
      for (const source of [
        page.getByRole('button', { name: 'PDF', exact: true }),
        page.getByRole('link', { name: 'Evidence with PDF' }),
      ]) {
        const [file] = await Promise.all([page.waitForEvent('download'), source.click()])
        assert.match(file.suggestedFilename(), /^SB-PRINTED(\.pdf|-evidence\.zip)$/)
        assert.ok(readFileSync(await file.path()).length > 10_000)
        if (javaScriptEnabled) await reads(page, 'The file is among your downloads.')
      }
      if (!javaScriptEnabled) return
      await page.route(/\/pdf\?/, (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()))
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'PDF', exact: true }).click(),
      ])
      assert.equal(file.suggestedFilename(), 'SB-PRINTED.pdf', 'the browser goes to the address itself')
      await page.unroute(/\/pdf\?/)
    })

    test('finds a failed document, repairs it, and follows it until it is approved', async () => {
      await issued('SB-BROKEN', { document_lines: [aLine({ unit_code: 'NOT-A-UNIT' })] })
      await page.goto('/console')
      await page.getByRole('link', { name: 'Needs attention' }).click()
      await page.getByRole('link', { name: 'SB-BROKEN' }).click()
      await page.getByRole('link', { name: 'Repair' }).first().click()
      await reads(page, 'A unit must be from')
      await isSound()
      await page.getByRole('link', { name: /Line \W*1\W*: correct .*Unit/ }).click()
      await page.getByLabel('Unit', { exact: true }).fill('KGM')
      await page.getByRole('button', { name: 'Check', exact: true }).last().click()
      await reads(page, 'All mandatory rules passed')
      await isSound()
      await page.getByRole('button', { name: 'Send again' }).click()
      await reads(page, 'was sent again')
      await becomesApproved('SB-BROKEN')
      if (!javaScriptEnabled) await page.reload()
      await reads(page, /^Approved/)
      await page.frameLocator('.printed').getByText('Approved').first().waitFor()
      // One leg is approved before the document is.
      await page.getByRole('link', { name: 'Pause live updates' }).waitFor({ state: 'detached' })
    })

    test('issues a new document by what the form says', async () => {
      await page.goto('/console')
      await page.getByRole('link', { name: 'New document' }).click()
      await page.getByLabel('Kind of document').selectOption({ label: 'Purchase invoice' })
      await page.getByRole('button', { name: 'Next' }).click()
      for (const [label, text] of Object.entries(typed))
        await page.getByLabel(label, { exact: true }).first().fill(text)
      await page.getByLabel('Emirate').selectOption({ label: 'Dubai' })
      await page.getByRole('button', { name: 'Check', exact: true }).last().click()
      await reads(page, /^\W*1\W+point must be repaired/)
      await isSound()
      await page.getByLabel(/Repair it: change .*Unit.* to \W*KGM/).check()
      await page.getByRole('button', { name: 'Check again' }).click()
      await reads(page, 'All mandatory rules passed')
      await reads(page, '3,150.00 AED')
      await page.getByLabel('Note').fill('Second delivery')
      await page.getByRole('button', { name: 'Issue', exact: true }).click()
      await reads(page, /^You changed something after the check/)
      await page.getByRole('button', { name: 'Issue', exact: true }).click()
      await reads(page, 'is issued.')
      await becomesApproved('SB-FORM')
    })

    test('credits a line of an invoice, and the rest later', async () => {
      await issued('SB-TO-CREDIT', { document_lines: [aLine({ quantity: 10 })] })
      await becomesApproved('SB-TO-CREDIT')
      await page.goto('/console/search?q=SB-TO-CREDIT')
      await page.getByRole('link', { name: 'Credit', exact: true }).first().click()
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Next' }).click()
      await reads(page, /^You ticked lines/)
      await page.getByLabel('Only the lines I choose').check()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByLabel(/Quantity of line/).fill('4')
      await page.getByLabel('Reason', { exact: true }).selectOption({ label: 'Goods or services returned' })
      await isSound()
      await page.getByRole('button', { name: 'Next' }).click()
      await isSound()
      await page.getByRole('button', { name: 'Issue the credit note' }).click()
      await reads(page, 'is issued.')
      await page.getByRole('link', { name: 'SB-TO-CREDIT' }).click()
      await page.getByRole('link', { name: 'Credit', exact: true }).first().click()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByLabel('Reason', { exact: true }).selectOption({ label: 'Goods or services returned' })
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: 'Issue the credit note' }).click()
      await reads(page, 'is issued.')
      const { json } = await tenant.get('/api/documents?family=purchase-credit-notes')
      assert.equal(json.items.length, 2)
    })

    test('uploads a file, gets the refused rows back, and uploads them corrected', async () => {
      // Of other days than the documents of other tests, so that none repeats another.
      const lines = [
        jsonOf(aPurchaseInvoice({ document_number: 'SB-UP-1', issue_date: '2026-06-01' })),
        jsonOf(aPurchaseInvoice({ document_number: 'SB-UP-2', issue_date: '2026-06-02', due_date: 'tomorrow' })),
        jsonOf(aPurchaseInvoice({ document_number: 'SB-UP-3', issue_date: '2026-06-03' })),
      ]
      await page.goto('/console')
      await page.getByRole('link', { name: 'Upload', exact: true }).click()
      await uploads('july.ndjson', Buffer.from(lines.join('\n')))
      await comesTo('Ready to issue')
      await reads(page, 'Due date must be a valid date')
      await isSound()
      await presses(/^Issue \W*2\W+documents/)
      await comesTo(/^\W*1\W+refused/)
      const press = page.getByRole('link', { name: 'Download the refused rows' })
      await isSound()
      // A download leaves the page, so it may be pressed again.
      for (let round = 0; round < 2; round += 1) {
        const [download] = await Promise.all([page.waitForEvent('download'), press.click()])
        const refused = readFileSync(await download.path(), 'utf8')
        assert.match(refused, /SB-UP-2/)
        if (round === 0) continue
        await page.getByRole('link', { name: 'Upload another file' }).click()
        await uploads('again.ndjson', Buffer.from(refused.replace('tomorrow', '2099-08-14')))
      }
      await comesTo('Ready to issue')
      await presses(/^Issue \W*1\W+document/)
      await comesTo(/^\W*1\W+issued/)
      for (const number of ['SB-UP-1', 'SB-UP-2', 'SB-UP-3']) await becomesApproved(number)
    })

    /** The work goes on by itself. Without scripts the page shows the progress when it is asked. */
    async function comesTo(text: string | RegExp): Promise<void> {
      await eventually(async () => {
        if (!javaScriptEnabled) await page.reload()
        return page.locator('main').getByText(text).first().isVisible()
      })
    }

    async function uploads(name: string, buffer: Buffer): Promise<void> {
      await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/x-ndjson', buffer })
      await presses('Check the file')
    }

    /** Until the next page is there: a reload before that would take its place. */
    async function presses(name: string | RegExp): Promise<void> {
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name }).click()])
    }

    /** Pages that come from a form: the walk does not reach them. */
    async function isSound(): Promise<void> {
      if (!javaScriptEnabled) return
      const watch = new Watch(page, started.running.address)
      assert.deepEqual([await watch.violations(), await watch.overflow()], [[], 0], page.url())
    }
  })
}

/** What the form asks for, by its labels. */
const typed: Readonly<Record<string, string>> = {
  'Document number': 'SB-FORM',
  'Due date': '2099-08-14',
  Name: 'Gulf Metals Trading',
  'Legal name': 'Gulf Metals Trading LLC',
  TRN: '100234567800003',
  Street: 'Sheikh Zayed Road 100',
  City: 'Dubai',
  'Trade licence number': 'CN-1002345',
  'Licensing authority': 'Dubai Department of Economy and Tourism',
  'E-mail': 'accounts@gulf-metals.example',
  Telephone: '+971 4 555 0100',
  Item: 'Copper wire',
  Description: 'Bare bright copper wire',
  Quantity: '2',
  Unit: 'kilogram',
  'Unit price': '1,500.00',
  'Account (IBAN)': 'AE07 0331 2345 6789 0123 456',
}
