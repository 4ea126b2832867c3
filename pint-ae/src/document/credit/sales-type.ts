import { type Message, message } from '../../messages/message.ts'
import type { ContentOf } from '../answer.ts'
import { isUntaxed } from '../objects/tax-category.ts'
import type { Credited } from './credit-amounts.ts'

/**
 * The type of a sales credit note when the caller names none. Type 381 needs a taxed line
 * (ibr-151-ae). If all credited lines are exempt or out of scope, the type is 81, which needs the
 * customer's company_id (ibr-136-ae).
 */
export function salesTypeOf(
  invoice: ContentOf<'sales-invoices'>,
  { lines }: Credited,
): SalesType | { readonly untyped: Message } {
  if (invoice.invoice_type_code === '480') return '81'
  if (lines.some(({ classified_tax_category: { id } }) => !isUntaxed(id))) return '381'
  return invoice.accounting_customer_party.company_id === undefined
    ? { untyped: message('untaxed_without_company_id') }
    : '81'
}

export type SalesType = '381' | '81'

/** The flags of the invoice, without the three that type 81 forbids (ibr-157-ae). */
export function flagsFor(type: SalesType, flags: string): string {
  return type === '81' ? `${flags.slice(0, 1)}000${flags.slice(4)}` : flags
}
