import { type Html, html } from '@selfbill/pint-ae/html'
import { encodings } from '../../../encoding/encodings.ts'
import type { Form } from '../../http/form.ts'
import { may } from '../../may.ts'
import { packed } from '../../packed.ts'
import { badge } from '../../parts/badge.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { choice, field } from '../../parts/field.ts'
import { idempotencyField } from '../../parts/idempotency.ts'
import { pageHead } from '../../parts/page-head.ts'
import { hidden } from '../../parts/press.ts'
import { type Column, table } from '../../parts/table.ts'
import type { Call, PageReply } from '../../route.ts'
import { documentWords } from '../documents/document-words.ts'
import { documentPath, type Family, families } from '../documents/family.ts'
import { activeProfiles } from '../drafts/active-profiles.ts'
import type { Draft } from '../drafts/calls.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { placeWords } from '../drafts/place.ts'
import { profileWords } from '../settings/profile-words.ts'
import { inWords, isGood, isUndecided, type LineResult } from './batch.ts'
import type { FileRead, UploadedFile } from './read-file.ts'
import { uploadWords } from './upload-words.ts'

/** A file that was read, on its way to be issued. */
export interface Upload extends UploadedFile, Draft {
  readonly family: Family
  /** The bytes as the page carries them; blank where the page has them already. */
  readonly content: string
}

/** How far an upload is. */
export interface Progress {
  readonly done: number
  readonly total: number
  /** The first that were issued. */
  readonly good: readonly LineResult[]
  readonly bad: readonly LineResult[]
  /** The service could not work on the next documents: a person continues when it can again. */
  readonly isPaused?: boolean
}

interface Chosen {
  readonly family?: string | undefined
  readonly profile?: string | undefined
  readonly encoding?: string | undefined
}

export function chosenIn(form: Form): Chosen {
  return { family: form.text('family'), profile: form.text('profile'), encoding: form.text('encoding') }
}

export async function uploadPage(call: Call, chosen: Chosen, read?: FileRead): Promise<PageReply> {
  const { say } = call
  const title = say(uploadWords.title)
  const head = pageHead(title, { about: say(uploadWords.about) })
  const profiles = await activeProfiles(call.api)
  if (profiles.length === 0) {
    const add = may(call, 'admin')
      ? html`<a class="button primary" href="/console/settings/profiles/new">${say(profileWords.add)}</a>`
      : undefined
    return { title, body: html`${head}${emptyState(say(draftWords.noProfile), say(draftWords.noProfileHint), add)}` }
  }
  const familyChoices = families.map((family) => ({ value: family, label: say(documentWords[family]) }))
  const encodingChoices = encodings.map((encoding) => ({ value: encoding, label: encodingLabel(call, encoding) }))
  return {
    title,
    body: html`${head}${read !== undefined && 'trouble' in read && troubleOf(call, read)}
<form class="card columns" method="post" action="/console/upload" enctype="multipart/form-data">
${field('file', say(uploadWords.file), { type: 'file', isRequired: true, hint: say(uploadWords.fileHint) })}
${choice('family', say(draftWords.family), familyChoices, { value: chosen.family })}
${choice('profile', say(draftWords.profile), profiles, { value: chosen.profile })}
${choice(
  'encoding',
  say(uploadWords.encoding),
  [{ value: '', label: say(uploadWords.automatic) }, ...encodingChoices],
  {
    value: chosen.encoding,
    hint: say(uploadWords.encodingHint),
  },
)}
<div class="actions"><button class="primary" type="submit">${say(uploadWords.check)}</button></div></form>
<section class="card stack" aria-labelledby="example"><h2 id="example">${say(uploadWords.example)}</h2>
<p>${say(uploadWords.exampleHint)}</p>
<ul class="plain">${families.map(
      (family) => html`<li><a href="/console/upload/example/${family}">${say(documentWords[family])} (CSV)</a></li>`,
    )}</ul></section>`,
  }
}

function encodingLabel({ say }: Pick<Call, 'say'>, encoding: string): string {
  if (encoding === 'windows-1256') return say(uploadWords.arabicWindows)
  return encoding === 'windows-1252' ? say(uploadWords.westernWindows) : encoding
}

/** Which encodings can read the file, each with what it makes of the place. */
function troubleOf(call: Call, { trouble, readings, details }: Extract<FileRead, { trouble: unknown }>): Html {
  const { say } = call
  return html`<section class="card stack">${trouble === 'csv' && html`<p>${say(uploadWords.columnsHint)}</p>`}
${trouble === 'empty' && html`<p>${say(uploadWords.empty)}</p>`}
${
  details.length > 0 &&
  html`<ul class="plain">${details.map(
    (detail) => html`<li><bdi>${typeof detail === 'string' ? detail : inWords(call, detail)}</bdi></li>`,
  )}</ul>`
}
${
  readings.length > 0 &&
  html`<p>${say(uploadWords.readings)}</p>
<ul>${readings.map(({ encoding, sample }) => html`<li><code>${encoding}</code>: <bdi>${sample}</bdi></li>`)}</ul>`
}</section>`
}

interface Checked {
  readonly results: readonly LineResult[]
  readonly total: number
}

export function checkedPage(call: Call, upload: Upload, { results, total }: Checked): PageReply {
  const { say } = call
  const bad = results.filter((result) => !isGood(result))
  const storable = total - results.filter((result) => result.status >= 400 && !isUndecided(result)).length
  return framed(
    call,
    upload,
    html`<p class="count">${say(uploadWords.found, { count: total })}
${say(uploadWords.checked, { count: results.length })}</p>
${
  bad.length === 0
    ? html`<p>${badge('good', say(uploadWords.allGood))}</p>`
    : html`<p>${badge('good', say(uploadWords.pass, { count: results.length - bad.length }))}
${badge('bad', say(uploadWords.fail, { count: bad.length }))}</p>${resultTable(call, upload, bad)}`
}
${
  storable === 0
    ? html`<p>${say(uploadWords.noneStorable)}</p>
<div class="actions"><a class="button primary" href="/console/upload">${say(uploadWords.another)}</a></div>`
    : html`<div class="actions"><button class="primary" type="submit" hx-post="/console/upload/slice"\
 hx-target="#upload" hx-select="#upload" hx-swap="outerHTML">${say(uploadWords.issue, { count: storable })}</button>
<a class="button" href="/console/upload">${say(bad.length === 0 ? draftWords.cancel : uploadWords.another)}</a></div>
<p class="hint">${say(uploadWords.issueHint)}</p>`
}`,
  )
}

export async function resultPage(call: Call, upload: Upload, progress: Progress): Promise<PageReply> {
  const { say } = call
  const { done, total, good, bad, isPaused = false } = progress
  const isDone = done >= total
  const refused = bad.filter(({ id }) => id === undefined).length
  const stored = bad.length - refused
  const carried = await packed(JSON.stringify({ done, good, bad }))
  return framed(
    call,
    upload,
    html`${hidden({ progress: carried })}
<p role="status"><label>${say(uploadWords.done, { done, total })}
<progress max="${total}" value="${done}"></progress></label></p>
<p>${badge('good', say(uploadWords.good, { count: done - bad.length }))}
${stored > 0 && badge('bad', say(uploadWords.stored, { count: stored }))}
${refused > 0 && badge('bad', say(uploadWords.bad, { count: refused }))}</p>
${stored > 0 && html`<p>${say(uploadWords.storedHint)}</p>`}
${
  isDone
    ? refused > 0 &&
      html`<p>${say(uploadWords.badHint)}</p>
<div class="actions"><button type="submit" formaction="/console/upload/failed" data-repeats="">\
${say(uploadWords.failedFile)}</button></div>`
    : isPaused
      ? html`<p>${badge('bad', say(uploadWords.paused))} ${say(uploadWords.pausedHint)}</p>
<div class="actions"><button type="submit" hx-post="/console/upload/slice"\
 hx-target="#upload" hx-select="#upload" hx-swap="outerHTML">${say(uploadWords.continue)}</button></div>`
      : html`<div class="actions"><button type="submit" hx-post="/console/upload/slice" hx-trigger="load"\
 hx-target="#upload" hx-select="#upload" hx-swap="outerHTML">${say(uploadWords.continue)}</button></div>`
}
${resultTable(call, upload, bad.length > 0 ? bad : good)}
${isDone && html`<div class="actions"><a class="button" href="/console/upload">${say(uploadWords.another)}</a></div>`}`,
  )
}

function resultTable({ say }: Call, { family }: Upload, results: readonly LineResult[]): Html {
  const columns: readonly Column<LineResult>[] = [
    { title: say(uploadWords.line), isHead: true, cell: ({ rows }) => rows },
    {
      title: say(uploadWords.result),
      cell: (result) =>
        isGood(result)
          ? badge('good', say(uploadWords.fine))
          : badge(
              'bad',
              result.status < 300 ? say(draftWords.fails, { count: result.fatal }) : say(uploadWords.refused),
            ),
    },
    {
      title: say(draftWords.number),
      cell: ({ id, number, fatal }) =>
        id === undefined
          ? '–'
          : html`<a href="${`${documentPath(family, id)}${fatal > 0 ? '/repair' : ''}`}"><bdi>${number}</bdi></a>`,
    },
    {
      title: say(uploadWords.why),
      cell: ({ errors }) =>
        Object.entries(errors)
          .slice(0, 3)
          .map(([name, text]) => html`<p>${placeNameOf({ say }, name, family)}<bdi>${text}</bdi></p>`),
    },
  ]
  const shown = results.slice(0, shownMax)
  const more = results.length - shown.length
  return html`${table(say(uploadWords.results), columns, shown)}
${more > 0 && html`<p class="hint">${say(uploadWords.more, { count: more })}</p>`}`
}

/** The field of a message in words; a rule says itself what it is about. */
function placeNameOf({ say }: Pick<Call, 'say'>, name: string, family: Family): Html | undefined {
  if (name === 'message') return undefined
  const words = placeWords(say, name, family)
  return words === undefined ? html`<code>${name}</code> ` : html`${words}: `
}

const shownMax = 50

/**
 * The form holds the file outside the part that htmx replaces, so that it travels to the browser
 * once.
 */
function framed({ say }: Call, upload: Upload, body: Html): PageReply {
  const title = say(uploadWords.title)
  const { family, profileId, name, encoding, content } = upload
  return {
    title,
    body: html`${pageHead(title, { about: say(uploadWords.about) })}
<form method="post" action="/console/upload/issue">
${content !== '' && html`${idempotencyField()}${hidden({ family, profile: profileId, name, encoding, content })}`}
<section class="stack" id="upload"><h2><bdi>${name}</bdi></h2>${body}</section></form>`,
  }
}
