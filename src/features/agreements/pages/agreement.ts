import { type Html, html } from '@selfbill/pint-ae/html'
import type { Agreement, Participant } from '../../../../client/src/api-types.ts'
import { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../../console/attempt.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { may } from '../../../console/may.ts'
import { gulfDate } from '../../../console/pages/drafts/gulf-date.ts'
import { settingsTabs } from '../../../console/pages/settings/tabs.ts'
import { badge } from '../../../console/parts/badge.ts'
import { facts } from '../../../console/parts/facts.ts'
import { field } from '../../../console/parts/field.ts'
import { idempotencyField, idempotencyOf } from '../../../console/parts/idempotency.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { sharedWords } from '../../../console/parts/shared-words.ts'
import { action, type Call, type PageReply, page } from '../../../console/route.ts'
import { agreementWords } from './agreement-words.ts'
import { agreementsPath, stateOf } from './agreements.ts'

/**
 * One agreement on self-billing. Its last day can be set and moved, and nothing else: issued
 * invoices rest on it.
 */
export const showAgreement = page({
  path: '/console/settings/agreements/{agreement_id}',
  access: 'viewer',
  query: ['network'],
  async show(call) {
    const agreement = await call.api.call('retrieveAgreement', { params: { agreement_id: call.params.agreement_id } })
    return agreementPage(call, agreement, { isAsked: call.query.network !== undefined })
  },
})

export const endAgreement = action({
  path: '/console/settings/agreements/{agreement_id}',
  access: 'admin',
  async act(call) {
    const { api, form } = call
    const params = { agreement_id: call.params.agreement_id }
    const day = form.text('valid_to')
    const body = day === undefined ? {} : { valid_to: day }
    const { answer, refusal } = await attempt(call, () =>
      api.call('endAgreement', { params, body, ...idempotencyOf(form) }),
    )
    if (refusal !== undefined) {
      return agreementPage(call, await api.call('retrieveAgreement', { params }), { refusal, day })
    }
    return {
      redirect: agreementsPath,
      notice: noticeOf('good', agreementWords.endedNow, { name: answer.supplier_name }),
    }
  },
})

interface Shown {
  /** Whether the network is asked about the supplier, which may take some seconds. */
  readonly isAsked?: boolean
  readonly refusal?: SelfbillError
  /** What was sent, when the API refused it. */
  readonly day?: string | undefined
}

async function agreementPage(call: Call, agreement: Agreement, shown: Shown): Promise<PageReply> {
  const { say } = call
  const { agreement_id: id, supplier_name: name, supplier_tin: tin } = agreement
  const path = `${agreementsPath}/${id}`
  const day = (text: string | null) => text !== null && html`<bdi class="figure" dir="ltr">${text}</bdi>`
  const network =
    shown.isAsked === true
      ? await standing(call, tin)
      : html`<a href="${`${path}?network=yes`}">${say(agreementWords.ask)}</a>`
  return {
    title: name,
    ...(shown.refusal !== undefined && { status: 422, notice: noticeOf('bad', agreementWords.notSaved) }),
    body: html`${settingsTabs(call)}
${pageHead(name, { about: say(agreementWords.about) })}
<section class="card">${facts([
      [say(agreementWords.state), stateOf(call, agreement)],
      [say(agreementWords.number), html`<bdi>${agreement.agreement_number}</bdi>`],
      [say(agreementWords.tin), day(tin)],
      [say(agreementWords.profile), html`<code>${agreement.business_profile_id}</code>`],
      [say(agreementWords.from), day(agreement.valid_from)],
      [say(agreementWords.to), day(agreement.valid_to)],
      [say(agreementWords.network), network],
    ])}</section>
${may(call, 'admin') && endForm(call, agreement, shown)}`,
  }
}

function endForm({ say, now }: Call, { agreement_id: id, valid_to }: Agreement, { refusal, day }: Shown): Html {
  return html`<form class="card stacked" method="post" action="/console/settings/agreements/${id}">
<h2>${say(agreementWords.end)}</h2>
<p>${say(agreementWords.endAbout)}</p>
${idempotencyField()}
${field('valid_to', say(agreementWords.to), {
  type: 'date',
  isRequired: true,
  value: day ?? valid_to ?? gulfDate(now),
  problem: refusal?.fields.valid_to,
})}
${otherProblems(refusal, ['valid_to'])}
<div class="actions"><button class="primary" type="submit">${say(sharedWords.save)}</button>
<a class="button" href="${agreementsPath}">${say(sharedWords.cancel)}</a></div>
</form>`
}

/** The network's word on the supplier. A network that cannot be asked does not hide the page. */
async function standing({ api, say }: Call, tin: string): Promise<Html> {
  try {
    const participant = await api.call('lookUpParticipant', { params: { scheme: '0235', id: tin } })
    return badge(...receives(participant, say))
  } catch (error) {
    if (!(error instanceof SelfbillError) || ![429, 501, 502, 503].includes(error.status)) throw error
    return badge('quiet', say(agreementWords.unknown))
  }
}

function receives({ registered, can_receive: kinds }: Participant, say: Call['say']): Parameters<typeof badge> {
  if (!registered) return ['warning', say(agreementWords.unregistered)]
  const isReceived = kinds.purchase_invoices && kinds.purchase_credit_notes
  return isReceived ? ['good', say(agreementWords.receives)] : ['warning', say(agreementWords.receivesNot)]
}
