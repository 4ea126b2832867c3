import { type Html, html } from '@selfbill/pint-ae/html'
import type { LegalHold } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { noticeOf } from '../../http/notice.ts'
import { may } from '../../may.ts'
import { facts } from '../../parts/facts.ts'
import { field } from '../../parts/field.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { sharedWords } from '../../parts/shared-words.ts'
import type { Call, PageReply } from '../../route.ts'
import { holdWords } from './hold-words.ts'

/** Sets a legal hold, gives it another reason, and releases it. */
export function holdPage(call: Call, { title, about, path, back, hold, refused }: ShownHold): PageReply {
  const { say } = call
  return {
    title,
    ...(refused !== undefined && { status: 422, notice: noticeOf('bad', sharedWords.notSaved) }),
    body: html`${pageHead(title, { about })}
<form class="card stacked" method="post" action="${path}">
${hold !== undefined && facts([[say(holdWords.title), holdBox(call, hold)]])}
${field('reason', say(holdWords.reason), {
  value: refused?.reason ?? hold?.reason,
  isRequired: true,
  maxLength: 500,
  hint: say(holdWords.reasonHint),
  problem: refused?.refusal.fields.reason,
})}
${otherProblems(refused?.refusal, ['reason'])}
<div class="actions"><button class="primary" type="submit">\
${say(hold === undefined ? holdWords.set : holdWords.change)}</button>
<a class="button" href="${back}">${say(sharedWords.cancel)}</a></div>
</form>
${
  hold !== undefined &&
  html`<section class="card stacked"><p>${say(holdWords.releaseAbout)}</p>
${press(`${path}/release`, say(holdWords.release), { look: 'danger' })}</section>`
}`,
  }
}

/** What a hold is: its reason, and who set it when. */
function holdBox({ say, format }: Call, hold: LegalHold): Html {
  return html`<bdi>${hold.reason}</bdi>
<div class="hint">${say(holdWords.setBy, { name: hold.held_by })} · ${format.moment(hold.held_since)}</div>`
}

/** The hold among other facts, with the way to its page for those who may change it. */
export function holdFact(call: Call, hold: LegalHold | undefined, path: string): Html {
  const { say } = call
  return html`${hold === undefined ? say(holdWords.none) : holdBox(call, hold)}\
${
  may(call, 'admin') &&
  html`<div><a href="${path}">\
${say(hold === undefined ? holdWords.set : holdWords.edit)}</a></div>`
}`
}

interface ShownHold {
  readonly title: string
  readonly about: string
  /** Of the form; the release is below it. */
  readonly path: string
  readonly back: string
  readonly hold: LegalHold | undefined
  /** The reason that was sent, when the API refused it. */
  readonly refused: Refused | undefined
}

export interface Refused {
  readonly refusal: SelfbillError
  readonly reason: string
}
