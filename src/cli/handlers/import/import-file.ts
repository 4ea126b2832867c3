import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { inEnglish, message } from '@selfbill/pint-ae/messages'
import { Fault } from '../../../api/faults.ts'
import { issueMany } from '../../../application/issue-many.ts'
import type { Config } from '../../../config/config.ts'
import type { DateOrder } from '../../../document-files/cell-dates.ts'
import {
  decodedParts,
  fileKinds,
  fileRowsMax,
  isCsv,
  readDocuments,
  refuseOtherKinds,
} from '../../../document-files/document-file.ts'
import { lastRowOfEarlier } from '../../../document-files/earlier-rows.ts'
import { FileUnreadable, problemMessage } from '../../../document-files/problem.ts'
import type { ReadDocument, ReadFile } from '../../../document-files/read-document.ts'
import type { Encoding } from '../../../encoding/encodings.ts'
import { isLoss } from '../../../store/database/database.ts'
import { parseEncoding } from '../../encoding-option.ts'
import { printable } from '../../printable.ts'
import type { Terminal } from '../../terminal.ts'
import { UsageError } from '../../usage-error.ts'
import { checkFile } from './check-file.ts'
import { isLeftOut, requireLookedUp } from './import-after-a-day.ts'
import { type Imported, type ImportTarget, importOne, refusedByOlder, tryOne } from './import-one.ts'
import { groupMax, ImportProgress } from './import-progress.ts'
import { problemReasons, resultRows, resultsBeginning, screenLines } from './import-results.ts'
import { type ImportOptions, type Running, start, type Target } from './import-target.ts'

/**
 * Issues the documents of files one by one and continues where an earlier run stopped. Exit 1 when
 * some were refused, 2 when a file could not be read; the other files are imported all the same.
 * Source: docs/decisions/0044 and 0120.
 */
export async function importFiles(
  terminal: Terminal,
  config: Config,
  files: readonly string[],
  options: ImportOptions,
): Promise<number> {
  if (options.issuedRows !== undefined && files.length > 1) throw new UsageError('--issued-rows is for one file alone')
  let [running, code]: [Running | undefined, number] = [undefined, 0]
  const unlessUnreadable = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error: unknown) => {
      if (!(error instanceof UsageError) || files.length === 1) throw error
      terminal.warn(`selfbill import: ${error.message}`)
      code = 2
      return undefined
    })
  try {
    for (const name of files) {
      const file = await unlessUnreadable(readableFile(name, options))
      if (file === undefined) continue
      running ??= await start(terminal, config, options)
      const isDone = await unlessUnreadable((options.dryRun === true ? tryFile : importFile)(file, running.target))
      if (isDone === false) code = Math.max(code, 1)
    }
    return code
  } catch (error) {
    if (!isLoss(error) && !(error instanceof Fault)) throw error
    terminal.warn(`selfbill import: ${error.message}\n${continuing}`)
    return 1
  } finally {
    await running?.service.stop()
  }
}

const continuing = 'Run the import again within a day: it continues where it stopped, and issues no document twice'

/** Says once what the import waits for: many lines may wait for the same. */
function waitNotice(terminal: Terminal, file: string): ImportTarget['onWait'] {
  let isSaid = false
  return (line, until) => {
    if (isSaid) return
    isSaid = true
    const end = new Date(until).toISOString().slice(11, 19)
    terminal.warn(
      `${file}: another import of this file, or one that was stopped, holds the document of line ${line}: ` +
        `waiting until ${end} UTC at most, or until the other import has it`,
    )
  }
}

/** A file that was read to its end, and is text in its encoding. */
interface Readable {
  readonly name: string
  readonly sha256: string
  readonly encoding: Encoding | undefined
  readonly dates: DateOrder | undefined
  readonly read: ReadFile
}

async function readableFile(name: string, options: ImportOptions): Promise<Readable> {
  const { dates } = options
  const encoding = parseEncoding(name, options.encoding)
  const bytes = (start?: number, end?: number) => createReadStream(name, { start, end })
  try {
    refuseOtherKinds(name, fileKinds)
    const sha256 = await checkFile(name, encoding)
    const read = await readDocuments({ name, family: options.family, encoding, dateOrder: dates }, bytes, fileRowsMax)
    return { name, sha256, encoding, dates, read }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    throw new UsageError(error.problems.map((one) => `${name}: ${inEnglish(problemMessage(one))}`).join('\n'))
  }
}

/** Whether no document was refused, now or earlier. */
async function importFile(file: Readable, target: Target): Promise<boolean> {
  const { name, sha256, encoding, dates } = file
  const { terminal, orgId, family, profile } = target
  warnOf(file, terminal)
  const of = { sha256, organisation: orgId, family, profile, encoding, dates }
  const progress = await ImportProgress.open(name, of, isCsv(name))
  const older = progress.doneByOlderVersion
  const parts = () => decodedParts(createReadStream(name), encoding)
  const olderRow = older === 0 ? 0 : await lastRowOfEarlier(parts(), older, fileRowsMax)
  await refuseUnplaced(file, progress.resultsFile, olderRow)
  await requireLookedUp(file, progress, { now: target.parts.now(), issuedRows: target.issuedRows })
  await importAll(file, { ...target, sha256, encoding, onWait: waitNotice(terminal, name) }, progress, olderRow)
  const { issued, failed, refused } = progress.counts
  terminal.print(`${issued} issued, ${failed} of them with fatal findings; ${refused} refused`)
  if (failed > 0) terminal.print(`documents with fatal findings: GET /api/${family}?status=VALIDATION_FAILED`)
  if (refused > 0) terminal.print(`refused documents and reasons: ${progress.refusedFile}`)
  terminal.print(`results by row: ${progress.resultsFile}`)
  return refused === 0
}

/** Whether every document passes. Stores nothing, and writes no progress. */
async function tryFile(file: Readable, target: Target): Promise<boolean> {
  const { name, sha256, encoding, read } = file
  const { terminal } = target
  const resultsFile = `${name}.dry-run.csv`
  warnOf(file, terminal)
  await refuseUnplaced(file, resultsFile, 0)
  const counts = { issued: 0, failed: 0, refused: 0 }
  let results = resultsBeginning
  const into = { ...target, sha256, encoding, onWait: waitNotice(terminal, name) }
  for await (const { outcome } of worked(into, read.documents(), (document) => tryOne(into, document))) {
    counts[outcome.status] += 1
    results += resultRows(outcome, true)
    terminal.print(screenLines(outcome, true))
  }
  await writeFile(resultsFile, results)
  terminal.print(
    `${counts.issued} pass, ${counts.failed} fail rules, ${counts.refused} would be refused; nothing is stored`,
  )
  terminal.print(`results by row: ${resultsFile}`)
  return counts.failed === 0 && counts.refused === 0
}

/** What a person should look at: it hinders nothing. */
function warnOf({ name, read }: Readable, terminal: Terminal): void {
  for (const warning of read.warnings ?? []) terminal.warn(`${name}: ${printable(inEnglish(problemMessage(warning)))}`)
}

/**
 * Throws UsageError when rows belong to no document. All that is wrong in the file is in the
 * results, so that it can be corrected at once.
 */
async function refuseUnplaced({ name, read }: Readable, resultsFile: string, olderRow: number): Promise<void> {
  if (read.problems.length === 0) return
  const reasons = problemReasons(read)
  let results = resultsBeginning
  for (const { row, text } of reasons) results += resultRows(outcomeAt(row, text), false)
  const other = { place: undefined, reason: message('file_others_unplaced') }
  for await (const document of read.documents()) {
    const own = problemReasons({ problems: [...document.problems, other] })
    results += resultRows({ document, status: 'refused', reasons: own }, false)
  }
  await writeFile(resultsFile, results)
  const shown = reasons.slice(0, problemsShown).map(({ text }) => `  ${printable(text)}`)
  const more = reasons.length - shown.length
  throw new UsageError(
    [
      `${name}: nothing is issued, because rows belong to no document:`,
      ...shown,
      ...(more > 0 ? [`  and ${more} more`] : []),
      `Every problem of the file is in ${resultsFile}`,
      ...(olderRow > 0
        ? [`An older version has worked on the rows up to ${olderRow}. Leave them out of the corrected file`]
        : []),
    ].join('\n'),
  )
}

function outcomeAt(row: number | undefined, text: string) {
  const places = [{ row, line: row ?? 1 }]
  const document: ReadDocument = { places, keyLine: 0, text: undefined, problems: [] }
  return { document, status: 'refused' as const, reasons: [{ row, text }] }
}

const problemsShown = 50

/** Issues a few documents at a time and saves the progress after each group. */
async function importAll(
  { read }: Readable,
  into: ImportTarget & Target,
  progress: ImportProgress,
  olderRow: number,
): Promise<void> {
  const { terminal } = into
  const total = read.count
  const doneBefore = progress.counts.done
  if (doneBefore >= total) terminal.warn('already imported; nothing to do')
  let group: (Imported | undefined)[] = []
  const flush = async () => {
    const done = group.filter((result) => result !== undefined)
    const statuses = done.map(({ outcome }) => outcome.status)
    const failed = statuses.filter((status) => status === 'failed').length
    const issued = statuses.filter((status) => status !== 'refused').length
    await progress.advance(
      into.parts.now(),
      { done: group.length, issued, failed },
      {
        refused: done.flatMap(({ refusedLine = [] }) => refusedLine),
        results: done.map(({ outcome }) => resultRows(outcome, false)).join(''),
      },
    )
    if (terminal.stderr.isTTY) terminal.stderr.write('\r\x1b[K')
    for (const { outcome } of done) terminal.print(screenLines(outcome, false))
    group = []
    showProgress(terminal, progress.counts.done, total)
  }
  const remaining = skipping(read.documents(), doneBefore)
  const importUnlessDone = async (document: ReadDocument) =>
    isLeftOut(document, progress) ? undefined : importUnlessOlder(into, document, olderRow)
  for await (const result of worked(into, remaining, importUnlessDone)) {
    group.push(result)
    if (group.length >= groupMax) await flush()
  }
  if (group.length > 0) await flush()
  if (terminal.stderr.isTTY) terminal.stderr.write('\n')
}

/** Undefined for a document on which an older version has worked already. */
async function importUnlessOlder(
  into: ImportTarget,
  document: ReadDocument,
  olderRow: number,
): Promise<Imported | undefined> {
  const done = document.places.filter(({ row = 0 }) => row <= olderRow)
  if (olderRow === 0 || done.length === 0) return importOne(into, document)
  return done.length === document.places.length ? undefined : refusedByOlder(document)
}

const largeCharacters = 64 * 1024

/** The results in the order of the documents. Throws the first failure, in that order. */
async function* worked<Result>(
  { parts: { clock } }: ImportTarget,
  documents: AsyncIterable<ReadDocument> | Iterable<ReadDocument>,
  work: (document: ReadDocument) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const settled = (document: ReadDocument) =>
    work(document).then(
      (result) => ({ result }),
      (failure: unknown) => ({ failure }),
    )
  const sizeOf = ({ text = '' }: ReadDocument) => text.length
  const limits = { clock, sizeOf, largeSize: largeCharacters, sizeAtOnceMax: 16 * largeCharacters }
  for await (const done of issueMany(documents, settled, limits)) {
    if ('failure' in done) throw done.failure
    yield done.result
  }
}

async function* skipping<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  count: number,
): AsyncGenerator<Item, void, undefined> {
  let seen = 0
  for await (const item of items) {
    seen += 1
    if (seen > count) yield item
  }
}

function showProgress(terminal: Terminal, done: number, total: number): void {
  if (!terminal.stderr.isTTY) return
  const share = total === 0 ? 1 : done / total
  const filled = Math.round(share * barCharacters)
  const bar = '█'.repeat(filled) + '░'.repeat(barCharacters - filled)
  terminal.stderr.write(`\r${bar} ${Math.floor(share * 100)} %  ${done} of ${total}`)
}

const barCharacters = 40
