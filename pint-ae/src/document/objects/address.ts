import type { Static } from 'typebox'
import { namedObject, optional } from '../declaration/declare.ts'
import { text } from '../declaration/leaves.ts'
import { countryCode } from './codes.ts'

/**
 * A postal or delivery address (IBG-05, IBG-08, IBG-12, IBG-15). The rule book checks that a UAE
 * address names an emirate (IBR-128-AE), so a wrong one is a finding, not a refusal. Source:
 * docs/contract.md#address.
 */
export const Address = namedObject('Address', {
  street_name: text(),
  additional_street_name: optional(text()),
  city_name: text(),
  postal_zone: optional(text()),
  country_subentity: text(),
  address_line: optional(text()),
  country: text(),
  country_code: countryCode(),
})

export type Address = Static<typeof Address>
