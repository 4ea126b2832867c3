import { type BusinessProfile, completedStatus } from '@selfbill/pint-ae/document'
import { withTin } from '@selfbill/pint-ae/draft'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { AccountContext, JsonContent } from '../../declaration/call.ts'

/**
 * The business profile in the body; compatibility mode takes a missing TIN from the TRN. Throws
 * Faults.
 */
export function profileBody({ body, compatibility }: ProfileCall): BusinessProfile {
  return body.read(compatibility === undefined ? undefined : compatibleProfile)
}

/** A request of an account whose body is a business profile. */
export interface ProfileCall extends AccountContext {
  readonly body: JsonContent<BusinessProfile>
}

function compatibleProfile(sent: JsonValue): JsonValue {
  if (!(sent instanceof Map)) return sent
  const profile = withTin(sent)
  return profile.get('status') === completedStatus ? profile.set('status', 'ACTIVE') : profile
}
