import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aLine, aPurchaseInvoice } from '../support/requests/requests.ts'
import { aPerson } from '../support/service/people.ts'
import type { Tenant } from '../support/service/test-service.ts'
import { reads } from './reads.ts'
import { type Started, start } from './started.ts'
import { Watch } from './watch.ts'

// Lines of a form by keyboard, and cells that were copied from a spreadsheet.

let started: Started
let tenant: Tenant
let page: Page

before(async () => {
  started = await start(async (running) => {
    tenant = await running.tenant()
  })
  const clerk = await aPerson(started.running, tenant.orgId, { role: 'clerk', name: 'Salim' })
  page = await (await started.open({ session: clerk.session.secret, language: 'en' })).newPage()
})
after(() => started?.stop())

test('Enter adds a line at the end and goes down a column, arrows go up and down', async () => {
  await open()
  const quantity = (line: number) => page.locator(`[name="document_lines[${line}].quantity"]`)
  await quantity(0).fill('3')
  await quantity(0).press('Enter')
  await quantity(1).waitFor()
  assert.equal(await quantity(0).inputValue(), '3')
  await page.waitForFunction('document.activeElement.closest("#line-1") !== null')
  await quantity(1).press('ArrowUp')
  assert.equal(await focused(), 'document_lines[0].quantity')
  await page.keyboard.press('Enter')
  assert.equal(await focused(), 'document_lines[1].quantity')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(), 'document_lines[1].quantity')
})

test('cells of a spreadsheet pasted into a field become lines, and text of one cell is typed', async () => {
  await open()
  await paste('[name="document_lines[0].name"]', 'Bolt\tM8\t2\tEA\t1.50\nNut\tM8\t4\tEA\t0.25\n')
  await page.locator('[name="document_lines[1].price.base_amount"]').waitFor()
  assert.equal(await page.locator('[name="document_lines[0].price.base_amount"]').inputValue(), '1.50')
  assert.equal(await page.locator('[name="document_lines[1].name"]').inputValue(), 'Nut')
  await paste('[name="document_lines[0].quantity"]', '1,500\tEA')
  await reads(page, /^Nothing was added/)
  assert.equal(await page.locator('[name="document_lines[0].quantity"]').inputValue(), '2')
  await page
    .locator('#paste')
    .getByText(/^Row .*1,500.*can be/)
    .waitFor()
})

test('a line that was billed before is found by its code, and filled in where the cursor goes', async () => {
  const coded = { commodity_code: 'G', item_classification_code: '74081100', item_classification_list_id: 'HS' }
  const billed = [aLine({ name: 'Brackets' }), aLine({ name: 'Copper wire', commodity_classification: coded })]
  const request = aPurchaseInvoice({ document_lines: billed })
  assert.equal((await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)).status, 201)
  await open()
  await page.getByRole('button', { name: 'Gulf Metals Trading LLC' }).first().click()
  await page.getByRole('button', { name: 'Lines billed before' }).click()
  await page.getByLabel('Item, HS or service code').fill('7408')
  await page.getByRole('button', { name: 'Find lines' }).click()
  await page.getByRole('button', { name: 'Brackets' }).waitFor({ state: 'detached' })
  const watch = new Watch(page, started.running.address)
  assert.deepEqual([await watch.violations(), await watch.overflow()], [[], 0])
  await page.getByRole('button', { name: 'Copper wire' }).click()
  await reads(page, 'is filled in. Enter its quantity')
  assert.equal(await page.locator('[name="document_lines[0].name"]').inputValue(), 'Copper wire')
  await page.waitForFunction('document.activeElement.closest("#line-0") !== null')
})

async function open(): Promise<void> {
  await page.goto(`/console/new?family=purchase-invoices&profile=${tenant.profileId}`)
}

function focused(): Promise<unknown> {
  return page.evaluate('document.activeElement.getAttribute("name")')
}

async function paste(field: string, text: string): Promise<void> {
  const [selector, cells] = [field, text].map((one) => JSON.stringify(one))
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${cells})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector(${selector}).dispatchEvent(event)
  }`)
}
