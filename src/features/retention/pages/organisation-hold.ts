import { attempt } from '../../../console/attempt.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { holdWords } from '../../../console/parts/hold-words.ts'
import { action, type Call, page } from '../../../console/route.ts'
import { holdPage, type Refused } from './hold-page.ts'

/** The legal hold on all documents of the organisation. */
export const showOrganisationHold = page({
  path: '/console/settings/organisation/hold',
  access: 'admin',
  show: (call) => organisationHoldPage(call),
})

export const setOrganisationHold = action({
  path: '/console/settings/organisation/hold',
  access: 'admin',
  async act(call) {
    const reason = call.form.text('reason') ?? ''
    const { refusal } = await attempt(call, () => call.api.call('holdOrganisation', { body: { reason } }))
    if (refusal !== undefined) return organisationHoldPage(call, { refusal, reason })
    return { redirect: organisationPath, notice: noticeOf('good', holdWords.isSet) }
  },
})

export const releaseOrganisationHold = action({
  path: '/console/settings/organisation/hold/release',
  access: 'admin',
  async act({ api }) {
    await api.call('releaseOrganisation', {})
    return { redirect: organisationPath, notice: noticeOf('good', holdWords.isReleased) }
  },
})

const organisationPath = '/console/settings/organisation'

async function organisationHoldPage(call: Call, refused?: Refused) {
  const { legal_hold: hold } = await call.api.call('retrieveOrganisation', {})
  return holdPage(call, {
    title: call.say(holdWords.titleOfAll),
    about: call.say(holdWords.aboutAll),
    path: `${organisationPath}/hold`,
    back: organisationPath,
    hold,
    refused,
  })
}
