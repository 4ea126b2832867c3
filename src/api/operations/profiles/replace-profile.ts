import { AnsweredProfile, BusinessProfile, Type } from '@selfbill/pint-ae/document'
import { writeJson } from '@selfbill/pint-ae/json'
import { message } from '@selfbill/pint-ae/messages'
import { type Profile, updateProfile } from '../../../store/accounts/profiles.ts'
import { asRead } from '../../../store/as-read.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault, oneFieldFault } from '../../faults.ts'
import { profileExample } from '../../openapi/request-examples.ts'
import { operation } from '../../operation.ts'
import { profileAnswer, profileTag } from './profile-answer.ts'
import { type ProfileCall, profileBody } from './profile-body.ts'
import { profileInPath, profileParameters } from './profile-parameters.ts'

/**
 * Replaces a business profile. A document that is issued meanwhile uses either the old or the new
 * one. With If-Match it succeeds only if the profile has not changed since it was read. Source:
 * docs/contract.md#operations; docs/decisions/0034.
 */
export const replaceProfile = operation({
  id: 'replaceBusinessProfile',
  method: 'PUT',
  path: '/api/business-profiles/{business_profile_id}',
  summary: 'Replace a business profile',
  description: 'With If-Match it succeeds only if the profile has not changed since you read it.',
  access: { kind: 'scopes', scopes: ['profiles'], rate: 'profiles' },
  audits: { target: 'profile', id: 'business_profile_id', detail: ['name', 'status'] },
  params: profileParameters,
  headers: {
    'If-Match': Type.Optional(Type.String()),
  },
  body: { kind: 'json', schema: BusinessProfile, bytesMax: smallBodyBytesMax, example: profileExample },
  answers: { 200: { description: 'The business profile', type: 'application/json', schema: AnsweredProfile } },
  faults: ['business_profile_not_found', 'profile_changed', 'document_invalid', 'unavailable'],
  async handle(call) {
    const replaced = await asRead(['profile_as_read'], async () => replace(call, await profileInPath(call)))
    return answerOf(call, replaced)
  },
})

const answerOf = (call: ProfileCall, profile: Profile) => profileAnswer(200, profile, call)

function replace(call: ProfileCall, profile: Profile): Promise<Profile> {
  const { parts } = call
  const { profileId } = profile
  if (!isUnchanged(call.header('if-match'), profile)) throw new Fault('profile_changed', { id: profileId })
  const { profile_id: named = profileId, status = profile.status, ...party } = profileBody(call)
  if (named !== profileId) {
    throw oneFieldFault('document_invalid', 'profile_id', message('profile_id_differs_from_path'))
  }
  const change = { ...profile, party: writeJson(party), status, updatedAt: parts.now() }
  return updateProfile(parts.store.database, change, (changed) => call.keep(answerOf(call, changed)))
}

/** RFC 9110, 13.1.1: a weak tag never matches. */
function isUnchanged(ifMatch: string | undefined, profile: Profile): boolean {
  if (ifMatch === undefined) return true
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.includes(profileTag(profile))
}
