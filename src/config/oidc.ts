import { givenRoles, isRole, type Role } from '../security/roles.ts'
import type { Environment } from './environment.ts'
import { isSafeUrl } from './safe-url.ts'

/** An OpenID provider where people sign in; undefined when none is configured. */
export function oidcIn(environment: Environment): OidcConfig | undefined {
  const issuer = environment.text('OIDC.issuer')
  if (issuer === undefined) {
    if (environment.hasMembers('OIDC')) environment.refuse('OIDC.issuer', 'must be set when another member of OIDC is')
    return undefined
  }
  if (!isSafeUrl(issuer)) environment.refuse('OIDC.issuer', 'must be an https URL without a password')
  // The role of one organisation must not be given in another.
  if (environment.text('OIDC.role_claim') !== undefined && environment.text('OIDC.org_claim') === undefined)
    environment.refuse('OIDC.org_claim', 'must be set when role_claim is: a role belongs to an organisation')
  return {
    issuer,
    clientId: environment.required('OIDC.client_id', 'when issuer is'),
    clientSecret: environment.required('OIDC.client_secret', 'when issuer is'),
    name: environment.text('OIDC.name') ?? (URL.canParse(issuer) ? new URL(issuer).hostname : issuer),
    orgClaim: environment.text('OIDC.org_claim'),
    roleClaim: environment.text('OIDC.role_claim'),
    roles: rolesIn(environment),
  }
}

export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly orgClaim: string | undefined
  readonly roleClaim: string | undefined
  /** Value of the role claim → role. */
  readonly roles: ReadonlyMap<string, Role>
}

/** `value=role`, separated by commas; without the member each role is named by itself. */
function rolesIn(environment: Environment): ReadonlyMap<string, Role> {
  const text = environment.text('OIDC.roles')
  if (text === undefined) return new Map(givenRoles.map((role) => [role, role]))
  const roles = new Map<string, Role>()
  for (const pair of text.split(',')) {
    const [, value = '', role = ''] = /^\s*(.*\S)\s*=\s*(\w+)\s*$/.exec(pair) ?? []
    if (isRole(role) && role !== 'operator') roles.set(value, role)
    else environment.refuse('OIDC.roles', `must be value=role, with the roles ${givenRoles.join(', ')}: ${pair.trim()}`)
  }
  return roles
}
