import type { Family } from '@selfbill/pint-ae/document'
import { type Message, message } from '@selfbill/pint-ae/messages'
import { otherParty } from './usual-values.ts'

type Errors = readonly (readonly [path: string, reason: Message])[]

/**
 * What a person has to correct in a table: a member that is missing only because another one is
 * wrong would have been filled in (usual-values.ts), so it is left out.
 */
export function causesOf(errors: ReadonlyMap<string, Message>, family: Family): ReadonlyMap<string, Message> {
  const party = `${otherParty[family]}.`
  const [own, others] = [new Map<string, Message>(), new Map<string, Message>()]
  for (const [path, reason] of errors) {
    if (path.startsWith(party)) own.set(path.slice(party.length), reason)
    else if (!followsFromCode(path, reason, errors)) others.set(path, reason)
  }
  return new Map([...others, ...partyCauses([...own]).map(([path, reason]) => [`${party}${path}`, reason] as const)])
}

/** The text of an exemption reason, while its code is missing. */
function followsFromCode(path: string, { id }: Message, errors: ReadonlyMap<string, Message>): boolean {
  return path.endsWith('.tax_exemption_reason') && id.startsWith('mandatory') && errors.has(`${path}_code`)
}

/** The same of a party; the paths are within it. */
export function partyCauses(errors: Errors): Errors {
  const wrong = new Set(errors.map(([path]) => path))
  const isConsequence = (path: string, { id }: Message) =>
    id.startsWith('mandatory') && followers.some(([cause, followed]) => wrong.has(cause) && followed.includes(path))
  return errors.flatMap(([path, reason]) => {
    if (isConsequence(path, reason)) return []
    // The TIN is the beginning of the TRN, and the rules ask for the TRN.
    const isTrnMissing = path === 'tin' && reason.id === 'mandatory_for_uae_supplier'
    return [isTrnMissing ? ([trn, message('mandatory', { field: 'company_id' })] as const) : ([path, reason] as const)]
  })
}

const trn = 'party_tax_scheme.company_id'
const endpoint = ['endpoint_id', 'endpoint_scheme_id']
const ofUae = ['party_tax_scheme.tax_scheme', 'tin', ...endpoint]

/** By the member that others follow from. */
const followers: readonly (readonly [cause: string, followed: readonly string[]])[] = [
  [trn, ['postal_address.country', 'postal_address.country_code', ...ofUae]],
  ['postal_address.country_code', ['postal_address.country', 'scheme_agency_id', ...ofUae]],
  ['tin', endpoint],
  ['endpoint_id', ['endpoint_scheme_id']],
  ['name', ['party_name']],
]
