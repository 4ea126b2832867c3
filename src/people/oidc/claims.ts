import { coversRole, type Role, scopesOfRole } from '../../security/roles.ts'
import type { Identity } from '../../store/people/users.ts'
import { isStorable } from '../../text/storable.ts'
import { emailAddress } from '../email-address.ts'
import type { OidcSettings } from './settings.ts'

/** What a provider says about a person who signed in there. */
export interface Claimed {
  readonly identity: Identity
  readonly name: string | undefined
  /** Undefined unless the provider has verified it, and it is an address that we take. */
  readonly email: string | undefined
  /** The id or name of an organisation. */
  readonly organisation: string | undefined
  readonly role: Role | undefined
}

/**
 * Reads the claims of an ID token and of the user info; a claim of another type counts as absent.
 */
export function readClaims(claims: ReadonlyMap<string, unknown>, identity: Identity, settings: OidcSettings): Claimed {
  const email = claims.get('email_verified') === true ? textIn(claims, 'email') : undefined
  return {
    identity,
    name: textIn(claims, 'name') ?? textIn(claims, 'preferred_username'),
    email: email === undefined ? undefined : emailAddress(email),
    organisation: textIn(claims, settings.orgClaim),
    role: roleIn(claims, settings),
  }
}

function textIn(claims: ReadonlyMap<string, unknown>, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : claims.get(name)
  const isText = typeof value === 'string' && value.trim() !== '' && value.length <= charactersMax && isStorable(value)
  return isText ? value.trim() : undefined
}

/** The most powerful role that the claim's values stand for. */
function roleIn(claims: ReadonlyMap<string, unknown>, { roleClaim, roles }: OidcSettings): Role | undefined {
  const value = roleClaim === undefined ? undefined : claims.get(roleClaim)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const named = values.flatMap((one) => (typeof one === 'string' ? (roles.get(one) ?? []) : []))
  return named.reduce<Role | undefined>((most, role) => (most && covers(most, role) ? most : role), undefined)
}

function covers(more: Role, less: Role): boolean {
  return coversRole(new Set(scopesOfRole[more]), less)
}

const charactersMax = 255
