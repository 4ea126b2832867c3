import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaTypes } from '@selfbill/pint-ae/code-lists'
import { InvoiceRequest } from '@selfbill/pint-ae/document'
import { assertCreditNotes, assertInvoices, type Case, errorsOf } from '../../support/requests/request-errors.ts'
import { aCharge, aLine, aPrice, aPurchaseInvoice } from '../../support/requests/requests.ts'

// Forbidden members, limits, and that all errors come at once. Each case compares the whole body of
// errors, so that an extra error fails.

type Bytes = string | readonly number[]

test('read-only members are refused', () => {
  const sent = {
    id: 'x',
    org_id: 'x',
    document_sequence: 1,
    totals: { payable_amount: 1 },
    meta_info: { peppol_status: 'x' },
    tax_point_date: '2026-01-01',
  }
  const errors = {
    id: 'ID must not be sent',
    org_id: 'Org ID must not be sent',
    document_sequence: 'Document sequence must not be sent',
    totals: 'Totals must not be sent',
    meta_info: 'Meta info must not be sent',
    tax_point_date: 'Tax point date must not be sent',
  }
  const line = {
    id: '1',
    base_amount: 1,
    net_amount: 1,
    total_amount: 1,
    tax_amount: 1,
    total_amount_in_aed: 1,
    tax_amount_in_aed: 1,
  }
  const titles = [
    'ID',
    'Base amount',
    'Net amount',
    'Total amount',
    'Tax amount',
    'Total amount in AED',
    'Tax amount in AED',
  ]
  const lineErrors = Object.fromEntries(
    Object.keys(line).map((name, at) => [`document_lines[0].${name}`, `${titles[at]} must not be sent`]),
  )
  const file = { id: 'x', file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ==' }
  const cases: readonly Case[] = [
    ['document', sent, errors],
    ['document, all null', Object.fromEntries(Object.keys(sent).map((name) => [name, null])), {}],
    ['line', { document_lines: [aLine(line)] }, lineErrors],
    ['attachment', { attachments: [file] }, { 'attachments[0].id': 'ID must not be sent' }],
    ['the customer is ours to set, whatever is sent', { accounting_customer_party: { whatever: [1] } }, {}],
    ['the customer, not even an object', { accounting_customer_party: 'x' }, {}],
  ]
  assertInvoices(cases)
  assertCreditNotes(cases)
})

test('unknown members are refused, with a hint when a known name is close', () => {
  assertInvoices([
    [
      'root',
      { isue_date: '2026-01-01', foo: 1 },
      { isue_date: 'isue_date is not a known field; did you mean issue_date?', foo: 'foo is not a known field' },
    ],
    ['camel case', { dueDate: '2026-01-01' }, { dueDate: 'dueDate is not a known field; did you mean due_date?' }],
    [
      'nested',
      { document_lines: [aLine({ price: aPrice({ base_quantiy: 1 }) })] },
      { 'document_lines[0].price.base_quantiy': 'base_quantiy is not a known field; did you mean base_quantity?' },
    ],
    [
      'in a member that carries only id',
      { buyer_customer_party: { id: 'x', name: 'y' } },
      { 'buyer_customer_party.name': 'name is not a known field' },
    ],
  ])
})

test('all errors are returned at once', () => {
  const errors = errorsOf(InvoiceRequest, { document_lines: [{}], profile_execution_id: null })
  assert.deepEqual(errors, {
    issue_date: 'Issue date is mandatory',
    invoice_type_code: 'Invoice type code is mandatory',
    due_date: 'Due date is mandatory',
    profile_execution_id: 'Profile execution ID is mandatory',
    document_currency_code: 'Document currency code is mandatory',
    accounting_supplier_party: 'Accounting supplier party is mandatory',
    'document_lines[0].name': 'Name is mandatory',
    'document_lines[0].description': 'Description is mandatory',
    'document_lines[0].quantity': 'Quantity is mandatory',
    'document_lines[0].unit_code': 'Unit code is mandatory',
    'document_lines[0].price': 'Price is mandatory',
    'document_lines[0].classified_tax_category': 'Classified tax category is mandatory',
  })
})

test('limits: 10,000 lines, 100 items, 20 attachments, 1,000 errors', () => {
  const file = { file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ==' }
  assertInvoices([
    ['10,000 lines', { document_lines: Array.from({ length: 10_000 }, () => aLine()) }, {}],
    [
      '10,001 lines',
      { document_lines: Array.from({ length: 10_001 }, () => aLine()) },
      { document_lines: 'Document lines must have at most 10000 items' },
    ],
    ['100 charges', { charges: Array.from({ length: 100 }, () => aCharge()) }, {}],
    [
      '101 charges',
      { charges: Array.from({ length: 101 }, () => aCharge()) },
      { charges: 'Charges must have at most 100 items' },
    ],
    ['20 attachments', { attachments: Array.from({ length: 20 }, () => file) }, {}],
    [
      '21 attachments',
      { attachments: Array.from({ length: 21 }, () => file) },
      { attachments: 'Attachments must have at most 20 items' },
    ],
  ])
  const errors = errorsOf(
    InvoiceRequest,
    aPurchaseInvoice({ document_lines: Array.from({ length: 1200 }, () => aLine({ name: 5 })) }),
  )
  assert.equal(Object.keys(errors).length, 1001)
  assert.equal(errors['document_lines[999].name'], 'Name must be text')
  assert.equal(errors.message, 'More fields were refused: 200')
})

test('attachments: the first bytes must match the type', () => {
  const file = (file_type: string, bytes: Bytes) => ({
    attachments: [
      {
        file_name: 'a',
        file_type,
        file_content: (typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes)).toString('base64'),
      },
    ],
  })
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const zip = [0x50, 0x4b, 0x03, 0x04]
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const openSheet = 'application/vnd.oasis.opendocument.spreadsheet'
  const good: readonly (readonly [string, Bytes])[] = [
    ['application/pdf', '%PDF-1.7'],
    ['image/png', png],
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    [sheet, zip],
    [openSheet, [...zip, 1]],
    ['text/csv', 'a,b'],
    ['application/xml', '<a/>'],
  ]
  for (const [type, bytes] of good)
    assert.deepEqual(errorsOf(InvoiceRequest, aPurchaseInvoice(file(type, bytes))), {}, type)
  for (const type of ['application/pdf', 'image/png', 'image/jpeg', sheet, openSheet]) {
    for (const bytes of ['MZ executable', '%', '\u0089PNX']) {
      const errors = errorsOf(InvoiceRequest, aPurchaseInvoice(file(type, bytes)))
      assert.deepEqual(errors, { 'attachments[0].file_content': `File content is not of type ${type}` })
    }
  }
})

test('attachments: the ending of a name must be one of its type', () => {
  const contents = new Map<string, readonly [bytes: readonly number[], endings: readonly string[]]>([
    ['application/pdf', [[...Buffer.from('%PDF-1.7')], ['.pdf']]],
    ['image/png', [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], ['.png']]],
    [
      'image/jpeg',
      [
        [0xff, 0xd8, 0xff, 0xe0],
        ['.jpg', '.jpeg'],
      ],
    ],
    ['text/csv', [[...Buffer.from('a,b')], ['.csv']]],
    ['application/xml', [[...Buffer.from('<a/>')], ['.xml']]],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', [[0x50, 0x4b, 0x03, 0x04], ['.xlsx']]],
    ['application/vnd.oasis.opendocument.spreadsheet', [[0x50, 0x4b, 0x03, 0x04], ['.ods']]],
  ])
  assert.deepEqual([...contents.keys()].toSorted(), [...mediaTypes].toSorted())
  const every = [...contents.values()].flatMap(([, endings]) => endings)
  for (const [type, [bytes, endings]] of contents) {
    const errorsFor = (file_name: string) =>
      errorsOf(
        InvoiceRequest,
        aPurchaseInvoice({
          attachments: [{ file_name, file_type: type, file_content: Buffer.from(bytes).toString('base64') }],
        }),
      )
    const good = [
      'rate sheet',
      ...endings.flatMap((ending) => [`a${ending}`, `A.B${ending.toUpperCase()}`, `x.html${ending}`]),
    ]
    for (const name of good) assert.deepEqual(errorsFor(name), {}, `${name} as ${type}`)
    const others = every.filter((ending) => !endings.includes(ending))
    const bad = [...others, '.html', '.svg', '.exe', '.js', '.pdf ', '.', '.2', `${endings[0]}.html`, `${endings[0]}:x`]
    for (const ending of bad) {
      const problem = Object.keys(errorsFor(`x${ending}`))
      assert.deepEqual(problem, ['attachments[0].file_name'], `x${ending} as ${type}`)
    }
    assert.equal(
      errorsFor('x.html')['attachments[0].file_name'],
      `File name must end in ${endings.join(', ')} for ${type}, or have no ending`,
    )
  }
})

test('attachments: a name has no line end, whatever its kind', () => {
  for (const end of ['\r', '\n', '\u0000', '\u000b', '\u0085', '\u2028', '\u2029']) {
    const file = { file_name: `a${end}b.pdf`, file_type: 'application/pdf', file_content: 'JVBERi0xLjc=' }
    assert.deepEqual(Object.keys(errorsOf(InvoiceRequest, aPurchaseInvoice({ attachments: [file] }))), [
      'attachments[0].file_name',
    ])
  }
})
