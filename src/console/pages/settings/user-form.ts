import { type Html, html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import { emptyForm, type Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { oneOf } from '../../one-of.ts'
import { choice, field } from '../../parts/field.ts'
import { given } from '../../parts/filters.ts'
import { formerValues } from '../../parts/former.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { accountWords } from './account-words.ts'
import { settingsWords } from './settings-words.ts'
import { type User, userPath, usersPath } from './users.ts'

/** A new user, and the fields of any user. */
export const newUser = page({
  path: '/console/settings/users/new',
  access: 'admin',
  show: (call) => newUserPage(call, emptyForm),
})

export const addUser = action({
  path: '/console/settings/users/new',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const body = { role: 'viewer' as const, ...userIn(form) }
    const { answer, refusal } = await attempt(call, () => api.call('createUser', { body, ...idempotencyOf(form) }))
    if (refusal !== undefined) return newUserPage(call, form, refusal)
    return {
      redirect: userPath(answer.user_id),
      notice: noticeOf('good', accountWords.userAdded, { name: answer.name }),
    }
  },
})

function newUserPage(call: Pick<Call, 'say'>, form: Form, refusal?: SelfbillError): PageReply {
  const { say } = call
  return {
    title: say(accountWords.newUser),
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', accountWords.userNotSaved) }),
    body: html`${pageHead(say(accountWords.newUser), { about: say(accountWords.usersAbout) })}
${userForm(call, { address: `${usersPath}/new`, back: usersPath, user: userIn(form), refusal })}`,
  }
}

export function userForm({ say }: Pick<Call, 'say'>, { address, back, user, former, refusal }: UserForm): Html {
  const known = user.role === 'operator' ? [{ value: '', label: say(sharedWords.operator) }] : []
  const roleChoices = [...known, ...givenRoles.map((role) => ({ value: role, label: say(sharedWords[role]) }))]
  const languages = [
    ...(user.language === undefined ? [{ value: '', label: say(accountWords.browserLanguage) }] : []),
    { value: 'en', label: say(settingsWords.english) },
    { value: 'ar', label: say(settingsWords.arabic) },
  ]
  const problemOf = (name: string) => refusal?.fields[name]
  return html`<form class="card columns" method="post" action="${address}">
${idempotencyField()}${former !== undefined && formerValues(formerOf(former))}
${field('name', say(sharedWords.name), {
  value: user.name,
  isRequired: true,
  maxLength: 255,
  problem: problemOf('name'),
})}
${field('email', say(accountWords.email), {
  value: user.email,
  type: 'email',
  direction: 'ltr',
  hint: say(accountWords.emailHint),
  problem: problemOf('email'),
})}
${choice('role', say(accountWords.role), roleChoices, {
  value: user.role,
  hint: say(accountWords.viewerHint),
  problem: problemOf('role'),
})}
${choice('language', say(accountWords.language), languages, { value: user.language })}
${otherProblems(refusal, ['name', 'email', 'role'])}
<div class="actions"><button class="primary" type="submit">${say(sharedWords.save)}</button>
${back !== undefined && html`<a class="button" href="${back}">${say(sharedWords.cancel)}</a>`}</div>
</form>`
}

interface UserForm {
  readonly address: string
  readonly back?: string
  readonly user: Partial<User>
  /** The user as stored: only what differs on the page is sent. */
  readonly former?: User
  readonly refusal?: SelfbillError | undefined
}

export function userIn(form: Form) {
  return {
    name: form.text('name') ?? '',
    ...given({
      email: form.text('email'),
      role: oneOf(givenRoles, form.text('role')),
      language: oneOf(['en', 'ar'], form.text('language')),
    }),
  }
}

/** The form names no operator: the command line makes them. */
function formerOf({ name, email, role, language }: User) {
  return { name, email, role: oneOf(givenRoles, role), language }
}

const givenRoles = ['viewer', 'clerk', 'admin'] as const
