import { Decimal } from '@selfbill/schematron/decimal'
import { numberKey } from '../document/identifier-text.ts'
import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { money } from './figures.ts'
import { type Block, type Fact, phrase } from './page.ts'
import { fill } from './words.ts'

/**
 * The value, without VAT, of the invoices that a credit note names, as earlier credit notes left
 * it; or why it is not known. `number` is that of the document in the way, or its key, or
 * the limit.
 */
export type CreditedValue =
  | { readonly value: string; readonly earlierNotes: number }
  | { readonly unknown: keyof Words['valueReasons']; readonly number?: string }

/**
 * The value on the invoice, the correct value, their difference, and the VAT on it in AED. Source:
 * Executive Regulation of the VAT law, article 60 (1) (e).
 */
export function valuesBlock(
  document: DocumentView,
  credited: CreditedValue | undefined,
  words: Words,
): readonly Block[] {
  if (credited === undefined) return []
  const earlier = 'value' in credited ? credited.earlierNotes : 0
  const title = earlier === 0 ? words.values : fill(words.valuesAltered, { count: String(earlier) })
  return [{ kind: 'facts', title, facts: factsOf(document, credited, words) }]
}

function factsOf(document: DocumentView, credited: CreditedValue, words: Words): readonly Fact[] {
  if ('unknown' in credited) {
    const reason = fill(words.valueReasons[credited.unknown], { number: numberOf(document, credited.number) })
    return [{ label: words.valueInvoiced, value: phrase(words.valueUnknown.replace('{reason}', () => reason)) }]
  }
  const currency = document.text('document_currency_code') ?? ''
  const before = Decimal.from(credited.value)
  const difference = document.decimal('totals', 'tax_exclusive_amount') ?? Decimal.zero
  // The report needs it in AED; a document that failed its rules may have no exchange rate.
  const vat = document.decimal('totals', currency === 'AED' ? 'tax_amount' : 'tax_amount_in_aed')
  return [
    { label: words.valueInvoiced, value: money(before, currency) },
    { label: words.valueCorrect, value: money(before.minus(difference), currency) },
    { label: words.valueDifference, value: money(difference, currency) },
    ...(vat === undefined ? [] : [{ label: words.vatOnDifference, value: money(vat, 'AED') }]),
  ]
}

/** The number as the credit note spells it. */
function numberOf(document: DocumentView, key = ''): string {
  const references = document.list('billing_reference').map((reference) => reference.text('id') ?? '')
  return references.find((number) => numberKey(number) === key) ?? key
}
