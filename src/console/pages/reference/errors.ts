import { html } from '@selfbill/pint-ae/html'
import { type FaultCode, faults } from '../../../api/faults.ts'
import { badge } from '../../parts/badge.ts'
import { pageHead } from '../../parts/page-head.ts'
import type { OpenCall, PageReply } from '../../route.ts'
import { faultText } from './fault-text.ts'
import { referenceWords } from './reference-words.ts'

/** Every error code of a whole request, by status: the pages of operations link to its lines. */
export function showErrors(call: OpenCall): PageReply {
  const { say } = call
  const title = say(referenceWords.errorCodes)
  const codes = Object.keys(faults).filter(isFaultCode).toSorted()
  const byStatus = [...Map.groupBy(codes, (code) => faults[code].status)].sort(([one], [other]) => one - other)
  return {
    title,
    body: html`<p><a href="/reference">${say(referenceWords.all)}</a></p>
${pageHead(title, { about: say(referenceWords.errorCodesAbout) })}
${byStatus.map(
  ([
    status,
    ofStatus,
  ]) => html`<section class="card"><h2>${badge(status >= 500 ? 'warning' : 'bad', String(status))}</h2>
<ul>${ofStatus.map(
    (code) => html`<li id="${code}"><code>${code}</code> ${faultText(call, code)}</li>`,
  )}</ul></section>`,
)}`,
  }
}

function isFaultCode(name: string): name is FaultCode {
  return Object.hasOwn(faults, name)
}
