import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { JSONWebKeySet } from 'jose'
import { verifyPack } from '../../src/evidence/verify.ts'
import { verifyPeriod } from '../../src/evidence/verify-period.ts'
import { printedDocumentsMax } from '../../src/features/evidence/period-plan.ts'
import { JobExceeded } from '../../src/threads/job.ts'
import { sql } from '../support/databases/any-row.ts'
import { filesIn, zipOf } from '../support/evidence/files-in.ts'
import { readPdf } from '../support/print/read-pdf.ts'
import { aPurchaseCreditNote, aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Evidence with `pdf=true`: docs/decisions/0156.

eachService('printed evidence', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start()
    tenant = await running.tenant()
  })

  const open = async (path: string) => {
    const response = await fetch(`${running.address}${path}`, { headers: { authorization: `Bearer ${tenant.token}` } })
    assert.equal(response.status, 200, path)
    return new Uint8Array(await response.arrayBuffer())
  }
  const verified = async (pack: Uint8Array) => {
    const keys: JSONWebKeySet = Object(await (await fetch(`${running.address}/.well-known/evidence-keys.json`)).json())
    return verifyPack(pack, keys)
  }

  test('a pack has the document as PDF and a cover page, both signed in the manifest', async () => {
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const path = `/api/purchase-invoices/${json.id}/evidence`
    const pack = await open(`${path}?pdf=true`)
    const files = await filesIn(pack)
    const { isSound, manifest, problems } = await verified(pack)
    assert.deepEqual([isSound, problems], [true, []])
    assert.deepEqual(
      manifest?.files.slice(1, 3).map((file) => file.path),
      ['cover.pdf', 'document.pdf'],
    )
    const cover = await readPdf(files.get('cover.pdf') ?? new Uint8Array())
    const { buyer_trn: trn } = (await tenant.get(`/api/documents?text=${json.id}`)).json.items[0]
    const asked = [`TRN${trn}`, 'bin/selfbillverify', '/.well-known/evidence-keys.json', '(UTC+4)']
    for (const said of [json.document_number, json.id, 'manifest.json', 'document.xml', ...asked])
      assert.ok(cover.text.includes(said), said)
    assert.equal(cover.missingGlyphs, 0)
    const printed = await readPdf(files.get('document.pdf') ?? new Uint8Array())
    assert.ok(printed.text.includes('TaxInvoicecreatedbybuyer') && printed.text.includes('فاتورة'), printed.text)
    assert.ok(!(await filesIn(await open(path))).has('document.pdf'))
  })

  test('a changed PDF is found', async () => {
    const { json } = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice())
    const pack = await open(`/api/purchase-invoices/${json.id}/evidence?pdf=true`)
    const files = await filesIn(pack)
    files.set('document.pdf', Buffer.concat([files.get('document.pdf') ?? new Uint8Array(), Buffer.from(' ')]))
    const { isSound, problems } = await verified(await zipOf(files))
    assert.equal(isSound, false)
    assert.ok(problems.join().includes('document.pdf'), problems.join())
  })

  test('a document that takes too long to print goes into a period without its PDF, and the list says so', async (context) => {
    const own = await running.tenant()
    const numbers = ['LONG-1', 'SHORT-2']
    for (const document_number of numbers) {
      const request = aPurchaseInvoice({ document_number, issue_date: '2026-05-06', due_date: '2026-12-31' })
      assert.equal((await own.post(`/api/purchase-invoices/${own.profileId}`, request)).status, 201)
    }
    const { printer } = running.service.parts
    const print = printer.pdf.bind(printer)
    let prints = 0
    context.mock.method(printer, 'pdf', async (...order: Parameters<typeof print>) => {
      prints += 1
      if (prints === 1) throw new JobExceeded('time')
      return print(...order)
    })
    const response = await fetch(`${running.address}/api/evidence?from=2026-05-06&to=2026-05-06&pdf=true`, {
      headers: { authorization: `Bearer ${own.token}` },
    })
    assert.equal(response.status, 200)
    const period = new Uint8Array(await response.arrayBuffer())
    const { problems, manifest } = await verifyPeriod(period)
    assert.deepEqual([problems, manifest?.documents], [[], 2])
    const files = await filesIn(period)
    assert.deepEqual(
      [...files.keys()].filter((path) => path.startsWith('purchase-invoices/')),
      ['purchase-invoices/LONG-1.zip', 'purchase-invoices/SHORT-2.zip', 'purchase-invoices/SHORT-2.pdf'],
    )
    const rows = new TextDecoder().decode(files.get('documents.csv')).split('\r\n').slice(1)
    assert.match(rows[0] ?? '', /^LONG-1,.*,takes too long to print \/ [^,]+,purchase-invoices\/LONG-1\.zip,/)
    assert.match(rows[1] ?? '', /^SHORT-2,.*,purchase-invoices\/SHORT-2\.pdf,purchase-invoices\/SHORT-2\.zip,/)
  })

  test('the packs of a period have them too, and a longer period than is printed is refused', async () => {
    const issue_date = '2026-05-05'
    const note = await tenant.post(
      `/api/purchase-credit-notes/${tenant.profileId}`,
      aPurchaseCreditNote({ issue_date, billing_reference: [{ id: 'Elsewhere-1' }] }),
    )
    assert.equal(note.status, 201, note.text)
    const query = `from=${issue_date}&to=${issue_date}&pdf=true`
    const period = await open(`/api/evidence?${query}`)
    const files = await filesIn(period)
    const inner = await filesIn(files.get(`purchase-credit-notes/${note.json.document_number}.zip`) ?? new Uint8Array())
    const { text } = await readPdf(inner.get('document.pdf') ?? new Uint8Array())
    assert.ok(text.includes('Elsewhere-1isnotinthisservice'), text)
    assert.ok(inner.has('cover.pdf'))
    const beside = `purchase-credit-notes/${note.json.document_number}.pdf`
    assert.deepEqual(files.get(beside), inner.get('document.pdf'), 'the same PDF lies beside the pack')
    assert.ok(new TextDecoder().decode(files.get('cover.html')).includes(`href="${beside}"`))
    assert.ok(new TextDecoder().decode(files.get('documents.csv')).includes(beside))
    const keys: JSONWebKeySet = Object(await (await fetch(`${running.address}/.well-known/evidence-keys.json`)).json())
    const checked = await verifyPeriod(period, keys)
    assert.deepEqual([checked.isSound, checked.problems], [true, []])
    const without = new Map([...files].filter(([path]) => path !== beside))
    assert.deepEqual((await verifyPeriod(await zipOf(without), keys)).problems, [`${beside} is missing`])

    const { database } = running.service.parts.store
    await database.query(
      sql(
        `with recursive places(at) as (select 1 union all select at + 1 from places where at <= ${printedDocumentsMax})
         insert into documents (org_id, id, family, sequence, document_number, profile_id, profile_version, api_version,
           revision, issue_date, currency, payable_amount, tax_amount, billed_by_name, billed_to_name, created_at, updated_at)
         select d.org_id, d.id || at, d.family, d.sequence + at, d.document_number || at, d.profile_id, d.profile_version,
           d.api_version, d.revision, d.issue_date, d.currency, d.payable_amount, d.tax_amount, d.billed_by_name,
           d.billed_to_name, d.created_at, d.updated_at
         from documents d, places where d.org_id = $1 and d.id = $2`,
        tenant.orgId,
        note.json.id,
      ),
    )
    const refused = await tenant.get(`/api/evidence?${query}`)
    assert.equal(refused.status, 409)
    assert.match(refused.text, /At most 500 documents are printed at once, and the period has 502/)
  })
})
