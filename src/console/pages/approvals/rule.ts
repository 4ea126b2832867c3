import { html } from '@selfbill/pint-ae/html'
import { writeJson } from '@selfbill/pint-ae/json'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { emptyForm } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { choice, field } from '../../parts/field.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { numberFrom } from '../drafts/edit-json.ts'
import { settingsTabs } from '../settings/tabs.ts'
import { approvalWords } from './approval-words.ts'

const path = '/console/settings/approvals'

/** Which documents wait for a second person, and who that may be. */
export const showRule = page({ path, access: 'admin', show: (call) => rulePage(call, emptyForm) })

export const setRule = action({
  path,
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const typed = form.text('amount_from') ?? ''
    const body = writeJson({ amount_from: numberFrom(typed), approvers: form.text('approvers') ?? '' })
    const { refusal } = await attempt(call, () =>
      api.send('PUT', '/api/organisation/approval-rule', { text: { content: body, type: 'application/json' } }),
    )
    if (refusal !== undefined) return rulePage(call, form, refusal)
    return { redirect: path, notice: noticeOf('good', approvalWords.saved) }
  },
})

export const removeRule = action({
  path: `${path}/remove`,
  access: 'admin',
  async act({ api }) {
    await api.call('removeApprovalRule', {})
    return { redirect: path, notice: noticeOf('good', approvalWords.removed) }
  },
})

async function rulePage(call: Call, form: Form, refusal?: SelfbillError): Promise<PageReply> {
  const { api, say } = call
  const rule = await api.call('retrieveApprovalRule', {})
  const title = say(approvalWords.rule)
  const shown = (name: 'amount_from' | 'approvers', stored: string | undefined) => ({
    value: form.text(name) ?? stored,
    problem: refusal?.fields[name],
  })
  return {
    title,
    ...(refusal !== undefined && { status: 422, notice: noticeOf('bad', sharedWords.notSaved) }),
    body: html`${settingsTabs(call)}
${pageHead(title, { about: say(approvalWords.ruleAbout) })}
<p>${say(rule.is_on ? approvalWords.ruleOn : approvalWords.ruleOff)}</p>
<form class="card stacked" method="post" action="${path}">
${field('amount_from', say(approvalWords.amountFrom), {
  ...shown('amount_from', rule.amount_from === undefined ? undefined : String(rule.amount_from)),
  isRequired: true,
  isDecimal: true,
  direction: 'ltr',
  hint: say(approvalWords.amountHint),
})}
${choice(
  'approvers',
  say(approvalWords.approvers),
  [
    { value: 'admin', label: say(approvalWords.admins) },
    { value: 'clerk', label: say(approvalWords.clerks) },
  ],
  { ...shown('approvers', rule.approvers), hint: say(approvalWords.approversHint) },
)}
${otherProblems(refusal, ['amount_from', 'approvers'])}
<div class="actions"><button class="primary" type="submit">\
${say(rule.is_on ? sharedWords.save : approvalWords.save)}</button></div>
</form>
${rule.is_on && press(`${path}/remove`, say(approvalWords.remove))}`,
  }
}
