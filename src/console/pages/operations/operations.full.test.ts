import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from '../../../../test/support/console/browser.ts'
import type { Member } from '../../../../test/support/console/members.ts'
import { signedInTo } from '../../../../test/support/console/signed-in.ts'
import { sql } from '../../../../test/support/databases/any-row.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { aPurchaseInvoice, aSupplier } from '../../../../test/support/requests/requests.ts'
import { eachService } from '../../../../test/support/service/service.ts'
import type { TestService } from '../../../../test/support/service/test-service.ts'
import { bareResponse } from '../../../exchange/gateway.ts'
import { causeOf } from '../../../exchange/legs/cause.ts'
import { recordOutage } from '../../../store/outages.ts'

// The page of what waits: by role, by cause, one organisation and all of them.

const attack = `"><script>alert(1)</script>`

eachService('the page of operations', (start) => {
  let running: TestService
  let admin: { browser: Browser; member: Member }
  let operator: { browser: Browser; member: Member }
  before(async () => {
    running = await start()
    admin = await signedInTo(running)
    operator = await signedInTo(running, { role: 'operator' })
  })
  const query = (text: string, ...values: readonly (string | number)[]) =>
    running.service.parts.store.database.query(sql(text, ...values))

  /** A delivered document whose C3 leg is then made to look stopped. */
  async function stopped({ tenant }: Member, cause: string, more = "status = 'STALLED'"): Promise<string> {
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const id: string = created.json.id
    await eventually(async () => {
      const [row] = await query('select overall_status from documents where org_id = $1 and id = $2', tenant.orgId, id)
      return row?.overall_status === 'APPROVED'
    })
    await query(
      `update legs set ${more}, cause = $3, transmission_response = $4, updated_at = updated_at + 1
       where org_id = $1 and document_id = $2 and corner = 'C3'`,
      tenant.orgId,
      id,
      cause,
      JSON.stringify(bareResponse('TIMEOUT', `${cause} after 31 s`)),
    )
    return id
  }
  const isStalled = async (id: string) => {
    const [row] = await query("select status from legs where document_id = $1 and corner = 'C3'", id)
    return row?.status === 'STALLED'
  }

  test('stalled legs stand under their cause, and are sent again one by one or together', async () => {
    const { browser, member } = admin
    const one = await stopped(member, attack)
    const two = await stopped(member, attack)
    const three = await stopped(member, 'Certificate expired')
    const { text } = await browser.open('/console/operations')
    assert.ok(text.includes('&#60;script&#62;alert(1)') && !text.includes('<script>alert'))
    assert.match(text, /\u20682\u2069 deliveries/)
    for (const id of [one, two, three]) assert.ok(text.includes(`/console/documents/purchase-invoices/${id}`))
    const cause = await browser.open(`/console/operations/cause?state=stalled&cause=${encodeURIComponent(attack)}`)
    assert.ok(cause.text.includes(one) && !cause.text.includes(three) && !cause.text.includes('<script>alert'))
    const uuid = /name="transmission_uuid" value="([^"]+)"/.exec(cause.text)?.[1] ?? ''
    const once = await browser.follow(browser.submit('/console/operations/retry', { transmission_uuid: uuid }))
    assert.match(once.text, /\u20681\u2069 delivery is sent again/)
    const again = await browser.follow(browser.submit('/console/operations/retry', { transmission_uuid: uuid }))
    assert.match(again.text, /role="alert">Not accepted/)
    const all = await browser.follow(browser.submit('/console/operations/retry', { cause: attack }))
    assert.match(all.text, /is sent again/)
    assert.deepEqual([await isStalled(one), await isStalled(two), await isStalled(three)], [false, false, true])
    const none = await browser.follow(browser.submit('/console/operations/retry', { cause: attack }))
    assert.match(none.text, /Nothing is stopped for this cause any more/)
  })

  test('a cause that was cut at a blank is found and sent again by its own links and buttons', async () => {
    const { browser, member } = await signedInTo(running)
    const cause = causeOf({
      ...bareResponse('TIMEOUT', ''),
      transmissionError: `${'The certificate of the receiver is not valid. '.repeat(5).slice(0, 199)} and more`,
    })
    assert.match(cause, / $/)
    const ids: string[] = []
    for (let count = 0; count < 4; count += 1) ids.push(await stopped(member, cause))
    const { text } = await browser.open('/console/operations')
    const [, link = ''] = /href="(\/console\/operations\/cause\?[^"]+)"/.exec(text) ?? []
    const page = await browser.open(link.replaceAll('&#38;', '&'))
    for (const id of ids) assert.ok(page.text.includes(id), link)
    const shown = page.text.split('action="/console/operations/retry"')
    const [, sent = ''] = shown.flatMap((form) => /name="cause" value="([^"]*)"/.exec(form) ?? [])
    assert.equal(sent, cause)
    const again = await browser.follow(browser.submit('/console/operations/retry', { cause: sent }))
    assert.match(again.text, /\u20684\u2069 deliveries are sent again/)
    for (const id of ids) assert.equal(await isStalled(id), false)
  })

  test('overdue and waiting legs have a page, without a button', async () => {
    const { member, browser } = await signedInTo(running)
    const late = await stopped(member, 'No status', "status = 'SUBMITTED', submitted_at = 1, mls_overdue_at = 2")
    const waits = await stopped(member, 'Busy', `status = 'RETRYING', next_attempt_at = ${Date.now() + 3_600_000}`)
    const overdue = await browser.open('/console/operations?state=overdue')
    const waiting = await browser.open('/console/operations?state=waiting')
    assert.ok(overdue.text.includes(late) && !overdue.text.includes(waits) && waiting.text.includes(waits))
    assert.ok(!`${overdue.text}${waiting.text}`.includes('action="/console/operations/retry"'))
    assert.equal((await browser.open('/console/operations?state=nonsense')).status, 200)
  })

  test('an operator names an organisation by a part of its name, and by its id', async () => {
    const { member } = await signedInTo(running)
    const { orgId } = member.tenant
    const names = [`Harbour <${orgId}>`, `Harbour North ${orgId}`]
    await query('update organisations set name = $1 where id = $2', names[0] ?? '', orgId)
    const of = async (typed: string) =>
      (await operator.browser.open(`/console/operations?organisation=${encodeURIComponent(typed)}`)).text
    const byName = await of(`harbour <${orgId}`)
    assert.equal(/name="organisation"[^>]*value="([^"]*)"/.exec(byName)?.[1], `Harbour &#60;${orgId}&#62;`)
    assert.match(await of(orgId), /<nav class="tabs"/)
    assert.match(await of('no such name'), /No organisation has this name/)
    const other = (await signedInTo(running)).member.tenant.orgId
    await query('update organisations set name = $1 where id = $2', names[1] ?? '', other)
    const several = await of('harbour')
    for (const id of [orgId, other]) assert.ok(several.includes(`organisation=${id}"`), id)
    const report = { document_id: orgId, organisation: 'harbour' }
    const shown = await operator.browser.follow(operator.browser.submit('/console/operations/report-again', report))
    assert.match(shown.text, /Type the whole name, or the id/)
    assert.doesNotMatch((await admin.browser.open('/console/operations?organisation=harbour')).text, /Harbour/)
  })

  test('only an operator sees and retries what other organisations have', async () => {
    const { member } = await signedInTo(running)
    const id = await stopped(member, 'Elsewhere')
    const { orgId } = member.tenant
    for (const organisation of ['all', orgId]) {
      const seen = await admin.browser.open(`/console/operations?organisation=${organisation}`)
      assert.ok(!seen.text.includes('Elsewhere'), organisation)
      await admin.browser.submit('/console/operations/retry', { cause: 'Elsewhere', organisation })
    }
    assert.ok(await isStalled(id))
    const seen = await operator.browser.open('/console/operations?organisation=all')
    assert.ok(seen.text.includes('Elsewhere') && seen.text.includes(orgId))
    assert.ok(!seen.text.includes(`href="/console/documents/purchase-invoices/${id}"`))
    const fields = { cause: 'Elsewhere', organisation: 'all' }
    const retried = await operator.browser.submit('/console/operations/retry', fields)
    assert.equal(retried.location, '/console/operations?organisation=all')
    assert.ok(!(await isStalled(id)))
  })

  test('a rejected report is sent again', async () => {
    const { member, browser } = await signedInTo(running)
    const { tenant } = member
    const rejected = aPurchaseInvoice({ accounting_supplier_party: aSupplier({ endpoint_id: '1000000045' }) })
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, rejected)
    const id: string = created.json.id
    assert.equal(created.status, 201, created.text)
    const button = `name="document_id" value="${id}"`
    await eventually(async () => (await browser.open('/console/operations')).text.includes(button))
    const { text: shown } = await browser.open('/console/operations')
    const { items } = (await tenant.get(`/api/documents?text=${id}`)).json
    assert.ok(items[0].c5.reason.length > 0 && shown.includes(items[0].c5.reason), 'the reason of the authority')
    assert.match(shown, /state=stalled"[^>]*>Stopped <span class="count figure">0<\/span>/)
    const sent = await browser.follow(browser.submit('/console/operations/report-again', { document_id: id }))
    assert.match(sent.text, /The document is reported again/)
    const unknown = { document_id: '01900000-0000-7000-8000-000000000000' }
    assert.equal((await browser.submit('/console/operations/report-again', unknown)).status, 404)
    await eventually(async () => !(await browser.open('/console/operations')).text.includes(button))
  })

  test('outages have their day of report, and one under way says that the access point is away', async () => {
    const { database } = running.service.parts.store
    const at = Date.parse('2031-03-07T10:00:00Z')
    await recordOutage(database, { cause: 'gateway', reason: attack, at, endedAt: at + 60_000 })
    const past = await operator.browser.open('/console/operations')
    assert.match(past.text, /datetime="2031-03-11">11 Mar 2031/)
    assert.match(past.text, /Available/)
    assert.ok(past.text.includes('&#60;script&#62;') && !past.text.includes('<script>alert'))
  })

  test('a viewer and a clerk look and change nothing', async () => {
    for (const role of ['viewer', 'clerk'] as const) {
      const { browser, member } = await signedInTo(running, { role })
      const id = await stopped(member, 'Looked at')
      const { text } = await browser.open('/console/operations')
      assert.ok(text.includes(id) && !text.includes('<form method="post" action="/console/operations'))
      assert.ok(!text.includes('id="outages"'))
      for (const path of ['/console/operations/retry', '/console/operations/report-again'])
        assert.equal((await browser.submit(path, { cause: 'Looked at', document_id: id })).status, 403, path)
      assert.ok(await isStalled(id))
    }
  })
})
