import type { Decimal } from '@selfbill/schematron/decimal'
import { listed, type Message, message } from '../messages/message.ts'
import type { AnsweredLine, TaxBreakdown, Totals } from './answer.ts'
import { Errors, type FieldErrors } from './declaration/field-errors.ts'
import type { ExpectedTotals } from './objects/expected-totals.ts'

/**
 * Every amount that differs from the one the caller expected, with both figures and how ours is
 * computed. Source: docs/decisions/0080.
 */
export function unexpectedTotals(expected: ExpectedTotals, computed: Computed): FieldErrors {
  const errors = new Errors()
  const { totals, document_lines: lines, document_currency_code: currency } = computed
  const compare = ({ path, name, wanted, actual, why }: Comparison) => {
    if (wanted === undefined || wanted.equals(actual)) return
    const figures = { actual: String(actual), currency, expected: String(wanted.rescaled(2)) }
    errors.add(`expected_totals.${path}`, message('amount_unexpected', { name, ...figures, why }))
  }
  compare({
    path: 'payable_amount',
    name: message('payable_amount'),
    wanted: expected.payable_amount,
    actual: totals.payable_amount,
    why: whyPayable(totals),
  })
  compare({
    path: 'tax_amount',
    name: message('vat'),
    wanted: expected.tax_amount,
    actual: totals.tax_amount,
    why: whyVat(totals.tax_breakdown),
  })
  if (expected.lines !== undefined && expected.lines.length !== lines.length) {
    errors.add(
      'expected_totals.lines',
      message('line_count_unexpected', { actual: lines.length, expected: expected.lines.length }),
    )
    return errors.byPath()
  }
  for (const [at, wanted] of (expected.lines ?? []).entries()) {
    const line = lines[at]
    if (line === undefined) continue
    const { net_amount, tax_amount } = line
    compare({
      path: `lines[${at}].net_amount`,
      name: message('net_amount_of_line', { line: at + 1 }),
      wanted: wanted.net_amount,
      actual: net_amount,
      why: message('why_net'),
    })
    compare({
      path: `lines[${at}].tax_amount`,
      name: message('vat_of_line', { line: at + 1 }),
      wanted: wanted.tax_amount,
      actual: tax_amount,
      why: message('why_line_vat', { net: String(net_amount) }),
    })
  }
  return errors.byPath()
}

export interface Computed {
  readonly document_currency_code: string
  readonly document_lines: readonly Pick<AnsweredLine, 'net_amount' | 'tax_amount'>[]
  readonly totals: Totals
}

interface Comparison {
  /** Below `expected_totals`. */
  readonly path: string
  readonly name: Message
  readonly wanted: Decimal | undefined
  readonly actual: Decimal
  readonly why: Message
}

function whyPayable(totals: Totals): Message {
  const { tax_exclusive_amount: without, tax_amount: vat, prepaid_amount: prepaid } = totals
  return message('why_payable', {
    without: String(without),
    vat: String(vat),
    prepaid: String(prepaid),
    rounding: String(totals.payable_rounding_amount),
  })
}

/** A caller who adds up the VAT of the lines comes to another amount by some cents. */
function whyVat(groups: readonly TaxBreakdown[]): Message {
  const shown = groups.slice(0, groupsMax).map(({ tax_category_code: code, tax_percentage: percent, ...group }) => {
    const name = percent === undefined ? code : `${code} ${percent} %`
    return message('vat_of_group', {
      group: name,
      tax: String(group.tax_amount),
      taxable: String(group.taxable_amount),
    })
  })
  return message('why_vat', { groups: listed(groups.length > groupsMax ? [...shown, '…'] : shown, 'semicolons') })
}

const groupsMax = 5
