import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inFullRunOnly } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import {
  aCustomer,
  aLine,
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  aSupplier,
  jsonOf,
  type Members,
} from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Answered, Tenant, TestService } from '../support/service/test-service.ts'

// Edit and resubmit: PUT, and the changes in each revision. docs/contract.md#operations.

const families = {
  'purchase-invoices': aPurchaseInvoice,
  'purchase-credit-notes': aPurchaseCreditNote,
  'sales-invoices': aSalesInvoice,
  'sales-credit-notes': aSalesCreditNote,
} as const
type Family = keyof typeof families
const dubai = anAddress({ country_subentity: 'Dubai' })

eachService('resubmission', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  const create = async (family: Family, overrides: Members = {}): Promise<Answered> => {
    const answer = await tenant.post(`/api/${family}/${tenant.profileId}`, families[family](overrides))
    assert.equal(answer.status, 201, answer.text)
    return answer
  }
  const broken = (family: Family): Members =>
    family.startsWith('purchase')
      ? { accounting_supplier_party: aSupplier({ postal_address: dubai }) }
      : { accounting_customer_party: aCustomer({ postal_address: dubai }) }
  const put = (family: Family, id: string, body: Members, headers = {}) =>
    tenant.send('PUT', `/api/${family}/${id}/${tenant.profileId}`, body, headers)

  test('a dry run judges the correction as the resubmission does, and stores nothing', async () => {
    const attachments = [{ file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ==' }]
    for (const family of ['purchase-invoices', 'sales-credit-notes'] as const) {
      const { json: first } = await create(family, { ...broken(family), attachments })
      const path = `/api/${family}/${first.id}/${tenant.profileId}`
      const revisions = () => tenant.get(`/api/${family}/${first.id}/revisions`)
      const before_ = await revisions()
      const correction = families[family]({ note: 'Corrected' })
      const still = await tenant.send('PUT', `${path}?dry_run=true`, families[family](broken(family)))
      assert.equal(still.json.document.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
      assert.equal(still.json.tax_data_xml, null)
      const dry = await tenant.send('PUT', `${path}?dry_run=true`, correction)
      assert.equal(dry.status, 200, dry.text)
      assert.match(dry.json.document_xml, />YQ==</, 'an attachment that is left out stays')
      const { json: stored } = await tenant.get(`/api/${family}/${first.id}`)
      assert.deepEqual(stored, first)
      assert.equal((await revisions()).text, before_.text)
      const real = await tenant.send('PUT', path, correction)
      const { id, org_id, document_sequence, ...rest } = real.json
      assert.deepEqual(dry.json.document, rest, `${id} ${org_id} ${document_sequence}`)
      for (const query of ['?dry_run=true', '']) {
        const again = await tenant.send('PUT', path + query, correction)
        assert.equal(again.status, 400, 'it does not fail its rules any more')
        assert.deepEqual(Object.keys(again.json.errors), ['document_status'])
      }
    }
  })

  test('a dry run of a resubmission refuses what the resubmission refuses', async () => {
    const { json: first } = await create('purchase-invoices', broken('purchase-invoices'))
    const unknown = '01900000-0000-7000-8000-000000000000'
    const { profileId } = tenant
    for (const [path, body, status] of [
      [`${unknown}/${profileId}`, {}, 404],
      [`${first.id}/BP-0000000000`, {}, 400],
      [`${first.id}/${profileId}`, { document_number: 'ANOTHER-1' }, 400],
      [`${first.id}/${profileId}`, { issue_date: 'x' }, 400],
      [`${first.id}/${profileId}`, { expected_totals: { tax_amount: 1 } }, 409],
    ] as const)
      for (const query of ['?dry_run=true', '']) {
        const answer = await tenant.send('PUT', `/api/purchase-invoices/${path}${query}`, aPurchaseInvoice(body))
        assert.equal(answer.status, status, answer.text)
      }
    const odd = `/api/purchase-invoices/${first.id}/${profileId}?dry_run=maybe`
    assert.equal((await tenant.send('PUT', odd, aPurchaseInvoice())).status, 400)
  })

  test('a document of each family that failed its rules is edited, sent and approved', async () => {
    for (const family of [
      'purchase-invoices',
      'purchase-credit-notes',
      'sales-invoices',
      'sales-credit-notes',
    ] as const) {
      const { json: first } = await create(family, { ...broken(family), document_number: `F-${family}` })
      assert.equal(first.meta_info.peppol_status.overall_status, 'VALIDATION_FAILED')
      const answer = await put(family, first.id, families[family]({ note: 'Corrected' }))
      assert.equal(answer.status, 200, answer.text)
      const { json } = answer
      assert.deepEqual(
        [json.id, json.document_number, json.document_sequence, json.note],
        [first.id, first.document_number, first.document_sequence, 'Corrected'],
      )
      const { validation_results: findings, ...status } = json.meta_info.peppol_status
      assert.deepEqual(status, { overall_status: 'PENDING', participant_status: null, fta_status: null })
      // The documents of these tests repeat each other, and their credit notes name no invoice.
      assert.deepEqual(
        findings.filter(({ flag }: { flag: string }) => flag !== 'warning'),
        [],
      )
      const path = `/api/${family}/${first.id}`
      assert.equal((await settled(path)).overall_status, 'APPROVED')
      const { json: log } = await tenant.get(`${path}/peppol-status-logs`)
      assert.deepEqual(
        log.slice(0, 4).map(({ event }: { event: string }) => event),
        ['DOCUMENT_CREATED', 'VALIDATION_FAILED', 'DOCUMENT_RESUBMITTED', 'VALIDATION_SUCCESS'],
      )
      const { text: xml } = await tenant.get(`${path}/xml`)
      assert.match(xml, /<cbc:Note>Corrected<\/cbc:Note>/)
      assert.equal((await tenant.get(`/api/${family}?document_number=F-${family}`)).json.content[0].note, 'Corrected')
    }
  })

  test('only a VALIDATION_FAILED document can be resubmitted', async () => {
    const known = { document_status: 'document status is still pending state you cannot resubmit' }
    const { json } = await create('purchase-invoices')
    const codeOf = (status: string) => ({ document_status: { id: 'document_not_resubmittable', values: { status } } })
    const pending = await put('purchase-invoices', json.id, { nonsense: 1 })
    assert.deepEqual([pending.status, pending.json.errors], [400, known])
    assert.deepEqual(pending.json.error_codes, codeOf('PENDING'))
    const settledAs = await settled(`/api/purchase-invoices/${json.id}`)
    assert.equal(settledAs.overall_status, 'APPROVED')
    const approved = await put('purchase-invoices', json.id, aPurchaseInvoice())
    assert.deepEqual([approved.status, approved.json.errors], [400, known])
    assert.deepEqual(approved.json.error_codes, codeOf('APPROVED'))
  })

  test('a wrong request is refused like a create and changes nothing', async () => {
    const { json: first } = await create('purchase-invoices', broken('purchase-invoices'))
    const wrong = await put(
      'purchase-invoices',
      first.id,
      aPurchaseInvoice({ issue_date: 'x', id: 'x', document_number: 'OTHER' }),
    )
    assert.deepEqual(
      [wrong.status, wrong.json.errors],
      [
        400,
        {
          document_number: `Document number must stay ${first.document_number}`,
          issue_date: 'Issue date must be a valid date in the form yyyy-MM-dd',
          id: 'ID must not be sent',
        },
      ],
    )
    const same = await put('purchase-invoices', first.id, {
      ...aPurchaseInvoice(broken('purchase-invoices')),
      document_number: first.document_number,
    })
    assert.equal(same.status, 200, same.text)
    const nobody = await tenant.send('PUT', `/api/purchase-invoices/${first.id}/BP-NONE`, aPurchaseInvoice())
    assert.deepEqual(nobody.json.errors, { message: 'Business profile not found with id: BP-NONE' })
    const missing = await put('sales-invoices', first.id, aSalesInvoice())
    assert.deepEqual(
      [missing.status, missing.json.errors],
      [404, { message: `Sales invoice not found with id: ${first.id}` }],
    )
    const stranger = await running.tenant()
    const path = `/api/purchase-invoices/${first.id}/${stranger.profileId}`
    assert.equal((await stranger.send('PUT', path, aPurchaseInvoice())).status, 404)
  })

  test('omitted attachments stay in the answer, the UBL and the download', async () => {
    const file = (name: string) => ({
      file_name: `${name}.csv`,
      file_type: 'text/csv',
      file_content: Buffer.from(name).toString('base64'),
    })
    const { json: first } = await create('purchase-invoices', {
      ...broken('purchase-invoices'),
      attachments: [file('one'), file('two')],
    })
    const kept = await put('purchase-invoices', first.id, aPurchaseInvoice(broken('purchase-invoices')))
    assert.deepEqual(kept.json.attachments, first.attachments)
    const { text: xml } = await tenant.get(`/api/purchase-invoices/${first.id}/xml`)
    assert.ok(xml.includes(Buffer.from('two').toString('base64')))
    const replaced = await put('purchase-invoices', first.id, aPurchaseInvoice({ attachments: [file('three')] }))
    assert.deepEqual(
      replaced.json.attachments.map(({ file_name }: { file_name: string }) => file_name),
      ['three.csv'],
    )
    const path = `/api/purchase-invoices/${first.id}/attachments/${replaced.json.attachments[0].id}/download`
    assert.equal((await tenant.get(path)).text, 'three')
  })

  test('revisions list the changes and the cured findings', async () => {
    const { json: first } = await create('purchase-invoices', {
      ...broken('purchase-invoices'),
      payment_means: undefined,
    })
    await put(
      'purchase-invoices',
      first.id,
      aPurchaseInvoice({ payment_means: undefined, document_lines: [aLine({ unit_code: 'kg' })] }),
    )
    await put('purchase-invoices', first.id, aPurchaseInvoice({ document_lines: [aLine({ quantity: 3 })] }))
    const { json } = await tenant.get(`/api/purchase-invoices/${first.id}/revisions`)
    assert.deepEqual([json.items.length, json.next], [3, null])
    const codes = ({ cured, left, new: fresh }: Record<'cured' | 'left' | 'new', readonly { reasonCode: string }[]>) =>
      [cured, left, fresh].map((findings) => [
        ...new Set(findings.map(({ reasonCode }) => reasonCode).filter((code) => code !== 'SB-DUPLICATE')),
      ])
    assert.deepEqual(
      json.items.map(({ revision, findings }: { revision: number; findings: Parameters<typeof codes>[0] }) => [
        revision,
        ...codes(findings),
      ]),
      [
        [3, ['IBR-CL-23', 'IBR-191-AE'], [], []],
        [2, ['IBR-128-AE'], ['IBR-191-AE'], ['IBR-CL-23']],
        [1, [], [], ['IBR-191-AE', 'IBR-128-AE']],
      ],
    )
    const [third, second, created] = json.items
    assert.deepEqual(second.changes, [
      { path: 'accounting_supplier_party.postal_address.country_subentity', from: 'Dubai', to: 'DXB' },
      { path: 'document_lines[0].unit_code', from: 'EA', to: 'kg' },
    ])
    assert.deepEqual(created.changes, [])
    const paths = third.changes.map(({ path }: { path: string }) => path)
    for (const path of ['payment_means[0].payment_means_code', 'document_lines[0].quantity', 'totals.payable_amount'])
      assert.ok(paths.includes(path), path)
    const newest = await tenant.get(`/api/purchase-invoices/${first.id}/revisions?limit=2`)
    const page = await tenant.get(`/api/purchase-invoices/${first.id}/revisions?cursor=${newest.json.next}`)
    assert.deepEqual([page.json.items.length, page.json.items[0].revision, page.json.next], [1, 1, null])
    const unknown = await tenant.get('/api/purchase-invoices/none/revisions')
    assert.equal(unknown.status, 404)
  })

  test('of concurrent resubmissions one wins and the others get a conflict', async () => {
    const { json: first } = await create('purchase-invoices', broken('purchase-invoices'))
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => put('purchase-invoices', first.id, aPurchaseInvoice({ note: `By ${at}` }))),
    )
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    for (const { status, json } of answers) {
      if (status !== 200) assert.deepEqual([status, Object.keys(json.errors)], [400, ['document_status']])
    }
    const read = await tenant.get(`/api/purchase-invoices/${first.id}`)
    assert.equal(read.json.note, won[0]?.json.note)
    // If the winner fails its rules again, the others may try once more.
    const { json: second } = await create('purchase-invoices', broken('purchase-invoices'))
    const again = await Promise.all(
      Array.from({ length: 6 }, () =>
        put('purchase-invoices', second.id, aPurchaseInvoice(broken('purchase-invoices'))),
      ),
    )
    const revisions = (await tenant.get(`/api/purchase-invoices/${second.id}/revisions?limit=100`)).json.items.length
    assert.equal(revisions, 1 + again.filter(({ status }) => status === 200).length)
    for (const { status, json } of again.filter((each) => each.status !== 200)) {
      const message = 'Another request resubmitted the document at the same time'
      assert.deepEqual([status, json.errors], [409, { message }])
    }
  })

  test('a resubmission happens once for its Idempotency-Key', async () => {
    const { json: first } = await create('purchase-invoices', broken('purchase-invoices'))
    const body = aPurchaseInvoice(broken('purchase-invoices'))
    const headers = { 'idempotency-key': `resubmit-${first.id}` }
    const one = await put('purchase-invoices', first.id, body, headers)
    const two = await put('purchase-invoices', first.id, body, headers)
    assert.equal(two.headers.get('idempotency-replayed'), 'true')
    assert.equal(two.text, one.text)
    assert.equal((await tenant.get(`/api/purchase-invoices/${first.id}/revisions`)).json.items.length, 2)
  })

  test('a credit note is found by the references of its latest revision', async () => {
    const { json: first } = await create('purchase-credit-notes', {
      ...broken('purchase-credit-notes'),
      billing_reference: [{ id: 'OLD-1' }],
    })
    await put('purchase-credit-notes', first.id, aPurchaseCreditNote({ billing_reference: [{ id: 'NEW-1' }] }))
    const found = async (number: string) =>
      (await tenant.get(`/api/purchase-credit-notes?invoice_number=${number}`)).json.total_elements
    assert.deepEqual([await found('OLD-1'), await found('NEW-1')], [0, 1])
  })

  test('a large document is resubmitted on another thread', { skip: inFullRunOnly }, async () => {
    const lines = Array.from({ length: 800 }, () => aLine())
    const { json: first } = await create('purchase-invoices', { ...broken('purchase-invoices'), document_lines: lines })
    const body = aPurchaseInvoice({ document_lines: Array.from({ length: 800 }, () => aLine({ quantity: 3 })) })
    assert.ok(jsonOf(body).length > 64_000)
    const answer = await put('purchase-invoices', first.id, body)
    assert.equal(answer.status, 200, answer.text.slice(0, 300))
    const { json } = await tenant.get(`/api/purchase-invoices/${first.id}/revisions?limit=1`)
    assert.deepEqual([json.items[0].changes.length, json.items[0].changes_omitted > 3000], [500, true])
  })

  const settled = (path: string) =>
    eventually(async () => {
      const status = (await tenant.get(path)).json.meta_info.peppol_status
      return status.overall_status !== 'PENDING' && status
    })
})
