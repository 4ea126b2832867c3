import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { clientsOf } from '../../src/store/accounts/clients.ts'
import { storedTexts } from '../support/databases/plain-texts.ts'
import { effort } from '../support/effort.ts'
import { eventually } from '../support/eventually.ts'
import { aBuyer } from '../support/requests/requests.ts'
import { aClient } from '../support/service/clients.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { AdapterRefused, ErpAdapter } from './erp-adapter.ts'
import { type ErpDocument, erpDocuments } from './erp-documents.ts'
import { problemsOf } from './typed-reader.ts'

// Clients written for the neighbouring service, run unchanged against both modes
// (docs/decisions/0053).

const headerPrefix = 'x-neighbour'
const environment = { SECRET_KEY: '5e'.repeat(32) }
const profileId = 'NBP-46ETA0X3DI'
const scope = 'documents:read documents:write profiles admin'
const families = Object.keys(erpDocuments)

eachService('compatibility mode', (start) => {
  let running: TestService
  before(async () => {
    running = await start(environment)
  })

  /** An organisation with the profile that the adapter expects. */
  async function anOrganisation(service: TestService): Promise<Tenant> {
    const tenant = await service.tenant({ scope })
    const added = await tenant.post('/api/business-profiles', aBuyer({ profile_id: profileId }))
    assert.equal(added.status, 201, added.text)
    return tenant
  }

  /** The adapter with a new client, as an operator sets it up. */
  async function anAdapter(tenant: Tenant, address = running.address): Promise<ErpAdapter> {
    const client = await tenant.post('/api/clients', { name: 'ERP', scope: 'documents:read documents:write' })
    assert.equal(client.status, 201, client.text)
    const { client_id: clientId, client_secret: clientSecret } = client.json
    return new ErpAdapter({ address, headerPrefix, clientId, clientSecret, profileId })
  }

  async function inTheMode(tenant: Tenant): Promise<Tenant> {
    const changed = await tenant.send('PATCH', '/api/organisation', { compatibility: headerPrefix })
    assert.equal(changed.status, 200, changed.text)
    assert.equal(changed.json.compatibility, headerPrefix)
    return tenant
  }

  /** Sends one document of each family and waits for each, as an ERP does. Returns the answers. */
  async function reportAll(adapter: ErpAdapter): Promise<ReadonlyMap<string, string>> {
    const { token, expiresIn } = await adapter.logIn()
    assert.equal(token.split('.').length, 3)
    assert.equal(expiresIn, 86_400)
    const profile = await adapter.readProfile()
    assert.equal(profile.profile_id, profileId)
    assert.match(profile.id, /^[0-9a-f-]{36}$/)
    const ids = new Map<string, string>()
    for (const family of families) {
      const sent = await adapter.send(family, documentFor(family, `${family}-1`))
      assert.equal(sent.document_number, `${family}-1`)
      assert.equal(sent.payable_amount, 422.1)
      ids.set(family, sent.id)
    }
    for (const [family, id] of ids) {
      const progress = await eventually(async () => {
        const now = await adapter.askProgress(family, id)
        return now.state === 'reported' || now.state === 'failed' ? now : undefined
      })
      assert.deepEqual(progress, { state: 'reported' }, family)
    }
    return ids
  }

  test('in compatibility mode the ERP adapter reports and fetches every document', async () => {
    const tenant = await inTheMode(await anOrganisation(running))
    const adapter = await anAdapter(tenant)
    const ids = await reportAll(adapter)
    for (const [family, id] of ids) {
      const read = await eventually(async () => {
        const document = await adapter.read(family, id)
        return document.meta_info.peppol_status?.overall_status === 'APPROVED' ? document : undefined
      })
      assert.equal(read.document_status, 'ACTIVE')
      const xml = await adapter.readXml(family, id)
      assert.match(xml, new RegExp(`>${family}-1<`))
      const [page] = read.attachments
      assert.equal(page?.file_name, family.endsWith('invoices') ? 'invoice.pdf' : 'credit-note.pdf')
      // Printing takes seconds.
      if (effort !== 'quick') {
        assert.equal(textOf(await adapter.readPdf(family, id)).slice(0, 4), '%PDF')
        assert.equal(textOf(await adapter.readAttachment(family, id, page?.id ?? '')).slice(0, 4), '%PDF')
      }
      const listed = JSON.parse(await adapter.list(family, '?status=APPROVED&size=100'))
      assert.deepEqual(
        listed.content.map((document: { readonly id: string }) => document.id),
        [id],
      )
    }
  })

  test('in compatibility mode the typed reader reads every list', async () => {
    const tenant = await inTheMode(await anOrganisation(running))
    const adapter = await anAdapter(tenant)
    await reportAll(adapter)
    for (const family of families) {
      await adapter.send(family, { ...documentFor(family, 'B-2'), ...inDollars, document_lines: mixedLines })
      const page = JSON.parse(await adapter.list(family))
      assert.equal(page.total_elements, 2)
      assert.deepEqual(problemsOf(page, family), [], family)
      assert.deepEqual(problemsOf(JSON.parse(await adapter.list(family, '?page=7')), family), [])
    }
  })

  test('in compatibility mode every answer still fits the OpenAPI document, but for the instants of a profile', async () => {
    const tenant = await inTheMode(await anOrganisation(running))
    for (const family of families) {
      // These calls check each answer against the document.
      const path = `/api/${family}/${profileId}`
      const dry = await tenant.post(`${path}?dry_run=true`, JSON.stringify(documentFor(family, 'D-1')))
      assert.deepEqual([dry.status, dry.json.document.document_status], [200, 'ACTIVE'])
      const created = await tenant.post(path, JSON.stringify(documentFor(family, 'D-1')))
      assert.deepEqual([created.status, created.json.document_status], [201, 'ACTIVE'])
      assert.equal((await tenant.get(`/api/${family}`)).json.content[0].document_status, 'ACTIVE')
      assert.equal((await tenant.get(`/api/${family}/${created.json.id}`)).json.document_status, 'ACTIVE')
    }
    assert.equal((await tenant.get(`/api/business-profiles/${profileId}`)).json.status, 'COMPLETED')
    assert.equal((await tenant.get('/api/organisation')).json.compatibility, headerPrefix)
  })

  test('unknown members become warnings and stay out of the document', async () => {
    const tenant = await inTheMode(await anOrganisation(running))
    const adapter = await anAdapter(tenant)
    await adapter.logIn()
    const sent = await adapter.send('purchase-invoices', documentFor('purchase-invoices', 'W-1'))
    const warnings = sent.meta_info.peppol_status?.validation_results.map(({ flag, reasonCode, field, value }) => [
      flag,
      reasonCode,
      field,
      value,
    ])
    assert.deepEqual(warnings, [
      ['warning', 'SB-REPLACED', 'invoice_type_code', '380'],
      ['warning', 'SB-IGNORED', 'document_lines[0].uom', 'Each'],
      ['warning', 'SB-IGNORED', 'erp_voucher', null],
      ['warning', 'SB-IGNORED', 'tax_point_date', '2026-07-15'],
    ])
    const texts = sent.meta_info.peppol_status?.validation_results.map(({ text }) => text)
    assert.match(String(texts?.[1]), /occurs in 2 places/)
    assert.equal(sent.invoice_type_code, '389')
    assert.equal(sent.tax_point_date, undefined)
    assert.equal(sent.issue_time, '10:30:00')
    assert.equal(Object(sent.accounting_supplier_party).tin, '1002345678')
    assert.equal(Object(sent.accounting_customer_party).name, 'Harbour Manufacturing')
    const [arabic] = (await tenant.get(`/api/purchase-invoices/${sent.id}`, { 'accept-language': 'ar' })).json.meta_info
      .peppol_status.validation_results
    assert.match(arabic.text, /[\u0600-\u06ff]/)
    const kept = await keptRequestOf(running, { orgId: tenant.orgId, documentId: sent.id })
    assert.equal(kept.tax_point_date, '2026-07-15', 'what was sent is evidence')
    assert.deepEqual(kept.erp_voucher, { doctype: 'Voucher', name: 'W-1' })
    assert.equal(kept.invoice_type_code, '380')
    assert.equal(kept.issue_time, '10:30')
  })

  test('a card number in an unknown member is stored nowhere', async () => {
    const tenant = await inTheMode(await anOrganisation(running))
    const adapter = await anAdapter(tenant)
    await adapter.logIn()
    const card = '4111 1111 1111 1111'
    const excess = {
      paid_with: card,
      cards: [{ number: 4111111111111111 }],
      [card]: 'name',
      'x.4111111111111111': card,
    }
    const sent = await adapter.send('purchase-invoices', { ...documentFor('purchase-invoices', 'C-1'), ...excess })
    const read = await tenant.get(`/api/purchase-invoices/${sent.id}`)
    const { database } = running.service.parts.store
    const rows = await storedTexts(database, { orgId: tenant.orgId, documentId: sent.id })
    assert.match(rows.request, /"cards"/)
    for (const text of [JSON.stringify(sent), read.text, JSON.stringify(rows)]) {
      assert.doesNotMatch(text, /4111[ ]?1111[ ]?1111[ ]?1111/)
    }
  })

  test('a used document number is refused, also for a second credit note', async () => {
    const tenant = await inTheMode(await anOrganisation(running))
    const adapter = await anAdapter(tenant)
    await adapter.logIn()
    const first = await adapter.send('purchase-credit-notes', documentFor('purchase-credit-notes', 'CN-1'))
    const refused = await refusalOf(() =>
      adapter.send('purchase-credit-notes', documentFor('purchase-credit-notes', 'CN-1')),
    )
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.errors, {
      document_number: `Document number CN-1 is taken by purchase credit note ${first.id}`,
    })
  })

  test('an edited document or batch is resubmitted in the form of the create', async () => {
    const tenant = await inTheMode(await anOrganisation(running))
    const adapter = await anAdapter(tenant)
    await adapter.logIn()
    const document = { ...documentFor('purchase-invoices', 'R-1'), payment_means: null }
    const sent = await adapter.send('purchase-invoices', document)
    assert.equal(sent.meta_info.peppol_status?.overall_status, 'VALIDATION_FAILED')
    const path = `/api/purchase-invoices/${sent.id}/${profileId}`
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
    const edited = await fetch(running.address + path, {
      method: 'PUT',
      headers,
      body: JSON.stringify(documentFor('purchase-invoices', 'R-1')),
    })
    const answer = Object(await edited.json())
    assert.equal(edited.status, 200, JSON.stringify(answer))
    assert.equal(answer.document_status, 'ACTIVE')
    assert.equal(answer.meta_info.peppol_status.overall_status, 'PENDING')
    const batch = await tenant.post(
      `/api/purchase-invoices/${profileId}/batch`,
      JSON.stringify(documentFor('purchase-invoices', 'R-2')),
      { 'content-type': 'application/x-ndjson' },
    )
    assert.match(batch.text, /^\{"line":1,"status":201,.*"document_status":"ACTIVE"/)
  })

  test('in strict mode each step of the adapter is refused with a reason', async () => {
    const tenant = await anOrganisation(running)
    const adapter = await anAdapter(tenant)
    const token = await refusalOf(() => adapter.logIn())
    assert.deepEqual([token.status, token.errors], [401, { message: 'Authentication required or invalid token' }])
    adapter.useToken(tenant.token)
    await assert.rejects(adapter.readProfile(), /the profile is ACTIVE/)
    const strictErrors: Readonly<Record<string, readonly string[]>> = {
      'purchase-invoices': [
        'accounting_supplier_party.company_scheme_id',
        'accounting_supplier_party.tin',
        'custom_data',
        'document_lines[0].id',
        'document_lines[0].net_amount',
        'document_lines[0].tax_amount',
        'document_lines[0].uom',
        'document_lines[1].id',
        'document_lines[1].net_amount',
        'document_lines[1].tax_amount',
        'document_lines[1].uom',
        'document_sequence',
        'erp_voucher',
        'invoice_type_code',
        'issue_time',
        'meta_info',
        'org_id',
        'payable_amount',
        'tax_point_date',
        'uuid',
      ],
    }
    for (const family of families) {
      const refused = await refusalOf(() => adapter.send(family, documentFor(family, 'S-1')))
      assert.equal(refused.status, 400, family)
      const known = strictErrors[family]
      if (known) assert.deepEqual(Object.keys(refused.errors).toSorted(), known)
      assert.equal(refused.errors.erp_voucher, 'erp_voucher is not a known field')
      assert.equal(refused.errors.payable_amount, 'Payable amount must not be sent')
      assert.equal(refused.errors.issue_time, 'Issue time must be a valid time in the form HH:mm:ss')
      const party = family.startsWith('purchase') ? 'accounting_supplier_party' : 'accounting_customer_party'
      assert.match(refused.errors[`${party}.tin`] ?? '', /^TIN is mandatory for UAE (suppliers|business customers)$/)
      assert.equal(JSON.parse(await adapter.list(family)).total_elements, 0)
    }
  })

  test('in strict mode the typed reader misses only what compatibility mode adds', async () => {
    const tenant = await anOrganisation(running)
    const { json: sent } = await tenant.post(`/api/purchase-invoices/${profileId}`, strictInvoice())
    assert.equal(sent.meta_info.peppol_status.overall_status, 'PENDING')
    const page = (await tenant.get('/api/purchase-invoices')).json
    assert.deepEqual(problemsOf(page, 'purchase-invoices').toSorted(), [
      'content[].allowances: is no list',
      'content[].attachments: is no list',
      'content[].billing_reference: is no list',
      'content[].charges: is no list',
      'content[].document_lines[].tax_amount_in_aed: is no decimal',
      'content[].document_lines[].total_amount_in_aed: is no decimal',
      'content[].document_status: is no text',
      'content[].effective_tax_point_date: is no DateOnly',
      'content[].is_phase2_document: is no bool',
      'content[].payable_rounding_amount: is no decimal',
      'content[].prepaid_amount: is no decimal',
    ])
  })

  test('the mode applies to its organisation alone and can be switched off', async () => {
    const [on, strict] = [await inTheMode(await anOrganisation(running)), await anOrganisation(running)]
    const adapter = await anAdapter(on)
    await adapter.logIn()
    const { id } = await adapter.send('purchase-invoices', documentFor('purchase-invoices', 'M-1'))
    assert.equal(
      (await strict.post(`/api/purchase-invoices/${profileId}`, strictInvoice({ colour: 'red' }))).status,
      400,
    )
    assert.equal((await strict.get('/api/organisation')).json.compatibility, undefined)
    assert.equal((await on.get(`/api/purchase-invoices/${id}`)).json.document_status, 'ACTIVE')
    await on.send('PATCH', '/api/organisation', { compatibility: 'off' })
    const read = (await on.get(`/api/purchase-invoices/${id}`)).json
    assert.equal(read.document_status, undefined)
    assert.equal(read.charges, undefined)
    assert.equal((await on.get(`/api/business-profiles/${profileId}`)).json.status, 'ACTIVE')
    assert.equal((await refusalOf(() => adapter.logIn())).status, 401)
    const { store } = running.service.parts
    const clients = await clientsOf(store.database, on.orgId)
    assert.ok(clients.length >= 2)
    for (const { sealedSecret, previousSealedSecret } of clients)
      assert.deepEqual([sealedSecret, previousSealedSecret], [undefined, undefined])
  })

  test('the whole service can run in the mode, and an organisation can opt out', async () => {
    const whole = await start({ ...environment, COMPATIBILITY: 'X-Neighbour' })
    const tenant = await anOrganisation(whole)
    const adapter = await anAdapter(tenant, whole.address)
    await reportAll(adapter)
    await tenant.send('PATCH', '/api/organisation', { compatibility: 'off' })
    assert.equal((await refusalOf(() => adapter.logIn())).status, 401)
    const { id: clientId, secret: clientSecret } = await aClient(whole.service.parts.store, tenant.orgId)
    const without = new ErpAdapter({ address: whole.address, headerPrefix, clientId, clientSecret, profileId })
    assert.equal((await refusalOf(() => without.logIn())).status, 401)
  })
})

function documentFor(family: string, number: string): ErpDocument {
  const made = erpDocuments[family]?.(number)
  assert.ok(made, family)
  return made
}

/** The steps of our own guide. */
function strictInvoice(more: ErpDocument = {}): Parameters<Tenant['post']>[1] {
  return JSON.stringify({ ...documentFor('purchase-invoices', 'own-1'), ...strictly, ...more })
}

const nothing = undefined
const strictly = {
  ...Object.fromEntries(
    ['uuid', 'org_id', 'document_sequence', 'custom_data', 'erp_voucher', 'meta_info'].map((one) => [one, nothing]),
  ),
  ...Object.fromEntries(['payable_amount', 'tax_point_date', 'issue_time'].map((one) => [one, nothing])),
  invoice_type_code: '389',
  accounting_supplier_party: {
    ...Object(documentFor('purchase-invoices', '').accounting_supplier_party),
    tin: '1002345678',
    company_scheme_id: nothing,
  },
  document_lines: [{ ...line(), id: nothing, uom: nothing, net_amount: nothing, tax_amount: nothing }],
}

function line(): ErpDocument {
  const [first] = Object(documentFor('purchase-invoices', '').document_lines)
  return first
}

const inDollars = {
  document_currency_code: 'USD',
  tax_currency_code: 'AED',
  tax_exchange_rate: { source_currency_code: 'USD', target_currency_code: 'AED', calculation_rate: 3.6725 },
}

/** A VAT subtotal without a rate is read too. */
const mixedLines = [line(), { ...line(), classified_tax_category: { id: 'O', tax_scheme: 'VAT' } }]

async function refusalOf(work: () => Promise<unknown>): Promise<AdapterRefused> {
  try {
    await work()
  } catch (error) {
    if (error instanceof AdapterRefused) return error
    throw error
  }
  return assert.fail('it was not refused')
}

async function keptRequestOf({ service }: TestService, of: { readonly orgId: string; readonly documentId: string }) {
  return JSON.parse((await storedTexts(service.parts.store.database, of)).request)
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}
