import type { Static } from 'typebox'
import { currencies } from '../../codelists/codelists.ts'
import { object, optional } from '../declaration/declare.ts'
import { date, decimal, identifier, oneOf, text, time } from '../declaration/leaves.ts'
import { Address } from './address.ts'
import { PartyTaxScheme, vatNumber } from './party.ts'
import { FinancialAccount } from './payment.ts'

/**
 * A reference to another document by its number: billing, despatch, receipt, statement, originator
 * or contract.
 */
export const DocumentReference = object({ id: identifier(), issue_date: optional(date()) })

/** The purchase order (IBT-013) and the seller's sales order (IBT-014). */
export const OrderReference = object({
  id: identifier(),
  issue_date: optional(date()),
  sales_order_id: optional(identifier()),
})

/** The project (IBT-011). */
export const ProjectReference = object({ id: identifier(), name: optional(text()) })

/** The beneficiary of a free zone supply (BTAE-01). */
export const BuyerCustomerParty = object({ id: identifier() })

/** The principal of a disclosed agent (BTAE-14): a TRN. */
export const SellerSupplierParty = object({ id: vatNumber() })

/** The rate that converts the document currency into AED (BTAE-04), at most 6 decimals. */
export const TaxExchangeRate = object({
  source_currency_code: oneOf(currencies, 'Title must be a valid currency code'),
  target_currency_code: oneOf(['AED']),
  calculation_rate: decimal({ decimalsMax: 6, isZeroAllowed: false }),
})

/**
 * Where and when the supply took place (IBG-13). Source: docs/contract.md#document-root,
 * docs/contract.md#documents.
 */
export const Delivery = object({
  actual_delivery_date: optional(date()),
  delivery_time: optional(time()),
  party_name: optional(text()),
  party_id: optional(identifier()),
  terms: optional(identifier()),
  delivery_location: optional(object({ id: optional(identifier()), address: Address })),
})

const Identification = object({ id: identifier() })

/** The payee, if it is not the seller (IBG-10). */
export const PayeeParty = object({
  party_name: text(),
  party_identification: optional(object({ id: identifier(), scheme_id: optional(identifier()) })),
  financial_account: optional(FinancialAccount),
})

/** The seller's tax representative (IBG-11). */
export const TaxRepresentativeParty = object({
  party_name: text(),
  party_identification: optional(Identification),
  party_tax_scheme: optional(PartyTaxScheme),
  postal_address: Address,
})

export type DocumentReference = Static<typeof DocumentReference>
export type TaxExchangeRate = Static<typeof TaxExchangeRate>
export type Delivery = Static<typeof Delivery>
export type PayeeParty = Static<typeof PayeeParty>
export type TaxRepresentativeParty = Static<typeof TaxRepresentativeParty>
