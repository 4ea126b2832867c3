import { html } from '@selfbill/pint-ae/html'
import { writeJson } from '@selfbill/pint-ae/json'
import type { Operations } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import type { Form } from '../../http/form.ts'
import { emptyForm } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { choice, field } from '../../parts/field.ts'
import { formerValues, isChanged, isOutdated, withChanges } from '../../parts/former.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { withReadings } from '../drafts/ambiguous-numbers.ts'
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
    const rule = await api.call('retrieveApprovalRule', {})
    // Switched off since: the amount that the page showed does not switch it on again.
    const isOld = !rule.is_on && isOutdated(form, shownOf(rule)) && !isChanged(form, 'amount_from')
    if (isOld) return rulePage(call, form, 'outdated')
    const sent = { amount_from: form.text('amount_from') ?? '', approvers: form.text('approvers') ?? '' }
    const { amount_from: amount, approvers } = withChanges(form, shownOf(rule), sent)
    const body = writeJson({ amount_from: numberFrom(amount), approvers })
    const { refusal } = await attempt(call, () =>
      api.send('PUT', '/api/organisation/approval-rule', { text: { content: body, type: 'application/json' } }),
    )
    if (refusal !== undefined)
      return rulePage(
        call,
        form,
        withReadings(call, refusal, (path) => form.text(path)),
      )
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

type Rule = Operations['retrieveApprovalRule']['answer']

/** What the form shows of the rule, also while nothing waits. */
function shownOf({ amount_from: amount, approvers = 'admin' }: Rule) {
  return { amount_from: amount === undefined ? '' : String(amount), approvers: String(approvers) }
}

async function rulePage(call: Call, form: Form, problem?: SelfbillError | 'outdated'): Promise<PageReply> {
  const { api, say } = call
  const rule = await api.call('retrieveApprovalRule', {})
  const title = say(approvalWords.rule)
  const refusal = problem === 'outdated' ? undefined : problem
  const stored = shownOf(rule)
  const shown = (name: 'amount_from' | 'approvers') => ({
    value: (isChanged(form, name) ? form.text(name) : undefined) ?? stored[name],
    problem: refusal?.fields[name],
  })
  const reason = problem === 'outdated' ? sharedWords.changedMeanwhile : sharedWords.notSaved
  return {
    title,
    ...(problem !== undefined && { status: 422, notice: noticeOf('bad', reason) }),
    body: html`${settingsTabs(call)}
${pageHead(title, { about: say(approvalWords.ruleAbout) })}
<p>${say(rule.is_on ? approvalWords.ruleOn : approvalWords.ruleOff)}</p>
<form class="card stacked" method="post" action="${path}">
${formerValues(stored)}
${field('amount_from', say(approvalWords.amountFrom), {
  ...shown('amount_from'),
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
  { ...shown('approvers'), hint: say(approvalWords.approversHint) },
)}
${otherProblems(refusal, ['amount_from', 'approvers'])}
<div class="actions"><button class="primary" type="submit">\
${say(rule.is_on ? sharedWords.save : approvalWords.save)}</button></div>
</form>
${rule.is_on && press(`${path}/remove`, say(approvalWords.remove))}`,
  }
}
