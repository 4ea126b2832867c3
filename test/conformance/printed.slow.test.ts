import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../support/databases/any-row.ts'
import { eventually } from '../support/eventually.ts'
import { aStoredOrder } from '../support/print/printed.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// GET …/{id}/html and …/{id}/pdf: the content, the access and the headers.

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

  test('a page in both languages is asked for, and is nobody’s default', async () => {
    const { headers, text } = await tenant.get(`${path}/html?language=bilingual`, { 'accept-language': 'ar' })
    assert.equal(headers.get('content-language'), 'en, ar')
    assert.match(text, /Issue date.*تاريخ الإصدار/)
    assert.ok((await tenant.get(`${path}/pdf?language=bilingual`)).text.startsWith('%PDF-'))
    assert.doesNotMatch((await tenant.get(`${path}/html`)).text, /تاريخ الإصدار/)
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

  test('the PDF contains the UBL document, unless the document failed its rules', async () => {
    const [issued, failed] = [await tenant.get(`${path}/pdf`), await tenant.get(`${await aFailedDocument()}/pdf`)]
    assert.match(issued.text, /\/UF \(A_7__x_\.xml\)/)
    assert.match(issued.text, /\/AFRelationship \/Alternative/)
    assert.equal(failed.status, 200)
    assert.doesNotMatch(failed.text, /\/UF |AFRelationship/)
  })

  test('a page is marked by the network that had the document, not by the present one', async () => {
    const own = await start({})
    const { database } = own.service.parts.store
    const member = await own.tenant()
    const isMarked = async (id: string) =>
      (await member.get(`/api/purchase-invoices/${id}/html`)).text.includes('class="mark" aria-hidden="true">SANDBOX<')
    const create = async (supplier: string) => {
      const request = JSON.parse(JSON.stringify(aPurchaseInvoice()))
      request.accounting_supplier_party.endpoint_id = supplier
      const { json } = await member.post(`/api/purchase-invoices/${member.profileId}`, request)
      return json.id
    }
    const statusOf = async (id: string) => {
      const { json } = await member.get(`/api/purchase-invoices/${id}`)
      return json.meta_info.peppol_status.overall_status
    }
    const approved = await create('1987654321')
    await eventually(async () => (await statusOf(approved)) === 'APPROVED')
    const elsewhere = await create('1987654321')
    await eventually(async () => (await statusOf(elsewhere)) === 'APPROVED')
    await database.transaction([
      sql(
        'delete from sandbox_transmissions where transmission_uuid in (select transmission_uuid from legs where document_id = $1)',
        elsewhere,
      ),
    ])
    assert.deepEqual([await isMarked(approved), await isMarked(elsewhere)], [true, false])
    assert.equal(await isMarked(await create('1000000024')), true, 'not sent yet: it will go to the sandbox')
    Object.assign(own.service.parts, { gatewayName: 'phoss-ap' })
    assert.deepEqual([await isMarked(approved), await isMarked(elsewhere)], [true, false])
  })

  test('the page shows the amounts that the request expected, and the rules', async () => {
    const expected = { expected_totals: { payable_amount: 210, tax_amount: 10, lines: [{ net_amount: 200 }] } }
    const dry = await tenant.post(`/api/purchase-invoices/${tenant.profileId}?dry_run=true`, aPurchaseInvoice())
    const { totals, document_lines: lines } = dry.json.document
    Object.assign(expected.expected_totals, {
      payable_amount: totals.payable_amount,
      tax_amount: totals.tax_amount,
      lines: lines.map(({ net_amount }: { net_amount: number }) => ({ net_amount })),
    })
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(expected))
    assert.equal(created.status, 201, created.text)
    const shown = await tenant.get(`/api/purchase-invoices/${created.json.id}/html`)
    assert.match(shown.text, /Confirmed by the issuer&#39;s own system.*Amount due.*Lines/s)
    assert.match(shown.text, /Checked by the rules.*PINT AE Self-Billing 1\.0\.4/s)
    assert.doesNotMatch((await tenant.get(`${path}/html`)).text, /Confirmed by/)
  })

  async function aFailedDocument(): Promise<string> {
    const request = JSON.parse(JSON.stringify(aPurchaseInvoice()))
    request.accounting_supplier_party.postal_address.country_subentity = 'Dubai'
    const created = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, request)
    assert.equal(created.json.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
    return `/api/purchase-invoices/${created.json.id}`
  }

  test("an unknown language and another organisation's document are refused", async () => {
    for (const format of ['html', 'pdf']) {
      const wrong = await tenant.get(`${path}/${format}?language=fr`)
      assert.equal(wrong.status, 400)
      assert.deepEqual(wrong.json.errors, { language: 'Language must be one of en, ar or bilingual' })
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
    assert.deepEqual(mine.json.errors, { message: 'At most 8 documents per organisation can wait to be printed' })
    assert.equal(mine.headers.get('retry-after'), '5')
    const theirs = () => other.get(`/api/purchase-invoices/${created.json.id}/pdf`)
    assert.equal((await theirs()).status, 200)

    const organisations = ['one', 'two', 'three', 'four', 'five']
    const everybody = await askedUntil(503, () => organisations.forEach(fill), theirs)
    assert.equal(everybody.headers.get('retry-after'), '5')
    // Requests that need no printer are answered meanwhile.
    assert.equal((await other.get(`/api/purchase-invoices/${created.json.id}/html`)).status, 200)
    await printer.close()
    await Promise.all(waiting)
  })
})

/** Each takes half a second to print. */
const someLines = aStoredOrder('invoice-in-us-dollars', {
  edit: (document) => {
    const [first] = document.document_lines
    document.document_lines = Array.from({ length: 400 }, (_, at) => ({ ...first, name: `Item ${at}` }))
  },
})

/** The first answer with this status. Fills the queue again in every round. */
async function askedUntil(status: number, fill: () => void, ask: () => Promise<Answered>): Promise<Answered> {
  for (let round = 0; round < 20; round += 1) {
    fill()
    const answer = await ask()
    if (answer.status === status) return answer
  }
  throw new Error(`never answered ${status}`)
}
