import { type Html, html } from '@selfbill/pint-ae/html'
import { attempt } from '../../../console/attempt.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import { documentWords } from '../../../console/pages/documents/document-words.ts'
import { allProfiles, profileName } from '../../../console/pages/drafts/active-profiles.ts'
import { badge } from '../../../console/parts/badge.ts'
import { facts } from '../../../console/parts/facts.ts'
import { idempotencyOf } from '../../../console/parts/idempotency.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { action, type Call, content, type PageReply, page } from '../../../console/route.ts'
import { isXlsx } from '../../../document-files/document-file.ts'
import { issueControls } from './issue-controls.ts'
import { documentTable } from './upload-documents-table.ts'
import { statusBadge, type Upload, uploadPath } from './upload-status.ts'
import { uploadWords } from './upload-words.ts'

/** One upload: how far it is, what is wrong with its rows, and what became of them. */
export const showUpload = page({
  path: '/console/upload/{upload_id}',
  access: 'clerk',
  query: ['show', 'cursor'],
  async show(call) {
    const params = { upload_id: call.params.upload_id }
    return uploadPage(call, await call.api.call('retrieveUpload', { params }))
  },
})

export const issueUpload = action({
  path: '/console/upload/{upload_id}/issue',
  access: 'clerk',
  async act(call) {
    const { api, form } = call
    const params = { upload_id: call.params.upload_id }
    const repeats = form.text('repeats')
    const body = {
      ...((repeats === 'issue' || repeats === 'skip') && ({ repeats } as const)),
      ...(form.text('failing') === 'refuse' && ({ failing: 'refuse' } as const)),
    }
    const { answer, refusal } = await attempt(call, () =>
      api.call('issueUpload', { params, body, ...idempotencyOf(form) }),
    )
    if (refusal !== undefined) {
      const shown = await uploadPage(
        { ...call, query: { show: undefined, cursor: undefined } },
        await api.call('retrieveUpload', { params }),
      )
      return { ...shown, status: 422, body: html`${otherProblems(refusal, [])}${shown.body}` }
    }
    return { redirect: `${uploadPath}/${answer.upload_id}`, notice: noticeOf('good', uploadWords.begun) }
  },
})

export const uploadResults = content({
  path: '/console/upload/{upload_id}/results',
  access: 'clerk',
  query: ['format'],
  send: (call) => fileOf(call, call.query.format === 'xlsx' ? 'results?format=xlsx' : 'results'),
})

export const refusedRows = content({
  path: '/console/upload/{upload_id}/refused-rows',
  access: 'clerk',
  send: (call) => fileOf(call, 'refused-rows'),
})

async function fileOf(
  call: Pick<Call<'/console/upload/{upload_id}/results', never>, 'api' | 'params'>,
  kind: 'results' | 'results?format=xlsx' | 'refused-rows',
) {
  const id = encodeURIComponent(call.params.upload_id)
  const { bytes, headers } = await call.api.send('GET', `/api/uploads/${id}/${kind}`)
  const disposition = headers.get('content-disposition')
  return {
    content: bytes,
    type: headers.get('content-type') ?? 'text/csv; charset=utf-8',
    ...(disposition !== null && { headers: { 'content-disposition': disposition } }),
  }
}

type UploadCall = Call<'/console/upload/{upload_id}', 'show' | 'cursor'>

async function uploadPage(call: UploadCall, upload: Upload): Promise<PageReply> {
  const { say, format } = call
  const address = `${uploadPath}/${encodeURIComponent(upload.upload_id)}`
  const isAtWork = upload.status === 'CHECKING' || upload.status === 'ISSUING'
  // One that was held after a restore is checked, and has issued documents.
  const isIssued = upload.status === 'DONE' || upload.status === 'ISSUING' || upload.done_count > 0
  const another = html`<a class="button" href="${uploadPath}">${say(uploadWords.another)}</a>`
  // The part asks for itself until the work is done; without a script a link does.
  const polled = isAtWork
    ? html`<section class="stack" id="upload" hx-get="${address}" hx-trigger="every 2s" hx-target="#upload"\
 hx-select="#upload" hx-swap="outerHTML">`
    : html`<section class="stack" id="upload">`
  return {
    title: upload.file_name,
    body: html`${pageHead(upload.file_name, { actions: [another] })}
${polled}${facts([
  [say(uploadWords.status), statusBadge(call, upload)],
  [say(uploadWords.documents), html`<bdi class="figure" dir="ltr">${format.number(upload.document_count)}</bdi>`],
  [say(uploadWords.family), say(documentWords[upload.family])],
  [say(uploadWords.profile), profileName(await allProfiles(call.api), upload.business_profile_id)],
  [say(uploadWords.time), format.moment(upload.created_at)],
  [say(uploadWords.by), html`<bdi>${upload.created_by}</bdi>`],
])}
${upload.file_removed_at !== null && html`<p class="hint">${say(uploadWords.removed)}</p>`}
${upload.status === 'CHECKED' && warningsOf(call, upload)}
${isAtWork && progressOf(call, upload, address)}
${upload.status === 'CHECKED' && (await checkedPart(call, upload, address))}
${isIssued && issuedPart(call, upload, address)}
${await documentTable(call, upload, address)}</section>`,
  }
}

function warningsOf({ say, language }: UploadCall, { warnings }: Upload): Html | undefined {
  if (warnings.length === 0) return undefined
  const listed = warnings.map(({ row, text, text_ar: arabic }) => {
    const place = row === null ? '' : say(uploadWords.atRow, { row })
    return html`<li>${place} <bdi>${language === 'ar' ? arabic : text}</bdi></li>`
  })
  return html`<section class="card stack" aria-labelledby="look"><h2 id="look">${say(uploadWords.look)}</h2>
<ul>${listed}</ul></section>`
}

function progressOf({ say }: UploadCall, upload: Upload, address: string): Html {
  const total = upload.document_count
  const done = upload.status === 'CHECKING' ? upload.checked_count : upload.done_count
  const label = upload.status === 'CHECKING' ? uploadWords.checking : uploadWords.issuing
  return html`<p role="status"><label>${say(label, { done, total })}
<progress max="${total}" value="${done}"></progress></label></p>
<p class="hint">${say(uploadWords.goesOn)}</p>
<noscript><div class="actions"><a class="button" href="${address}">${say(uploadWords.refresh)}</a></div></noscript>`
}

async function checkedPart(call: UploadCall, upload: Upload, address: string): Promise<Html> {
  const { say } = call
  const {
    check_failed_count: failed,
    check_refused_count: refused,
    repeat_count: repeats,
    warned_count: warned,
  } = upload
  const passing = upload.document_count - failed - refused
  return html`<p>${passing > 0 && badge('good', say(uploadWords.pass, { count: passing }))}
${failed > 0 && badge('bad', say(uploadWords.fail, { count: failed }))}
${refused > 0 && badge('bad', say(uploadWords.unstorable, { count: refused }))}
${repeats > 0 && badge('warning', say(uploadWords.repeats, { count: repeats }))}
${warned > 0 && badge('warning', say(uploadWords.warned, { count: warned }))}</p>
${issueControls(call, upload, address, await call.api.call('retrieveApprovalRule', {}))}
${refused > 0 && refusedFile(call, upload, address)}`
}

function issuedPart(call: UploadCall, upload: Upload, address: string): Html {
  const { say } = call
  const { issued_count: issued, to_repair_count: toRepair, refused_count: refused, skipped_count: skipped } = upload
  const { waiting_count: waiting, returned_count: returned } = upload
  return html`<p>${badge('good', say(uploadWords.good, { count: issued }))}
${toRepair > 0 && badge('bad', say(uploadWords.stored, { count: toRepair }))}
${refused > 0 && badge('bad', say(uploadWords.bad, { count: refused }))}
${waiting > 0 && badge('quiet', say(uploadWords.waits, { count: waiting }))}
${returned > 0 && badge('bad', say(uploadWords.cameBack, { count: returned }))}
${skipped > 0 && badge('quiet', say(uploadWords.skipped, { count: skipped }))}</p>
${
  waiting > 0 &&
  html`<p>${say(uploadWords.waitsHint)}
<a href="/console/approvals">${say(uploadWords.openApprovals)}</a></p>`
}
${returned > 0 && html`<p>${say(uploadWords.cameBackHint)}</p>`}
${toRepair > 0 && html`<p>${say(uploadWords.storedHint)}</p>`}
${refused > 0 && upload.status === 'DONE' && html`<p>${say(uploadWords.badHint)}</p>`}
${
  upload.status !== 'ISSUING' &&
  html`<div class="actions"><a class="button" href="${`${address}/results`}">${say(uploadWords.resultFile)}</a>
${isXlsx(upload.file_name) && sheetLink(call, address)}
${refused > 0 && upload.status === 'DONE' && refusedLink(call, upload, address)}</div>`
}`
}

function refusedFile(call: UploadCall, upload: Upload, address: string): Html {
  return html`<div class="actions">${refusedLink(call, upload, address)}</div>`
}

function sheetLink({ say }: UploadCall, address: string): Html {
  return html`<a class="button" href="${`${address}/results?format=xlsx`}">${say(uploadWords.resultSheet)}</a>`
}

/** The rows are in the file, which goes after 30 days. */
function refusedLink({ say }: UploadCall, { file_removed_at }: Upload, address: string): Html | undefined {
  return file_removed_at === null
    ? html`<a class="button" href="${`${address}/refused-rows`}">${say(uploadWords.failedFile)}</a>`
    : undefined
}
