import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries } from '@selfbill/pint-ae/code-lists'
import { check, InvoiceRequest } from '@selfbill/pint-ae/document'
import { readJson, type Writable, writeJson } from '@selfbill/pint-ae/json'
import { byField, inEnglish } from '@selfbill/pint-ae/messages'
import { IsArray, IsObject, type TSchema } from 'typebox'
import { currencies, passportCountries } from '../../pint-ae/src/codelists/codelists.ts'
import { CreditNoteRequest, SalesCreditNoteRequest, SalesInvoiceRequest } from '../../pint-ae/src/document/document.ts'
import { effort } from '../support/effort.ts'
import { aCreditNoteWithEverything, anInvoiceWithEverything, aSaleOf } from '../support/requests/everything.ts'
import {
  aList,
  anObject,
  code,
  date,
  type FieldKind,
  identifier,
  number,
  reference,
  referenceWithoutCard,
  text,
  textWithoutCard,
  time,
} from '../support/requests/field-kinds.ts'
import { valueAt, withAt } from '../support/requests/member-path.ts'
import { jsonOf, type Members } from '../support/requests/requests.ts'

// Every row of the contract's field tables, and of the objects that the contract only names
// (docs/contract.md#documents): accepted values, refused values and the exact messages. Each row is
// found by its path in a request that sends every field.

type Presence = 'required' | 'optional' | 'conditional'
type Row = readonly [path: string, title: string, presence: Presence, kind: FieldKind]

const amount = () => number({ decimals: 2 })
const fine = () => number({ decimals: 20 })
const currency = (accepts: readonly string[]) =>
  code(accepts, 'Title must be a valid currency code', ['XYZ', 'aed', 'AE'])
const country = (accepts: readonly string[]) => code(accepts, 'Title must be a valid country code', ['ARE', 'ae', 'XX'])
const trn = () =>
  code(['100000000000003', '199999999999903'], 'Title must be 15 digits, start with 1 and end with 03', [
    '200000000000003',
    '100000000000004',
    '10000000000003',
    '1000000000000003',
    '1000000000000O3',
  ])
/** The two rules about a charge depend on its neighbours, so they have their own tests. */
const share = (): FieldKind => ({ ...amount(), accepts: [] })
const percentage = (): FieldKind => ({ ...fine(), accepts: [] })
const only = (kind: FieldKind, ...accepts: Writable[]): FieldKind => ({ ...kind, accepts })

const addressRows = (at: string): readonly Row[] => [
  [`${at}.street_name`, 'Street name', 'required', text()],
  [`${at}.additional_street_name`, 'Additional street name', 'optional', text()],
  [`${at}.city_name`, 'City name', 'required', text()],
  [`${at}.postal_zone`, 'Postal zone', 'optional', text()],
  // An unknown emirate is a finding (IBR-128-AE).
  [`${at}.country_subentity`, 'Country subentity', 'required', only(text(), 'AUH', 'Sharjah')],
  [`${at}.address_line`, 'Address line', 'optional', text()],
  [`${at}.country`, 'Country', 'required', text()],
  [`${at}.country_code`, 'Country code', 'required', country(['AE'])],
]

const partyRows = (at: string, title: string, types: readonly string[]): readonly Row[] => [
  [at, title, 'required', anObject],
  [`${at}.name`, 'Name', 'required', text()],
  [`${at}.party_name`, 'Party name', 'conditional', text()],
  [`${at}.profile_id`, 'Profile ID', 'optional', identifier()],
  [`${at}.postal_address`, 'Postal address', 'required', anObject],
  ...addressRows(`${at}.postal_address`),
  [
    `${at}.scheme_agency_id`,
    'Scheme agency ID',
    'optional',
    code(types, 'Title must be one of TL, EID, PAS, CD, CL or OTH', ['tl', 'XX']),
  ],
  [`${at}.company_id`, 'Company ID', 'conditional', identifier()],
  [`${at}.party_identification_id`, 'Party identification ID', 'conditional', identifier()],
  // An unknown scheme is a finding (ibr-cl-10).
  [`${at}.party_identification_scheme_id`, 'Party identification scheme ID', 'optional', identifier()],
  [`${at}.authority_name`, 'Authority name', 'conditional', text()],
  [`${at}.passport_issuing_country_code`, 'Passport issuing country code', 'optional', country(['IN', 'AE'])],
  [
    `${at}.tin`,
    'TIN',
    'conditional',
    code(['1999999999'], 'TIN must be exactly 10 characters starting with 1', [
      '2002345678',
      '100234567',
      '10023456789',
      '10023456x8',
    ]),
  ],
  [`${at}.party_tax_scheme`, 'Party tax scheme', 'optional', anObject],
  [`${at}.party_tax_scheme.company_id`, 'Company ID', 'required', trn()],
  [`${at}.party_tax_scheme.tax_scheme`, 'Tax scheme', 'required', identifier()],
  [`${at}.endpoint_id`, 'Endpoint ID', 'required', identifier()],
  [`${at}.endpoint_scheme_id`, 'Endpoint scheme ID', 'required', identifier()],
  // An invalid e-mail address is a finding (SB-EMAIL).
  [`${at}.email`, 'Email', 'required', { ...text(), accepts: [...text().accepts, 'Email address', 'a@b'] }],
  [`${at}.telephone`, 'Telephone', 'conditional', text()],
  [`${at}.party_name_in_local_language`, 'Party name in local language', 'optional', text()],
  [`${at}.company_legal_form`, 'Company legal form', 'optional', text()],
  [`${at}.logo_url`, 'Logo URL', 'optional', text()],
  [`${at}.contact_name`, 'Contact name', 'optional', text()],
]

const categories = code(['S', 'Z', 'E', 'O', 'AE'], 'Title must be one of S, Z, E, O, AE or N', [
  's',
  'L',
  '\u039d',
  'VAT',
])
const exemptionText: FieldKind = { ...text(), accepts: ['Bare land', 'BARE LAND'] }
const exemptions = '(1 finance, 2 residential buildings, 3 bare land, 4 local transport)'
const exemptionCode = code(
  ['DL8.46.3'],
  `Title must be one of DL8.46.1, DL8.46.2, DL8.46.3 or DL8.46.4 ${exemptions}`,
  ['DL8.46.5', 'dl8.46.3'],
)

const categoryRows = (at: string, title: string, presence: Presence): readonly Row[] => [
  [at, title, presence, anObject],
  [`${at}.id`, 'ID', 'required', only(categories, 'E')],
  [`${at}.percent`, 'Percent', 'optional', only(fine(), 0)],
  [`${at}.tax_exemption_reason_code`, 'Tax exemption reason code', 'conditional', exemptionCode],
  [`${at}.tax_exemption_reason`, 'Tax exemption reason', 'conditional', exemptionText],
  [`${at}.tax_scheme`, 'Tax scheme', 'optional', identifier()],
]

const chargeRows = (list: string, title: string): readonly Row[] => [
  [list, title, 'optional', aList(100)],
  [`${list}[0].reason`, 'Reason', 'optional', text()],
  [`${list}[0].reason_code`, 'Reason code', 'optional', identifier()],
  [`${list}[0].amount`, 'Amount', 'required', share()],
  [`${list}[0].multiplier_factor_numeric`, 'Multiplier factor numeric', 'conditional', percentage()],
  [`${list}[0].base_amount`, 'Base amount', 'conditional', share()],
]

const referenceRows = (at: string, title: string, presence: Presence = 'optional'): readonly Row[] => [
  [at, title, presence, anObject],
  [`${at}.id`, 'ID', 'required', reference()],
  [`${at}.issue_date`, 'Issue date', 'optional', date()],
]

const accountRows = (at: string): readonly Row[] => [
  [`${at}.name`, 'Name', 'optional', text()],
  [`${at}.financial_institution_branch_id`, 'Financial institution branch ID', 'optional', identifier()],
  [`${at}.address`, 'Address', 'optional', anObject],
  ...addressRows(`${at}.address`),
]

const periodRows = (at: string): readonly Row[] => [
  [at, 'Invoice period', 'optional', anObject],
  [`${at}.start_date`, 'Start date', 'optional', only(date(), '2026-07-02')],
  [`${at}.end_date`, 'End date', 'optional', only(date(), '2026-07-30')],
  [`${at}.description`, 'Description', 'optional', text(5000)],
]

const lineRows: readonly Row[] = [
  ['document_lines', 'Document lines', 'required', aList(10_000)],
  ['document_lines[0].name', 'Name', 'required', text()],
  ['document_lines[0].description', 'Description', 'required', text(5000)],
  ['document_lines[0].quantity', 'Quantity', 'required', number({ decimals: 20, isZeroAllowed: false })],
  // An unknown unit is a finding (ibr-cl-23).
  ['document_lines[0].unit_code', 'Unit code', 'required', identifier()],
  ['document_lines[0].price', 'Price', 'required', anObject],
  ['document_lines[0].price.base_amount', 'Base amount', 'required', only(fine(), 90)],
  [
    'document_lines[0].price.base_quantity',
    'Base quantity',
    'required',
    number({ decimals: 20, isZeroAllowed: false }),
  ],
  ['document_lines[0].price.allowance', 'Allowance', 'optional', anObject],
  ['document_lines[0].price.allowance.amount', 'Amount', 'optional', only(fine(), 10)],
  ['document_lines[0].price.allowance.base_amount', 'Base amount', 'optional', only(fine(), 100)],
  ...categoryRows('document_lines[0].classified_tax_category', 'Classified tax category', 'required'),
  ['document_lines[0].note', 'Note', 'optional', textWithoutCard(5000)],
  ['document_lines[0].accounting_cost', 'Accounting cost', 'optional', text()],
  ...periodRows('document_lines[0].invoice_period'),
  ['document_lines[0].order_line_reference', 'Order line reference', 'optional', anObject],
  ['document_lines[0].order_line_reference.line_id', 'Line ID', 'required', reference()],
  ['document_lines[0].order_line_reference.order_reference_id', 'Order reference ID', 'optional', reference()],
  ['document_lines[0].despatch_line_reference', 'Despatch line reference', 'optional', anObject],
  ['document_lines[0].despatch_line_reference.line_id', 'Line ID', 'conditional', reference()],
  ...referenceRows('document_lines[0].document_reference', 'Document reference'),
  ...chargeRows('document_lines[0].charges', 'Charges'),
  ...categoryRows('document_lines[0].charges[0].tax_category', 'Tax category', 'optional'),
  ...chargeRows('document_lines[0].allowances', 'Allowances'),
  ['document_lines[0].buyer_item_identification', 'Buyer item identification', 'optional', anObject],
  ['document_lines[0].buyer_item_identification.id', 'ID', 'conditional', identifier()],
  ['document_lines[0].seller_item_identification', 'Seller item identification', 'optional', anObject],
  ['document_lines[0].seller_item_identification.id', 'ID', 'conditional', identifier()],
  ['document_lines[0].standard_item_identification', 'Standard item identification', 'optional', anObject],
  ['document_lines[0].standard_item_identification.id', 'ID', 'required', identifier()],
  // A missing scheme is a finding (IBR-064).
  ['document_lines[0].standard_item_identification.scheme_id', 'Scheme ID', 'optional', identifier()],
  ['document_lines[0].additional_item_identification', 'Additional item identification', 'optional', aList(100)],
  ['document_lines[0].additional_item_identification[0].id', 'ID', 'required', identifier()],
  ['document_lines[0].additional_item_identification[0].scheme_id', 'Scheme ID', 'required', identifier()],
  [
    'document_lines[0].additional_item_identification[0].scheme_version_id',
    'Scheme version ID',
    'optional',
    identifier(),
  ],
  ['document_lines[0].origin_country', 'Origin country', 'optional', anObject],
  ['document_lines[0].origin_country.identification_code', 'Identification code', 'conditional', country(countries)],
  ['document_lines[0].commodity_classification', 'Commodity classification', 'optional', anObject],
  [
    'document_lines[0].commodity_classification.commodity_code',
    'Commodity code',
    'conditional',
    code(['G', 'S', 'B'], 'Title must be one of G, S or B', ['g', 'X']),
  ],
  [
    'document_lines[0].commodity_classification.item_classification_code',
    'Item classification code',
    'conditional',
    identifier(),
  ],
  [
    'document_lines[0].commodity_classification.item_classification_list_id',
    'Item classification list ID',
    'conditional',
    only(identifier(), 'HS'),
  ],
  [
    'document_lines[0].commodity_classification.item_classification_list_version_id',
    'Item classification list version ID',
    'optional',
    identifier(),
  ],
  ['document_lines[0].commodity_classification.nature_code', 'Nature code', 'optional', identifier()],
  ['document_lines[0].additional_item_property', 'Additional item property', 'optional', aList(100)],
  ['document_lines[0].additional_item_property[0].name', 'Name', 'required', text()],
  ['document_lines[0].additional_item_property[0].value', 'Value', 'required', text()],
  ['document_lines[0].lot_number_id', 'Lot number ID', 'optional', text()],
  ['document_lines[0].line_object_identifier', 'Line object identifier', 'optional', text()],
]

const paymentCodes = ['1', '10', '20', '21', '30', '68']
const paymentRows: readonly Row[] = [
  ['payment_means', 'Payment means', 'optional', aList(100)],
  ['payment_means[0].id', 'ID', 'optional', identifier()],
  [
    'payment_means[0].payment_means_code',
    'Payment means code',
    'required',
    code(paymentCodes, 'Title must be one of 1, 10, 20, 21, 30, 49, 54, 55 or 68', ['2', '97', '01']),
  ],
  ['payment_means[0].payment_id', 'Payment ID', 'optional', aList(100)],
  ['payment_means[0].payment_id[1]', 'Payment ID', 'conditional', referenceWithoutCard()],
  ['payment_means[0].payee_financial_account', 'Payee financial account', 'conditional', anObject],
  ['payment_means[0].payee_financial_account.id', 'ID', 'conditional', identifier()],
  ...accountRows('payment_means[0].payee_financial_account'),
  ['payment_means[1].card_account', 'Card account', 'conditional', anObject],
  ['payment_means[1].card_account.primary_account_number_id', 'Primary account number ID', 'required', identifier()],
  ['payment_means[1].card_account.network_id', 'Network ID', 'required', identifier()],
  ['payment_means[1].card_account.holder_name', 'Holder name', 'optional', textWithoutCard(1000)],
  ['payment_means[2].payment_mandate', 'Payment mandate', 'conditional', anObject],
  ['payment_means[2].payment_mandate.id', 'ID', 'conditional', identifier()],
  [
    'payment_means[2].payment_mandate.payer_financial_account_id',
    'Payer financial account ID',
    'conditional',
    identifier(),
  ],
  ['payment_terms', 'Payment terms', 'optional', anObject],
  ['payment_terms.note', 'Note', 'optional', textWithoutCard(5000)],
  ['payment_terms.due_date', 'Due date', 'optional', date()],
  ['payment_terms.installment_due_date', 'Installment due date', 'optional', date()],
  ['payment_terms.amount', 'Amount', 'optional', number({ decimals: 2, isNegativeAllowed: true })],
  ['payment_terms.payment_means_id', 'Payment means ID', 'optional', identifier()],
]

const plainFileName = 'Title must be a plain file name of at most 255 characters'
const fileName = code(['a.csv', 'تقرير 2026.csv', '.hidden.csv', 'x'.repeat(255)], plainFileName, [
  '.',
  '..',
  'a.',
  'a/b.csv',
  'a\\b.csv',
  'a\u0000.csv',
  'a\n.csv',
  'a\u007f.csv',
  'a\u0085.csv',
  'a\u202ecsv.exe',
  '\u2066a',
  'a\u200f.csv',
  '\ud800.csv',
  '\ufffe',
  'x'.repeat(256),
])
const base64 = code(['YQ==', 'YWI=', 'YWJj', '+/+/'], 'Title must be plain Base64, without line breaks', [
  'YQ',
  'YQ=',
  'YQ===',
  '=',
  '====',
  'Y Q=',
  'YWJj\n',
  'data:text/csv;base64,YWJj',
  'YR==',
  'YWJ=',
  '-_-_',
  'YWJjé',
])
const inOwnWords = (kind: FieldKind, message: string): FieldKind => ({
  ...kind,
  refuses: kind.refuses.map(([sent]) => [sent, message] as const),
})
// A name must fit its type: contract-rules/members.test.ts tries the others.
const fileTypes = ['text/csv']
const attachmentRows: readonly Row[] = [
  ['attachments', 'Attachments', 'optional', aList(20)],
  ['attachments[0].file_name', 'File name', 'required', inOwnWords(fileName, plainFileName)],
  [
    'attachments[0].file_type',
    'File type',
    'required',
    code(
      fileTypes,
      'Title must be one of application/pdf, image/png, image/jpeg, text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/xml or application/vnd.oasis.opendocument.spreadsheet',
      ['text/html', 'TEXT/CSV', 'application/zip'],
    ),
  ],
  [
    'attachments[0].file_content',
    'File content',
    'required',
    inOwnWords(base64, 'Title must be plain Base64, without line breaks'),
  ],
]

const sharedRows: readonly Row[] = [
  ['document_number', 'Document number', 'optional', identifier()],
  ['issue_date', 'Issue date', 'required', date()],
  ['issue_time', 'Issue time', 'optional', time()],
  [
    'profile_execution_id',
    'Profile execution ID',
    'required',
    code(['00000000', '11111111', '10010110'], 'Profile execution id must be 8 digits and only contain 0 or 1', [
      '0000000',
      '000000000',
      '00000002',
      'abcdefgh',
      '0000 000',
    ]),
  ],
  ['document_currency_code', 'Document currency code', 'required', only(currency([]), 'USD')],
  ['tax_currency_code', 'Tax currency code', 'conditional', code(['AED'], 'Title must be AED', ['USD', 'aed'])],
  ['tax_exchange_rate', 'Tax exchange rate', 'conditional', anObject],
  ['tax_exchange_rate.source_currency_code', 'Source currency code', 'required', only(currency([]), 'USD')],
  [
    'tax_exchange_rate.target_currency_code',
    'Target currency code',
    'required',
    code(['AED'], 'Title must be AED', ['USD']),
  ],
  ['tax_exchange_rate.calculation_rate', 'Calculation rate', 'required', number({ decimals: 6, isZeroAllowed: false })],
  ...lineRows,
  ...paymentRows,
  ['document_source', 'Document source', 'optional', text()],
  ...attachmentRows,
  ...periodRows('invoice_period'),
  ['delivery', 'Delivery', 'optional', anObject],
  ['delivery.actual_delivery_date', 'Actual delivery date', 'optional', date()],
  ['delivery.delivery_time', 'Delivery time', 'optional', time()],
  ['delivery.party_name', 'Party name', 'optional', text()],
  ['delivery.party_id', 'Party ID', 'optional', identifier()],
  ['delivery.terms', 'Terms', 'optional', identifier()],
  ['delivery.delivery_location', 'Delivery location', 'optional', anObject],
  ['delivery.delivery_location.id', 'ID', 'optional', identifier()],
  ['delivery.delivery_location.address', 'Address', 'required', anObject],
  ...addressRows('delivery.delivery_location.address'),
  ...chargeRows('charges', 'Charges'),
  ['charges[0].tax_category', 'Tax category', 'required', anObject],
  ['charges[0].tax_category.id', 'ID', 'required', only(categories, 'S', 'Z', 'AE')],
  ['charges[0].tax_category.percent', 'Percent', 'optional', fine()],
  ['charges[0].tax_category.tax_exemption_reason_code', 'Tax exemption reason code', 'optional', exemptionCode],
  ['charges[0].tax_category.tax_exemption_reason', 'Tax exemption reason', 'optional', text()],
  ['charges[0].tax_category.tax_scheme', 'Tax scheme', 'optional', identifier()],
  ...chargeRows('allowances', 'Allowances'),
  ...categoryRows('allowances[0].tax_category', 'Tax category', 'required'),
  ['buyer_customer_party', 'Buyer customer party', 'conditional', anObject],
  ['buyer_customer_party.id', 'ID', 'conditional', identifier()],
  ['seller_supplier_party', 'Seller supplier party', 'conditional', anObject],
  ['seller_supplier_party.id', 'ID', 'conditional', trn()],
  ['payee_party', 'Payee party', 'optional', anObject],
  ['payee_party.party_name', 'Party name', 'required', text()],
  ['payee_party.party_identification', 'Party identification', 'optional', anObject],
  ['payee_party.party_identification.id', 'ID', 'required', identifier()],
  ['payee_party.party_identification.scheme_id', 'Scheme ID', 'optional', identifier()],
  ['payee_party.financial_account', 'Financial account', 'optional', anObject],
  ['payee_party.financial_account.id', 'ID', 'optional', identifier()],
  ...accountRows('payee_party.financial_account'),
  ['tax_representative_party', 'Tax representative party', 'optional', anObject],
  ['tax_representative_party.party_name', 'Party name', 'required', text()],
  ['tax_representative_party.party_identification', 'Party identification', 'optional', anObject],
  ['tax_representative_party.party_identification.id', 'ID', 'conditional', identifier()],
  // A missing TRN is a finding (ibr-056).
  ['tax_representative_party.party_tax_scheme', 'Party tax scheme', 'optional', anObject],
  ['tax_representative_party.party_tax_scheme.company_id', 'Company ID', 'required', trn()],
  ['tax_representative_party.party_tax_scheme.tax_scheme', 'Tax scheme', 'required', identifier()],
  ['tax_representative_party.postal_address', 'Postal address', 'required', anObject],
  ...addressRows('tax_representative_party.postal_address'),
  ...referenceRows('order_reference', 'Order reference'),
  ['order_reference.sales_order_id', 'Sales order ID', 'optional', reference()],
  ['billing_reference', 'Billing reference', 'conditional', aList(100)],
  ['billing_reference[0].id', 'ID', 'required', reference()],
  ['billing_reference[0].issue_date', 'Issue date', 'optional', date()],
  ...referenceRows('despatch_document_reference', 'Despatch document reference'),
  ...referenceRows('receipt_document_reference', 'Receipt document reference'),
  ...referenceRows('statement_document_reference', 'Statement document reference'),
  ...referenceRows('originator_document_reference', 'Originator document reference'),
  ...referenceRows('contract_document_reference', 'Contract document reference'),
  ['project_reference', 'Project reference', 'optional', anObject],
  ['project_reference.id', 'ID', 'required', reference()],
  ['project_reference.name', 'Name', 'optional', text()],
  ['accounting_cost', 'Accounting cost', 'optional', text()],
  ['buyer_reference', 'Buyer reference', 'optional', text()],
  ['note', 'Note', 'optional', textWithoutCard(5000)],
  ['prepaid_amount', 'Prepaid amount', 'optional', amount()],
  ['payable_rounding_amount', 'Payable rounding amount', 'optional', number({ decimals: 2, isNegativeAllowed: true })],
]

const businessTypes = ['TL', 'CD', 'CL', 'OTH']
const creditMeanings = '(A cancelled, B tax treatment, C price, D returned, E tax in error)'
const reasons = ['DL8.61.1.A', 'DL8.61.1.B', 'DL8.61.1.C', 'DL8.61.1.D', 'DL8.61.1.E', 'VD']
const supplierRows = partyRows('accounting_supplier_party', 'Accounting supplier party', [...businessTypes, 'EID'])
// An individual customer has no legal name: contract-rules/parties.test.ts.
const customerRows = partyRows('accounting_customer_party', 'Accounting customer party', businessTypes)
const dueDate: Row = ['due_date', 'Due date', 'required', date()]
const creditNoteRows: readonly Row[] = [
  ['due_date', 'Due date', 'optional', date()],
  [
    'discrepancy_response',
    'Discrepancy response',
    'required',
    code(
      reasons,
      `Title must be one of DL8.61.1.A, DL8.61.1.B, DL8.61.1.C, DL8.61.1.D, DL8.61.1.E or VD ${creditMeanings}`,
      ['DL8.61.1.F', 'vd'],
    ),
  ],
  ['reason', 'Reason', 'optional', text(5000)],
]
const families = [
  {
    name: 'invoice',
    schema: InvoiceRequest,
    base: anInvoiceWithEverything(),
    rows: [
      ...sharedRows,
      ...supplierRows,
      ['invoice_type_code', 'Invoice type code', 'required', code(['389'], 'Title must be 389', ['380', '480', '261'])],
      dueDate,
    ] satisfies readonly Row[],
  },
  {
    name: 'credit note',
    schema: CreditNoteRequest,
    base: aCreditNoteWithEverything(),
    rows: [
      ...sharedRows,
      ...supplierRows,
      [
        'credit_note_type_code',
        'Credit note type code',
        'required',
        code(['261'], 'Title must be 261', ['381', '81', '389']),
      ],
      ...creditNoteRows,
    ] satisfies readonly Row[],
  },
  {
    name: 'sales invoice',
    schema: SalesInvoiceRequest,
    base: aSaleOf(anInvoiceWithEverything({ invoice_type_code: '380' })),
    rows: [
      ...sharedRows,
      ...customerRows,
      [
        'invoice_type_code',
        'Invoice type code',
        'required',
        code(['380', '480'], 'Title must be one of 380 or 480', ['389', '381', '261']),
      ],
      dueDate,
    ] satisfies readonly Row[],
  },
  {
    name: 'sales credit note',
    schema: SalesCreditNoteRequest,
    base: aSaleOf(aCreditNoteWithEverything({ credit_note_type_code: '381' })),
    rows: [
      ...sharedRows,
      ...customerRows,
      [
        'credit_note_type_code',
        'Credit note type code',
        'required',
        code(['381', '81'], 'Title must be one of 381 or 81', ['261', '380']),
      ],
      ...creditNoteRows,
    ] satisfies readonly Row[],
  },
]

for (const { name, schema, base, rows } of families) {
  const errorsOf = (request: Members) => {
    const checked = check(schema, readJson(jsonOf(request)))
    return 'errors' in checked ? byField(checked.errors, inEnglish) : {}
  }
  // All four share most rows: a quick run tries the invoice alone.
  const tried = effort === 'quick' && name !== 'invoice' ? rows.filter((row) => !sharedRows.includes(row)) : rows

  test(`${name}: every row accepts its valid values`, () => {
    assert.deepEqual(errorsOf(base), {})
    for (const [path, , , kind] of tried) {
      for (const sent of kind.accepts)
        assert.deepEqual(errorsOf(withAt(base, path, sent)), {}, `${path}: ${shown(sent)}`)
    }
  })

  test(`${name}: every row refuses its invalid values with the exact message and no other`, () => {
    for (const [path, title, , kind] of tried) {
      for (const [sent, message] of kind.refuses) {
        const expected = { [path]: message.replace('Title', title) }
        assert.deepEqual(errorsOf(withAt(base, path, sent)), expected, `${path}: ${shown(sent)}`)
      }
    }
  })

  test(`${name}: required members must not be missing, null, blank or empty`, () => {
    assert(rows.filter(([, , presence]) => presence === 'required').length > 30)
    for (const [path, title, , kind] of tried.filter(([, , presence]) => presence === 'required')) {
      for (const sent of [undefined, null, ...kind.blanks]) {
        const expected = { [path]: `${title} is mandatory` }
        assert.deepEqual(errorsOf(withAt(base, path, sent)), expected, `${path}: ${shown(sent)}`)
      }
    }
  })

  test(`${name}: optional members may be missing, null, blank or empty, and are then absent`, () => {
    for (const [path, , , kind] of tried.filter(([, , presence]) => presence === 'optional')) {
      for (const sent of [undefined, null, ...kind.blanks]) {
        const checked = check(schema, readJson(jsonOf(withAt(base, path, sent))))
        assert('value' in checked, `${path}: ${shown(sent)}`)
        assert.equal(valueAt(checked.value, path), undefined, `${path}: ${shown(sent)}`)
      }
    }
  })

  test(`${name}: every declared member has its row`, () => {
    const known = new Set(rows.map(([path]) => path.replace(/\[[0-9]+\]/g, '[]')))
    // The line's allowances share the declaration of its charges, whose category has rows.
    // Expected totals are no part of the document: expected-totals.test.ts.
    const elsewhere = ['document_lines[].allowances[].tax_category', 'expected_totals']
    const missing = pathsOf(schema, '').filter(
      (path) => !known.has(path) && !elsewhere.some((start) => path.startsWith(start)),
    )
    assert.deepEqual(missing, [])
  })
}

test('every currency, country and passport country of the lists is accepted', () => {
  const base = anInvoiceWithEverything()
  const errorsOf = (request: Members) => 'errors' in check(InvoiceRequest, readJson(jsonOf(request)))
  for (const each of currencies.filter((known) => known !== 'AED')) {
    const inIt = withAt(withAt(base, 'document_currency_code', each), 'tax_exchange_rate.source_currency_code', each)
    assert.equal(errorsOf(inIt), false, each)
  }
  for (const each of countries)
    assert.equal(errorsOf(withAt(base, 'delivery.delivery_location.address.country_code', each)), false, each)
  for (const each of passportCountries) {
    assert.equal(errorsOf(withAt(base, 'accounting_supplier_party.passport_issuing_country_code', each)), false, each)
  }
  assert.equal(errorsOf(withAt(base, 'accounting_supplier_party.passport_issuing_country_code', 'XI')), true)
})

/** The paths of all members; items of lists are under `[]`. */
function pathsOf(schema: TSchema, at: string): readonly string[] {
  if (IsArray(schema)) return pathsOf(schema.items, `${at}[]`)
  if (!IsObject(schema)) return at.endsWith('[]') ? [at] : []
  return Object.entries(schema.properties).flatMap(([name, member]) => {
    const path = at === '' ? name : `${at}.${name}`
    return [path, ...pathsOf(member, path)]
  })
}

function shown(sent: Writable): string {
  return sent === undefined ? 'undefined' : writeJson(sent).slice(0, 80)
}
