import { fileEndings, mediaTypeOf } from '@selfbill/pint-ae/code-lists'
import { type Html, html } from '@selfbill/pint-ae/html'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { Form, FormFile } from '../../http/form.ts'
import { fieldId } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import { withoutValue } from './edit-json.ts'
import {
  attachmentsIn,
  contentsIn,
  digestOf,
  type Files,
  hasDigests,
  isDigest,
  noFiles,
  withDigests,
} from './file-contents.ts'
import { fileWords } from './file-words.ts'
import { findKept, type Kept } from './kept.ts'
import { at, put } from './paths.ts'
import type { DraftState } from './state.ts'

const filesField = 'files'

/**
 * The state with the contents that its digests stand for, and with the files that were chosen in
 * the form. Contents that somebody typed as JSON are replaced by their digests too.
 */
export async function withFiles(
  call: Call & { readonly form: Form },
  state: DraftState,
  kept: Kept,
): Promise<DraftState> {
  const chosen = call.form.files(filesField)
  const bytes = chosen.reduce((sum, file) => sum + file.bytes.length, 0)
  if (bytes > 0) await call.takeMemory(memoryPerByte * bytes)
  const stored = hasDigests(state.request, state.text) ? await findKept(call, kept.id) : undefined
  const contents = contentsIn(stored !== undefined && 'content' in stored ? stored.content : '')
  if (state.text !== undefined) return { ...state, files: { contents, problems: [] } }
  return withChosen(
    call,
    { ...state, request: withDigests(state.request, contents), files: { contents, problems: [] } },
    chosen,
  )
}

/** The state without the files that were just chosen, and the reason. */
export function withoutChosen(call: Call & { readonly form: Form }, state: DraftState): DraftState {
  const chosen = call.form.files(filesField)
  const digests = new Set(chosen.map(({ bytes }) => digestOf(Buffer.from(bytes).toString('base64'))))
  const problems = [...new Set(chosen.map(({ name }) => call.say(fileWords.notKept, { name })))]
  const places = attachmentsIn(state.request).flatMap((file, place) =>
    digests.has(String(at(file, 'file_content') ?? '')) ? [place] : [],
  )
  const request = places.reduceRight((left: JsonValue, place) => withoutFile(left, place), state.request)
  return { ...state, request, files: { contents: state.files?.contents ?? new Map(), problems } }
}

export function hasChosen(form: Form): boolean {
  return form.files(filesField).length > 0
}

export function withoutFile(request: JsonValue, place: number): JsonValue {
  const made = withoutValue(request, ['attachments', place])
  return attachmentsIn(made).length === 0 ? withoutValue(made, ['attachments']) : made
}

interface ShownFiles {
  readonly request: JsonValue
  readonly files?: Files | undefined
  readonly action: string
  /** What was refused, by path. */
  readonly refused: Readonly<Record<string, string>>
}

/** The files of the document, and a field to add more. Works without a script. */
export function filesPart({ say, format }: Call, { request, files = noFiles, action, refused }: ShownFiles): Html {
  const { contents, problems } = files
  const id = fieldId(filesField)
  const shown = attachmentsIn(request).map((file, place) => {
    const [name, digest] = ['file_name', 'file_content'].map((member) => String(at(file, member) ?? ''))
    const content = contents.get(digest ?? '')
    const isLost = content === undefined && isDigest(digest ?? '')
    const own = Object.entries(refused).filter(([path]) => path.startsWith(`attachments[${place}].`))
    const wrong = isLost ? [say(fileWords.isLost)] : own.map(([, text]) => text)
    return html`<li><bdi>${name}</bdi>${
      content !== undefined &&
      html` <span class="hint">${say(fileWords.size, { size: kilobytes(content, format) })}</span>`
    } <button type="submit" name="do" value="detach-${place}" formnovalidate formaction="${`${action}#files`}">\
${say(fileWords.remove, { name: name ?? '' })}</button>\
${wrong.map((text) => html`<p class="problem"><bdi>${text}</bdi></p>`)}</li>`
  })
  const notAdded = problems.map((text) => html`<li>${text}</li>`)
  return html`<fieldset class="card stack" id="files"><legend class="unseen">${say(fileWords.title)}</legend>\
<h2 aria-hidden="true">${say(fileWords.title)}</h2>
${shown.length > 0 && html`<ul class="files">${shown}</ul>`}
<div class="field double"><label for="${id}">${say(fileWords.choose)}</label>
<input type="file" id="${id}" name="${filesField}" multiple accept="${Object.values(fileEndings).flat().join(',')}"\
 aria-describedby="${id}-hint"><p class="hint" id="${id}-hint">${say(fileWords.hint)}</p>
${notAdded.length > 0 && html`<ul class="problems" role="alert">${notAdded}</ul>`}</div>
<div class="actions"><button type="submit" name="do" value="attach" formnovalidate\
 formaction="${`${action}#files`}">${say(fileWords.add)}</button></div></fieldset>`
}

function withChosen({ say }: Call, state: DraftState, chosen: readonly FormFile[]): DraftState {
  const contents = new Map(state.files?.contents)
  const problems: string[] = []
  let request = state.request
  for (const { name, bytes } of chosen) {
    const type = mediaTypeOf(name)
    const present = attachmentsIn(request)
    if (type === undefined) problems.push(say(fileWords.wrongType, { name }))
    else if (bytes.length === 0) problems.push(say(fileWords.empty, { name }))
    else if (present.length >= filesMax) problems.push(say(fileWords.tooMany, { name, max: filesMax }))
    else {
      const content = Buffer.from(bytes).toString('base64')
      const digest = digestOf(content)
      contents.set(digest, content)
      const file = new Map([
        ['file_name', name],
        ['file_type', type],
        ['file_content', digest],
      ])
      // A page that is sent twice has the file once.
      const isPresent = present.some((one) => at(one, 'file_name') === name && at(one, 'file_content') === digest)
      if (!isPresent) request = put(request, `attachments[${present.length}]`, file)
    }
  }
  const isEdited = state.isEdited || request !== state.request
  return { ...state, request, isEdited, files: { contents, problems } }
}

/** Of a document: docs/contract.md#attachment. */
const filesMax = 20

/** The bytes as Base64, in the request, and in the draft. */
const memoryPerByte = 6

function kilobytes(content: string, format: Call['format']): string {
  return format.number(Math.max(1, Math.round((content.length * 3) / 4 / 1000)))
}
