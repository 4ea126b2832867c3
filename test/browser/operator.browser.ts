import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { aPerson } from '../support/service/people.ts'
import type { Tenant } from '../support/service/test-service.ts'
import { reads } from './reads.ts'
import { type Started, start } from './started.ts'

// What an operator does after an outage, in a browser.

const outage = 'The line is down'
const scope = 'documents:read documents:write admin'

for (const javaScriptEnabled of [true, false]) {
  describe(`an operator, ${javaScriptEnabled ? 'with scripts' : 'without scripts'}`, () => {
    let started: Started
    let page: Page
    let own: Tenant
    let other: Tenant
    before(async () => {
      started = await start(async (running) => {
        own = await running.tenant({ scope })
        other = await running.tenant({ scope })
      })
      const operator = await aPerson(started.running, own.orgId, { role: 'operator' })
      const options = { session: operator.session.secret, language: 'en', javaScriptEnabled } as const
      page = await (await started.open(options)).newPage()
    })
    after(() => started?.stop())

    test('retries all that one outage stopped, of every organisation, and nothing else', async () => {
      for (const who of [own, own, other]) await stopped(who, outage)
      await stopped(own, 'Certificate expired')
      await page.goto('/console')
      await page.getByRole('link', { name: 'Operations', exact: true }).click()
      await page.getByRole('link', { name: 'All organisations' }).click()
      await reads(page, outage)
      const ofCause = page.locator('section', { hasText: outage })
      await ofCause.getByRole('button', { name: 'Send all again' }).click()
      await reads(page, /^\W*3\W+deliveries are sent again/)
      await eventually(async () => (await stalledCauses(own)).join() === 'Certificate expired')
      assert.deepEqual(await stalledCauses(other), [])
    })

    /** A document whose C3 leg looks as if its attempts were used up. */
    async function stopped(who: Tenant, cause: string): Promise<void> {
      const { json } = await who.post(`/api/purchase-invoices/${who.profileId}`, aPurchaseInvoice())
      const { database } = started.running.service.parts.store
      await eventually(async () => {
        const rows = await database.query(sql('select overall_status from documents where id = $1', json.id))
        return rows[0]?.overall_status === 'APPROVED'
      })
      await database.query(
        sql("update legs set status = 'STALLED', cause = $2 where document_id = $1 and corner = 'C3'", json.id, cause),
      )
    }
  })
}

async function stalledCauses(who: Tenant): Promise<readonly string[]> {
  const { json } = await who.get('/api/legs?state=stalled')
  return json.items.map(({ cause }: { cause: string }) => cause)
}
