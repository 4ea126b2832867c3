import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPurchaseInvoice, aSupplier, jsonOf } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import { checkedUpload } from '../support/uploads/upload-files.ts'

// A row of an upload names the cell that has to change, not what would have followed from it.

interface Named {
  readonly field: string
  readonly code: string
}

eachService('causes in an upload', (start) => {
  const errorsOf = async (name: string, content: string) => {
    const tenant = await (await start.shared()).tenant({ scope: 'documents:read documents:write profiles' })
    const { upload_id: id } = await checkedUpload(tenant, name, content)
    const { items } = (await tenant.get(`/api/uploads/${id}/documents`)).json
    return items.map(({ errors }: { readonly errors: readonly Named[] }) =>
      errors.map(({ field, code }) => `${field.replace('accounting_supplier_party.', '')} ${code}`),
    )
  }

  test('one wrong cell of a supplier is one error, and a country may be a name', async () => {
    const headings = ['Document', 'Issue date', 'Due date', 'Currency', 'Supplier name', 'Supplier TRN']
    const more = [
      'Supplier street',
      'Supplier city',
      'Emirate',
      'Country',
      'Trade licence number',
      'Licensing authority',
    ]
    const line = ['Item', 'Description', 'Quantity', 'Unit', 'Price', 'VAT category', 'VAT rate', 'Goods or services']
    const row = (at: number, trn: string, country: string) =>
      [
        ...[`D-${at}`, '2026-07-15', '2026-08-14', 'AED', 'Gulf Metals', trn, 'Street 8', 'Dubai', 'DXB', country],
        ...['784512', 'DED', 'Bolt', 'M8', String(at + 1), 'EA', '1.25', 'S', '5', 'G', '48191000', '10'],
        ...['a@b.example', '+971 4 555 0100'],
      ].join(',')
    const trn = '100234567800003'
    const rows = [
      ...['AE', 'UAE', 'U.A.E.', 'United Arab Emirates', 'الإمارات', ''].map((country) => [trn, country] as const),
      ...([
        [trn, 'Untied'],
        ['10023456780000', 'UAE'],
        ['10023456780000', ''],
        ['', 'UAE'],
        ['10023456780000', 'Untied'],
      ] as const),
    ].map(([number, country], at) => row(at, number, country))
    const heads = [...headings, ...more, ...line, 'HS code', 'Payment means', 'Supplier email', 'Supplier telephone']
    const [country, number] = ['postal_address.country_code', 'party_tax_scheme.company_id']
    assert.deepEqual(await errorsOf('a.csv', [heads.join(','), ...rows].join('\n')), [
      ...[[], [], [], [], [], []],
      [`${country} must_be_country`],
      [`${number} must_be_trn`],
      [`${number} must_be_trn`],
      [`${number} mandatory`],
      [`${country} must_be_country`, `${number} must_be_trn`],
    ])
  })

  test('an exemption without a reason is one error, and the code of the reason is enough', async () => {
    const heads =
      'Document,Issue date,Due date,Currency,Supplier TRN,Item,VAT category,Exemption reason,Exemption reason text'
    const rows = [',', 'DL8.46.3,', 'Bare land,', ',Bare land'].map(
      (reason, at) => `D-${at},2026-07-15,2026-08-14,AED,100234567800003,Plot ${at},E,${reason}`,
    )
    const found = await errorsOf('e.csv', [heads, ...rows].join('\n'))
    const ofReason = found.map((errors: readonly string[]) => errors.filter((one) => one.includes('exemption')))
    const missing = 'line.classified_tax_category.tax_exemption_reason_code mandatory_for_exempt'
    assert.deepEqual(ofReason, [[missing], [], [], [missing]])
  })

  test('a line of NDJSON is a request, in which nothing follows from anything', async () => {
    const party = aSupplier({ endpoint_id: undefined, tin: undefined })
    const [errors] = await errorsOf('a.ndjson', jsonOf(aPurchaseInvoice({ accounting_supplier_party: party })))
    assert.ok(errors.length > 1, errors.join())
  })
})
