import { AnsweredProfile } from '@selfbill/pint-ae/document'
import { notModified } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { profileAnswer } from './profile-answer.ts'
import { profileInPath, profileParameters } from './profile-parameters.ts'

/**
 * One business profile. Accounts that read documents may also read their parties. Source:
 * docs/contract.md#operations.
 */
export const retrieveProfile = operation({
  id: 'retrieveBusinessProfile',
  method: 'GET',
  path: '/api/business-profiles/{business_profile_id}',
  summary: 'Retrieve a business profile',
  access: { kind: 'scopes', scopes: ['documents:read', 'profiles'], rate: 'profiles' },
  params: profileParameters,
  answers: {
    200: { description: 'The business profile', type: 'application/json', schema: AnsweredProfile },
    304: notModified,
  },
  faults: ['business_profile_not_found'],
  handle: async (call) => profileAnswer(200, await profileInPath(call), call),
})
