import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import type { PartyBlock, Piece } from './page.ts'
import { facts, joined, piece } from './pieces.ts'
import { wordFor } from './words.ts'

/** A supplier or customer: legal name, address and registration numbers. */
export function partyBlock(party: DocumentView, role: string, words: Words): PartyBlock {
  const legal = party.text('party_name')
  const name = party.text('name') ?? ''
  const names = [legal === undefined || legal === name ? undefined : name, party.text('party_name_in_local_language')]
  return {
    role,
    name: legal ?? name,
    lines: [...said(names), ...addressLines(party.object('postal_address'))],
    facts: facts([
      [words.trn, party.text('party_tax_scheme', 'company_id')],
      [words.tin, party.text('tin')],
      [wordFor(words.registration, party.text('scheme_agency_id') ?? 'none'), party.text('company_id')],
      [words.endpoint, joined(':', party.text('endpoint_scheme_id'), party.text('endpoint_id'))],
      [words.email, party.text('email')],
      [words.telephone, party.text('telephone')],
      [words.contact, party.text('contact_name')],
    ]),
  }
}

/** A payee or a tax representative, which has fewer members. */
export function otherPartyBlock(party: DocumentView, role: string, words: Words): PartyBlock {
  return {
    role,
    name: party.text('party_name') ?? '',
    lines: addressLines(party.object('postal_address')),
    facts: facts([
      [words.trn, party.text('party_tax_scheme', 'company_id')],
      [words.number, party.text('party_identification', 'id')],
    ]),
  }
}

export function addressLines(address: DocumentView | undefined): readonly Piece[] {
  if (address === undefined) return []
  return said([
    address.text('street_name'),
    address.text('additional_street_name'),
    address.text('address_line'),
    joined(' ', address.text('postal_zone'), address.text('city_name'), address.text('country_subentity')),
    joined(' ', address.text('country'), bracketed(address.text('country_code'))),
  ])
}

function bracketed(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `(${text})`
}

function said(lines: readonly (string | undefined)[]): readonly Piece[] {
  return lines.flatMap((line) => (line === undefined ? [] : [piece(line)]))
}
