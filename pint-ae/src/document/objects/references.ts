import type { Static } from 'typebox'
import { namedObject, optional } from '../declaration/declare.ts'
import { date, decimal, identifier, oneOf, reference, text, time } from '../declaration/leaves.ts'
import { Address } from './address.ts'
import { currencyCode } from './codes.ts'
import { PartyTaxScheme, vatNumber } from './party.ts'
import { FinancialAccount } from './payment.ts'

/**
 * A reference to another document by its number: billing, despatch, receipt, statement, originator
 * or contract.
 */
export const DocumentReference = namedObject('DocumentReference', {
  id: reference(),
  issue_date: optional(date()),
})

/** The purchase order (IBT-013) and the seller's sales order (IBT-014). */
export const OrderReference = namedObject('OrderReference', {
  id: reference(),
  issue_date: optional(date()),
  sales_order_id: optional(reference()),
})

/** The project (IBT-011). */
export const ProjectReference = namedObject('ProjectReference', { id: reference(), name: optional(text()) })

/** The beneficiary of a free zone supply (BTAE-01). */
export const BuyerCustomerParty = namedObject('BuyerCustomerParty', { id: identifier() })

/** The principal of a disclosed agent (BTAE-14): a TRN. */
export const SellerSupplierParty = namedObject('SellerSupplierParty', { id: vatNumber() })

/** The rate that converts the document currency into AED (BTAE-04), at most 6 decimals. */
export const TaxExchangeRate = namedObject('TaxExchangeRate', {
  source_currency_code: currencyCode(),
  target_currency_code: oneOf(['AED']),
  calculation_rate: decimal({ decimalsMax: 6, isZeroAllowed: false }),
})

const DeliveryLocation = namedObject('DeliveryLocation', { id: optional(identifier()), address: Address })

/**
 * Where and when the supply took place (IBG-13). Source: docs/contract.md#document-root,
 * docs/contract.md#documents.
 */
export const Delivery = namedObject('Delivery', {
  actual_delivery_date: optional(date()),
  delivery_time: optional(time()),
  party_name: optional(text()),
  party_id: optional(identifier()),
  terms: optional(identifier()),
  delivery_location: optional(DeliveryLocation),
})

/** Something or somebody by an identifier without a scheme. */
export const Identification = namedObject('Identification', { id: identifier() })

const PayeeIdentification = namedObject('PayeeIdentification', {
  id: identifier(),
  scheme_id: optional(identifier()),
})

/** The payee, if it is not the seller (IBG-10). */
export const PayeeParty = namedObject('PayeeParty', {
  party_name: text(),
  party_identification: optional(PayeeIdentification),
  financial_account: optional(FinancialAccount),
})

/** The seller's tax representative (IBG-11). */
export const TaxRepresentativeParty = namedObject('TaxRepresentativeParty', {
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
