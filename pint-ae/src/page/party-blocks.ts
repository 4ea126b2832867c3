import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import type { Language, PartyBlock, Piece } from './page.ts'
import { facts, joined, piece } from './pieces.ts'
import { arabicCountry, emirateName } from './places.ts'
import { wordFor } from './words.ts'

/** A supplier or customer: legal name, address and registration numbers. */
export function partyBlock(party: DocumentView, role: string, words: Words): PartyBlock {
  const [first = '', ...others] = namesOf(party, words.language)
  return {
    role,
    name: first,
    lines: [...said(others), ...addressLines(party.object('postal_address'), words.language)],
    facts: facts([
      [words.trn, party.text('party_tax_scheme', 'company_id')],
      [words.tin, party.text('tin')],
      [wordFor(words.registration, party.text('scheme_agency_id') ?? 'none'), party.text('company_id')],
      [words.licenceAuthority, party.text('authority_name')],
      [words.passportCountry, party.text('passport_issuing_country_code')],
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
    lines: addressLines(party.object('postal_address'), words.language),
    facts: facts([
      [words.trn, party.text('party_tax_scheme', 'company_id')],
      [words.number, party.text('party_identification', 'id')],
    ]),
  }
}

/** The legal name, the trade name and the local one; on an Arabic page an Arabic one first. */
function namesOf(party: DocumentView, language: Language): readonly string[] {
  const local = party.text('party_name_in_local_language')
  const isFirst = language === 'ar' && local !== undefined && /\p{Script=Arabic}/u.test(local)
  const names = [...(isFirst ? [local] : []), party.text('party_name'), party.text('name'), local]
  return [...new Set(names.filter((name) => name !== undefined))]
}

export function addressLines(address: DocumentView | undefined, language: Language): readonly Piece[] {
  if (address === undefined) return []
  const code = address.text('country_code')
  const subentity = address.text('country_subentity')
  const emirate = subentity === undefined || code !== 'AE' ? subentity : emirateName(subentity, language)
  const city = address.text('city_name')
  const country = (language === 'ar' && code !== undefined ? arabicCountry(code) : undefined) ?? address.text('country')
  return said([
    address.text('street_name'),
    address.text('additional_street_name'),
    address.text('address_line'),
    joined(
      language === 'ar' ? '، ' : ', ',
      joined(' ', address.text('postal_zone'), city),
      emirate === city ? undefined : emirate,
    ),
    country ?? code,
  ])
}

function said(lines: readonly (string | undefined)[]): readonly Piece[] {
  return lines.flatMap((line) => (line === undefined ? [] : [piece(line)]))
}
