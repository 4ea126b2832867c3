import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser } from '../../../../test/support/console/browser.ts'
import { hiddenIn } from '../../../../test/support/console/form-in.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import {
  aBuyer,
  aLine,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  type Members,
} from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import { setApprovalRule } from '../../../store/approvals/approval-rules.ts'

// A credit note is issued as it was judged, and a page says that all is credited only when it is
// (docs/decisions/0205).

eachService('credits in the console', (start) => {
  async function anInvoice(members: Members = {}) {
    const running = await start.shared()
    const scope = 'documents:read documents:write profiles admin'
    const { browser, member } = await signedInTo(running, { role: 'clerk', scope })
    const { tenant } = member
    const invoice = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(members))
    assert.equal(invoice.status, 201, invoice.text)
    const { id } = invoice.json
    const page = `/console/documents/purchase-invoices/${id}/credit`
    const credit = async (lines: readonly Members[]) => {
      const body = { discrepancy_response: 'DL8.61.1.D', lines }
      const note = await tenant.post(`/api/purchase-invoices/${id}/credit-notes`, body)
      assert.equal(note.status, 201, note.text)
    }
    return { running, browser, tenant, invoice: invoice.json, page, credit }
  }

  const reason = { discrepancy_response: 'DL8.61.1.D' }
  const checked = (browser: Browser, page: string, chosen: Record<string, string>) =>
    browser.submit(page, { ...reason, ...chosen, do: 'check' })
  const issued = (browser: Browser, page: string, draft: string) =>
    browser.submit(page, { ...hiddenIn(draft, 'do" value="issue'), do: 'issue' })
  const isNote = /^\/console\/documents\/purchase-credit-notes\//
  const netsOf = async ({ tenant }: Awaited<ReturnType<typeof anInvoice>>, location: string | undefined) => {
    const { json } = await tenant.get((location ?? '').replace('/console/documents', '/api'))
    return json.document_lines.map((line: { net_amount: number }) => line.net_amount)
  }
  const changed = /What is left of this invoice has changed since the check, so nothing was issued\./

  test('everything that is left is issued as it was judged, or shown as it is now', async () => {
    const of = await anInvoice({ document_lines: [aLine({ quantity: 10 }), aLine({ quantity: 4 })] })
    const { browser, page, credit } = of
    const draft = (await checked(browser, page, { which: 'all' })).text
    await credit([{ line: 1, quantity: 3 }])
    const refused = await issued(browser, page, draft)
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.text, changed)
    assert.match(refused.text, /Step [^ ]*3[^ ]* of 3/)
    const note = await issued(browser, page, refused.text)
    assert.match(note.location ?? '', isNote, note.text)
    assert.deepEqual(await netsOf(of, note.location), [700, 400])
    assert.equal((await issued(browser, page, refused.text)).location, note.location, 'pressed twice')
    const late = await issued(browser, page, draft)
    assert.match(late.text, /All of it is credited already\./)
  })

  test('so is a line without a quantity, and one that is gone is chosen again', async () => {
    const of = await anInvoice({ document_lines: [aLine({ quantity: 10 }), aLine({ quantity: 4 })] })
    const { browser, page, credit } = of
    const chosen = { which: 'some', line: '1', 'quantity-1': '' }
    const draft = (await checked(browser, page, chosen)).text
    await credit([{ line: 1, quantity: 3 }])
    const refused = await issued(browser, page, draft)
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.text, changed)
    await credit([{ line: 1 }])
    const gone = await issued(browser, page, refused.text)
    assert.equal(gone.status, 409, gone.text)
    assert.match(gone.text, /Step [^ ]*1[^ ]* of 3/)
  })

  test('what waits for a second person names no lines where everything is credited', async () => {
    const { running, browser, tenant, page, credit } = await anInvoice({
      document_lines: [aLine({ quantity: 10 }), aLine({ quantity: 4 })],
    })
    const { parts } = running.service
    const rule = { amountFrom: '0', approvers: 'clerk' } as const
    await setApprovalRule(parts.store.database, tenant.orgId, rule, parts.now())
    const draft = (await checked(browser, page, { which: 'all' })).text
    await credit([{ line: 1, quantity: 3 }])
    const refused = await issued(browser, page, draft)
    assert.match(refused.text, changed)
    const asked = await issued(browser, page, refused.text)
    assert.match(asked.location ?? '', /^\/console\/approvals\//, asked.text)
    const { json } = await tenant.get((asked.location ?? '').replace('/console', '/api').concat('/request'))
    assert.deepEqual(json, reason)
  })

  test('lines beyond the listed ones are issued as they were judged, and are not taken for credited', async () => {
    const of = await anInvoice({ document_lines: Array.from({ length: 103 }, () => aLine({ quantity: 2 })) })
    const { browser, page, credit } = of
    await credit(Array.from({ length: 100 }, (_, at) => ({ line: at + 1 })))
    assert.match((await browser.open(page)).text, /Everything that is left/)
    const draft = (await checked(browser, page, { which: 'all' })).text
    await credit([{ line: 102, quantity: 1 }])
    const refused = await issued(browser, page, draft)
    assert.equal(refused.status, 409, refused.text)
    const note = await issued(browser, page, refused.text)
    assert.deepEqual(await netsOf(of, note.location), [200, 100, 200])
    assert.match((await browser.open(page)).text, /All of it is credited already\./)
  })

  test('an organisation that numbers its documents itself credits with a number of its own', async () => {
    const of = await anInvoice({ document_number: 'OWN-1', document_lines: [aLine({ quantity: 10 })] })
    const { browser, tenant, page } = of
    assert.doesNotMatch((await browser.submit(page, { which: 'all', do: 'amounts' })).text, /name="document_number"/)
    assert.equal((await tenant.send('PATCH', '/api/organisation', { auto_numbering_enabled: false })).status, 200)
    const amounts = await browser.submit(page, { which: 'all', do: 'amounts' })
    assert.match(amounts.text, /name="document_number"[^>]* required/)
    const without = await checked(browser, page, { which: 'all' })
    assert.equal(without.status, 422)
    assert.match(without.text, /id="f-document_number-problem"/)
    const some = { which: 'some', line: '1', 'quantity-1': '4' }
    const first = (await checked(browser, page, { ...some, document_number: 'OWN-CN-1' })).text
    const note = await issued(browser, page, first)
    assert.match(note.location ?? '', isNote, note.text)
    const { json } = await tenant.get((note.location ?? '').replace('/console/documents', '/api'))
    assert.equal(json.document_number, 'OWN-CN-1')
    const taken = await checked(browser, page, { which: 'all', document_number: 'OWN-CN-1' })
    assert.match(taken.text, /id="f-document_number-problem"><bdi>Another document has this number/)
    const rest = (await checked(browser, page, { which: 'all', document_number: 'OWN-CN-2' })).text
    assert.deepEqual(await netsOf(of, (await issued(browser, page, rest)).location), [600])
    assert.match((await browser.open(page)).text, /All of it is credited already\./)
  })

  test('an invoice that cannot be credited for another reason says that reason', async () => {
    const { browser, tenant, page, invoice } = await anInvoice({ document_lines: [aLine({ quantity: 5 })] })
    const profile = `/api/business-profiles/${tenant.profileId}`
    assert.equal((await tenant.send('PUT', profile, aBuyer({ status: 'INACTIVE' }))).status, 200)
    const inactive = (await browser.open(page)).text
    assert.match(inactive, /cannot be credited here now\.[^$]*This business profile is not active\./)
    assert.doesNotMatch(inactive, /credited already/)
    assert.equal((await tenant.send('PUT', profile, aBuyer({ status: 'ACTIVE' }))).status, 200)
    const billed = { billing_reference: [{ id: invoice.document_number, issue_date: invoice.issue_date }] }
    const other = (quantity: number) =>
      tenant.post(
        `/api/purchase-credit-notes/${tenant.profileId}`,
        aPurchaseCreditNote({ ...billed, document_lines: [aLine({ quantity })] }),
      )
    assert.equal((await other(2)).status, 201)
    const little = (await browser.open(page)).text
    assert.match(little, /Only 315\.00 AED of the invoice is left to be credited/)
    assert.doesNotMatch(little, /credited already/)
    assert.equal((await other(3)).status, 201)
    assert.match((await browser.open(page)).text, /All of it is credited already\./)
  })
})
