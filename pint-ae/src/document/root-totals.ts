/**
 * Computed totals that an answer repeats at its root, where clients of other services with this
 * contract read them. `prepaid_amount` and `payable_rounding_amount` are at the root as the caller
 * sent them. Source: docs/decisions/0046.
 */
export const rootTotals = [
  'line_extension_amount',
  'allowance_total_amount',
  'charge_total_amount',
  'tax_exclusive_amount',
  'tax_amount',
  'tax_amount_in_aed',
  'tax_inclusive_amount',
  'payable_amount',
  'payable_amount_in_aed',
  'total_item_allowances',
  'total_item_charges',
  'total_taxable_amount',
  'total_non_taxable_amount',
  'tax_breakdown',
] as const

/** Copies these totals from a document's content, as JSON members. */
export function rootTotalsIn(content: string): string {
  // Totals are the last member. Quotes in texts are escaped, so no text can look like a member
  // name.
  const at = content.lastIndexOf(totalsBegin)
  if (at === -1) throw new Error('a document has totals')
  return content.slice(at + totalsBegin.length, -2).replace(sentAmounts, '')
}

/** The start of the totals in the JSON of a content. */
export const totalsBegin = '"totals":{'
const sentAmounts = /"prepaid_amount":[^,]*,"payable_rounding_amount":[^,]*,/
