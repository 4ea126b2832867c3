import { type Html, html } from '@selfbill/pint-ae/html'
import { press } from '../../../console/parts/press.ts'
import type { Call } from '../../../console/route.ts'
import { type Upload, uploadPath } from './upload-status.ts'
import { uploadWords } from './upload-words.ts'

/**
 * The buttons that issue a checked upload. What was issued before is shown first, and to issue it
 * again is never the proposed choice; nor is issuing when no document passes.
 */
export function issueControls(call: Pick<Call, 'say' | 'format'>, upload: Upload, address: string): Html {
  const { say } = call
  const { document_count: total, check_failed_count: failed, check_refused_count: refused } = upload
  if (upload.file_removed_at !== null) return html``
  const storable = total - refused
  if (storable === 0) {
    return html`<p>${say(uploadWords.noneStorable)}</p>
<div class="actions"><a class="button primary" href="${uploadPath}">${say(uploadWords.another)}</a></div>`
  }
  const isRepeated = upload.same_file_upload_id !== null || upload.repeat_count > 0
  if (isRepeated) return html`${repeatsOf(call, upload)}${repeatButtons(call, upload, address, storable)}`
  const passing = storable - failed
  return html`${passing === 0 && html`<p>${say(uploadWords.nonePasses)}</p>`}
<div class="actions">${press(`${address}/issue`, say(uploadWords.issue, { count: storable }), {
    ...(passing > 0 && { look: 'primary' }),
  })}</div>
<p class="hint">${say(uploadWords.issueHint)}</p>`
}

function repeatsOf({ say, format }: Pick<Call, 'say' | 'format'>, upload: Upload): Html {
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

function repeatButtons({ say }: Pick<Call, 'say'>, upload: Upload, address: string, storable: number): Html {
  const isNew = upload.repeat_count > 0 ? storable - upload.repeat_count : 0
  const fresh =
    isNew > 0 &&
    press(`${address}/issue`, say(uploadWords.issueNew, { count: isNew }), {
      fields: { repeats: 'skip' },
      look: 'primary',
    })
  return html`<div class="actions">${fresh}
${press(`${address}/issue`, say(uploadWords.issueAgain, { count: storable }), { fields: { repeats: 'issue' } })}
<a class="button" href="${uploadPath}">${say(uploadWords.another)}</a></div>`
}
