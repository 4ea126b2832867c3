import { randomBytes } from 'node:crypto'
import { AnsweredProfile, BusinessProfile } from '@selfbill/pint-ae/document'
import { writeJson } from '@selfbill/pint-ae/json'
import { addProfile, profileIdFrom } from '../../../store/accounts/profiles.ts'
import { failedConstraint } from '../../../store/constraints.ts'
import { located } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault } from '../../faults.ts'
import { profileExample } from '../../openapi/request-examples.ts'
import { operation } from '../../operation.ts'
import { profileAnswer } from './profile-answer.ts'
import { type ProfileCall, profileBody } from './profile-body.ts'

/**
 * Adds a business profile, under a minted id or the one that was sent. Source:
 * docs/contract.md#requests.
 */
export const createProfile = operation({
  id: 'createBusinessProfile',
  method: 'POST',
  path: '/api/business-profiles',
  summary: 'Add a business profile',
  description: 'The service mints a `profile_id` unless you send one.',
  access: { kind: 'scopes', scopes: ['profiles'], rate: 'profiles' },
  audits: { target: 'profile', id: 'profile_id', detail: ['name', 'status'] },
  body: { kind: 'json', schema: BusinessProfile, bytesMax: smallBodyBytesMax, example: profileExample },
  answers: { 201: { description: 'The business profile', type: 'application/json', schema: AnsweredProfile } },
  leadsTo: {
    path: '/api/business-profiles/{business_profile_id}',
    parameters: { business_profile_id: '$response.body#/profile_id' },
  },
  faults: ['document_invalid', 'profile_id_taken'],
  async handle(call) {
    const sent = profileBody(call)
    for (;;) {
      const answer = await tryToAdd(call, sent)
      if (answer !== 'again') return answer
    }
  },
})

/** Returns `again` when a minted id is taken, which is almost impossible among 2^50. */
async function tryToAdd(call: ProfileCall, sent: BusinessProfile) {
  const { account, parts } = call
  const { profile_id: requestedId, status = 'ACTIVE', ...party } = sent
  const profileId = requestedId ?? profileIdFrom(randomBytes(10))
  const profile = { orgId: account.orgId, profileId, party: writeJson(party), status, createdAt: parts.now() }
  const created = profileAnswer(201, { ...profile, version: 1, updatedAt: profile.createdAt }, call)
  const answer = located(created, `/api/business-profiles/${encodeURIComponent(profileId)}`)
  try {
    await addProfile(parts.store.database, profile, call.keep(answer))
    return answer
  } catch (error) {
    if (failedConstraint(error) !== 'profile_id') throw error
    if (requestedId === undefined) return 'again' as const
    throw new Fault('profile_id_taken', { profile_id: profileId })
  }
}
