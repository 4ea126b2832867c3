/**
 * The computed totals that an answer shows a second time, at its root, where clients of other
 * services with this contract read them. `prepaid_amount` and `payable_rounding_amount` stand there
 * as they were sent. Source: docs/decisions/0046.
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

/** They as JSON members, taken from the JSON of a document's content. */
export function rootTotalsIn(content: string): string {
  // Totals are the last member. A quote inside a text is escaped, so that no text looks like the
  // name of a member.
  const at = content.lastIndexOf(totalsBegin)
  if (at === -1) throw new Error('a document has totals')
  return content.slice(at + totalsBegin.length, -2).replace(sentAmounts, '')
}

/** How they begin in the JSON of a content. */
export const totalsBegin = '"totals":{'
const sentAmounts = /"prepaid_amount":[^,]*,"payable_rounding_amount":[^,]*,/
