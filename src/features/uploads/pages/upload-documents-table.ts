import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { documentPath } from '../../../console/pages/documents/family.ts'
import { badge } from '../../../console/parts/badge.ts'
import { given } from '../../../console/parts/filters.ts'
import { pageSize } from '../../../console/parts/page-size.ts'
import { cursorPager } from '../../../console/parts/pager.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import type { Call } from '../../../console/route.ts'
import { plainName } from '../../../document-files/column-names.ts'
import type { Upload } from './upload-status.ts'
import { uploadWords } from './upload-words.ts'

type Listed = Operations['listUploadDocuments']['answer']['items'][number]

type TableCall = Call<string, 'show' | 'cursor'>

/** The documents of an upload: those that need a person, or all. */
export async function documentTable(call: TableCall, upload: Upload, address: string): Promise<Html> {
  const { api, say, query } = call
  const isAll = query.show === 'all'
  const { items, next } = await api.call('listUploadDocuments', {
    params: { upload_id: upload.upload_id },
    query: { ...(!isAll && { open: true }), ...given({ cursor: query.cursor }), limit: pageSize },
  })
  const tab = (to: string, label: string, isHere: boolean) =>
    html`<a href="${to}" aria-current="${isHere && 'page'}">${label}</a>`
  return html`<nav class="tabs" aria-label="${say(uploadWords.results)}">
${tab(address, say(uploadWords.onlyOpen), !isAll)}
${tab(`${address}?show=all`, say(uploadWords.all), isAll)}</nav>
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
    { title: say(uploadWords.number), cell: (item) => numberOf(upload, item) },
    { title: say(uploadWords.why), cell: (item) => errorsOf(call, item) },
  ]
  return table(say(uploadWords.results), columns, items)
}

function resultOf({ say }: TableCall, { check, outcome, is_repeat: isRepeat }: Listed): Html {
  const shown =
    outcome === 'ISSUED'
      ? badge('good', say(uploadWords.wasIssued))
      : outcome === 'TO_REPAIR'
        ? badge('bad', say(uploadWords.toRepair))
        : outcome === 'REFUSED'
          ? badge('bad', say(uploadWords.wasRefused))
          : outcome === 'SKIPPED'
            ? badge('quiet', say(uploadWords.wasSkipped))
            : checkOf(say, check)
  return html`${shown}${isRepeat && html` ${badge('warning', say(uploadWords.isRepeat))}`}`
}

function checkOf(say: TableCall['say'], check: Listed['check']): Html {
  if (check === 'PASSES') return badge('good', say(uploadWords.passes))
  if (check === 'FAILS') return badge('bad', say(uploadWords.fails))
  return check === 'REFUSED' ? badge('bad', say(uploadWords.refused)) : badge('quiet', say(uploadWords.waiting))
}

function numberOf({ family }: Upload, { document_id: id, document_number: number, outcome }: Listed): Html {
  if (id === null) return html`–`
  const path = documentPath(family, id)
  return html`<a href="${outcome === 'TO_REPAIR' ? `${path}/repair` : path}"><bdi>${number ?? id}</bdi></a>`
}

/** Every error with its row and column, as the file has them. */
function errorsOf({ say, language }: TableCall, { errors }: Listed): Html {
  const shown = errors.slice(0, errorsMax).map(({ row, field, text, text_ar: arabic }) => {
    const said = language === 'ar' ? arabic : text
    const place =
      row === null
        ? ''
        : field === null
          ? say(uploadWords.atRow, { row })
          : say(uploadWords.at, { row, field: plainName(field, language) ?? field })
    return html`<p>${place} <bdi>${said}</bdi></p>`
  })
  const more = errors.length - shown.length
  return html`${shown}${more > 0 && html`<p class="hint">${say(uploadWords.moreErrors, { count: more })}</p>`}`
}

/** Of a document; the file of results has all. */
const errorsMax = 20
