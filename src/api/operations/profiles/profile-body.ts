import { BusinessProfile, completedStatus } from '../../../document/objects/business-profile.ts'
import { withTin } from '../../../issuing/compatible-request.ts'
import type { JsonValue } from '../../../json/read.ts'
import type { Call } from '../../operation.ts'
import { jsonBody } from '../../request/json-body.ts'

/** The business profile that the body holds; in compatibility mode with the TIN that its TRN begins with. Throws Faults. */
export function profileBody({ body, compatibility }: Pick<Call, 'body' | 'compatibility'>): BusinessProfile {
  return jsonBody(BusinessProfile, body, compatibility === undefined ? undefined : compatibleProfile)
}

function compatibleProfile(sent: JsonValue): JsonValue {
  if (!(sent instanceof Map)) return sent
  const profile = withTin(sent)
  return profile.get('status') === completedStatus ? profile.set('status', 'ACTIVE') : profile
}
