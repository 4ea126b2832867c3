import type { Decimal } from '@selfbill/schematron/decimal'
import { inAed } from '../document/calculation/aed.ts'
import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { money } from './figures.ts'
import type { Block, Fact, Sum } from './page.ts'

/** The totals (IBG-22). For a document in another currency, each also in AED. */
export function sumsBlock(
  document: DocumentView,
  { aedRate, isCredit }: { readonly aedRate: Decimal | undefined; readonly isCredit: boolean },
  words: Words,
): Block {
  const currency = document.text('document_currency_code') ?? ''
  const totals = document.object('totals')

  function sum(label: string, name: string, isStrong = false): Sum[] {
    const amount = totals?.decimal(name)
    if (amount === undefined) return []
    const aed = aedRate === undefined ? null : money(inAed(amount, aedRate), 'AED')
    return [{ label, amount: money(amount, currency), inAed: aed, isStrong }]
  }

  function sumUnlessZero(label: string, name: string): Sum[] {
    const amount: Decimal | undefined = totals?.decimal(name)
    return amount === undefined || amount.isZero ? [] : sum(label, name)
  }

  return {
    kind: 'sums',
    title: words.totals,
    sums: [
      ...sum(words.sum.lines, 'line_extension_amount'),
      ...sumUnlessZero(words.sum.allowances, 'allowance_total_amount'),
      ...sumUnlessZero(words.sum.charges, 'charge_total_amount'),
      ...sum(words.sum.exclusive, 'tax_exclusive_amount'),
      ...sum(words.sum.vat, 'tax_amount'),
      ...sum(words.sum.inclusive, 'tax_inclusive_amount', true),
      ...sumUnlessZero(words.sum.prepaid, 'prepaid_amount'),
      ...sumUnlessZero(words.sum.rounding, 'payable_rounding_amount'),
      ...sum(isCredit ? words.sum.credited : words.sum.payable, 'payable_amount', true),
    ],
  }
}

/**
 * The totals of a document whose lines fill more than its first page, before its lines: readers who
 * check the document find them there.
 */
export function summaryBlock(
  document: DocumentView,
  { aedRate, isCredit }: { readonly aedRate: Decimal | undefined; readonly isCredit: boolean },
  words: Words,
): readonly Block[] {
  const rows = document.list('document_lines').length + document.list('totals', 'tax_breakdown').length
  if (rows <= rowsOfOnePage) return []
  const currency = document.text('document_currency_code') ?? ''
  const total = (label: string, name: string): readonly Fact[] => {
    const amount = document.decimal('totals', name)
    return amount === undefined ? [] : [{ label, value: money(amount, currency) }]
  }
  const vat = document.decimal('totals', 'tax_amount')
  const isPaid = document.text('totals', 'tax_inclusive_amount') !== document.text('totals', 'payable_amount')
  return [
    {
      kind: 'facts',
      title: words.totals,
      facts: [
        ...total(words.sum.exclusive, 'tax_exclusive_amount'),
        ...total(words.sum.vat, 'tax_amount'),
        ...(vat === undefined || aedRate === undefined
          ? []
          : [{ label: words.vatInAed, value: money(inAed(vat, aedRate), 'AED') }]),
        ...(isPaid ? total(words.sum.inclusive, 'tax_inclusive_amount') : []),
        ...total(isCredit ? words.sum.credited : words.sum.payable, 'payable_amount'),
      ],
    },
  ]
}

/** With four lines and a rate the totals stand on the first page in every language. */
const rowsOfOnePage = 5
