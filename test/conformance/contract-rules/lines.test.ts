import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import { assertInvoices, type Case, type Errors, prefixed } from '../../support/requests/request-errors.ts'
import { aCharge, aLine, aPrice, type Members } from '../../support/requests/requests.ts'

// Rules of the contract and its decisions about lines, charges and VAT categories. Each case
// compares the whole body of errors, so that an extra error fails.

test('VAT categories: exemptions need a reason, percentages must fit', () => {
  const category = (members: Members) => ({ document_lines: [aLine({ classified_tax_category: members })] })
  const at = 'document_lines[0].classified_tax_category'
  const land = { tax_exemption_reason_code: 'DL8.46.3', tax_exemption_reason: 'Bare land' }
  assertInvoices([
    [
      'E alone',
      category({ id: 'E' }),
      {
        [`${at}.tax_exemption_reason_code`]: 'Tax exemption reason code is mandatory when the category is E',
        [`${at}.tax_exemption_reason`]: 'Tax exemption reason is mandatory when the category is E',
      },
    ],
    ['E', category({ id: 'E', ...land }), {}],
    ['E with 0', category({ id: 'E', percent: 0, ...land }), {}],
    [
      'E with a rate',
      category({ id: 'E', percent: 5, ...land }),
      { [`${at}.percent`]: 'Percent must be absent or 0 when the category is E' },
    ],
    [
      'O with a rate',
      category({ id: 'O', percent: 5 }),
      { [`${at}.percent`]: 'Percent must be absent or 0 when the category is O' },
    ],
    ['N without a rate', category({ id: 'N' }), { [`${at}.percent`]: 'Percent is mandatory when the category is N' }],
    ['N', category({ id: 'N', percent: 5 }), {}],
    ['Z with a rate: judged', category({ id: 'Z', percent: 5 }), {}],
    ['S with another rate: judged', category({ id: 'S', percent: 20 }), {}],
    [
      'the text is not the code’s',
      category({ id: 'E', ...land, tax_exemption_reason: 'Land' }),
      { [`${at}.tax_exemption_reason`]: 'Tax exemption reason must be the text of its code: Bare land' },
    ],
    ['letter case is forgiven', category({ id: 'E', ...land, tax_exemption_reason: 'bare LAND' }), {}],
    [
      'the list’s slip',
      category({ id: 'E', tax_exemption_reason_code: 'DL8.46.1', tax_exemption_reason: 'Cetrain financial services' }),
      {},
    ],
    [
      'without the slip',
      category({ id: 'E', tax_exemption_reason_code: 'DL8.46.1', tax_exemption_reason: 'Certain Financial Services' }),
      {},
    ],
    [
      'neither',
      category({ id: 'E', tax_exemption_reason_code: 'DL8.46.1', tax_exemption_reason: 'Some financial services' }),
      {
        [`${at}.tax_exemption_reason`]: 'Tax exemption reason must be the text of its code: Certain financial services',
      },
    ],
    ['another scheme: a finding', category({ id: 'S', tax_scheme: 'GST' }), {}],
  ])
})

test('charges and allowances: a reason, a category, and shares that add up', () => {
  const both = (members: Members, errors: Errors): readonly Case[] =>
    ['charges', 'allowances'].flatMap((list) => [
      [`document ${list}`, { [list]: [aCharge(members)] }, prefixed(`${list}[0].`, errors)],
      [
        `line ${list}`,
        { document_lines: [aLine({ [list]: [aCharge({ ...members, tax_category: undefined })] })] },
        prefixed(`document_lines[0].${list}[0].`, errors),
      ],
    ])
  const share = (amount: string, base: string, percent: string) => ({
    amount: Decimal.from(amount),
    base_amount: Decimal.from(base),
    multiplier_factor_numeric: Decimal.from(percent),
  })
  const wrong = (amount: string) => ({
    amount: `Amount must be base amount × multiplier factor numeric ÷ 100: ${amount}`,
  })
  assertInvoices([
    ...both({ reason: undefined }, { reason: 'Reason or reason code is mandatory' }),
    ...both({ reason: undefined, reason_code: 'FC' }, {}),
    ...both(
      { reason: undefined, reason_code: ' FC' },
      { reason_code: 'Reason code must not begin or end with blanks' },
    ),
    ...both(
      { base_amount: 100 },
      { multiplier_factor_numeric: 'Multiplier factor numeric is mandatory when base amount is given' },
    ),
    ...both(
      { multiplier_factor_numeric: 10 },
      { base_amount: 'Base amount is mandatory when multiplier factor numeric is given' },
    ),
    ...both(
      { base_amount: 100, multiplier_factor_numeric: '10' },
      { multiplier_factor_numeric: 'Multiplier factor numeric must be a number' },
    ),
    ...both(share('10', '100', '10'), {}),
    ...both(share('11', '100', '10'), wrong('10.00')),
    ...both(share('0.03', '0.25', '10'), {}),
    ...both(share('0.02', '0.25', '10'), wrong('0.03')),
    // 1.005 in binary floating point is a little less: the rules expect 1.00, exact decimals would
    // give 1.01.
    ...both(share('1.00', '100.5', '1'), {}),
    ...both(share('1.01', '100.5', '1'), wrong('1.00')),
    ...both(share('1', '999999999999', '999999999999'), {
      amount: 'Amount must be base amount × multiplier factor numeric ÷ 100',
    }),
    ...both({ amount: undefined }, { amount: 'Amount is mandatory' }),
    [
      'document category',
      { charges: [aCharge({ tax_category: null })] },
      { 'charges[0].tax_category': 'Tax category is mandatory' },
    ],
    [
      'line category is the line’s',
      { document_lines: [aLine({ charges: [aCharge({ tax_category: { id: 'Z' } })], allowances: [aCharge()] })] },
      { 'document_lines[0].charges[0].tax_category.id': 'ID must be S, the tax category of the line' },
    ],
  ])
})

test('prices: gross is net plus discount', () => {
  const price = (allowance: Members) => ({ document_lines: [aLine({ price: aPrice({ allowance }) })] })
  const at = 'document_lines[0].price.allowance.base_amount'
  assertInvoices([
    ['both', price({ amount: 20, base_amount: 120 }), {}],
    [
      'both, not adding up',
      price({ amount: 20, base_amount: 121 }),
      { [at]: 'Base amount must be net price plus discount: 120' },
    ],
    ['gross below net', price({ base_amount: 99 }), { [at]: 'Base amount must not be less than the net price' }],
    ['gross alone', price({ base_amount: 100 }), {}],
    [
      'answered name',
      { document_lines: [aLine({ price: aPrice({ price_amount: 100 }) })] },
      { 'document_lines[0].price.price_amount': 'Price amount must not be sent: in a request it is base_amount' },
    ],
  ])
})

test('items: goods need HS data, services do not', () => {
  const item = (members: Members) => ({ document_lines: [aLine({ commodity_classification: members })] })
  const at = 'document_lines[0].commodity_classification'
  const hs = { item_classification_code: '7308', item_classification_list_id: 'HS' }
  const code = { [`${at}.item_classification_code`]: 'Item classification code is mandatory for goods' }
  const list = { [`${at}.item_classification_list_id`]: 'Item classification list ID must be HS for goods' }
  assertInvoices([
    ['none', { document_lines: [aLine({ commodity_classification: undefined })] }, {}],
    ['G', item({ commodity_code: 'G' }), { ...code, ...list }],
    ['B', item({ commodity_code: 'B' }), { ...code, ...list }],
    ['G, HS', item({ commodity_code: 'G', ...hs }), {}],
    ['G, another list', item({ commodity_code: 'G', ...hs, item_classification_list_id: 'CPV' }), list],
    ['G, no list', item({ commodity_code: 'G', item_classification_code: '7308' }), list],
    ['S: SAC is a finding', item({ commodity_code: 'S' }), {}],
    [
      'no type',
      item(hs),
      { [`${at}.commodity_code`]: 'Commodity code is mandatory when item classification code is given' },
    ],
    [
      'S, list without code',
      item({ commodity_code: 'S', item_classification_list_id: 'HS' }),
      { [`${at}.item_classification_code`]: 'Item classification code is mandatory when its list is given' },
    ],
    ['nature code alone', item({ nature_code: 'DL8.48.8.1' }), {}],
  ])
})

test('periods: lines lie within the document', () => {
  const periods = (whole: Members | undefined, part: Members) => ({
    invoice_period: whole,
    document_lines: [aLine({ invoice_period: part })],
  })
  const july = { start_date: '2026-07-01', end_date: '2026-07-31' }
  const at = 'document_lines[0].invoice_period'
  const start = { [`${at}.start_date`]: 'Start date must lie within the invoice period of the document' }
  const end = { [`${at}.end_date`]: 'End date must lie within the invoice period of the document' }
  assertInvoices([
    [
      'backwards',
      periods(undefined, { start_date: '2026-07-02', end_date: '2026-07-01' }),
      { [`${at}.end_date`]: 'End date must not be before start date' },
    ],
    ['one day', periods(july, { start_date: '2026-07-01', end_date: '2026-07-01' }), {}],
    ['before', periods(july, { start_date: '2026-06-30', end_date: '2026-07-01' }), start],
    ['after', periods(july, { start_date: '2026-07-31', end_date: '2026-08-01' }), end],
    ['outside', periods(july, { start_date: '2026-08-01', end_date: '2026-08-02' }), { ...start, ...end }],
    ['open end', periods({ start_date: '2026-07-01' }, { end_date: '2030-01-01' }), {}],
    ['open start', periods({ end_date: '2026-07-31' }, { start_date: '2026-08-01' }), start],
    ['no document period', periods(undefined, { start_date: '2026-08-01' }), {}],
    ['document period without dates: a finding', periods({ description: 'MTH' }, { start_date: '2026-08-01' }), {}],
    [
      'document period backwards: a finding',
      { invoice_period: { start_date: '2026-07-31', end_date: '2026-07-01' } },
      {},
    ],
  ])
})

test('references: an order line reference needs its line', () => {
  const line = (members: Members) => ({ document_lines: [aLine(members)] })
  assertInvoices([
    [
      'order reference alone',
      line({ order_line_reference: { order_reference_id: 'x' } }),
      { 'document_lines[0].order_line_reference.line_id': 'Line ID is mandatory' },
    ],
    [
      'scheme alone',
      line({ standard_item_identification: { scheme_id: '0160' } }),
      { 'document_lines[0].standard_item_identification.id': 'ID is mandatory' },
    ],
    [
      'half a property',
      line({ additional_item_property: [{ name: 'x' }] }),
      { 'document_lines[0].additional_item_property[0].value': 'Value is mandatory' },
    ],
  ])
})
