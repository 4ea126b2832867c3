import { givenRoles, isRole, type Role } from '../security/roles.ts'
import type { Environment } from './environment.ts'
import { isSafeUrl } from './safe-url.ts'

/** An OpenID provider where people sign in; undefined when none is configured. */
export function oidcIn(environment: Environment): OidcConfig | undefined {
  const issuer = environment.text('OIDC_ISSUER')
  if (issuer === undefined) {
    if (environment.text('OIDC_CLIENT_ID') !== undefined)
      environment.refuse('OIDC_ISSUER', 'must be set when OIDC_CLIENT_ID is')
    return undefined
  }
  if (!isSafeUrl(issuer)) environment.refuse('OIDC_ISSUER', 'must be an https URL without a password')
  // The role of one organisation must not be given in another.
  if (environment.text('OIDC_ROLE_CLAIM') !== undefined && environment.text('OIDC_ORG_CLAIM') === undefined)
    environment.refuse('OIDC_ORG_CLAIM', 'must be set when OIDC_ROLE_CLAIM is: a role belongs to an organisation')
  return {
    issuer,
    clientId: environment.required('OIDC_CLIENT_ID', 'when OIDC_ISSUER is'),
    clientSecret: environment.required('OIDC_CLIENT_SECRET', 'when OIDC_ISSUER is'),
    name: environment.text('OIDC_NAME') ?? (URL.canParse(issuer) ? new URL(issuer).hostname : issuer),
    orgClaim: environment.text('OIDC_ORG_CLAIM'),
    roleClaim: environment.text('OIDC_ROLE_CLAIM'),
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

/** `value=role`, separated by commas; without the variable each role is named by itself. */
function rolesIn(environment: Environment): ReadonlyMap<string, Role> {
  const text = environment.text('OIDC_ROLES')
  if (text === undefined) return new Map(givenRoles.map((role) => [role, role]))
  const roles = new Map<string, Role>()
  for (const pair of text.split(',')) {
    const [, value = '', role = ''] = /^\s*(.*\S)\s*=\s*(\w+)\s*$/.exec(pair) ?? []
    if (isRole(role) && role !== 'operator') roles.set(value, role)
    else environment.refuse('OIDC_ROLES', `must be value=role, with the roles ${givenRoles.join(', ')}: ${pair.trim()}`)
  }
  return roles
}
