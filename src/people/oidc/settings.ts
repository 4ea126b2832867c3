import type { Role } from '../../security/roles.ts'

/** An OpenID provider where people may sign in. The configuration reads it. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The name on the button. */
  readonly name: string
  /** The claim that names a person's organisation, by id or name. */
  readonly orgClaim: string | undefined
  /** The claim that names a person's role: text, or a list of texts. */
  readonly roleClaim: string | undefined
  /** Value of that claim → role. */
  readonly roles: ReadonlyMap<string, Role>
}
