import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aStoredOrder } from '../support/print/printed.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// GET …/{id}/html and …/{id}/pdf: what comes, for whom, and under which headers.

eachService('printed documents', (start) => {
  let running: TestService
  let tenant: Tenant
  let path: string
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
    const created = await tenant.post(
      `/api/purchase-invoices/${tenant.profileId}`,
      aPurchaseInvoice({ document_number: 'A/7 "x"', note: '<b>bold</b>' }),
    )
    assert.equal(created.status, 201, created.text)
    path = `/api/purchase-invoices/${created.json.id}`
  })

  test('the HTML loads nothing and is in the requested language', async () => {
    const english = await tenant.get(`${path}/html`)
    assert.equal(english.status, 200)
    assert.equal(english.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(english.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/)
    assert.equal(english.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(english.headers.get('cache-control'), 'private, no-store')
    assert.equal(english.headers.get('content-language'), 'en')
    assert.match(english.text, /<html lang="en" dir="ltr">/)
    assert.ok(english.text.includes('&#60;b&#62;bold'))
    const preferred = await tenant.get(`${path}/html`, { 'accept-language': 'ar' })
    const asked = await tenant.get(`${path}/html?language=ar`, { 'accept-language': 'en' })
    for (const answer of [preferred, asked]) {
      assert.equal(answer.headers.get('content-language'), 'ar')
      assert.match(answer.text, /<html lang="ar" dir="rtl">/)
    }
  })

  test('the PDF is a file named after the document', async () => {
    const answer = await tenant.get(`${path}/pdf`)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="A-7 _x_\.pdf"; filename\*=UTF-8''A-7/,
    )
    assert.ok(answer.text.startsWith('%PDF-'))
  })

  test("an unknown language and another organisation's document are refused", async () => {
    for (const format of ['html', 'pdf']) {
      const wrong = await tenant.get(`${path}/${format}?language=fr`)
      assert.equal(wrong.status, 400)
      assert.deepEqual(wrong.json, { errors: { language: 'Language must be one of en or ar' } })
      const stranger = await (await running.tenant()).get(`${path}/${format}`)
      assert.equal(stranger.status, 404)
      assert.equal((await tenant.get(`${path.replace('purchase', 'sales')}/${format}`)).status, 404)
    }
  })
  test('too many prints of one organisation get 429; too many of all get 503', async () => {
    const other = await running.tenant()
    const created = await other.post(`/api/purchase-invoices/${other.profileId}`, aPurchaseInvoice())
    const { printer } = running.service.parts
    const waiting: Promise<unknown>[] = []
    const fill = (orgId: string) => {
      for (let count = 0; count < 9; count += 1) waiting.push(printer.pdf(someLines, orgId).catch(() => undefined))
    }
    const mine = await askedUntil(
      429,
      () => fill(tenant.orgId),
      () => tenant.get(`${path}/pdf`),
    )
    assert.deepEqual(mine.json, {
      errors: { message: 'At most 8 documents per organisation can wait to be printed' },
    })
    assert.equal(mine.headers.get('retry-after'), '5')
    const theirs = () => other.get(`/api/purchase-invoices/${created.json.id}/pdf`)
    assert.equal((await theirs()).status, 200)

    const organisations = ['one', 'two', 'three', 'four', 'five']
    const everybody = await askedUntil(503, () => organisations.forEach(fill), theirs)
    assert.equal(everybody.headers.get('retry-after'), '5')
    // What needs no printer is answered meanwhile.
    assert.equal((await other.get(`/api/purchase-invoices/${created.json.id}/html`)).status, 200)
    await printer.close()
    await Promise.all(waiting)
  })
})

/** Half a second of printing each. */
const someLines = aStoredOrder('invoice-in-us-dollars', {
  edit: (document) => {
    const [first] = document.document_lines
    document.document_lines = Array.from({ length: 400 }, (_, at) => ({ ...first, name: `Item ${at}` }))
  },
})

/** The first answer with this status: what fills the queue is printed meanwhile. */
async function askedUntil(status: number, fill: () => void, ask: () => Promise<Answered>): Promise<Answered> {
  for (let round = 0; round < 20; round += 1) {
    fill()
    const answer = await ask()
    if (answer.status === status) return answer
  }
  throw new Error(`never answered ${status}`)
}
