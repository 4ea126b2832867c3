import { isCsv } from '../../../document-files/document-file.ts'
import { encodingNamed } from '../../../encoding/encodings.ts'
import type { Form } from '../../http/form.ts'
import { packed, unpacked } from '../../packed.ts'
import { action, type Call, content, type PageReply, page, type Reply } from '../../route.ts'
import { familyOf, isFamily } from '../documents/family.ts'
import { isGood, type LineResult, sendBatch } from './batch.ts'
import { exampleFile } from './example-file.ts'
import { type FileRead, readFile, refusedLines, type UploadedFile } from './read-file.ts'
import { checkedPage, chosenIn, type Progress, resultPage, type Upload, uploadPage } from './upload-pages.ts'

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
      return refused(await uploadPage(call, chosen), sent === undefined ? 'upload.noFile' : 'upload.tooLarge')
    }
    const file = { name: sent.name, bytes: sent.bytes, family, encoding: encodingIn(chosen.encoding) }
    const read = await readWithin(call, file)
    if ('trouble' in read) {
      return refused(
        await uploadPage(call, chosen, read),
        read.trouble === 'tooMany' ? 'upload.tooMany' : 'upload.unreadable',
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
    if (state === undefined) return refused(await uploadPage(call, {}), 'upload.lost')
    let { progress } = state
    while (progress.done < state.documents.length) progress = await withSlice(call, state, progress)
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
    if (state === undefined) return refused(await uploadPage(call, {}), 'upload.lost')
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
    if (state === undefined) return refused(await uploadPage(call, {}), 'upload.lost')
    const { name } = state.upload
    const lines = state.progress.bad.filter(({ id }) => id === undefined)
    const content = await refusedLines(
      state.upload,
      lines.map(({ line, status, errors }) => ({ line, status, errors })),
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
  const [family, profileId, name, once] = ['family', 'profile', 'name', 'once'].map((field) => form.text(field))
  if (!isFamily(family) || profileId === undefined || name === undefined || once === undefined) return undefined
  const content = form.exact('content')
  const bytes = await unpacked(call, content)
  if (bytes === undefined || bytes.length > fileBytesMax) return undefined
  const file = { name, bytes, family, encoding: encodingIn(form.text('encoding')) }
  const read = await readWithin(call, file)
  if ('trouble' in read) return undefined
  const total = read.documents.length
  const kept = await unpacked(call, form.exact('progress'))
  return {
    upload: { ...file, profileId, content },
    documents: read.documents,
    progress: kept === undefined ? { done: 0, total, good: [], bad: [] } : { ...progressIn(kept.toString()), total },
    once,
  }
}

/** It comes back from a browser, and decides only what is shown and where to go on. */
function progressIn(text: string): Omit<Progress, 'total'> {
  const { done, good, bad }: Partial<Record<keyof Progress, unknown>> = JSON.parse(text)
  return {
    done: typeof done === 'number' && Number.isInteger(done) && done >= 0 ? done : 0,
    good: Array.isArray(good) ? good : [],
    bad: Array.isArray(bad) ? bad : [],
  }
}

async function withSlice(call: Call, { upload, documents, once }: State, progress: Progress): Promise<Progress> {
  const { done, total } = progress
  const slice = documents.slice(done, done + sliceMax)
  const results: readonly LineResult[] = await sendBatch(call, upload, slice, {
    isDryRun: false,
    idempotencyKey: `${once}-${done}`,
  })
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

function refused(
  shown: PageReply,
  key: 'upload.noFile' | 'upload.tooLarge' | 'upload.tooMany' | 'upload.unreadable' | 'upload.lost',
): PageReply {
  return { ...shown, status: 422, notice: { tone: 'bad', key } }
}
