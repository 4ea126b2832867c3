import { SelfbillError } from '../../../../client/src/errors.ts'
import { isCsv } from '../../../document-files/document-file.ts'
import { encodingNamed } from '../../../encoding/encodings.ts'
import type { Form } from '../../http/form.ts'
import { noticeOf } from '../../http/notice.ts'
import type { Sentence } from '../../language/words.ts'
import { packed, unpacked } from '../../packed.ts'
import { keyIn } from '../../parts/idempotency.ts'
import { action, type Call, content, type PageReply, page, type Reply } from '../../route.ts'
import { familyOf, isFamily } from '../documents/family.ts'
import { isGood, isUndecided, type LineResult, sendBatch } from './batch.ts'
import { hasFewCells } from './cell-limits.ts'
import { exampleFile } from './example-file.ts'
import { documentsMax, type FileRead, readFile, refusedLines, type UploadedFile } from './read-file.ts'
import { checkedPage, chosenIn, type Progress, resultPage, type Upload, uploadPage } from './upload-pages.ts'
import { uploadWords } from './upload-words.ts'

/** A packed file with its results, as a form encodes it. */
const packedBytesMax = 16 * 1024 * 1024

/**
 * Issues the documents of a file: choose it, see a check of its first documents, then issue all.
 * With htmx the results come slice by slice; without it one page shows them when all is done.
 */
const showUpload = page({
  path: '/console/upload',
  access: 'clerk',
  show: (call) => uploadPage(call, {}),
})

/** What a file looks like, for people to fill in their own. */
const showExample = content({
  path: '/console/upload/example/{family}',
  access: 'clerk',
  send({ params, now }) {
    const family = familyOf(params.family)
    return { content: exampleFile(family, now), type: 'text/csv; charset=utf-8', filename: `${family}.csv` }
  },
})

const checkUpload = action({
  path: '/console/upload',
  access: 'clerk',
  bytesMax: 9 * 1024 * 1024,
  async act(call): Promise<PageReply> {
    const { form } = call
    const chosen = chosenIn(form)
    const sent = form.file('file')
    const { family, profile: profileId } = chosen
    if (sent === undefined || sent.bytes.length > fileBytesMax || !isFamily(family) || profileId === undefined) {
      return refused(await uploadPage(call, chosen), sent === undefined ? uploadWords.noFile : uploadWords.tooLarge)
    }
    const file = { name: sent.name, bytes: sent.bytes, family, encoding: encodingIn(chosen.encoding) }
    if (!isReadable(file)) return refused(await uploadPage(call, chosen), uploadWords.tooManyCells)
    const read = await readWithin(call, file)
    if ('trouble' in read) {
      return refused(
        await uploadPage(call, chosen, read),
        read.trouble === 'tooMany' ? uploadWords.tooMany : uploadWords.unreadable,
      )
    }
    const results = await sendBatch(call, { family, profileId }, read.documents.slice(0, checkedMax), {
      isDryRun: true,
    })
    const upload = { ...file, profileId, content: await packed(file.bytes) }
    return checkedPage(call, upload, { results, total: read.documents.length })
  },
})

/** Without a script: everything, then one page. */
const issueUpload = action({
  path: '/console/upload/issue',
  access: 'clerk',
  bytesMax: packedBytesMax,
  async act(call): Promise<Reply> {
    const state = await stateOf(call)
    if (state === undefined) return refused(await uploadPage(call, {}), uploadWords.lost)
    let { progress } = state
    do progress = await withSlice(call, state, progress)
    while (progress.done < state.documents.length && progress.isPaused !== true)
    return resultPage(call, state.upload, progress)
  },
})

/** With htmx: one slice; the part that comes back asks for the next. */
const issueSlice = action({
  path: '/console/upload/slice',
  access: 'clerk',
  bytesMax: packedBytesMax,
  async act(call): Promise<Reply> {
    const state = await stateOf(call)
    if (state === undefined) return refused(await uploadPage(call, {}), uploadWords.lost)
    // The page holds the file already, outside the part that htmx replaces.
    return resultPage(call, { ...state.upload, content: '' }, await withSlice(call, state, state.progress))
  },
})

/** The refused lines as a file that can be corrected and uploaded. */
const failedLines = action({
  path: '/console/upload/failed',
  access: 'clerk',
  bytesMax: packedBytesMax,
  async act(call): Promise<Reply> {
    const state = await stateOf(call)
    if (state === undefined) return refused(await uploadPage(call, {}), uploadWords.lost)
    const { name } = state.upload
    const lines = state.progress.bad.filter(({ id }) => id === undefined)
    const content = await refusedLines(
      state.upload,
      lines.map(({ line, status, errors, codes }) => ({
        line,
        status,
        errors,
        ...(codes !== undefined && { error_codes: codes }),
      })),
    )
    const stem = name.replace(/\.\w+$/, '')
    return isCsv(name)
      ? { content, type: 'text/csv; charset=utf-8', filename: `${stem}.failed.csv` }
      : { content, type: 'application/x-ndjson', filename: `${stem}.failed.ndjson` }
  },
})

export const uploadRoutes = [showUpload, showExample, checkUpload, issueUpload, issueSlice, failedLines] as const

type FormCall = Call & { readonly form: Form }

interface State {
  readonly upload: Upload
  readonly documents: Extract<FileRead, { documents: unknown }>['documents']
  readonly progress: Progress
  /** The key of the whole upload: sent again, nothing is issued twice. */
  readonly once: string
}

/** Undefined for what did not come from a page of ours. */
async function stateOf(call: FormCall): Promise<State | undefined> {
  const { form } = call
  const [family, profileId, name] = ['family', 'profile', 'name'].map((field) => form.text(field))
  const once = keyIn(form)
  if (!isFamily(family) || profileId === undefined || name === undefined || once === undefined) return undefined
  const content = form.exact('content')
  const bytes = await unpacked(call, content)
  if (bytes === undefined || bytes.length > fileBytesMax) return undefined
  const file = { name, bytes, family, encoding: encodingIn(form.text('encoding')) }
  if (!isReadable(file)) return undefined
  const read = await readWithin(call, file)
  if ('trouble' in read) return undefined
  const total = read.documents.length
  const progress = form.text('progress') === undefined ? nothingDone : await progressIn(call, form.exact('progress'))
  if (progress === undefined) return undefined
  return { upload: { ...file, profileId, content }, documents: read.documents, progress: { ...progress, total }, once }
}

const nothingDone: Omit<Progress, 'total'> = { done: 0, good: [], bad: [] }

/**
 * It comes back from a browser, and decides only what is shown and where to go on. Undefined for
 * anything that no page of ours holds.
 */
async function progressIn(call: FormCall, text: string): Promise<Omit<Progress, 'total'> | undefined> {
  const kept = await unpacked(call, text, progressBytesMax)
  if (kept === undefined) return undefined
  const { done, good, bad } = membersIn(kept.toString())
  const isCount = typeof done === 'number' && Number.isInteger(done) && done >= 0 && done <= documentsMax
  return isCount && areResults(good) && areResults(bad) ? { done, good, bad } : undefined
}

function membersIn(text: string): Partial<Record<keyof Progress, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

function areResults(values: unknown): values is readonly LineResult[] {
  return Array.isArray(values) && values.length <= documentsMax && values.every(isResult)
}

function isResult(value: unknown): value is LineResult {
  if (typeof value !== 'object' || value === null) return false
  const { line, rows, status, fatal, id, number, errors, codes }: Partial<Record<keyof LineResult, unknown>> = value
  const isText = (one: unknown) => typeof one === 'string'
  return (
    [line, status, fatal].every((one) => Number.isInteger(one)) &&
    // A page of an earlier version has no rows.
    [rows, id, number].every((one) => one === undefined || isText(one)) &&
    typeof errors === 'object' &&
    errors !== null &&
    Object.values(errors).every(isText) &&
    ['undefined', 'object'].includes(typeof codes)
  )
}

/** A thousand results, each with ten errors and their codes. */
const progressBytesMax = 12 * 1024 * 1024

/**
 * A document that the service could not work on, or may have issued without knowing, is no refused
 * one: who uploaded it again could issue it twice. So the whole slice comes again under its key.
 */
async function withSlice(call: Call, { upload, documents, once }: State, progress: Progress): Promise<Progress> {
  const { done, total } = progress
  const slice = documents.slice(done, done + sliceMax)
  const how = { isDryRun: false, idempotencyKey: `${once}-${done}` }
  const results = await sendBatch(call, upload, slice, how).catch((error: unknown) => {
    if (error instanceof SelfbillError && error.status > 500) return undefined
    throw error
  })
  if (results === undefined || results.some(isUndecided)) return { ...progress, isPaused: true }
  return {
    done: Math.min(total, done + sliceMax),
    total,
    // A few are shown; the rest is only counted.
    good: [...progress.good, ...results.filter(isGood)].slice(0, goodMax),
    bad: [...progress.bad, ...results.filter((result) => !isGood(result))],
  }
}

/** Takes memory for the file's text, rows and requests first. */
async function readWithin(call: Pick<Call, 'takeMemory'>, file: UploadedFile): Promise<FileRead> {
  await call.takeMemory(readingPerByte * file.bytes.length)
  return readFile(file)
}

function isReadable({ name, bytes }: Pick<UploadedFile, 'name' | 'bytes'>): boolean {
  return !isCsv(name) || hasFewCells(bytes)
}

function encodingIn(text: string | undefined): UploadedFile['encoding'] {
  return text === undefined ? undefined : encodingNamed(text)
}

/** Few enough to show progress every second or so. */
const sliceMax = 50
/** Documents that are checked before anything is issued. */
const checkedMax = 50
const goodMax = 50
const fileBytesMax = 8 * 1024 * 1024
const readingPerByte = 14

function refused(shown: PageReply, sentence: Sentence): PageReply {
  return { ...shown, status: 422, notice: noticeOf('bad', sentence) }
}
