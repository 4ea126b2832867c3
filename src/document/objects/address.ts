import type { Static } from 'typebox'
import { countries } from '../../codelists/codelists.ts'
import { object, optional } from '../declaration/declare.ts'
import { oneOf, text } from '../declaration/leaves.ts'

/**
 * A postal or delivery address (IBG-05, IBG-08, IBG-12, IBG-15). The rule book checks that a UAE
 * address names an emirate (IBR-128-AE), so a wrong one is a finding, not a refusal. Source:
 * docs/contract.md#address.
 */
export const Address = object({
  street_name: text(),
  additional_street_name: optional(text()),
  city_name: text(),
  postal_zone: optional(text()),
  country_subentity: text(),
  address_line: optional(text()),
  country: text(),
  country_code: oneOf(countries, 'Title must be a valid country code'),
})

export type Address = Static<typeof Address>
