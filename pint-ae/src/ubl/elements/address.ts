import { branch, type Element, leaf, type Name } from '@selfbill/schematron/xml'
import type { Address } from '../../document/objects/address.ts'
import { cac, cbc } from '../names.ts'
import { textLeaf } from './leaves.ts'

/**
 * A postal, delivery or bank address. Contains the country's code only, since PINT has no country
 * name.
 */
export function address(name: Name, sent: Address | undefined, origin: string): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    name,
    [
      leaf(cbc.StreetName, sent.street_name, 'street_name'),
      textLeaf(cbc.AdditionalStreetName, sent.additional_street_name, 'additional_street_name'),
      leaf(cbc.CityName, sent.city_name, 'city_name'),
      textLeaf(cbc.PostalZone, sent.postal_zone, 'postal_zone'),
      leaf(cbc.CountrySubentity, sent.country_subentity, 'country_subentity'),
      branch(cac.AddressLine, [textLeaf(cbc.Line, sent.address_line, 'address_line')]),
      branch(cac.Country, [leaf(cbc.IdentificationCode, sent.country_code, 'country_code')]),
    ],
    origin,
  )
}
