import { type Html, html } from '@selfbill/pint-ae/html'
import type { AnsweredBusinessProfile } from '../../../../client/src/api-types.ts'
import { decodeAnswer } from '../../../../client/src/decode-answer.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { may } from '../../may.ts'
import { oneOf } from '../../one-of.ts'
import { facts } from '../../parts/facts.ts'
import { choice, field } from '../../parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { hidden } from '../../parts/press.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { emirateWords } from './emirate-words.ts'
import { changedProfile, fields, type ProfileField } from './profile-fields.ts'
import { profileWords } from './profile-words.ts'
import { settingsTabs } from './tabs.ts'

/** One business profile: read by everybody, changed by administrators. */
export const showProfile = page({
  path: '/console/settings/profiles/{business_profile_id}',
  access: 'viewer',
  async show(call) {
    const { profile, tag } = await read(call)
    return may(call, 'admin') ? formPage(call, profile, tag) : factsPage(call, profile)
  },
})

export const changeProfile = action({
  path: '/console/settings/profiles/{business_profile_id}',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const { profile } = await read(call)
    const body = changedProfile(profile, form)
    const tag = form.text('version') ?? ''
    const { refusal } = await attempt(call, () =>
      api.send('PUT', pathOf(profile), { body, ifMatch: tag, ...idempotencyOf(form) }),
    )
    if (refusal !== undefined) return formPage(call, profile, tag, { form, refusal })
    return {
      redirect: '/console/settings/profiles',
      notice: noticeOf('good', profileWords.saved, { name: body.name }),
    }
  },
})

type OfProfile = Call<'/{business_profile_id}'>

/** With its version, so that two people do not undo each other's changes. */
async function read({ api, params }: OfProfile): Promise<{ profile: AnsweredBusinessProfile; tag: string }> {
  const answer = await api.send('GET', pathOf({ profile_id: params.business_profile_id }))
  return { profile: decodeAnswer(answer), tag: answer.headers.get('etag') ?? '' }
}

function pathOf({ profile_id: id }: Pick<AnsweredBusinessProfile, 'profile_id'>): string {
  return `/api/business-profiles/${encodeURIComponent(id)}`
}

function factsPage(call: Call, profile: AnsweredBusinessProfile): PageReply {
  return {
    title: profile.name,
    body: html`${settingsTabs(call)}
${pageHead(profile.name)}
<section class="card">${facts(
      fields.map((one) => {
        const value = one.of(profile)
        return [call.say(one.label), value !== undefined && html`<bdi>${value}</bdi>`]
      }),
    )}</section>`,
  }
}

/** What was sent, when the API refused it. */
interface Sent {
  readonly form: Form
  readonly refusal: SelfbillError
}

function formPage(call: Call, profile: AnsweredBusinessProfile, tag: string, sent?: Sent): PageReply {
  const { say } = call
  const refusal = sent?.refusal
  const state = sent?.form.text('status') ?? (profile.status === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE')
  const states = [
    { value: 'ACTIVE', label: say(profileWords.active) },
    { value: 'INACTIVE', label: say(profileWords.inactive) },
  ]
  return {
    title: profile.name,
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', profileWords.notSaved) }),
    body: html`${settingsTabs(call)}
${pageHead(profile.name, { about: say(profileWords.about) })}
<form class="card columns" method="post" action="/console/settings/profiles/${profile.profile_id}">
${idempotencyField()}${hidden({ version: tag })}
${fields.map((one) => inputOf(call, one, profile, sent))}
${choice('status', say(profileWords.state), states, { value: state })}
${otherProblems(
  refusal,
  fields.map(({ name }) => name),
)}
<div class="actions"><button class="primary" type="submit">${say(profileWords.save)}</button>
<a class="button" href="/console/settings/profiles">${say(profileWords.cancel)}</a></div>
</form>`,
  }
}

function inputOf(call: Call, one: ProfileField, profile: AnsweredBusinessProfile, sent?: Sent): Html {
  const { name, isRequired = false, direction = 'auto' } = one
  const value = sent === undefined ? one.of(profile) : sent.form.text(name)
  const options = { value, isRequired, direction, problem: sent?.refusal.fields[name] } as const
  const isEmirate = oneOf(emirates, value) !== undefined
  if (name !== 'postal_address.country_subentity' || !isEmirate) return field(name, call.say(one.label), options)
  const choices = emirates.map((code) => ({ value: code, label: call.say(emirateWords[code]) }))
  return choice(name, call.say(one.label), choices, options)
}

const emirates = ['AUH', 'DXB', 'SHJ', 'AJM', 'UAQ', 'RAK', 'FUJ'] as const
