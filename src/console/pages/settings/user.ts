import { type Html, html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import { noticeOf } from '../../http/notice.ts'
import { may } from '../../may.ts'
import { copyable } from '../../parts/code-block.ts'
import { facts } from '../../parts/facts.ts'
import { changedOnPage, emptiedFields } from '../../parts/former.ts'
import { idempotencyOf } from '../../parts/idempotency.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { enterValue } from '../../refusal-words.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import { sessionRows } from './sessions.ts'
import { settingsTabs } from './tabs.ts'
import { userForm, userIn } from './user-form.ts'
import { type User, userPath, usersPath } from './users.ts'

/** One user: the fields, the sessions, and what an administrator can do. */
export const showUser = page({
  path: '/console/settings/users/{user_id}',
  access: 'admin',
  show: async (call) => userPage(call, await call.api.call('retrieveUser', { params: call.params })),
})

export const changeUser = action({
  path: '/console/settings/users/{user_id}',
  access: 'admin',
  async act(call) {
    const { api, params, form } = call
    // The same address again would invite the user again, which has a button of its own.
    const body = changedOnPage(form, userIn(form))
    const emptied = emptiedFields(call, form, { name: enterValue, email: accountWords.emailStays })
    const change = () => attempt(call, () => api.call('changeUser', { params, body, ...idempotencyOf(form) }))
    const { answer, refusal } = emptied === undefined ? await change() : { answer: undefined, refusal: emptied }
    if (refusal !== undefined) {
      const user = await api.call('retrieveUser', { params })
      return userPage(call, user, { sent: { ...user, ...body }, refusal })
    }
    return {
      redirect: usersPath,
      notice: noticeOf('good', accountWords.userSaved, { name: answer.name }),
    }
  },
})

interface Refused {
  readonly sent: User
  readonly refusal: SelfbillError
}

async function userPage(call: Call<'/{user_id}'>, user: User, refused?: Refused): Promise<PageReply> {
  const { api, say, format } = call
  const { user_id: id, name, role, email, email_confirmed: confirmed, invitation_expires_at: end } = user
  const { items: sessions } = await api.call('listSessions', { query: { user_id: id } })
  const isBelow = role !== 'operator' || may(call, 'operator')
  const path = userPath(id)
  const form = userForm(call, { address: path, user: refused?.sent ?? user, former: user, refusal: refused?.refusal })
  return {
    title: name,
    ...(refused !== undefined && { status: 422, notice: noticeOf('bad', accountWords.userNotSaved) }),
    body: html`${settingsTabs(call)}
${pageHead(name, { actions: actionsOf(call, user, isBelow) })}
${isBelow ? form : html`<p class="notice">${say(accountWords.tooHigh)}</p>`}
<section class="card">${facts([
      [say(sharedWords.id), copyable(id)],
      [say(accountWords.role), say(sharedWords[role])],
      [say(sharedWords.created), format.moment(user.created_at)],
      [
        say(accountWords.emailState),
        email !== undefined && say(confirmed ? accountWords.emailConfirmed : accountWords.emailUnconfirmed),
      ],
      [say(accountWords.invitation), end !== undefined && invitationWords(call, Date.parse(end))],
      [say(accountWords.provider), user.signs_in_at_provider && '✓'],
    ])}</section>
<section class="section" aria-labelledby="sessions"><h2 id="sessions">${say(accountWords.sessions)}</h2>
${sessions.length === 0 ? html`<p>${say(accountWords.noSessions)}</p>` : sessionRows(call, sessions, path)}</section>`,
  }
}

function invitationWords({ say, format }: Pick<Call, 'say' | 'format'>, end: number): Html {
  return html`${say(end > Date.now() ? accountWords.invitedUntil : accountWords.invitationOver)} ${format.moment(end)}`
}

function actionsOf(
  call: Pick<Call, 'say'>,
  { user_id: id, name, invitation_expires_at: end }: User,
  isBelow: boolean,
): readonly Html[] {
  const { say } = call
  const path = userPath(id)
  return [
    ...(isBelow ? [press(`${path}/login-link`, say(accountWords.loginLink))] : []),
    ...(isBelow && end !== undefined ? [press(`${path}/invite`, say(accountWords.inviteAgain))] : []),
    press(`${path}/sign-out`, say(accountWords.signOut), { fields: { name } }),
    ...(isBelow ? [html`<a class="button danger" href="${`${path}/remove`}">${say(accountWords.remove)}</a>`] : []),
  ]
}
