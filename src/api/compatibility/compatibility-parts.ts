import { headerPrefixOf } from '../../compatibility/header-prefix.ts'
import type { Organisation } from '../../store/accounts/organisations.ts'
import type { OpenSecret } from '../identity/client-signature.ts'

/**
 * Compatibility mode for operations: the service-wide setting, and encryption of client secrets.
 */
export interface CompatibilityParts {
  /** The setting of organisations that have not chosen; undefined: strict mode. */
  readonly serviceWide: string | undefined
  /** False without an encryption key: no organisation can then switch the mode on. */
  readonly isPossible: boolean
  /** Encrypts a secret for the database. */
  seal(secret: string): string
  readonly open: OpenSecret
}

/**
 * A client's encrypted secret, to store beside its digest: only for an organisation in
 * compatibility mode, because checking a signature needs the secret itself. Undefined otherwise.
 * Pass the organisation as the database has it now, not a cached one.
 */
export function keptSecret(
  { compatibility }: Pick<Organisation, 'compatibility'>,
  secret: string,
  { serviceWide, isPossible, seal }: Omit<CompatibilityParts, 'open'>,
): string | undefined {
  const isOn = isPossible && headerPrefixOf(compatibility, serviceWide) !== undefined
  return isOn ? seal(secret) : undefined
}
