import { type Html, html } from '@selfbill/pint-ae/html'
import { Decimal } from '@selfbill/schematron/decimal'
import type { ApprovalRule } from '../../../../client/src/api-types.ts'
import { press } from '../../../console/parts/press.ts'
import type { Call } from '../../../console/route.ts'
import { type Upload, uploadPath } from './upload-status.ts'
import { uploadWords } from './upload-words.ts'

type Shown = Pick<Call, 'say' | 'format'>

/**
 * The buttons that issue a checked upload. What was issued before is shown first, and to issue it
 * again is never the proposed choice; nor is issuing when no document passes.
 */
export function issueControls(call: Shown, upload: Upload, address: string, rule: ApprovalRule): Html {
  const { say } = call
  const { document_count: total, check_failed_count: failed, check_refused_count: refused } = upload
  if (upload.file_removed_at !== null) return html``
  const storable = total - refused
  const counts = { storable, passing: storable - failed, failed }
  const waiting = waitingOf(rule)
  // Nobody can approve what fails its rules.
  if (storable === 0 || (waiting === 'all' && counts.passing === 0)) {
    return html`<p>${say(storable === 0 ? uploadWords.noneStorable : uploadWords.noneApprovable)}</p>
<div class="actions"><a class="button primary" href="${uploadPath}">${say(uploadWords.another)}</a></div>`
  }
  if (upload.done_count > 0) return restControls(call, upload, address, waiting)
  const isRepeated = upload.same_file_upload_id !== null || upload.repeat_count > 0
  const about = aboutApproval(call, rule, counts)
  if (isRepeated)
    return html`${repeatsOf(call, upload)}${about}${repeatButtons(call, upload, address, counts, waiting)}`
  return html`${counts.passing === 0 && html`<p>${say(uploadWords.nonePasses)}</p>`}${about}
<div class="actions">${buttons(call, `${address}/issue`, counts, waiting)}</div>
<p class="hint">${say(uploadWords.issueHint)}</p>`
}

/** Of an upload that was issued in part before a restore. */
function restControls({ say }: Shown, upload: Upload, address: string, waiting: Waiting): Html {
  const { document_count: total, done_count: done, check_failed_count: failed } = upload
  const label = say(waiting === 'all' ? uploadWords.askRest : uploadWords.issueRest, { count: total - done })
  const send = (text: string, fields: Readonly<Record<string, string>>, look?: 'primary') =>
    press(`${address}/issue`, orAsk(say, waiting)(text), { fields, ...(look && { look }) })
  const refusing = waiting === 'all' && failed > 0 ? { failing: 'refuse' } : {}
  return html`<div class="actions">${send(label, { repeats: 'skip', ...refusing }, 'primary')}
${failed > 0 && waiting !== 'all' && send(say(uploadWords.issueRestPassing), { repeats: 'skip', failing: 'refuse' })}
<a class="button" href="${uploadPath}">${say(uploadWords.another)}</a></div>
<p class="hint">${say(uploadWords.restHint)}</p>`
}

interface Counts {
  readonly storable: number
  readonly passing: number
  readonly failed: number
}

/** How many documents of a person wait for a second one. */
type Waiting = 'all' | 'some' | 'none'

function waitingOf({ is_on: isOn, amount_from: from = 0 }: ApprovalRule): Waiting {
  if (!isOn) return 'none'
  return Decimal.from(String(from)).isZero ? 'all' : 'some'
}

/** What the second person changes, above the buttons. */
function aboutApproval({ say, format }: Shown, rule: ApprovalRule, { failed }: Counts): Html | undefined {
  const waiting = waitingOf(rule)
  if (waiting === 'none') return undefined
  const from = format.money(rule.amount_from ?? 0, 'AED')
  return html`<p>${
    waiting === 'all' ? say(uploadWords.allWait) : html`${say(uploadWords.someWait)} ${from}.`
  }${failed > 0 && html` ${say(uploadWords.failingRefused)}`}</p>`
}

/** Each button says what becomes of the documents that fail rules, and of those that wait. */
function buttons({ say }: Shown, address: string, counts: Counts, waiting: Waiting): Html {
  const { storable, passing, failed } = counts
  if (waiting === 'all') {
    const fields = failed > 0 ? { failing: 'refuse' } : {}
    return press(address, say(uploadWords.ask, { count: passing }), { fields, look: 'primary' })
  }
  const issue = orAsk(say, waiting)
  if (failed === 0) return press(address, issue(say(uploadWords.issue, { count: storable })), { look: 'primary' })
  if (passing === 0) return press(address, say(uploadWords.store, { failed }))
  return html`${press(address, issue(say(uploadWords.issueAndStore, { passing, failed })), { look: 'primary' })}
${press(address, issue(say(uploadWords.issuePassing, { passing })), { fields: { failing: 'refuse' } })}`
}

function orAsk(say: Call['say'], waiting: Waiting): (label: string) => string {
  return (label) => (waiting === 'some' ? say(uploadWords.orAsk, { label }) : label)
}

function repeatsOf({ say, format }: Shown, upload: Upload): Html {
  const { same_file_upload_id: id, same_file_created_at: at, repeat_count: count } = upload
  if (id !== null && at !== null) {
    const earlier = `${uploadPath}/${encodeURIComponent(id)}`
    return html`<section class="card stack"><h2>${say(uploadWords.sameFile)}</h2>
<p>${say(uploadWords.sameFileHint)}</p>
<p>${format.moment(at)} <a href="${earlier}">${say(uploadWords.showEarlier)}</a></p></section>`
  }
  return html`<section class="card stack"><h2>${say(uploadWords.repeatsTitle)}</h2>
<p>${say(uploadWords.repeats, { count })}. ${say(uploadWords.repeatsHint)}</p></section>`
}

function repeatButtons({ say }: Shown, upload: Upload, address: string, counts: Counts, waiting: Waiting): Html {
  const { storable, passing, failed } = counts
  const isNew = upload.repeat_count > 0 ? storable - upload.repeat_count : 0
  const areAll = waiting === 'all'
  const issue = orAsk(say, waiting)
  const newOnes = say(areAll ? uploadWords.askNew : uploadWords.issueNew, { count: isNew })
  const newPassing = say(areAll ? uploadWords.askNewPassing : uploadWords.issueNewPassing)
  const again = areAll
    ? say(uploadWords.askAgain, { count: passing })
    : say(uploadWords.issueAgain, { count: storable })
  const send = (label: string, fields: Readonly<Record<string, string>>, look?: 'primary') =>
    press(`${address}/issue`, issue(label), { fields, ...(look && { look }) })
  // Where all wait, those that fail are refused with every button.
  const isStored = failed > 0 && !areAll
  return html`${isStored && html`<p>${say(uploadWords.failingStored, { failed })}</p>`}
<div class="actions">${isNew > 0 && (isStored || failed === 0) && send(newOnes, { repeats: 'skip' }, 'primary')}${
    isNew > 0 && failed > 0 && send(newPassing, { repeats: 'skip', failing: 'refuse' }, areAll ? 'primary' : undefined)
  }
${send(again, { repeats: 'issue', ...(areAll && failed > 0 && { failing: 'refuse' }) })}
<a class="button" href="${uploadPath}">${say(uploadWords.another)}</a></div>`
}
