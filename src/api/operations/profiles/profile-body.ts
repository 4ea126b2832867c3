import { type BusinessProfile, completedStatus } from '../../../document/objects/business-profile.ts'
import type { JsonValue } from '../../../json/read.ts'
import { withTin } from '../../../record/compatible-request.ts'
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
