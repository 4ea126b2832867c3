import { type Html, html } from '@selfbill/pint-ae/html'
import type { LegalHold } from '../../../client/src/api-types.ts'
import { may } from '../may.ts'
import type { Call } from '../route.ts'
import { holdWords } from './hold-words.ts'

/** What a hold is: its reason, and who set it when. */
export function holdBox({ say, format }: Call, hold: LegalHold): Html {
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
