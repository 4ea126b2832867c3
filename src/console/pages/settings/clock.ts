import { html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import { emptyForm, type Form } from '../../http/form.ts'
import { Refused } from '../../http/refused.ts'
import { field } from '../../parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
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
      notice: {
        tone: 'good',
        key: 'settings.advanced',
        values: { days: Math.floor(minutes / 1440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 },
      },
    }
  },
})

function clockPage(call: Call, form: Form, refusal?: SelfbillError): PageReply {
  const { say } = call
  return {
    title: say('settings.clock'),
    ...(refusal !== undefined && { status: 422 }),
    body: html`${settingsTabs(call)}
${pageHead(say('settings.clock'), { about: say('settings.clockAbout') })}
<form class="card filters" method="post" action="${clockPath}">
${idempotencyField()}
${field('by', say('settings.by'), {
  value: form.text('by') ?? '30m',
  isRequired: true,
  direction: 'ltr',
  hint: say('settings.byHint'),
  problem: refusal?.fields.by,
})}
${otherProblems(refusal, ['by'])}
<div class="actions"><button class="primary" type="submit">${say('settings.advance')}</button></div>
</form>
<div class="actions">${quickSteps.map(([by, label]) => press(clockPath, say(label), { fields: { by } }))}</div>`,
  }
}

const quickSteps = [
  ['30m', 'settings.halfHour'],
  ['1h', 'settings.oneHour'],
  ['1d', 'settings.oneDay'],
  ['7d', 'settings.oneWeek'],
] as const
