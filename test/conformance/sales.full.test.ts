import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readXml } from '@selfbill/schematron/read-xml'
import { eventually } from '../support/eventually.ts'
import { aCustomer, anAddress, aSalesCreditNote, aSalesInvoice, aSupplier } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Sales documents: like purchases with the sides swapped (docs/contract.md#operations).

eachService('sales', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  test('the profile is always the supplier; the caller gives the customer', async () => {
    const answer = await tenant.post(
      `/api/sales-invoices/${tenant.profileId}`,
      aSalesInvoice({ accounting_supplier_party: { name: 42 } }),
    )
    assert.equal(answer.status, 201, answer.text)
    const { json } = answer
    assert.match(json.document_number, /^SINV-[0-9]{6}$/)
    assert.equal(json.accounting_supplier_party.name, 'Harbour Manufacturing')
    assert.equal(json.accounting_supplier_party.profile_id, tenant.profileId)
    assert.equal(json.accounting_customer_party.name, 'Oasis Building Materials')
    assert.equal(json.invoice_type_code, '380')
    assert.equal(json.meta_info.peppol_status.overall_status, 'PENDING')
    const read = await tenant.get(`/api/sales-invoices/${json.id}`)
    assert.equal(read.json.totals.payable_amount, 210)
    assert.equal((await tenant.get(`/api/purchase-invoices/${json.id}`)).status, 404)
  })

  test('a sale goes from its seller to the customer and the authority, and is approved', async () => {
    const answer = await tenant.post(`/api/sales-credit-notes/${tenant.profileId}`, aSalesCreditNote())
    assert.equal(answer.status, 201, answer.text)
    const path = `/api/sales-credit-notes/${answer.json.id}`
    assert.equal((await settled(path)).overall_status, 'APPROVED')
    const { json: snapshot } = await tenant.get(`${path}/peppol-status`)
    assert.equal(snapshot.documentType, 'CREDIT_NOTE')
    assert.equal(snapshot.issuedBy, '0235:1008765432')
    assert.equal(snapshot.issuedTo, '0235:1003344556')
    assert.match(snapshot.toC3.docTypeId, /CreditNote-2::CreditNote##urn:peppol:pint:billing-1@ae-1::2\.1$/)
    assert.equal(snapshot.toC3.processId, 'cenbii-procid-ubl::urn:peppol:bis:billing')
    const xml = readXml((await tenant.get(`${path}/xml`)).text)
    const textOf = (name: string) => xml.children.find((child) => child.name.local === name)?.text
    assert.equal(textOf('CustomizationID'), 'urn:peppol:pint:billing-1@ae-1')
    assert.equal(textOf('ProfileID'), 'urn:peppol:bis:billing')
    assert.equal(textOf('CreditNoteTypeCode'), '381')
    const taxData = Buffer.from(snapshot.toC5.documentXml, 'base64').toString()
    assert.match(taxData, /<pxs:ReportingParty><cbc:EndpointID schemeID="0235">1008765432</)
    const log = await tenant.get(`${path}/peppol-status-logs`)
    assert.equal(log.json[0].event, 'DOCUMENT_CREATED')
    assert.match(log.json[0].message, /^Sales credit note SCN-[0-9]{6} was created$/)
  })

  test('a sale to a customer with a predefined endpoint is only reported', async () => {
    const customer = aCustomer({
      postal_address: anAddress({ country_subentity: 'Muscat', country: 'Oman', country_code: 'OM' }),
      tin: undefined,
      party_tax_scheme: undefined,
      endpoint_id: '9900000099',
    })
    const exported = {
      profile_execution_id: '00000001',
      delivery: { delivery_location: { address: customer.postal_address ?? null } },
      accounting_customer_party: customer,
    }
    const answer = await tenant.post(`/api/sales-invoices/${tenant.profileId}`, aSalesInvoice(exported))
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.json.meta_info.peppol_status.validation_results, [])
    const path = `/api/sales-invoices/${answer.json.id}`
    assert.equal((await settled(path)).overall_status, 'APPROVED')
    const { json: snapshot } = await tenant.get(`${path}/peppol-status`)
    assert.equal(snapshot.toC3.status, 'NOT_REQUIRED')
    assert.match(Buffer.from(snapshot.toC5.documentXml, 'base64').toString(), /DocumentScope>INP</)
  })

  test('sales are judged by the rules for sales', async () => {
    const category = { id: 'O', tax_scheme: 'VAT' }
    const [line] = [aSalesInvoice().document_lines].flat()
    const untaxed = aSalesInvoice({
      document_lines: [{ ...Object(line), classified_tax_category: category }],
    })
    const codes = async (request: typeof untaxed) => {
      const answer = await tenant.post(`/api/sales-invoices/${tenant.profileId}`, request)
      assert.equal(answer.status, 201, answer.text)
      return answer.json.meta_info.peppol_status.validation_results.map(
        ({ reasonCode }: { reasonCode: string }) => reasonCode,
      )
    }
    assert.deepEqual(await codes(untaxed), ['IBR-151-AE'])
    assert.deepEqual(await codes({ ...untaxed, invoice_type_code: '480' }), [])
  })

  test('a wrong customer is refused under its own member, together with an unknown profile', async () => {
    const customer = { ...aCustomer({ tin: undefined }), profile_id: 'BP-NONE' }
    const answer = await tenant.post(
      `/api/sales-invoices/${tenant.profileId}`,
      aSalesInvoice({ accounting_customer_party: customer, invoice_type_code: '389' }),
    )
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.json.errors, {
      invoice_type_code: 'Invoice type code must be one of 380 or 480',
      'accounting_customer_party.tin': 'TIN is mandatory for UAE business customers',
      'accounting_customer_party.profile_id': 'Business profile not found with id: BP-NONE',
    })
    const nobody = await tenant.post(
      `/api/sales-invoices/${tenant.profileId}`,
      aSalesInvoice({ accounting_customer_party: undefined, accounting_supplier_party: aSupplier() }),
    )
    assert.deepEqual(nobody.json.errors, { accounting_customer_party: 'Accounting customer party is mandatory' })
  })

  const settled = (path: string) =>
    eventually(async () => {
      const status = (await tenant.get(path)).json.meta_info.peppol_status
      return status.overall_status !== 'PENDING' && status
    })
})
