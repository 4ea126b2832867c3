import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import fc from 'fast-check'
import { times } from '../../../../test/support/effort.ts'
import { arbitraryRequest, type FamilyRequest } from '../../../../test/support/requests/arbitrary-requests.ts'
import { centsOf, modelOf } from '../../../../test/support/requests/exact-model.ts'
import {
  aCharge,
  aLine,
  aPrice,
  aPurchaseInvoice,
  inCurrency,
  jsonOf,
  type Members,
} from '../../../../test/support/requests/requests.ts'
import { readJson } from '../../json/read.ts'
import { writeJson } from '../../json/write.ts'
import { byField, inEnglish } from '../../messages/text-of.ts'
import type { AnsweredLine, Totals } from '../answer.ts'
import { check } from '../declaration/check.ts'
import { type DocumentRequest, requests } from '../document.ts'
import type { Family } from '../family.ts'
import { calculate } from './calculate.ts'

const decimal = Decimal.from

test('a line: quantity × price, charges, allowances, VAT, in AED too', () => {
  const line = aLine({
    quantity: 3,
    price: aPrice({ base_amount: decimal('10.10'), base_quantity: 2, allowance: { amount: decimal('0.90') } }),
    charges: [{ reason: 'Packing', amount: decimal('1.10') }],
    allowances: [{ reason: 'Rebate', amount: decimal('0.25') }],
  })
  const [line0] = computed({ ...inCurrency('USD', decimal('3.6725')), document_lines: [line] }).lines
  assert.deepEqual(picked(line0), {
    price: '{"price_amount":10.10,"base_quantity":2,"allowance":{"amount":0.90,"base_amount":11.00}}',
    base_amount: '15.15',
    net_amount: '16.00',
    tax_amount: '0.80',
    total_amount: '16.80',
    tax_amount_in_aed: '2.94',
    total_amount_in_aed: '61.70',
  })
})

test('gross price and discount: each determines the other, and an answer always has both', () => {
  const cases: readonly (readonly [Members | undefined, string, string])[] = [
    [undefined, '0', '100'],
    [{ amount: decimal('2.5') }, '2.5', '102.5'],
    [{ base_amount: 120 }, '20', '120'],
    [{ amount: 20, base_amount: 120 }, '20', '120'],
    [{ amount: 0 }, '0', '100'],
  ]
  for (const [allowance, discount, gross] of cases) {
    const [line] = computed({ document_lines: [aLine({ price: aPrice({ allowance }) })] }).lines
    assert.equal(String(line?.price.allowance.amount), discount)
    assert.equal(String(line?.price.allowance.base_amount), gross)
    assert.equal(String(line?.price.price_amount), '100')
  }
})

test('VAT by category: only the standard rate bears any', () => {
  const reason = { tax_exemption_reason_code: 'DL8.46.3', tax_exemption_reason: 'Bare land' }
  const categories: readonly (readonly [Members, string, string | undefined, string])[] = [
    [{ id: 'S' }, '10.00', '5', '10.00'],
    [{ id: 'S', percent: decimal('7.50') }, '15.00', '7.5', '15.00'],
    [{ id: 'Z' }, '0.00', '0', '0.00'],
    [{ id: 'E', ...reason }, '0.00', undefined, '0.00'],
    [{ id: 'O' }, '0.00', undefined, '0.00'],
    [{ id: 'AE' }, '0.00', '5', '0.00'],
    [{ id: 'AE', percent: 0 }, '0.00', '0', '0.00'],
    [{ id: 'N', percent: 5 }, '0.00', '5', '0.00'],
  ]
  for (const [category, lineTax, percentage, groupTax] of categories) {
    const { lines, totals } = computed({ document_lines: [aLine({ classified_tax_category: category })] })
    const name = JSON.stringify(category)
    assert.equal(String(lines[0]?.tax_amount), lineTax, name)
    assert.equal(totals.tax_breakdown.length, 1, name)
    const [group] = totals.tax_breakdown
    assert.equal(group?.tax_percentage === undefined ? undefined : String(group.tax_percentage), percentage, name)
    assert.equal(String(group?.tax_amount), groupTax, name)
    assert.equal(String(group?.taxable_amount), '200.00', name)
    const isTaxable = category.id !== 'E' && category.id !== 'O'
    assert.equal(String(totals.total_taxable_amount), isTaxable ? '200.00' : '0.00', name)
    assert.equal(String(totals.total_non_taxable_amount), isTaxable ? '0.00' : '200.00', name)
  }
})

test('groups: S and N by rate with trailing zeros insignificant, the others one each', () => {
  const category = (id: string, percent?: string) =>
    aLine({ classified_tax_category: { id, percent: percent === undefined ? undefined : decimal(percent) } })
  const { totals } = computed({
    document_lines: [
      category('N', '5'),
      category('AE', '7'),
      category('AE', '5'),
      category('S', '5.00'),
      category('S', '5'),
      category('S'),
      category('S', '20'),
      category('N', '7'),
      category('Z'),
      category('Z', '0.00'),
      category('O'),
      category('O', '0'),
    ],
    charges: [aCharge({ amount: 7, tax_category: { id: 'S', percent: decimal('20.0') } })],
    allowances: [aCharge({ amount: 3, tax_category: { id: 'AE' } })],
  })
  assert.deepEqual(
    totals.tax_breakdown.map(
      (group) =>
        `${group.tax_category_code} ${group.tax_percentage ?? '-'} ${group.taxable_amount} ${group.tax_amount}`,
    ),
    [
      'S 5 600.00 30.00',
      'S 20 207.00 41.40',
      'Z 0 400.00 0.00',
      'O - 400.00 0.00',
      'AE 7 397.00 0.00',
      'N 5 200.00 0.00',
      'N 7 200.00 0.00',
    ],
  )
})

test('a group has an exemption reason only when all its members agree', () => {
  const exempt = (code: string, reason: string) =>
    aLine({ classified_tax_category: { id: 'E', tax_exemption_reason_code: code, tax_exemption_reason: reason } })
  const land = exempt('DL8.46.3', 'Bare land')
  const groupOf = (lines: Members[]) => computed({ document_lines: lines }).totals.tax_breakdown[0]
  const agreed = groupOf([land, exempt('DL8.46.3', 'BARE LAND')])
  assert.equal(agreed?.tax_exemption_reason_code, 'DL8.46.3')
  assert.equal(agreed?.tax_exemption_reason, 'Bare land')
  const disagreed = groupOf([land, exempt('DL8.46.4', 'Local passenger transport'), land])
  assert.equal(disagreed?.tax_exemption_reason_code, undefined)
  assert.equal(disagreed?.tax_exemption_reason, undefined)
  assert.equal(String(disagreed?.taxable_amount), '600.00')
})

test('a group without lines: reverse charge is 5 %', () => {
  const { totals } = computed({ charges: [aCharge({ tax_category: { id: 'AE', percent: 0 } })] })
  assert.equal(String(totals.tax_breakdown.find((group) => group.tax_category_code === 'AE')?.tax_percentage), '5')
})

test('totals: tax per group, never the sum of the lines; prepaid, rounding, AED', () => {
  const line = aLine({ quantity: 1, price: aPrice({ base_amount: decimal('0.10') }) })
  const { lines, totals } = computed({
    ...inCurrency('USD', decimal('3.6725')),
    document_lines: [line, line, line],
    charges: [aCharge({ amount: decimal('0.20') })],
    allowances: [aCharge({ amount: decimal('0.05') })],
    prepaid_amount: decimal('0.1'),
    payable_rounding_amount: decimal('-0.02'),
  })
  assert.deepEqual(
    lines.map((each) => String(each.tax_amount)),
    ['0.01', '0.01', '0.01'],
  )
  assert.equal(
    writeJson({ ...totals, tax_breakdown: undefined }),
    '{"line_extension_amount":0.30,"allowance_total_amount":0.05,"charge_total_amount":0.20,"tax_exclusive_amount":0.45,"tax_amount":0.02,' +
      '"tax_amount_in_aed":0.07,"tax_inclusive_amount":0.47,"prepaid_amount":0.10,"payable_rounding_amount":-0.02,"payable_amount":0.35,' +
      '"payable_amount_in_aed":1.29,"total_item_allowances":0.00,"total_item_charges":0.00,"total_taxable_amount":0.45,"total_non_taxable_amount":0.00}',
  )
})

test('a document in AED has no AED amounts on its lines, and equal ones in its totals', () => {
  const rate = { source_currency_code: 'AED', target_currency_code: 'AED', calculation_rate: 1 }
  const { lines, totals } = computed({ tax_exchange_rate: rate })
  assert.equal(lines[0]?.tax_amount_in_aed, undefined)
  assert.equal(lines[0]?.total_amount_in_aed, undefined)
  assert.equal(String(totals.tax_amount_in_aed), String(totals.tax_amount))
  assert.equal(String(totals.payable_amount_in_aed), String(totals.payable_amount))
})

test('if the rule refuses the exact cent, the net amount takes the cent that it accepts', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['3.5', '19.99', '69.96', 'exactly 69.965, a tie'],
    ['64.946', '1046519643.889', '67967264792.02', 'exactly …792.014994, no tie'],
    ['2.5', '19.98', '49.95', 'no difference'],
    ['1', '0.005', '0.01', 'a tie that a double keeps'],
  ]
  for (const [quantity, price, net, name] of cases) {
    const line = aLine({ quantity: decimal(quantity), price: aPrice({ base_amount: decimal(price) }) })
    const [line0] = computed({ document_lines: [line] }).lines
    assert.equal(String(line0?.net_amount), net, name)
    assert.equal(String(line0?.base_amount), net, name)
  }
})

test('0.1 + 0.2 and amounts next to the limit are exact', () => {
  const tenths = ['0.1', '0.2'].map((price) => aLine({ quantity: 1, price: aPrice({ base_amount: decimal(price) }) }))
  assert.equal(String(computed({ document_lines: tenths }).totals.line_extension_amount), '0.30')
  const large = aLine({
    quantity: 1,
    price: aPrice({ base_amount: decimal('999999999999.99') }),
    classified_tax_category: { id: 'O' },
  })
  assert.equal(String(computed({ document_lines: [large] }).totals.payable_amount), '999999999999.99')
})

test('amounts of 10^12 and more are refused at the member that causes them', () => {
  const huge = (more: Members = {}) =>
    aLine({ quantity: 1_000_000, price: aPrice({ base_amount: 1_000_000 }), ...more })
  const most = aLine({
    quantity: 1,
    price: aPrice({ base_amount: decimal('999999999999.99') }),
    classified_tax_category: { id: 'O' },
  })
  const lineMessage = 'Line amount must be less than 1000000000000'
  const totalsMessage = 'Document amounts must be less than 1000000000000'
  const charge = { reason: 'x', amount: decimal('999999999999.99') }
  const cases: readonly (readonly [Members, Record<string, string>])[] = [
    [
      { document_lines: [aLine(), huge(), aLine(), huge()] },
      { 'document_lines[1]': lineMessage, 'document_lines[3]': lineMessage },
    ],
    [{ document_lines: [{ ...most, classified_tax_category: { id: 'S' } }] }, { 'document_lines[0]': lineMessage }],
    [{ document_lines: [{ ...most, charges: [charge], allowances: [charge] }] }, {}],
    [
      { document_lines: [{ ...most, charges: [charge, charge], allowances: [charge, charge] }] },
      { 'document_lines[0]': lineMessage },
    ],
    [{ ...inCurrency('USD', 2), document_lines: [most] }, { 'document_lines[0]': lineMessage }],
    [{ document_lines: [most, most] }, { document_lines: totalsMessage }],
    [
      { document_lines: [most], charges: [{ ...charge, tax_category: { id: 'O' } }] },
      { document_lines: totalsMessage },
    ],
    [{ document_lines: [most], payable_rounding_amount: 1 }, { document_lines: totalsMessage }],
  ]
  for (const [overrides, expected] of cases) {
    const calculated = calculate(requestOf({ family: 'purchase-invoices', request: aPurchaseInvoice(overrides) }))
    assert.deepEqual('errors' in calculated ? byField(calculated.errors, inEnglish) : {}, expected)
  }
})

test('every document matches a computation with exact fractions', () => {
  fc.assert(
    fc.property(
      fc.boolean().chain((isWild) => arbitraryRequest({ isWild, linesMax: 8 })),
      (sent) => {
        const request = requestOf(sent)
        const { lines, totals } = calculatedOf(request)
        const model = modelOf(request)
        for (const [at, line] of lines.entries()) {
          const expected = model.lines[at]
          assert(expected)
          const figures = [line.base_amount, line.net_amount, line.tax_amount, line.total_amount].map(centsOf)
          assert.deepEqual(figures, [expected.base, expected.net, expected.tax, expected.total])
          const distance = expected.net - expected.exactNet
          assert(distance >= -1n && distance <= 1n, 'the cent is the exact one or its neighbour')
          const inAed = [line.tax_amount_in_aed, line.total_amount_in_aed].map((amount) => amount && centsOf(amount))
          const isForeign = request.document_currency_code !== 'AED'
          assert.deepEqual(
            inAed,
            isForeign ? [model.inAed(expected.tax), model.inAed(expected.total)] : [undefined, undefined],
          )
        }
        const groups = totals.tax_breakdown.map(
          ({ tax_category_code: id, tax_percentage, taxable_amount, tax_amount }) => {
            const key = id === 'S' || id === 'N' ? `${id} ${Number(String(tax_percentage))}` : id
            return [key, { taxable: centsOf(taxable_amount), tax: centsOf(tax_amount) }] as const
          },
        )
        assert.equal(groups.length, model.groups.size)
        assert.deepEqual(new Map(groups), model.groups)
        const figures = [
          totals.line_extension_amount,
          totals.charge_total_amount,
          totals.allowance_total_amount,
          totals.tax_amount,
        ]
        assert.deepEqual(figures.map(centsOf), [model.lineTotal, model.charges, model.allowances, model.tax])
        assert.deepEqual([totals.tax_inclusive_amount, totals.payable_amount].map(centsOf), [
          model.inclusive,
          model.payable,
        ])
        assert.equal(centsOf(totals.tax_amount_in_aed), model.inAed(model.tax))
        assert.equal(centsOf(totals.payable_amount_in_aed), model.inAed(model.payable))
      },
    ),
    { numRuns: times({ quick: 60, full: 400, long: 4_000 }) },
  )
})

test('the sums of a document agree with each other (ibr-co-10 to ibr-co-16)', () => {
  fc.assert(
    fc.property(arbitraryRequest({ isWild: true }), (sent) => {
      const request = requestOf(sent)
      const { lines, totals } = calculatedOf(request)
      const total = (amounts: readonly Decimal[]) => amounts.map(centsOf).reduce((left, right) => left + right, 0n)
      assert.equal(centsOf(totals.line_extension_amount), total(lines.map((line) => line.net_amount)))
      assert.equal(centsOf(totals.allowance_total_amount), total((request.allowances ?? []).map((each) => each.amount)))
      assert.equal(centsOf(totals.charge_total_amount), total((request.charges ?? []).map((each) => each.amount)))
      const { line_extension_amount: net, charge_total_amount: plus, allowance_total_amount: minus } = totals
      assert.equal(centsOf(totals.tax_exclusive_amount), centsOf(net) + centsOf(plus) - centsOf(minus))
      assert.equal(centsOf(totals.tax_amount), total(totals.tax_breakdown.map((group) => group.tax_amount)))
      assert.equal(
        centsOf(totals.tax_inclusive_amount),
        centsOf(totals.tax_exclusive_amount) + centsOf(totals.tax_amount),
      )
      const { prepaid_amount: paid, payable_rounding_amount: rounding } = totals
      assert.equal(
        centsOf(totals.payable_amount),
        centsOf(totals.tax_inclusive_amount) - centsOf(paid) + centsOf(rounding),
      )
      assert.equal(
        centsOf(totals.tax_exclusive_amount),
        total(totals.tax_breakdown.map((group) => group.taxable_amount)),
      )
      assert.equal(
        centsOf(totals.tax_exclusive_amount),
        centsOf(totals.total_taxable_amount) + centsOf(totals.total_non_taxable_amount),
      )
      for (const amount of Object.values({ ...totals, tax_breakdown: Decimal.of(0, 2) })) assert.equal(amount.scale, 2)
    }),
    { numRuns: times({ quick: 30, full: 200, long: 2_000 }) },
  )
})

test('the order of lines changes no total', () => {
  const shuffled = arbitraryRequest({ isWild: true, linesMax: 8 }).chain((sent) => {
    const lines = sent.request.document_lines
    assert(Array.isArray(lines))
    const order = fc.shuffledSubarray([...lines], { minLength: lines.length })
    return order.map((document_lines) => [sent, { ...sent, request: { ...sent.request, document_lines } }] as const)
  })
  fc.assert(
    fc.property(shuffled, ([left, right]) => {
      assert.equal(writeJson(calculatedOf(requestOf(left)).totals), writeJson(calculatedOf(requestOf(right)).totals))
    }),
    { numRuns: times({ quick: 30, full: 200, long: 2_000 }) },
  )
})

function computed(overrides: Members): Computed {
  return calculatedOf(requestOf({ family: 'purchase-invoices', request: aPurchaseInvoice(overrides) }))
}

interface Computed {
  readonly lines: readonly AnsweredLine[]
  readonly totals: Totals
}

function calculatedOf(request: DocumentRequest): Computed {
  const calculated = calculate(request)
  assert(!('errors' in calculated), 'refused')
  return calculated
}

function requestOf({ family, request }: FamilyRequest): DocumentRequest {
  const checked = check<(typeof requests)[Family]>(requests[family], readJson(jsonOf(request)))
  assert('value' in checked, `refused: ${'errors' in checked && JSON.stringify([...checked.errors])}`)
  return checked.value
}

function picked(line: AnsweredLine | undefined): Record<string, string> {
  assert(line)
  const { price, base_amount, net_amount, tax_amount, total_amount, tax_amount_in_aed, total_amount_in_aed } = line
  const figures = { base_amount, net_amount, tax_amount, total_amount, tax_amount_in_aed, total_amount_in_aed }
  return {
    price: writeJson(price),
    ...Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, String(amount)])),
  }
}
