import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readXlsx } from '../../src/document-files/xlsx/read-xlsx.ts'
import { sql } from '../support/databases/any-row.ts'
import { asXlsx } from '../support/files/spreadsheet.ts'
import { invoiceTable, withCell, written } from '../support/files/table.ts'
import { inline, row, workbook } from '../support/files/workbook.ts'
import {
  aBuyer,
  aLine,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  jsonOf,
  type Members,
} from '../support/requests/requests.ts'
import { aPerson } from '../support/service/people.ts'
import { eachService } from '../support/service/service.ts'
import { newAccount } from '../support/service/tenants.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import {
  checkedUpload,
  manyInvoices,
  manyInvoicesTable,
  uploadBody,
  withStatus,
} from '../support/uploads/upload-files.ts'

// Files of documents that the service checks and issues. Source: docs/decisions/0161.

eachService('uploads', (start) => {
  let running: TestService
  let tenant: Tenant
  const own = () => running.tenant({ scope: 'documents:read documents:write profiles' })
  before(async () => {
    running = await start.shared()
    tenant = await own()
  })
  /** Who uploads as a tenant does. */
  const aClerk = async ({ orgId, profileId }: Tenant, name: string) => {
    const { send, get } = await aPerson(running, orgId, { role: 'clerk', name })
    return { profileId, get, post: (path: string, body: Members) => send('POST', path, body) }
  }
  /** An organisation in which everything that people write waits, and two of them. */
  const withSecondPerson = async () => {
    const of = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    const rule = { amount_from: 0, approvers: 'clerk' }
    assert.equal((await of.send('PUT', '/api/organisation/approval-rule', rule)).status, 200)
    const [person, other] = [await aClerk(of, 'Salim'), await aClerk(of, 'Amal')]
    const approved = async (approval: string) => {
      const { digest } = (await other.get(`/api/approvals/${approval}`)).json
      const { status, text } = await other.post(`/api/approvals/${approval}/approve`, { digest })
      assert.equal(status, 200, text)
    }
    const returned = async (approval: string) =>
      assert.equal((await other.post(`/api/approvals/${approval}/return`, { note: 'Why?' })).status, 200)
    /** An upload whose documents have asked. */
    const askedFor = async (name: string, content: string) => {
      const { upload_id: id } = await checkedUpload(person, name, content)
      await person.post(`/api/uploads/${id}/issue`, { repeats: 'issue' })
      await withStatus(person, id, 'DONE')
      const approvalOf = async (at: number) =>
        (await person.get(`/api/uploads/${id}/documents`)).json.items[at].approval_id
      return { id, approvalOf, assertStory: (outcomes: readonly string[]) => assertStory(person, of, id, outcomes) }
    }
    return { of, person, other, approved, returned, askedFor }
  }
  const countOf = async (of: Tenant) => (await of.get('/api/documents?limit=100')).json.items.length

  test('the example of the reference is a file whose document passes', async () => {
    const of = await own()
    const { paths } = (await of.get('/openapi.json')).json
    const { example } = paths['/api/uploads'].post.requestBody.content['application/json']
    const created = await of.post('/api/uploads', { ...example, business_profile_id: of.profileId })
    assert.equal(created.status, 201, created.text)
    const checked = await withStatus(of, created.json.upload_id, 'CHECKED')
    assert.deepEqual([checked.document_count, checked.check_failed_count, checked.check_refused_count], [1, 0, 0])
  })

  test('a file is checked, issued and reported on, each row by itself', async () => {
    const of = await own()
    const checked = await checkedUpload(of, 'july.csv', manyInvoices(60, [3, 50]))
    assert.deepEqual(
      [checked.document_count, checked.checked_count, checked.check_refused_count, checked.repeat_count],
      [60, 60, 2, 0],
    )
    assert.equal(await countOf(of), 0)
    const path = `/api/uploads/${checked.upload_id}`
    const open = (await of.get(`${path}/documents?open=true`)).json.items
    assert.deepEqual(
      open.map(({ rows, key, check, outcome }: Record<string, unknown>) => [rows, key, check, outcome]),
      [
        ['4', 'D-3', 'REFUSED', null],
        ['51', 'D-50', 'REFUSED', null],
      ],
    )
    assert.deepEqual(
      open[1].errors.map(({ row, field, code }: Record<string, unknown>) => [row, field, code]),
      [
        [51, 'line.quantity', 'cell_not_number'],
        [51, 'line.price.base_amount', 'cell_not_number'],
      ],
    )
    const begun = await of.post(`${path}/issue`, {})
    assert.equal(begun.status, 200, begun.text)
    assert.equal((await of.post(`${path}/issue`, {})).status, 200, 'a second call changes nothing')
    const done = await withStatus(of, checked.upload_id, 'DONE')
    assert.deepEqual([done.done_count, done.issued_count, done.refused_count], [60, 58, 2])
    assert.equal(await countOf(of), 58)
    const all = (await of.get(`${path}/documents?limit=100`)).json.items
    const issued = all.filter(({ outcome }: { outcome: string }) => outcome === 'ISSUED')
    assert.equal(new Set(issued.map((one: { document_id: string }) => one.document_id)).size, 58)
    const { document_id: id, document_number: number } = issued[0]
    assert.equal((await of.get(`/api/purchase-invoices/${id}`)).json.document_number, number)
    const results = (await of.get(`${path}/results`)).text.split('\r\n')
    assert.equal(results.length, 62)
    assert.match(results[3] ?? '', /^4,D-3,REFUSED,REFUSED,no,,,.*\[4, Quantity\].*\[4, Price/)
    const refused = (await of.get(`${path}/refused-rows`)).text.split('\r\n')
    assert.equal(refused.length, 4)
    assert.match(refused[1] ?? '', /^D-3,.*,many,/)
    assert.equal((await of.post(`${path}/issue`, {})).json.issued_count, 58)
    assert.equal(await countOf(of), 58)
    assert.deepEqual(
      (await of.get('/api/uploads')).json.items.map((one: { upload_id: string }) => one.upload_id),
      [checked.upload_id],
    )
  })

  test('a file that is not in JSON is a 415 that says where it goes', async () => {
    for (const type of ['text/csv', 'multipart/form-data; boundary=x', 'application/octet-stream']) {
      const { status, json } = await tenant.post('/api/uploads', 'document,issue_date', { 'content-type': type })
      assert.equal(status, 415, type)
      assert.match(json.errors.message, /application\/json.*file_content/)
      assert.equal(json.error_codes.message.id, 'upload_in_json')
    }
  })

  test('a spreadsheet is checked, issued and reported on as a spreadsheet', async () => {
    const of = await own()
    const file = await asXlsx(manyInvoicesTable(12, [4]), { 'line.quantity': 'number', issue_date: 'day' })
    const checked = await checkedUpload(of, 'july.xlsx', file)
    assert.deepEqual([checked.document_count, checked.check_refused_count, checked.warnings], [12, 1, []])
    const path = `/api/uploads/${checked.upload_id}`
    await of.post(`${path}/issue`, {})
    assert.equal((await withStatus(of, checked.upload_id, 'DONE')).issued_count, 11)
    const results = await of.get(`${path}/results?format=xlsx`)
    assert.match(String(results.headers.get('content-disposition')), /july\.results\.xlsx/)
    const { rows } = await readXlsx(results.bytes, 100)
    assert.equal(rows.length, 13)
    assert.equal(rows[4]?.cells[3], 'REFUSED')
    assert.equal((await of.get(`${path}/results?format=pdf`)).status, 400)
    const refused = await of.get(`${path}/refused-rows`)
    const again = await readXlsx(refused.bytes, 100)
    assert.deepEqual([again.rows.length, again.rows[1]?.cells[0]], [2, 'D-4'])
    assert.match(again.rows[1]?.cells.at(-1) ?? '', /\[5, Quantity\]/)
    const open = (await of.get(`${path}/documents?open=true`)).json.items
    assert.equal(open[0].errors[0].row, 5)
  })

  test('formulas of a spreadsheet are named before anything is issued; a damaged one is refused', async () => {
    const of = await own()
    const head = row(1, { A: inline('document'), B: inline('line.quantity') })
    const file = await workbook(head + row(2, { A: inline('1'), B: '><f>1+1</f><v>2</v>' }))
    const { warnings } = await checkedUpload(of, 'a.xlsx', file)
    assert.deepEqual([warnings.length, warnings[0].row, warnings[0].field], [1, 2, 'line.quantity'])
    const refused = async (name: string, content: Uint8Array) =>
      (await of.post('/api/uploads', uploadBody(of, name, content))).json.error_codes.file_content.id
    assert.equal(await refused('a.xlsx', file.subarray(0, 300)), 'sheet_broken')
    assert.equal(await refused('a.xlsm', file), 'file_is_spreadsheet')
  })

  test('the same file, and documents that repeat others, are issued only by choice', async () => {
    const of = await own()
    const first = await checkedUpload(of, 'a.csv', manyInvoices(3))
    await of.post(`/api/uploads/${first.upload_id}/issue`, {})
    await withStatus(of, first.upload_id, 'DONE')
    const again = await checkedUpload(of, 'b.csv', manyInvoices(3))
    assert.deepEqual([again.same_file_upload_id, again.repeat_count], [first.upload_id, 3])
    const refused = await of.post(`/api/uploads/${again.upload_id}/issue`, {})
    assert.deepEqual([refused.status, refused.json.error_codes.message.id], [409, 'upload_repeats'])
    assert.equal(await countOf(of), 3)
    const { items } = (await of.get(`/api/uploads/${again.upload_id}/documents`)).json
    const issued = (await of.get(`/api/uploads/${first.upload_id}/documents`)).json.items
    for (const at of [0, 1, 2]) {
      const [warning] = items[at].warnings
      assert.deepEqual([warning.code, warning.document_number], ['document_repeated', issued[at].document_number])
    }
    const longer = await checkedUpload(of, 'c.csv', manyInvoices(5))
    assert.deepEqual([longer.same_file_upload_id, longer.repeat_count], [null, 3])
    await of.post(`/api/uploads/${longer.upload_id}/issue`, { repeats: 'skip' })
    const skipped = await withStatus(of, longer.upload_id, 'DONE')
    assert.deepEqual([skipped.issued_count, skipped.skipped_count, await countOf(of)], [2, 3, 5])
    await of.post(`/api/uploads/${again.upload_id}/issue`, { repeats: 'issue' })
    assert.equal((await withStatus(of, again.upload_id, 'DONE')).issued_count, 3)
    assert.equal(await countOf(of), 8)
  })

  test('of two uploads of one file, the one that is issued second needs a choice, whichever was read first', async () => {
    const of = await own()
    const uploads = [
      await checkedUpload(of, 'a.csv', manyInvoices(3)),
      await checkedUpload(of, 'b.csv', manyInvoices(3)),
    ]
    assert.deepEqual(
      uploads.map(({ same_file_upload_id: same, repeat_count }) => [same, repeat_count]),
      [
        [null, 0],
        [null, 0],
      ],
    )
    const answers = await Promise.all(uploads.map(({ upload_id: id }) => of.post(`/api/uploads/${id}/issue`, {})))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const second = answers[0]?.status === 409 ? 0 : 1
    assert.equal(answers[second]?.json.error_codes.message.id, 'upload_repeats')
    const [{ upload_id: late }, { upload_id: first }] = [uploads[second], uploads[1 - second]]
    await withStatus(of, first, 'DONE')
    const { same_file_upload_id: same, status } = (await of.get(`/api/uploads/${late}`)).json
    assert.deepEqual([same, status], [first, 'CHECKED'])
    assert.equal((await of.get(`/api/uploads/${late}/documents`)).json.items[0].outcome, null)
    await of.post(`/api/uploads/${late}/issue`, { repeats: 'skip' })
    const done = await withStatus(of, late, 'DONE')
    assert.deepEqual([done.skipped_count, done.issued_count, await countOf(of)], [3, 0, 3])
    assert.equal((await of.post(`/api/uploads/${first}/issue`, {})).status, 200, 'a second call changes nothing')
  })

  test('without Phase 2 repeats are counted and need a choice too', async () => {
    const of = await running.tenant({ phase2: false, scope: 'documents:read documents:write profiles' })
    const { upload_id: first } = await checkedUpload(of, 'a.csv', manyInvoices(2))
    await of.post(`/api/uploads/${first}/issue`, {})
    await withStatus(of, first, 'DONE')
    const { upload_id: id, repeat_count: repeats, warned_count } = await checkedUpload(of, 'b.csv', manyInvoices(3))
    assert.deepEqual([repeats, warned_count], [2, 2])
    assert.equal((await of.post(`/api/uploads/${id}/issue`, {})).json.error_codes.message.id, 'upload_repeats')
    await of.post(`/api/uploads/${id}/issue`, { repeats: 'skip' })
    const { issued_count, skipped_count } = await withStatus(of, id, 'DONE')
    assert.deepEqual([issued_count, skipped_count], [1, 2])
  })

  test('a file whose documents were all refused may be issued again without a choice', async () => {
    const of = await own()
    const active = async (status: 'ACTIVE' | 'INACTIVE') =>
      assert.equal((await of.send('PUT', `/api/business-profiles/${of.profileId}`, aBuyer({ status }))).status, 200)
    const { upload_id: id } = await checkedUpload(of, 'a.csv', manyInvoices(2))
    await active('INACTIVE')
    await of.post(`/api/uploads/${id}/issue`, {})
    assert.equal((await withStatus(of, id, 'DONE')).refused_count, 2)
    await active('ACTIVE')
    const again = await checkedUpload(of, 'a.csv', manyInvoices(2))
    assert.equal(again.same_file_upload_id, null)
    await of.post(`/api/uploads/${again.upload_id}/issue`, {})
    assert.equal((await withStatus(of, again.upload_id, 'DONE')).issued_count, 2)
  })

  test('a document that came to repeat another since the check is issued only by choice', async () => {
    const of = await own()
    const files = ['a', 'b', 'c', 'd'].map((name, at) => [`${name}.csv`, manyInvoices(3 + at)] as const)
    const [one, asked, skipped, again] = await Promise.all(
      files.map(async ([name, content]) => (await checkedUpload(of, name, content)).upload_id),
    )
    const issued = async (id: string | undefined, choice: Members) => {
      const begun = await of.post(`/api/uploads/${id}/issue`, choice)
      assert.equal(begun.status, 200, begun.text)
      const { issued_count, refused_count, skipped_count } = await withStatus(of, id ?? '', 'DONE')
      return [issued_count, refused_count, skipped_count, await countOf(of)]
    }
    assert.deepEqual(await issued(one, {}), [3, 0, 0, 3])
    assert.deepEqual(await issued(asked, {}), [1, 3, 0, 4])
    assert.deepEqual(await issued(skipped, { repeats: 'skip' }), [1, 0, 4, 5])
    assert.deepEqual(await issued(again, { repeats: 'issue' }), [6, 0, 0, 11])
    const stored = (await of.get(`/api/uploads/${one}/documents`)).json.items
    for (const [id, outcome] of [
      [asked, 'REFUSED'],
      [skipped, 'SKIPPED'],
    ] as const) {
      const { items } = (await of.get(`/api/uploads/${id}/documents`)).json
      for (const at of [0, 1, 2]) {
        const { check, is_repeat, errors } = items[at]
        assert.deepEqual([check, items[at].outcome, is_repeat], ['PASSES', outcome, true])
        const [{ row, code, document_number: number }] = errors
        assert.deepEqual([row, code, number], [at + 2, 'document_repeated', stored[at].document_number])
      }
    }
    const refused = (await of.get(`/api/uploads/${asked}/refused-rows`)).text.split('\r\n')
    assert.equal(refused.length, 5)
    assert.match(refused[1] ?? '', new RegExp(`Document ${stored[0].document_number} has the same`))
    const { token } = await newAccount(running.service.parts.store, running.config, of.orgId, 'documents:write')
    for (const path of ['documents', 'results', 'refused-rows']) {
      const { text } = await of.get(`/api/uploads/${asked}/${path}`, { authorization: `Bearer ${token}` })
      assert.ok(!text.includes(stored[0].document_number), path)
      assert.match(text, /A stored document has the same parties, date and amount/, path)
    }
  })

  test('a document that came to fail its rules since the check is stored for repair only by choice', async () => {
    const of = await own()
    const files = [manyInvoices(1), manyInvoices(2)]
    const [refusing, storing] = await Promise.all(files.map((content) => checkedUpload(of, 'a.csv', content)))
    const profile = aBuyer({ scheme_agency_id: undefined })
    assert.equal((await of.send('PUT', `/api/business-profiles/${of.profileId}`, profile)).status, 200)
    for (const [{ upload_id: id, check_failed_count: failed }, failing, outcome] of [
      [refusing, 'refuse', 'REFUSED'],
      [storing, 'store', 'TO_REPAIR'],
    ] as const) {
      assert.equal(failed, 0)
      await of.post(`/api/uploads/${id}/issue`, { failing })
      await withStatus(of, id, 'DONE')
      const [first] = (await of.get(`/api/uploads/${id}/documents`)).json.items
      assert.equal(first.outcome, outcome)
      if (failing === 'refuse')
        assert.deepEqual(
          first.errors.map(({ code }: { code: string }) => code),
          ['IBR-180-AE'],
        )
    }
    assert.equal(await countOf(of), 2)
  })

  test('what came to repeat another since the check does not ask a second person', async () => {
    const { of, person } = await withSecondPerson()
    const { upload_id: id } = await checkedUpload(person, 'a.csv', manyInvoices(2))
    const { upload_id: other } = await checkedUpload(of, 'b.csv', manyInvoices(1))
    await of.post(`/api/uploads/${other}/issue`, {})
    await withStatus(of, other, 'DONE')
    await person.post(`/api/uploads/${id}/issue`, {})
    const { refused_count, waiting_count } = await withStatus(person, id, 'DONE')
    assert.deepEqual([refused_count, waiting_count], [1, 1])
  })

  test('documents that fail rules are stored to be repaired; NDJSON names its lines', async () => {
    const of = await own()
    const failing = aPurchaseInvoice({ due_date: undefined, accounting_supplier_party: undefined })
    const lines = [aPurchaseInvoice(), { note: 'x' }, failing].map((one) => JSON.stringify(one)).join('\n')
    const checked = await checkedUpload(of, 'a.ndjson', lines)
    assert.equal(checked.check_refused_count + checked.check_failed_count, 2)
    const { items } = (await of.get(`/api/uploads/${checked.upload_id}/documents`)).json
    assert.deepEqual(
      items.map(({ rows }: { rows: string }) => rows),
      ['1', '2', '3'],
    )
    assert.ok(items[1].errors.length > 1)
    assert.ok(items[1].errors.every(({ row, text, text_ar }: Record<string, unknown>) => row === 2 && text !== text_ar))
    await of.post(`/api/uploads/${checked.upload_id}/issue`, {})
    await withStatus(of, checked.upload_id, 'DONE')
    const file = await of.get(`/api/uploads/${checked.upload_id}/refused-rows`)
    assert.match(file.text, /^\{"line":2,"error":".*","request":"\{\\"note\\":\\"x\\"\}"\}\n/)
  })

  test('a line that is not JSON has the code that it has in a batch', async () => {
    const lines = ['{bad}', '{"note":', '[', '"text"', '{"note":"a","note":"b"}', '{"note":1e999}']
    const { upload_id: id } = await checkedUpload(tenant, 'a.ndjson', lines.join('\n'))
    const { items } = (await tenant.get(`/api/uploads/${id}/documents`)).json
    const type = { 'content-type': 'application/x-ndjson' }
    const batch = await tenant.post(`/api/purchase-invoices/${tenant.profileId}/batch`, lines.join('\n'), type)
    const ofBatch = batch.text
      .trim()
      .split('\n')
      .map((line) => Object.values<Coded>(JSON.parse(line).body.error_codes).map((code) => code.id))
    assert.deepEqual(
      items.map(({ errors }: { errors: readonly { code: string }[] }) => errors.map(({ code }) => code)),
      ofBatch,
    )
    assert.deepEqual(ofBatch[0], ['not_json'])
  })

  test('a document that was stored to be repaired is issued once it is corrected', async () => {
    const of = await own()
    const request = aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'kg' })] })
    const { upload_id: id } = await checkedUpload(of, 'a.ndjson', [jsonOf(request), jsonOf(request)].join('\n'))
    await of.post(`/api/uploads/${id}/issue`, { repeats: 'issue' })
    const stored = await withStatus(of, id, 'DONE')
    assert.deepEqual([stored.to_repair_count, stored.issued_count], [2, 0])
    const rows = async (query = '') => (await of.get(`/api/uploads/${id}/documents${query}`)).json.items
    const [{ outcome, errors, document_id: first }] = await rows()
    assert.deepEqual([outcome, errors.length], ['TO_REPAIR', 1])
    const right = { ...request, document_lines: [aLine({ unit_code: 'KGM' })] }
    assert.equal((await of.send('PUT', `/api/purchase-invoices/${first}/${of.profileId}`, right)).status, 200)
    const [corrected, other] = await rows()
    assert.deepEqual([corrected.outcome, corrected.errors, other.outcome], ['ISSUED', [], 'TO_REPAIR'])
    assert.deepEqual((await rows('?open=true')).length, 1)
    const { json: upload } = await of.get(`/api/uploads/${id}`)
    assert.deepEqual([upload.to_repair_count, upload.issued_count, upload.done_count], [1, 1, 2])
    assert.match((await of.get(`/api/uploads/${id}/results`)).text, new RegExp(`^1,,\\w+,ISSUED,.*${first},,`, 'm'))
  })

  test('the documents of a file are numbered in the order of its rows, whatever is refused between them', async () => {
    for (const [family, make] of [
      ['purchase-invoices', aPurchaseInvoice],
      ['purchase-credit-notes', aPurchaseCreditNote],
    ] as const) {
      const of = await own()
      const refused = (at: number) => at % 9 === 4
      const rows = Array.from({ length: 70 }, (_, at) =>
        refused(at) ? '{"note":"x"}' : jsonOf(make({ note: `Row ${at}` })),
      )
      const { upload_id: id } = await checkedUpload(of, 'a.ndjson', rows.join('\n'), { family })
      await of.post(`/api/uploads/${id}/issue`, { repeats: 'issue' })
      await withStatus(of, id, 'DONE')
      const { items } = (await of.get(`/api/uploads/${id}/documents?limit=100`)).json
      const numbers: string[] = items.map((item: Record<string, unknown>) => item.document_number ?? 'refused')
      const issued = numbers.filter((number) => number !== 'refused')
      assert.equal(issued.length, 62)
      assert.deepEqual(issued, issued.toSorted(), numbers.join(' '))
      assert.match(String(issued.at(-1)), /-000062$/)
    }
  })

  test('findings have the names of columns, what codes mean, and the proposed repair', async () => {
    const of = await own()
    const table = invoiceTable()
    const category = 'line.classified_tax_category.id'
    const wrong = withCell(
      withCell(table, 2, category, () => 'VAT'),
      4,
      'line.unit_code',
      () => 'kg',
    )
    const checked = await checkedUpload(of, 'a.csv', written(withCell(wrong, 5, 'line.unit_code', () => 'ballast')))
    const { items } = (await of.get(`/api/uploads/${checked.upload_id}/documents`)).json
    const texts = items.map(({ errors }: { errors: readonly { text: string }[] }) => errors.map(({ text }) => text))
    assert.deepEqual(texts, [
      [
        'VAT category must be one of S (standard rate), Z (zero rate), E (exempt), O (outside the scope of VAT), ' +
          'AE (reverse charge) or N (profit margin)',
      ],
      ['A unit must be from UN/ECE Recommendation 20 or 21. Replace kg with KGM (kilogram)'],
      [
        'A unit must be from UN/ECE Recommendation 20 or 21. ballast is not in it; common codes: EA (each), ' +
          'KGM (kilogram), TNE (tonne), LTR (litre), MTR (metre), HUR (hour), DAY (day)',
      ],
    ])
    const means = 'payment_means[0].payment_means_code'
    const paid = withCell(
      withCell(table, 2, means, () => 'Direct debit'),
      4,
      means,
      () => 'Money',
    )
    const { upload_id: id } = await checkedUpload(of, 'b.csv', written(withCell(paid, 3, means, () => 'Direct debit')))
    const [debit, money] = (await of.get(`/api/uploads/${id}/documents`)).json.items
    assert.match(debit.errors[0].text, /mandatory when payment means code is 49 \(direct debit\)/)
    assert.match(money.errors[0].text, /^Payment means must be one of 1 \(not stated yet\), 10 \(cash\), /)
    assert.match(items[1].errors[0].text_ar, /KGM \(كيلوغرام\)/)
    assert.equal(items[1].errors[0].code, 'IBR-CL-23')
  })

  test('what needs a second person waits for one, and its row says what became of it', async () => {
    const of = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    const [person, other] = [await aClerk(of, 'Salim'), await aClerk(of, 'Amal')]
    const rule = { amount_from: 0, approvers: 'clerk' }
    assert.equal((await of.send('PUT', '/api/organisation/approval-rule', rule)).status, 200)
    const { upload_id: id } = await checkedUpload(person, 'a.csv', manyInvoices(2))
    await person.post(`/api/uploads/${id}/issue`, { repeats: 'issue' })
    const done = await withStatus(person, id, 'DONE')
    assert.deepEqual([done.waiting_count, done.issued_count, await countOf(of)], [2, 0, 0])
    const rows = async () => (await person.get(`/api/uploads/${id}/documents`)).json.items
    const [first, second] = await rows()
    assert.deepEqual([first.outcome, first.approval_status, first.document_id], ['WAITING', 'WAITING', null])
    const { digest } = (await other.get(`/api/approvals/${first.approval_id}`)).json
    const own = await person.post(`/api/approvals/${first.approval_id}/approve`, { digest })
    assert.equal(own.json.error_codes.message.id, 'approval_of_own', 'nobody approves their own upload')
    assert.equal((await other.post(`/api/approvals/${first.approval_id}/approve`, { digest })).status, 200)
    assert.equal((await other.post(`/api/approvals/${second.approval_id}/return`, { note: 'Why?' })).status, 200)
    const [issued, returned] = await rows()
    assert.deepEqual(
      [issued.approval_status, returned.approval_status, returned.document_id],
      ['APPROVED', 'RETURNED', null],
    )
    assert.equal((await of.get(`/api/purchase-invoices/${issued.document_id}`)).status, 200)
    const back = (await person.get(`/api/approvals/${second.approval_id}`)).json
    assert.deepEqual([back.is_own, back.kind], [true, 'create'], 'its author changes it and sends it again')
    const { document_lines: lines } = (await person.get(`/api/approvals/${second.approval_id}/request`)).json
    assert.ok(lines.length > 0)
    const open = await person.get(`/api/uploads/${id}/documents?open=true`)
    assert.deepEqual(
      open.json.items.map(({ position }: { position: number }) => position),
      [1],
    )
  })

  test('upload, rows and results agree on what asked a second person, to its end', async () => {
    const { of, person, other, askedFor, returned, approved } = await withSecondPerson()
    const { database } = running.service.parts.store
    const { id, assertStory, approvalOf } = await askedFor('a.csv', manyInvoices(3))
    await assertStory(['WAITING', 'WAITING', 'WAITING'])
    await approved(await approvalOf(0))
    await assertStory(['ISSUED', 'WAITING', 'WAITING'])
    await returned(await approvalOf(1))
    const expired = await approvalOf(2)
    await database.query(
      sql('update approvals set expires_at = created_at where org_id = $1 and id = $2', of.orgId, expired),
    )
    await assertStory(['ISSUED', 'RETURNED', 'RETURNED'])
    const asking = `/api/approvals?family=purchase-invoices&business_profile_id=${of.profileId}`
    const sentAgain = async (approval: string) => {
      const { json: request } = await person.get(`/api/approvals/${approval}/request`)
      const sent = await person.post(`${asking}&returned_approval_id=${approval}`, request)
      assert.equal(sent.status, 201, sent.text)
      const closed = (await person.get(`/api/approvals/${approval}`)).json.closed_at
      assert.ok(closed !== undefined, 'what is sent again is closed')
    }
    await sentAgain(await approvalOf(1))
    await assertStory(['ISSUED', 'WAITING', 'RETURNED'])
    await returned(await approvalOf(1))
    await sentAgain(await approvalOf(1))
    await approved(await approvalOf(1))
    await assertStory(['ISSUED', 'ISSUED', 'RETURNED'])
    const { json: request } = await person.get(`/api/approvals/${expired}/request`)
    const rule = { amount_from: 1_000_000, approvers: 'clerk' }
    assert.equal((await of.send('PUT', '/api/organisation/approval-rule', rule)).status, 200)
    const { json: alone } = await person.post(`/api/purchase-invoices/${of.profileId}`, request)
    const close = `/api/approvals/${expired}/close?document_id=`
    assert.equal((await person.post(`${close}01900000-0000-7000-8000-000000000000`, {})).status, 404)
    const closed = await person.post(`${close}${alone.id}`, {})
    assert.equal(closed.status, 200, closed.text)
    await assertStory(['ISSUED', 'ISSUED', 'ISSUED'])
    assert.equal((await other.get(`/api/uploads/${id}/documents?open=true`)).json.items.length, 0)
    await database.query(sql('delete from approvals where org_id = $1', of.orgId))
    await assertStory(['ISSUED', 'ISSUED', 'ISSUED'])
  })

  test('what came back is not issued once its approval is deleted, and is sent again by its author alone', async () => {
    const { of, person, other, askedFor, returned } = await withSecondPerson()
    const { assertStory, approvalOf } = await askedFor('a.csv', manyInvoices(2))
    const [one, two] = [await approvalOf(0), await approvalOf(1)]
    await returned(one)
    const again = async (by: typeof person, of_: string, family = 'purchase-invoices') => {
      const { json: request } = await person.get(`/api/approvals/${of_}/request`)
      const query = `family=${family}&business_profile_id=${of.profileId}&returned_approval_id=${of_}`
      const { status, json } = await by.post(`/api/approvals?${query}`, request)
      return [status, json.error_codes.message.id]
    }
    assert.deepEqual(await again(other, one), [403, 'approval_of_other'])
    assert.deepEqual(await again(person, two), [409, 'approval_not_returned'])
    assert.deepEqual(await again(person, one, 'sales-invoices'), [404, 'approval_not_found'])
    await assertStory(['RETURNED', 'WAITING'])
    const { database } = running.service.parts.store
    await database.query(sql('delete from approvals where org_id = $1', of.orgId))
    await assertStory(['RETURNED', 'RETURNED'])
  })

  test('a document refused because it fails its rules keeps the reason of each cell', async () => {
    const { person } = await withSecondPerson()
    const unit = 'line.unit_code'
    const table = withCell(manyInvoicesTable(3), 2, unit, () => 'kg')
    for (const [name, content] of [
      ['a.csv', written(table)],
      ['a.xlsx', await asXlsx(table, { 'line.quantity': 'number' })],
      ['a.ndjson', jsonOf(aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'kg' })] }))],
    ] as const) {
      for (const failing of ['store', 'refuse']) {
        const { upload_id: id } = await checkedUpload(person, name, content)
        const listed = async () => (await person.get(`/api/uploads/${id}/documents?open=true&limit=100`)).json.items
        const failed = ({ check }: { check: string }) => check === 'FAILS'
        const [{ errors: findings }] = (await listed()).filter(failed)
        assert.match(findings[0].text, /Replace kg with KGM/)
        await person.post(`/api/uploads/${id}/issue`, { repeats: 'issue', failing })
        await withStatus(person, id, 'DONE')
        const [{ errors }] = (await listed()).filter(failed)
        const codes = errors.map(({ code }: Record<string, unknown>) => code)
        assert.deepEqual(codes, [...(failing === 'store' ? ['approval_of_failing'] : []), 'IBR-CL-23'])
        assert.deepEqual(errors.at(-1), findings[0])
        assert.match((await person.get(`/api/uploads/${id}/results`)).text, /Replace kg with KGM/)
        const { bytes } = await person.get(`/api/uploads/${id}/refused-rows`)
        const refused =
          name === 'a.xlsx' ? JSON.stringify((await readXlsx(bytes, 10)).rows) : Buffer.from(bytes).toString()
        assert.match(refused, /Replace kg with KGM/)
      }
    }
  })

  test('documents of a program, and those below the amount, do not wait', async () => {
    const of = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    const person = await aClerk(of, 'Salim')
    const limit = async (amount_from: number) => {
      const set = await of.send('PUT', '/api/organisation/approval-rule', { amount_from, approvers: 'clerk' })
      assert.equal(set.status, 200, set.text)
    }
    for (const [amount, by, name] of [
      [0, of, 'a.csv'],
      [1_000_000, person, 'b.csv'],
    ] as const) {
      await limit(amount)
      const { upload_id: id } = await checkedUpload(by, name, manyInvoices(2))
      await by.post(`/api/uploads/${id}/issue`, { repeats: 'issue' })
      assert.equal((await withStatus(by, id, 'DONE')).issued_count, 2)
    }
  })

  test('what looks unlikely is a warning in its row, before anything is issued', async () => {
    const of = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
    const { upload_id: id } = await checkedUpload(of, 'w.csv', manyInvoices(1).replaceAll('2026-07-15', '2020-01-15'))
    const { items } = (await of.get(`/api/uploads/${id}/documents?warned=true`)).json
    const { row, field, code, text, text_ar } = items[0].warnings[0]
    assert.deepEqual([row, field, code], [2, 'issue_date', 'issue_date_long_ago'])
    assert.notEqual(text, text_ar)
    await of.post(`/api/uploads/${id}/issue`, {})
    assert.equal((await withStatus(of, id, 'DONE')).issued_count, 1, 'nothing is refused for it')
    assert.match((await of.get(`/api/uploads/${id}/results`)).text, /days ago/)
  })

  test('dates as people write them need an order, which nobody guesses', async () => {
    const file = (day: string) => manyInvoices(2).replaceAll('2026-07-15', day)
    const post = (day: string, more = {}) => tenant.post('/api/uploads', uploadBody(tenant, 'd.csv', file(day), more))
    const unclear = await post('03/04/2026')
    assert.equal(unclear.status, 400)
    assert.deepEqual(unclear.json.errors, {
      date_order:
        '2 dates are not written year first. Choose day first (dd/mm/yyyy) or month first (mm/dd/yyyy) for the file',
      'file_content[0]': 'Row 2: issue_date: 03/04/2026',
      'file_content[1]': 'Row 3: issue_date: 03/04/2026',
    })
    const single = await tenant.post(
      '/api/uploads',
      uploadBody(tenant, 'd.csv', manyInvoices(2).replace('2026-07-15', '03/04/2026')),
    )
    assert.match(
      single.json.errors.date_order,
      /Row 2: issue_date is not written year first: 03\/04\/2026\. Choose day first/,
    )
    assert.equal((await post('25/04/2026')).status, 400, 'a day that fits one order only is asked about too')
    const firstDay = async (order: string, day: string) => {
      const checked = await checkedUpload(tenant, 'd.csv', file(day), { date_order: order })
      await tenant.post(`/api/uploads/${checked.upload_id}/issue`, { repeats: 'issue' })
      await withStatus(tenant, checked.upload_id, 'DONE')
      const [item] = (await tenant.get(`/api/uploads/${checked.upload_id}/documents`)).json.items
      return (await tenant.get(`/api/purchase-invoices/${item.document_id}`)).json.issue_date
    }
    assert.equal(await firstDay('dd/mm/yyyy', '03/04/2026'), '2026-04-03')
    assert.equal(await firstDay('mm/dd/yyyy', '03/04/2026'), '2026-03-04')
    const impossible = await checkedUpload(tenant, 'd.csv', file('25/04/2026'), { date_order: 'mm/dd/yyyy' })
    assert.equal(impossible.check_refused_count, 2)
  })

  test('what cannot be read is refused with all its problems', async () => {
    const post = (name: string, content: string | Uint8Array, more = {}) =>
      tenant.post('/api/uploads', uploadBody(tenant, name, content, more))
    const fields = async (name: string, content: string | Uint8Array, more = {}) => {
      const { status, json } = await post(name, content, more)
      assert.equal(status, 400, JSON.stringify(json))
      return Object.keys(json.errors)
    }
    assert.deepEqual(await fields('a.pdf', 'x'), ['file_content'])
    assert.deepEqual(await fields('a.csv', ' '), ['file_content'])
    assert.deepEqual(await fields('a.csv', 'document,<b>\n1,2\n'), ['file_content'])
    assert.deepEqual(await fields('a.ndjson', '{}\n'.repeat(1_001)), ['file_content'])
    assert.deepEqual(await fields('a.csv', ','.repeat(20_000)), ['file_content'])
    assert.deepEqual(await fields('a.ndjson', Buffer.alloc(8 * 1024 * 1024 + 1, 32)), ['file_content'])
    const latin = Buffer.from(manyInvoices(1).replaceAll(/\p{Script=Arabic}/gu, 'x'), 'latin1')
    const { errors } = (await post('a.csv', latin)).json
    assert.match(errors.encoding, /Choose the encoding .*windows-1256/)
    assert.match(errors['file_content[0]'], /Read as windows-1256: .*Caf\u00e9/)
    assert.equal((await post('a.csv', latin, { encoding: 'windows-1252' })).status, 201)
    assert.deepEqual(await fields('a.csv', 'x', { business_profile_id: 'BP-NONE' }), ['business_profile_id'])
    const unplaced = manyInvoices(3).replace('D-2', '').replace('D-3', '')
    assert.deepEqual(await fields('a.csv', unplaced), ['file_content[0]', 'file_content[1]'])
  })

  test('an upload is issued when its check is done, and unknown ones are 404', async () => {
    const missing = '/api/uploads/01900000-0000-7000-8000-000000000000'
    for (const path of ['', '/documents', '/results', '/refused-rows'])
      assert.equal((await tenant.get(`${missing}${path}`)).status, 404)
    assert.equal((await tenant.post(`${missing}/issue`, {})).status, 404)
    const created = await tenant.post('/api/uploads', uploadBody(tenant, 'a.csv', manyInvoices(300)))
    const early = await tenant.post(`/api/uploads/${created.json.upload_id}/issue`, {})
    assert.deepEqual([early.status, early.json.error_codes.message.id], [409, 'upload_not_checked'])
    await withStatus(tenant, created.json.upload_id, 'CHECKED')
  })
})

interface Coded {
  readonly id: string
}

/** The same outcomes in the upload, its rows and its results, each issued row with its number. */
async function assertStory(person: Pick<Tenant, 'get'>, of: Tenant, id: string, outcomes: readonly string[]) {
  const { json: upload } = await person.get(`/api/uploads/${id}`)
  const counted = (outcome: string) => outcomes.filter((one) => one === outcome).length
  assert.deepEqual(
    [upload.issued_count, upload.waiting_count, upload.returned_count, upload.done_count],
    [counted('ISSUED'), counted('WAITING'), counted('RETURNED'), outcomes.length],
  )
  assert.deepEqual((await person.get('/api/uploads')).json.items[0], upload)
  const { items } = (await person.get(`/api/uploads/${id}/documents`)).json
  const [, ...lines] = (await person.get(`/api/uploads/${id}/results`)).text.split('\r\n')
  const open = (await person.get(`/api/uploads/${id}/documents?open=true`)).json.items
  assert.equal(open.length, counted('RETURNED'))
  for (const [at, outcome] of outcomes.entries()) {
    const { outcome: shown, document_id: documentId, document_number: number } = items[at]
    assert.equal(shown, outcome)
    assert.equal(documentId !== null, outcome === 'ISSUED')
    const issued = documentId === null ? undefined : (await of.get(`/api/purchase-invoices/${documentId}`)).json
    assert.equal(number, issued?.document_number ?? null)
    assert.equal(lines[at]?.split(',').slice(3, 7).join(), `${outcome},no,${number ?? ''},${documentId ?? ''}`)
  }
}
