import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { documentPath } from '../../../console/pages/documents/family.ts'
import { documentLink } from '../../../console/pages/documents/found.ts'
import { draftWords } from '../../../console/pages/drafts/draft-words.ts'
import { badge } from '../../../console/parts/badge.ts'
import { given } from '../../../console/parts/filters.ts'
import { pageSize } from '../../../console/parts/page-size.ts'
import { cursorPager } from '../../../console/parts/pager.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import type { Call } from '../../../console/route.ts'
import { plainNameOfMember } from '../../../document-files/column-names.ts'
import type { Upload } from './upload-status.ts'
import { uploadWords } from './upload-words.ts'

type Listed = Operations['listUploadDocuments']['answer']['items'][number]

type TableCall = Call<string, 'show' | 'cursor'>

/** The documents of an upload: those that need a person, those with warnings, or all. */
export async function documentTable(call: TableCall, upload: Upload, address: string): Promise<Html> {
  const { api, say, query } = call
  const { warned_count: warned } = upload
  const show = query.show === 'all' || query.show === 'warned' ? query.show : 'open'
  const { items, next } = await api.call('listUploadDocuments', {
    params: { upload_id: upload.upload_id },
    query: { ...(show !== 'all' && { [show]: true }), ...given({ cursor: query.cursor }), limit: pageSize },
  })
  const tab = (to: string, label: string, isHere: boolean) =>
    html`<a href="${to}" aria-current="${isHere && 'page'}">${label}</a>`
  return html`<nav class="tabs" aria-label="${say(uploadWords.results)}">
${tab(address, say(uploadWords.onlyOpen), show === 'open')}
${warned > 0 && tab(`${address}?show=warned`, say(uploadWords.warned, { count: warned }), show === 'warned')}
${tab(`${address}?show=all`, say(uploadWords.all), show === 'all')}</nav>
${items.length === 0 ? html`<p>${say(uploadWords.nothingOpen)}</p>` : rowsOf(call, upload, items)}
${cursorPager(call, { next, cursor: query.cursor })}`
}

function rowsOf(call: TableCall, upload: Upload, items: readonly Listed[]): Html {
  const { say } = call
  const columns: readonly Column<Listed>[] = [
    {
      title: say(uploadWords.line),
      isHead: true,
      cell: ({ rows }) => html`<bdi class="figure" dir="ltr">${rows}</bdi>`,
    },
    { title: say(uploadWords.key), cell: ({ key }) => (key === null ? '–' : html`<bdi>${key}</bdi>`) },
    { title: say(uploadWords.result), cell: (item) => resultOf(call, item) },
    { title: say(uploadWords.number), cell: (item) => numberOf(call, upload, item) },
    { title: say(uploadWords.why), cell: (item) => errorsOf(call, item) },
  ]
  return table(say(uploadWords.results), columns, items)
}

function resultOf(
  { say }: TableCall,
  { check, outcome, is_repeat: isRepeat, approval_status: approval }: Listed,
): Html {
  const shown =
    outcome === 'ISSUED'
      ? badge('good', say(uploadWords.wasIssued))
      : outcome === 'TO_REPAIR'
        ? badge('bad', say(uploadWords.toRepair))
        : outcome === 'REFUSED'
          ? badge('bad', say(uploadWords.wasRefused))
          : outcome === 'SKIPPED'
            ? badge('quiet', say(uploadWords.wasSkipped))
            : outcome === 'WAITING'
              ? badge('quiet', say(uploadWords.waitsForApproval))
              : outcome === 'RETURNED'
                ? badge('bad', say(approval === 'EXPIRED' ? uploadWords.askExpired : uploadWords.wasReturned))
                : checkOf(say, check)
  return html`${shown}${isRepeat && html` ${badge('warning', say(uploadWords.isRepeat))}`}`
}

function checkOf(say: TableCall['say'], check: Listed['check']): Html {
  if (check === 'PASSES') return badge('good', say(uploadWords.passes))
  if (check === 'FAILS') return badge('bad', say(uploadWords.fails))
  return check === 'REFUSED' ? badge('bad', say(uploadWords.refused)) : badge('quiet', say(uploadWords.waiting))
}

function numberOf(
  { say }: TableCall,
  { family }: Upload,
  { document_id: id, document_number: number, outcome, approval_id: approval, approval_status: status }: Listed,
): Html {
  // Without a status the approval is deleted.
  if (id === null && approval !== null && status !== null) {
    return html`<a href="${`/console/approvals/${encodeURIComponent(approval)}`}">${say(uploadWords.openApproval)}</a>`
  }
  if (id === null) return html`–`
  const path = documentPath(family, id)
  return html`<a href="${outcome === 'TO_REPAIR' ? `${path}/repair` : path}"><bdi>${number ?? id}</bdi></a>`
}

/** Every error with its row and column, as the file has them. */
function errorsOf({ say, language }: TableCall, { errors, warnings, outcome }: Listed): Html {
  // Once it is issued, nobody can act upon what looked unlikely.
  const unlikely = outcome === null ? warnings : []
  const listed = [...errors, ...unlikely]
  const shown = listed.slice(0, errorsMax).map((one) => {
    const { row, field, text, text_ar: arabic, document_number: earlier } = one
    const said = language === 'ar' ? arabic : text
    const place =
      row === null
        ? ''
        : field === null
          ? say(uploadWords.atRow, { row })
          : say(uploadWords.at, { row, field: plainNameOfMember(field, language) ?? field })
    const mark = unlikely.includes(one) && badge('warning', say(draftWords.warning))
    const link = earlier !== undefined && html` ${documentLink(earlier)}`
    return html`<p>${mark} ${place} <bdi>${said}</bdi>${link}</p>`
  })
  const more = listed.length - shown.length
  return html`${shown}${more > 0 && html`<p class="hint">${say(uploadWords.moreErrors, { count: more })}</p>`}`
}

/** Of a document; the file of results has all. */
const errorsMax = 20
