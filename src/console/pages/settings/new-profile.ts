import { type Html, html } from '@selfbill/pint-ae/html'
import type { BusinessProfile } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { emptyForm } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { choice, field } from '../../parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { emirateWords } from './emirate-words.ts'
import { profileWords } from './profile-words.ts'

/** A new business profile: the form, and what happens when it is sent. */
export const newProfile = page({
  path: '/console/settings/profiles/new',
  access: 'admin',
  show: (call) => formPage(call, emptyForm),
})

export const addProfile = action({
  path: '/console/settings/profiles/new',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const { answer, refusal } = await attempt(call, () =>
      api.call('createBusinessProfile', { body: profileIn(form), ...idempotencyOf(form) }),
    )
    if (refusal !== undefined) return formPage(call, form, refusal)
    return {
      redirect: '/console/settings/profiles',
      notice: noticeOf('good', profileWords.saved, { name: answer.name }),
    }
  },
})

/** The form's fields are named by their path in the API, so its messages find them. */
const fields = [
  { name: 'name', label: profileWords.name, isRequired: true },
  { name: 'party_name', label: profileWords.legalName, isRequired: true },
  {
    name: 'party_tax_scheme.company_id',
    label: profileWords.trn,
    isRequired: true,
    direction: 'ltr',
    hint: profileWords.trnHint,
  },
  { name: 'postal_address.street_name', label: profileWords.street, isRequired: true },
  { name: 'postal_address.city_name', label: profileWords.city, isRequired: true },
  { name: 'postal_address.country_subentity', label: profileWords.subdivision, isRequired: true, isEmirate: true },
  { name: 'company_id', label: profileWords.licence, isRequired: true, direction: 'ltr' },
  { name: 'authority_name', label: profileWords.authority, isRequired: true },
  { name: 'email', label: profileWords.email, isRequired: true, type: 'email', direction: 'ltr' },
  { name: 'telephone', label: profileWords.telephone, type: 'tel', direction: 'ltr' },
] as const

function formPage(call: Call, form: Form, refusal?: SelfbillError): PageReply {
  const { say } = call
  return {
    title: say(profileWords.addTitle),
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', profileWords.notSaved) }),
    body: html`${pageHead(say(profileWords.addTitle), { about: say(profileWords.about) })}
<form class="card columns" method="post" action="/console/settings/profiles/new">
${idempotencyField()}
${fields.map((one) => fieldOf(call, one, form, refusal))}
${otherProblems(
  refusal,
  fields.map(({ name }) => name),
)}
<div class="actions"><button class="primary" type="submit">${say(profileWords.save)}</button>
<a class="button" href="/console/settings/profiles">${say(profileWords.cancel)}</a></div>
</form>`,
  }
}

function fieldOf(
  { say }: Call,
  declared: (typeof fields)[number],
  form: Form,
  refusal: SelfbillError | undefined,
): Html {
  const { name, label, hint, isEmirate, ...rest } = { hint: undefined, isEmirate: false, ...declared }
  const options = {
    ...rest,
    value: form.text(name),
    problem: refusal?.fields[name],
    ...(hint !== undefined && { hint: say(hint) }),
  }
  if (!isEmirate) return field(name, say(label), options)
  const choices = emirates.map((code) => ({ value: code, label: say(emirateWords[code]) }))
  return choice(name, say(label), [{ value: '', label: say(draftWords.choose) }, ...choices], options)
}

const emirates = ['AUH', 'DXB', 'SHJ', 'AJM', 'UAQ', 'RAK', 'FUJ'] as const

/** What a UAE business needs; the rest of a profile is for programs. */
function profileIn(form: Form): BusinessProfile {
  const text = (name: string) => form.text(name) ?? ''
  const trn = text('party_tax_scheme.company_id')
  const tin = trn.slice(0, 10)
  const telephone = form.text('telephone')
  return {
    name: text('name'),
    party_name: text('party_name'),
    postal_address: {
      street_name: text('postal_address.street_name'),
      city_name: text('postal_address.city_name'),
      country_subentity: text('postal_address.country_subentity'),
      country: 'United Arab Emirates',
      country_code: 'AE',
    },
    scheme_agency_id: 'TL',
    company_id: text('company_id'),
    authority_name: text('authority_name'),
    tin,
    party_tax_scheme: { company_id: trn, tax_scheme: 'VAT' },
    endpoint_id: tin,
    endpoint_scheme_id: '0235',
    email: text('email'),
    ...(telephone !== undefined && { telephone }),
  }
}
