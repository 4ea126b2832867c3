import type { AnsweredBusinessProfile, BusinessProfile } from '../../../../client/src/api-types.ts'
import type { Form } from '../../http/form.ts'
import type { Sentence } from '../../language/words.ts'
import { oneOf } from '../../one-of.ts'
import { given } from '../../parts/filters.ts'
import { profileWords } from './profile-words.ts'

/** The fields of a profile that a page shows, in their order. */
export const fields: readonly ProfileField[] = [
  { name: 'name', label: profileWords.name, isRequired: true, of: ({ name }) => name },
  { name: 'party_name', label: profileWords.legalName, of: (profile) => profile.party_name },
  {
    name: 'party_name_in_local_language',
    label: profileWords.localName,
    of: (profile) => profile.party_name_in_local_language,
  },
  {
    name: 'party_tax_scheme.company_id',
    label: profileWords.trn,
    direction: 'ltr',
    of: (profile) => profile.party_tax_scheme?.company_id,
  },
  { name: 'tin', label: profileWords.tin, direction: 'ltr', of: ({ tin }) => tin },
  {
    name: 'endpoint_id',
    label: profileWords.endpoint,
    direction: 'ltr',
    isRequired: true,
    of: ({ endpoint_id }) => endpoint_id,
  },
  {
    name: 'postal_address.street_name',
    label: profileWords.street,
    isRequired: true,
    of: ({ postal_address: address }) => address.street_name,
  },
  {
    name: 'postal_address.city_name',
    label: profileWords.city,
    isRequired: true,
    of: ({ postal_address: address }) => address.city_name,
  },
  {
    name: 'postal_address.country_subentity',
    label: profileWords.subdivision,
    isRequired: true,
    of: ({ postal_address: address }) => address.country_subentity,
  },
  { name: 'company_id', label: profileWords.licence, direction: 'ltr', of: ({ company_id }) => company_id },
  { name: 'authority_name', label: profileWords.authority, of: (profile) => profile.authority_name },
  { name: 'contact_name', label: profileWords.contact, of: (profile) => profile.contact_name },
  { name: 'email', label: profileWords.email, direction: 'ltr', isRequired: true, of: ({ email }) => email },
  { name: 'telephone', label: profileWords.telephone, direction: 'ltr', of: ({ telephone }) => telephone },
]

export interface ProfileField {
  /** The path in the API. */
  readonly name: string
  readonly label: Sentence
  readonly isRequired?: true
  readonly direction?: 'ltr'
  of(profile: AnsweredBusinessProfile): string | undefined
}

/** Members that the form does not show stay as they are; a blank field takes its member away. */
export function changedProfile(profile: AnsweredBusinessProfile, form: Form): BusinessProfile {
  const { id: _id, org_id: _org, created_at: _created, updated_at: _updated, status: _status, ...kept } = profile
  const text = (name: string) => form.text(name)
  const trn = text('party_tax_scheme.company_id')
  const optional = {
    party_name: text('party_name'),
    party_name_in_local_language: text('party_name_in_local_language'),
    party_tax_scheme:
      trn === undefined ? undefined : { tax_scheme: 'VAT', ...profile.party_tax_scheme, company_id: trn },
    tin: text('tin'),
    company_id: text('company_id'),
    authority_name: text('authority_name'),
    contact_name: text('contact_name'),
    telephone: text('telephone'),
  }
  const rest = Object.fromEntries(Object.entries(kept).filter(([name]) => !Object.hasOwn(optional, name)))
  return {
    ...rest,
    ...given(optional),
    name: text('name') ?? '',
    endpoint_id: text('endpoint_id') ?? '',
    endpoint_scheme_id: profile.endpoint_scheme_id,
    email: text('email') ?? '',
    postal_address: {
      ...profile.postal_address,
      street_name: text('postal_address.street_name') ?? '',
      city_name: text('postal_address.city_name') ?? '',
      country_subentity: text('postal_address.country_subentity') ?? '',
    },
    status: oneOf(['ACTIVE', 'INACTIVE'], text('status')) ?? 'ACTIVE',
  }
}
