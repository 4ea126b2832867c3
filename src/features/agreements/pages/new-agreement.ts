import { html } from '@selfbill/pint-ae/html'
import type { AgreementRequest } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../../console/attempt.ts'
import { emptyForm, type Form } from '../../../console/http/form.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { activeProfiles } from '../../../console/pages/drafts/active-profiles.ts'
import { settingsTabs } from '../../../console/pages/settings/tabs.ts'
import { choice, field } from '../../../console/parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../../console/parts/idempotency.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { sharedWords } from '../../../console/parts/shared-words.ts'
import { action, type Call, type PageReply, page } from '../../../console/route.ts'
import { agreementWords } from './agreement-words.ts'
import { agreementsPath } from './agreements.ts'

/** A new agreement on self-billing: the form, and what happens when it is sent. */
export const newAgreement = page({
  path: '/console/settings/agreements/new',
  access: 'admin',
  show: (call) => formPage(call, emptyForm),
})

export const addAgreement = action({
  path: '/console/settings/agreements/new',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const { answer, refusal } = await attempt(call, () =>
      api.call('createAgreement', { body: agreementIn(form), ...idempotencyOf(form) }),
    )
    if (refusal !== undefined) return formPage(call, form, refusal)
    return {
      redirect: agreementsPath,
      notice: noticeOf('good', agreementWords.saved, { name: answer.supplier_name }),
    }
  },
})

/** The form's fields are named by their path in the API, so its messages find them. */
const fields = [
  { name: 'supplier_name', label: agreementWords.supplier, isRequired: true },
  { name: 'supplier_tin', label: agreementWords.tin, isRequired: true, direction: 'ltr', hint: agreementWords.tinHint },
  { name: 'agreement_number', label: agreementWords.number, isRequired: true },
  { name: 'valid_from', label: agreementWords.from, isRequired: true, type: 'date' },
  { name: 'valid_to', label: agreementWords.to, type: 'date', hint: agreementWords.toHint },
] as const

async function formPage(call: Call, form: Form, refusal?: SelfbillError): Promise<PageReply> {
  const { api, say } = call
  const profiles = await activeProfiles(api)
  return {
    title: say(agreementWords.addTitle),
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', agreementWords.notSaved) }),
    body: html`${settingsTabs(call)}
${pageHead(say(agreementWords.addTitle), { about: say(agreementWords.about) })}
<form class="card columns" method="post" action="${`${agreementsPath}/new`}">
${idempotencyField()}
${choice('business_profile_id', say(agreementWords.profile), profiles, {
  isRequired: true,
  value: form.text('business_profile_id'),
  problem: refusal?.fields.business_profile_id,
})}
${fields.map((declared) => {
  const { name, label, hint, ...options } = { hint: undefined, ...declared }
  return field(name, say(label), {
    ...options,
    value: form.text(name),
    problem: refusal?.fields[name],
    ...(hint !== undefined && { hint: say(hint) }),
  })
})}
${otherProblems(refusal, ['business_profile_id', ...fields.map(({ name }) => name)])}
<div class="actions"><button class="primary" type="submit">${say(sharedWords.save)}</button>
<a class="button" href="${agreementsPath}">${say(sharedWords.cancel)}</a></div>
</form>`,
  }
}

function agreementIn(form: Form): AgreementRequest {
  const text = (name: string) => form.text(name) ?? ''
  const validTo = form.text('valid_to')
  return {
    business_profile_id: text('business_profile_id'),
    supplier_name: text('supplier_name'),
    supplier_tin: text('supplier_tin'),
    agreement_number: text('agreement_number'),
    valid_from: text('valid_from'),
    ...(validTo !== undefined && { valid_to: validTo }),
  }
}
