/**
 * The business terms of PINT AE, by the path of the member that fills them. Only texts and figures
 * have a term (IBT, BTAE); the objects around them are groups (IBG). terms.test.ts compares the
 * paths with the UBL that we write. Source: PINT AE 1.0.4, semantic model.
 */
export const businessTerms: Readonly<Record<string, string>> = {
  id: 'BTAE-07',
  document_number: 'IBT-001',
  issue_date: 'IBT-002',
  issue_time: 'IBT-168',
  invoice_type_code: 'IBT-003',
  credit_note_type_code: 'IBT-003',
  due_date: 'IBT-009',
  profile_execution_id: 'BTAE-02',
  document_currency_code: 'IBT-005',
  tax_currency_code: 'IBT-006',
  tax_exchange_rate: 'BTAE-04',
  'tax_exchange_rate.calculation_rate': 'BTAE-04',
  accounting_cost: 'IBT-019',
  buyer_reference: 'IBT-010',
  note: 'IBT-022',
  discrepancy_response: 'BTAE-03',
  invoice_period: 'IBG-14',
  ...members('invoice_period', ['start_date', 'end_date', 'description'], 'IBT-073 IBT-074 BTAE-06'),
  ...members('order_reference', ['id', 'sales_order_id'], 'IBT-013 IBT-014'),
  billing_reference: 'IBG-03',
  ...members('billing_reference', ['id', 'issue_date'], 'IBT-025 IBT-026'),
  'despatch_document_reference.id': 'IBT-016',
  'receipt_document_reference.id': 'IBT-015',
  'statement_document_reference.id': 'BTAE-21',
  'originator_document_reference.id': 'IBT-017',
  'contract_document_reference.id': 'IBT-012',
  'project_reference.id': 'IBT-011',
  'buyer_customer_party.id': 'BTAE-01',
  'seller_supplier_party.id': 'BTAE-14',
  ...partyTerms(
    'accounting_supplier_party',
    'IBG-04 IBT-028 IBT-027 BTAE-15 IBT-030 BTAE-12 BTAE-18 IBT-032 IBT-029 IBT-029-1 IBT-033 IBT-034 IBT-034-1 ' +
      'IBT-041 IBT-043 IBT-042 IBT-031 IBT-031-1',
  ),
  ...addressTerms(
    'accounting_supplier_party.postal_address',
    'IBG-05 IBT-035 IBT-036 IBT-037 IBT-038 IBT-039 IBT-162 IBT-040',
  ),
  ...partyTerms(
    'accounting_customer_party',
    'IBG-07 IBT-045 IBT-044 BTAE-16 IBT-047 BTAE-11 BTAE-19 - IBT-046 IBT-046-1 - IBT-049 IBT-049-1 ' +
      'IBT-056 IBT-058 IBT-057 IBT-048 IBT-048-1',
  ),
  ...addressTerms(
    'accounting_customer_party.postal_address',
    'IBG-08 IBT-050 IBT-051 IBT-052 IBT-053 IBT-054 IBT-163 IBT-055',
  ),
  payee_party: 'IBG-10',
  'payee_party.party_name': 'IBT-059',
  ...members('payee_party.party_identification', ['id', 'scheme_id'], 'IBT-060 IBT-060-1'),
  tax_representative_party: 'IBG-11',
  'tax_representative_party.party_name': 'IBT-062',
  ...members('tax_representative_party.party_tax_scheme', ['company_id', 'tax_scheme'], 'IBT-063 IBT-063-1'),
  ...addressTerms(
    'tax_representative_party.postal_address',
    'IBG-12 IBT-064 IBT-065 IBT-066 IBT-067 IBT-068 IBT-164 IBT-069',
  ),
  delivery: 'IBG-13',
  ...members(
    'delivery',
    ['actual_delivery_date', 'party_name', 'party_id', 'terms'],
    'IBT-072 IBT-070 BTAE-23 BTAE-22',
  ),
  'delivery.delivery_location.id': 'IBT-071',
  ...addressTerms(
    'delivery.delivery_location.address',
    'IBG-15 IBT-075 IBT-076 IBT-077 IBT-078 IBT-079 IBT-165 IBT-080',
  ),
  payment_means: 'IBG-16',
  ...members('payment_means', ['id', 'payment_means_code', 'payment_id'], 'IBT-178 IBT-081 IBT-083'),
  'payment_means.card_account': 'IBG-18',
  ...members('payment_means.card_account', ['primary_account_number_id', 'holder_name'], 'IBT-087 IBT-088'),
  'payment_means.payee_financial_account': 'IBG-17',
  ...members(
    'payment_means.payee_financial_account',
    ['id', 'name', 'financial_institution_branch_id'],
    'IBT-084 IBT-085 IBT-086',
  ),
  ...addressTerms(
    'payment_means.payee_financial_account.address',
    '- IBT-169 IBT-170 IBT-171 IBT-172 IBT-173 IBT-174 IBT-175',
  ),
  'payment_means.payment_mandate': 'IBG-19',
  ...members('payment_means.payment_mandate', ['id', 'payer_financial_account_id'], 'IBT-089 IBT-091'),
  payment_terms: 'IBG-33',
  ...members(
    'payment_terms',
    ['note', 'installment_due_date', 'amount', 'payment_means_id'],
    'IBT-020 IBT-177 IBT-176 IBT-187',
  ),
  attachments: 'IBG-24',
  ...members('attachments', ['file_name', 'file_type', 'file_content'], 'IBT-122 IBT-125-1 IBT-125'),
  ...chargeTerms('charges', 'IBG-21 IBT-099 IBT-100 IBT-101 IBT-104 IBT-105'),
  ...members('charges.tax_category', ['id', 'percent', 'tax_scheme'], 'IBT-102 IBT-103 IBT-102-1'),
  ...chargeTerms('allowances', 'IBG-20 IBT-092 IBT-093 IBT-094 IBT-097 IBT-098'),
  ...members('allowances.tax_category', categoryMembers(), 'IBT-095 IBT-096 IBT-196 IBT-197 IBT-095-1'),
  prepaid_amount: 'IBT-113',
  payable_rounding_amount: 'IBT-114',
  document_lines: 'IBG-25',
  ...lineTerms('document_lines'),
  totals: 'IBG-22',
  ...totalTerms('totals.'),
  ...totalTerms(''),
}

/** The terms in the order of the members; `-` where PINT AE has none. */
function members(object: string, names: readonly string[], terms: string): Record<string, string> {
  const listed = terms.split(' ')
  if (listed.length !== names.length) throw new Error(`${object} has ${names.length} members`)
  return Object.fromEntries(names.map((name, at) => [joined(object, name), listed[at] ?? '-']).filter(hasTerm))
}

function hasTerm([, term]: readonly string[]): boolean {
  return term !== '-'
}

/** The empty name stands for the object itself. */
function joined(object: string, name: string): string {
  return name === '' ? object : `${object}.${name}`
}

function partyTerms(party: string, terms: string): Record<string, string> {
  const names = [
    ...['', 'name', 'party_name', 'scheme_agency_id', 'company_id', 'authority_name', 'passport_issuing_country_code'],
    ...['tin', 'party_identification_id', 'party_identification_scheme_id', 'company_legal_form'],
    ...['endpoint_id', 'endpoint_scheme_id', 'contact_name', 'email', 'telephone'],
    ...['party_tax_scheme.company_id', 'party_tax_scheme.tax_scheme'],
  ]
  return members(party, names, terms)
}

function addressTerms(address: string, terms: string): Record<string, string> {
  const names = [
    ...['', 'street_name', 'additional_street_name', 'city_name', 'postal_zone'],
    ...['country_subentity', 'address_line', 'country_code'],
  ]
  return members(address, names, terms)
}

function chargeTerms(list: string, terms: string): Record<string, string> {
  return members(list, ['', 'amount', 'base_amount', 'multiplier_factor_numeric', 'reason', 'reason_code'], terms)
}

function categoryMembers(): readonly string[] {
  return ['id', 'percent', 'tax_exemption_reason_code', 'tax_exemption_reason', 'tax_scheme']
}

function lineTerms(line: string): Record<string, string> {
  const at = (name: string) => `${line}.${name}`
  const texts = ['name', 'description', 'quantity', 'unit_code', 'note', 'accounting_cost', 'line_object_identifier']
  return {
    ...members(line, texts, 'IBT-153 IBT-154 IBT-129 IBT-130 IBT-127 IBT-133 IBT-128'),
    [at('price')]: 'IBG-29',
    ...members(at('price'), ['base_amount', 'price_amount', 'base_quantity'], 'IBT-146 IBT-146 IBT-149'),
    ...members(at('price.allowance'), ['amount', 'base_amount'], 'IBT-147 IBT-148'),
    [at('classified_tax_category')]: 'IBG-30',
    ...members(at('classified_tax_category'), categoryMembers(), 'IBT-151 IBT-152 IBT-186 IBT-185 IBT-167'),
    ...members(at('invoice_period'), ['', 'start_date', 'end_date'], 'IBG-26 IBT-134 IBT-135'),
    ...members(at('order_line_reference'), ['line_id', 'order_reference_id'], 'IBT-132 IBT-183'),
    ...chargeTerms(at('charges'), 'IBG-28 IBT-141 IBT-142 IBT-143 IBT-144 IBT-145'),
    ...chargeTerms(at('allowances'), 'IBG-27 IBT-136 IBT-137 IBT-138 IBT-139 IBT-140'),
    [at('buyer_item_identification.id')]: 'IBT-156',
    [at('seller_item_identification.id')]: 'IBT-155',
    ...members(at('standard_item_identification'), ['id', 'scheme_id'], 'IBT-157 IBT-157-1'),
    ...members(
      at('additional_item_identification'),
      ['id', 'scheme_id', 'scheme_version_id'],
      'BTAE-17 BTAE-17-1 BTAE-17-2',
    ),
    [at('origin_country.identification_code')]: 'IBT-159',
    [at('commodity_classification.commodity_code')]: 'BTAE-13',
    [at('commodity_classification.nature_code')]: 'BTAE-09',
    ...members(
      at('commodity_classification'),
      ['item_classification_code', 'item_classification_list_id', 'item_classification_list_version_id'],
      'IBT-158 IBT-158-1 IBT-158-2',
    ),
    ...members(at('additional_item_property'), ['', 'name', 'value'], 'IBG-32 IBT-160 IBT-161'),
    [at('lot_number_id')]: 'BTAE-24',
    ...members(line, ['net_amount', 'tax_amount_in_aed', 'total_amount_in_aed'], 'IBT-131 BTAE-08 BTAE-10'),
  }
}

function totalTerms(at: string): Record<string, string> {
  const terms = {
    line_extension_amount: 'IBT-106',
    allowance_total_amount: 'IBT-107',
    charge_total_amount: 'IBT-108',
    tax_exclusive_amount: 'IBT-109',
    tax_amount: 'IBT-110',
    tax_amount_in_aed: 'IBT-111',
    tax_inclusive_amount: 'IBT-112',
    prepaid_amount: 'IBT-113',
    payable_rounding_amount: 'IBT-114',
    payable_amount: 'IBT-115',
    tax_breakdown: 'IBG-23',
    'tax_breakdown.taxable_amount': 'IBT-116',
    'tax_breakdown.tax_amount': 'IBT-117',
    'tax_breakdown.tax_category_code': 'IBT-118',
    'tax_breakdown.tax_percentage': 'IBT-119',
    'tax_breakdown.tax_exemption_reason': 'IBT-120',
    'tax_breakdown.tax_exemption_reason_code': 'IBT-121',
  }
  return Object.fromEntries(Object.entries(terms).map(([name, term]) => [`${at}${name}`, term]))
}
