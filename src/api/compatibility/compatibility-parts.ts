import { headerPrefixOf } from '../../compatibility/header-prefix.ts'
import type { Organisation } from '../../store/accounts/organisations.ts'
import type { OpenSecret } from '../identity/client-signature.ts'

/**
 * What compatibility mode needs of the service: its setting for all organisations, and a place for
 * the secrets of clients.
 */
export interface CompatibilityParts {
  /** The setting of organisations without one of their own; undefined: strict mode. */
  readonly serviceWide: string | undefined
  /** False where secrets cannot be encrypted: then no organisation can be put into the mode. */
  readonly isPossible: boolean
  /** A secret as the database keeps it. */
  seal(secret: string): string
  readonly open: OpenSecret
}

/**
 * A client's secret as it is kept beside its digest: sealed for an organisation in compatibility
 * mode, because a signature can only be checked with the secret itself; undefined for any other.
 * Give it the organisation as the database has it now.
 */
export function keptSecret(
  { compatibility }: Pick<Organisation, 'compatibility'>,
  secret: string,
  { serviceWide, isPossible, seal }: Omit<CompatibilityParts, 'open'>,
): string | undefined {
  const isOn = isPossible && headerPrefixOf(compatibility, serviceWide) !== undefined
  return isOn ? seal(secret) : undefined
}
