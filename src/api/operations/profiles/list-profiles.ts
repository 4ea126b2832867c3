import { AnsweredProfile } from '@selfbill/pint-ae/document'
import { profilePage } from '../../../store/accounts/profiles.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { defaultSize, pageBody, pageOf, pageParameters } from '../../request/paging.ts'
import { answeredProfile } from './profile-answer.ts'

/**
 * The business profiles of the organisation, oldest first, so that pages do not shift when others
 * are added.
 */
export const listProfiles = operation({
  id: 'listBusinessProfiles',
  method: 'GET',
  path: '/api/business-profiles',
  summary: 'List the business profiles, oldest first',
  access: { kind: 'scopes', scopes: ['documents:read', 'profiles'], rate: 'profiles' },
  query: pageParameters,
  answers: {
    200: {
      description: 'A page of business profiles',
      type: 'application/json',
      schema: pageOf('BusinessProfilePage', AnsweredProfile),
    },
  },
  faults: ['parameter_invalid'],
  async handle(call) {
    const { account, parts } = call
    const { page = 0, size = defaultSize } = call.query
    const { profiles, total } = await profilePage(parts.store.database, account.orgId, page * size, size)
    return ok(
      pageBody(
        profiles.map((profile) => answeredProfile(profile, call)),
        { page, size, total },
      ),
    )
  },
})
