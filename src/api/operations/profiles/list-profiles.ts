import { AnsweredProfile } from '@selfbill/pint-ae/document'
import { profilesOf } from '../../../store/accounts/profiles.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { listBy, listOf } from '../../request/lists.ts'
import { answeredProfile } from './profile-answer.ts'

const profileList = listBy('business-profiles', 'integer', 'text')

/** The business profiles of the organisation. */
export const listProfiles = operation({
  id: 'listBusinessProfiles',
  method: 'GET',
  path: '/api/business-profiles',
  summary: 'List the business profiles, oldest first',
  access: { kind: 'scopes', scopes: ['documents:read', 'profiles'], rate: 'profiles' },
  query: profileList.parameters,
  answers: {
    200: {
      description: 'A page of business profiles',
      type: 'application/json',
      schema: listOf('BusinessProfilePage', AnsweredProfile),
    },
  },
  faults: ['parameter_invalid'],
  async handle(call) {
    const { account, parts } = call
    const { rows, next } = await profileList.page(
      call.query,
      (page) => profilesOf(parts.store.database, account.orgId, page),
      ({ createdAt, profileId }) => [createdAt, profileId],
    )
    return ok({ items: rows.map((profile) => answeredProfile(profile, call)), next })
  },
})
