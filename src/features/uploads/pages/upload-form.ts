import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../../console/attempt.ts'
import type { Form } from '../../../console/http/form.ts'
import { noticeOf } from '../../../console/http/notice.ts'
import type { Sentence } from '../../../console/language/words.ts'
import { may } from '../../../console/may.ts'
import { documentWords } from '../../../console/pages/documents/document-words.ts'
import { families, isFamily } from '../../../console/pages/documents/family.ts'
import { activeProfiles } from '../../../console/pages/drafts/active-profiles.ts'
import { draftWords } from '../../../console/pages/drafts/draft-words.ts'
import { profileWords } from '../../../console/pages/settings/profile-words.ts'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { choice, field } from '../../../console/parts/field.ts'
import { given } from '../../../console/parts/filters.ts'
import { idempotencyField, idempotencyOf } from '../../../console/parts/idempotency.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { pageSize } from '../../../console/parts/page-size.ts'
import { cursorPager } from '../../../console/parts/pager.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import { action, type Call, type PageReply, page } from '../../../console/route.ts'
import { dateOrders } from '../../../document-files/cell-dates.ts'
import { encodingNamed, encodings } from '../../../encoding/encodings.ts'
import { columnsPath, columnWords } from './column-list.ts'
import { statusBadge, uploadPath } from './upload-status.ts'
import { uploadWords } from './upload-words.ts'

/** A form for a new file, and the files that were uploaded. */
export const showUploads = page({
  path: '/console/upload',
  access: 'clerk',
  query: ['cursor'],
  show: (call) => uploadsPage(call, {}, { cursor: call.query.cursor }),
})

export const checkUpload = action({
  path: '/console/upload',
  access: 'clerk',
  bytesMax: 9 * 1024 * 1024,
  async act(call) {
    const { api, form } = call
    const chosen = chosenIn(form)
    const sent = form.file('file')
    const { family, profile } = chosen
    if (sent === undefined || sent.bytes.length === 0 || !isFamily(family) || profile === undefined)
      return refused(await uploadsPage(call, chosen), uploadWords.noFile)
    await call.takeMemory(bytesPerByte * sent.bytes.length)
    const body = {
      file_name: sent.name,
      file_content: Buffer.from(sent.bytes).toString('base64'),
      family,
      business_profile_id: profile,
      ...given({
        encoding: chosen.encoding === undefined ? undefined : encodingNamed(chosen.encoding),
        date_order: dateOrders.find((order) => order === chosen.dates),
      }),
    }
    const { answer, refusal } = await attempt(call, () => api.call('createUpload', { body, ...idempotencyOf(form) }))
    if (refusal !== undefined) return refused(await uploadsPage(call, chosen, { refusal }), uploadWords.unreadable)
    return { redirect: `${uploadPath}/${answer.upload_id}`, notice: noticeOf('good', uploadWords.received) }
  },
})

interface Chosen {
  readonly family?: string | undefined
  readonly profile?: string | undefined
  readonly encoding?: string | undefined
  readonly dates?: string | undefined
}

function chosenIn(form: Form): Chosen {
  return {
    family: form.text('family'),
    profile: form.text('profile'),
    encoding: form.text('encoding'),
    dates: form.text('dates'),
  }
}

interface Shown {
  readonly cursor?: string | undefined
  readonly refusal?: SelfbillError
}

async function uploadsPage(call: Call, chosen: Chosen, { cursor, refusal }: Shown = {}): Promise<PageReply> {
  const { api, say } = call
  const title = say(uploadWords.title)
  const head = pageHead(title, { about: say(uploadWords.about) })
  const [profiles, uploads] = await Promise.all([
    activeProfiles(api),
    api.call('listUploads', { query: { ...given({ cursor }), limit: pageSize } }),
  ])
  if (profiles.length === 0 && uploads.items.length === 0) {
    const add = may(call, 'admin')
      ? html`<a class="button primary" href="/console/settings/profiles/new">${say(profileWords.add)}</a>`
      : undefined
    return { title, body: html`${head}${emptyState(say(draftWords.noProfile), say(draftWords.noProfileHint), add)}` }
  }
  return {
    title,
    body: html`${head}${problemsOf(call, refusal)}
${fileForm(call, chosen, { profiles, refusal })}
${exampleFiles(call)}
<section class="stack" aria-labelledby="past"><h2 id="past">${say(uploadWords.past)}</h2>
${list(call, uploads.items)}
${cursorPager(call, { next: uploads.next, cursor })}</section>`,
  }
}

interface FormParts {
  readonly profiles: readonly { readonly value: string; readonly label: string }[]
  readonly refusal: SelfbillError | undefined
}

function fileForm(call: Call, chosen: Chosen, { profiles, refusal }: FormParts): Html {
  const { say } = call
  const familyChoices = families.map((family) => ({ value: family, label: say(documentWords[family]) }))
  const dates = [
    { value: '', label: say(uploadWords.isoDates) },
    { value: dateOrders[0], label: say(uploadWords.dayFirst) },
    { value: dateOrders[1], label: say(uploadWords.monthFirst) },
  ]
  const encodingChoices = encodings.map((encoding) => ({ value: encoding, label: encodingLabel(call, encoding) }))
  return html`<form class="card columns" method="post" action="${uploadPath}" enctype="multipart/form-data">
${idempotencyField()}
${field('file', say(uploadWords.file), { type: 'file', isRequired: true, hint: say(uploadWords.fileHint) })}
${choice('family', say(draftWords.family), familyChoices, { value: chosen.family })}
${choice('profile', say(draftWords.profile), profiles, {
  value: chosen.profile,
  problem: refusal?.fields.business_profile_id,
})}
${choice('dates', say(uploadWords.dateOrder), dates, {
  value: chosen.dates,
  hint: say(uploadWords.dateOrderHint),
  problem: refusal?.fields.date_order,
})}
${choice(
  'encoding',
  say(uploadWords.encoding),
  [{ value: '', label: say(uploadWords.automatic) }, ...encodingChoices],
  { value: chosen.encoding, hint: say(uploadWords.encodingHint), problem: refusal?.fields.encoding },
)}
<div class="actions"><button class="primary" type="submit">${say(uploadWords.check)}</button></div></form>`
}

function exampleFiles({ say }: Call): Html {
  const links = families.map(
    (family) => html`<li>${say(documentWords[family])}:
<a href="${`/console/upload/example/${family}?format=xlsx`}">${say(uploadWords.asSheet)}</a>,
<a href="${`/console/upload/example/${family}`}">CSV</a></li>`,
  )
  return html`<section class="card stack" aria-labelledby="example"><h2 id="example">${say(uploadWords.example)}</h2>
<p>${say(uploadWords.exampleHint)}</p>
<ul class="plain">${links}</ul>
<p><a href="${columnsPath}">${say(columnWords.title)}</a></p></section>`
}

/** What is wrong with the file; the choices have their messages beside them. */
function problemsOf({ say }: Call, refusal: SelfbillError | undefined): Html | undefined {
  const problems = Object.entries(refusal?.fields ?? {}).filter(([name]) => name.startsWith('file_'))
  if (problems.length === 0) return undefined
  const isOfHeadings = problems.some(([name]) => refusal?.codes[name]?.id.startsWith('csv_columns_unknown') === true)
  return html`<ul class="problems">${problems.map(([, text]) => html`<li><bdi>${text}</bdi></li>`)}</ul>
${isOfHeadings && html`<p><a href="${columnsPath}">${say(columnWords.title)}</a></p>`}`
}

function encodingLabel({ say }: Pick<Call, 'say'>, encoding: string): string {
  if (encoding === 'windows-1256') return say(uploadWords.arabicWindows)
  return encoding === 'windows-1252' ? say(uploadWords.westernWindows) : encoding
}

type Listed = Operations['listUploads']['answer']['items'][number]

function list(call: Call, uploads: readonly Listed[]): Html {
  const { say, format } = call
  if (uploads.length === 0) return html`<p>${say(uploadWords.none)}</p>`
  const columns: readonly Column<Listed>[] = [
    {
      title: say(uploadWords.name),
      isHead: true,
      cell: ({ upload_id: id, file_name: name }) =>
        html`<a href="${`${uploadPath}/${encodeURIComponent(id)}`}"><bdi>${name}</bdi></a>`,
    },
    { title: say(uploadWords.family), cell: ({ family }) => say(documentWords[family]) },
    {
      title: say(uploadWords.documents),
      align: 'figure',
      cell: ({ document_count: count }) => html`<bdi class="figure" dir="ltr">${format.number(count)}</bdi>`,
    },
    { title: say(uploadWords.status), cell: (upload) => statusBadge(call, upload) },
    { title: say(uploadWords.time), cell: ({ created_at }) => format.moment(created_at) },
    { title: say(uploadWords.by), cell: ({ created_by }) => html`<bdi>${created_by}</bdi>` },
  ]
  return table(say(uploadWords.past), columns, uploads)
}

/** Its base64, the body of the request, and what the API reads of it. */
const bytesPerByte = 4

function refused(shown: PageReply, sentence: Sentence): PageReply {
  return { ...shown, status: 422, notice: noticeOf('bad', sentence) }
}
