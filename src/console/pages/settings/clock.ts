import { html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import { emptyForm, type Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import { Refused } from '../../http/refused.ts'
import { field } from '../../parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { settingsWords } from './settings-words.ts'
import { clockPath, settingsTabs } from './tabs.ts'

/** The clock of the sandbox. Without the sandbox there is no such page. */
export const showClock = page({
  path: clockPath,
  access: 'admin',
  show(call) {
    if (!call.isSandbox) throw new Refused('notFound')
    return clockPage(call, emptyForm)
  },
})

export const advanceClock = action({
  path: clockPath,
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const body = { by: form.text('by') ?? '' }
    const { answer, refusal } = await attempt(call, () =>
      api.call('advanceSandboxClock', { body, ...idempotencyOf(form) }),
    )
    if (refusal !== undefined) return clockPage(call, form, refusal)
    const minutes = Math.floor(answer.ahead_ms / 60_000)
    return {
      redirect: clockPath,
      notice: noticeOf('good', settingsWords.advanced, {
        days: Math.floor(minutes / 1440),
        hours: Math.floor(minutes / 60) % 24,
        minutes: minutes % 60,
      }),
    }
  },
})

function clockPage(call: Call, form: Form, refusal?: SelfbillError): PageReply {
  const { say } = call
  return {
    title: say(settingsWords.clock),
    ...(refusal !== undefined && { status: 422 }),
    body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.clock), { about: say(settingsWords.clockAbout) })}
<form class="card filters" method="post" action="${clockPath}">
${idempotencyField()}
${field('by', say(settingsWords.by), {
  value: form.text('by') ?? '30m',
  isRequired: true,
  direction: 'ltr',
  hint: say(settingsWords.byHint),
  problem: refusal?.fields.by,
})}
${otherProblems(refusal, ['by'])}
<div class="actions"><button class="primary" type="submit">${say(settingsWords.advance)}</button></div>
</form>
<div class="actions">${quickSteps.map(([by, label]) => press(clockPath, say(label), { fields: { by } }))}</div>`,
  }
}

const quickSteps = [
  ['30m', settingsWords.halfHour],
  ['1h', settingsWords.oneHour],
  ['1d', settingsWords.oneDay],
  ['7d', settingsWords.oneWeek],
] as const
