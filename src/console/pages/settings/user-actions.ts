import { html } from '@selfbill/pint-ae/html'
import { attempt } from '../../attempt.ts'
import { noticeOf } from '../../http/notice.ts'
import { confirmation } from '../../parts/confirmation.ts'
import { idempotencyOf } from '../../parts/idempotency.ts'
import { pageHead } from '../../parts/page-head.ts'
import { secretBox } from '../../parts/secret-box.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import { settingsWords } from './settings-words.ts'
import { userPath, usersPath } from './users.ts'

/** What an administrator does with a user: a login link, the end of sessions, the removal. */
export const makeLoginLink = action({
  path: '/console/settings/users/{user_id}/login-link',
  access: 'admin',
  async act(call) {
    const { api, params, form, say, browser } = call
    const { name } = await api.call('retrieveUser', { params })
    const link = await api.call('createLoginLink', { params, ...idempotencyOf(form) })
    const title = say(accountWords.loginLinkTitle, { name })
    const more = html`<p>${say(accountWords.loginLinkHint)}</p>
<div class="actions"><a class="button primary" href="${userPath(params.user_id)}">${say(accountWords.toUser)}</a></div>`
    const secret = link.url ?? `${browser.origin}${link.path}`
    return { title, body: html`${pageHead(title)}${secretBox(call, { title, secret, more })}` }
  },
})

/** Gives the same address again: its 14 days begin anew. */
export const inviteUser = action({
  path: '/console/settings/users/{user_id}/invite',
  access: 'admin',
  async act({ api, params }) {
    const { name, email } = await api.call('retrieveUser', { params })
    if (email !== undefined) await api.call('changeUser', { params, body: { email } })
    return {
      redirect: userPath(params.user_id),
      notice: noticeOf('good', accountWords.invitedAgain, { name }),
    }
  },
})

export const signOutUser = action({
  path: '/console/settings/users/{user_id}/sign-out',
  access: 'admin',
  async act({ api, params }) {
    const { name } = await api.call('retrieveUser', { params })
    await api.call('signOutUser', { params })
    return {
      redirect: userPath(params.user_id),
      notice: noticeOf('good', accountWords.signedOut, { name }),
    }
  },
})

export const endSessionOfUser = action({
  path: '/console/settings/users/{user_id}/sessions/{session_id}/end',
  access: 'admin',
  async act({ api, params }) {
    await api.call('endSession', { params: { session_id: params.session_id } })
    return { redirect: userPath(params.user_id), notice: noticeOf('good', settingsWords.sessionEnded) }
  },
})

export const askToRemoveUser = page({
  path: '/console/settings/users/{user_id}/remove',
  access: 'admin',
  async show(call) {
    const { say, api, params } = call
    const { name } = await api.call('retrieveUser', { params })
    return confirmation(call, {
      title: say(accountWords.removeTitle, { name }),
      about: [say(accountWords.removeAbout, { name })],
      button: say(accountWords.remove),
      address: `${userPath(params.user_id)}/remove`,
      back: userPath(params.user_id),
    })
  },
})

export const removeUser = action({
  path: '/console/settings/users/{user_id}/remove',
  access: 'admin',
  async act(call) {
    const { api, params } = call
    const { refusal } = await attempt(call, () => api.call('removeUser', { params }))
    return refusal === undefined
      ? { redirect: usersPath, notice: noticeOf('good', accountWords.removed) }
      : {
          redirect: userPath(params.user_id),
          notice: noticeOf('bad', sharedWords.refused, { reason: refusal.message }),
        }
  },
})
