import { open, readFile, rename, stat, truncate } from 'node:fs/promises'
import type { DateOrder } from '../../../document-files/cell-dates.ts'
import type { Encoding } from '../../../encoding/encodings.ts'
import { UsageError } from '../../usage-error.ts'
import { resultsBeginning } from './import-results.ts'

/**
 * The progress of an import, in a file beside the imported one, so that an interrupted import can
 * continue. Results and refused documents are in two more files. The progress holds the valid
 * lengths of both: whatever follows comes from a group that was interrupted, and is cut off.
 */
export class ImportProgress {
  readonly refusedFile: string
  readonly resultsFile: string
  /** How many documents a version that read the rows in their order has worked on; CSV only. */
  readonly doneByOlderVersion: number
  /** When the last group was finished, ms since 1970; undefined: nothing is saved. */
  savedAt: number | undefined
  /** Of documents that a person found issued: they are left out. */
  issuedRows: ReadonlySet<number>
  readonly #file: string
  readonly #of: ImportOf
  counts: ImportCounts

  private constructor(imported: string, of: ImportOf, { counts, doneByOlderVersion, savedAt, issuedRows }: Saved) {
    this.#file = `${imported}.progress`
    this.refusedFile = `${imported}.refused.ndjson`
    this.resultsFile = `${imported}.results.csv`
    this.#of = of
    this.counts = counts
    this.doneByOlderVersion = doneByOlderVersion
    this.savedAt = savedAt
    this.issuedRows = new Set(issuedRows)
  }

  /** Throws UsageError when the progress file belongs to another import. */
  static async open(imported: string, of: ImportOf, isCsv: boolean): Promise<ImportProgress> {
    const text = await textIfAny(`${imported}.progress`)
    const progress =
      text === undefined
        ? new ImportProgress(imported, of, nothingSaved)
        : ImportProgress.#resume(text, imported, of, isCsv)
    // Versions without the time: that of the file.
    if (text !== undefined) progress.savedAt ??= (await stat(`${imported}.progress`)).mtimeMs
    await cutOff(progress.refusedFile, progress.counts.refusedBytes)
    await cutOff(progress.resultsFile, progress.counts.resultsBytes)
    return progress
  }

  static #resume(text: string, imported: string, of: ImportOf, isCsv: boolean): ImportProgress {
    const { isOlder, of: before, ...saved } = parsed(text, `${imported}.progress`)
    const other = differencesOf(before, of)
    if (other.length > 0) {
      const which = `another ${other.join(', another ')}`
      throw new UsageError(`${imported}.progress belongs to another import (${which}): move it away to start again`)
    }
    // That version counted other documents: rows of one document that stood apart were several.
    const { counts } = saved
    if (!isOlder || !isCsv) return new ImportProgress(imported, of, saved)
    return new ImportProgress(imported, of, {
      ...saved,
      counts: { ...counts, done: 0 },
      doneByOlderVersion: counts.done,
    })
  }

  /** Before the first group of a run: `savedAt` is when the import began, or when it stopped. */
  async begin(savedAt: number, issuedRows: readonly number[]): Promise<void> {
    this.savedAt = savedAt
    this.issuedRows = new Set([...this.issuedRows, ...issuedRows])
    await this.#save()
  }

  /** Adds a group that was finished at `now`. */
  async advance(
    now: number,
    group: { readonly done: number; readonly issued: number; readonly failed: number },
    { refused, results }: { readonly refused: readonly string[]; readonly results: string },
  ) {
    const text = refused.join('')
    if (text !== '') await writeSynced(this.refusedFile, text, 'a')
    const beginning = this.counts.resultsBytes === 0 && results !== '' ? resultsBeginning : ''
    if (results !== '') await writeSynced(this.resultsFile, beginning + results, 'a')
    this.counts = {
      done: this.counts.done + group.done,
      issued: this.counts.issued + group.issued,
      failed: this.counts.failed + group.failed,
      refused: this.counts.refused + refused.length,
      refusedBytes: this.counts.refusedBytes + Buffer.byteLength(text),
      resultsBytes: this.counts.resultsBytes + Buffer.byteLength(beginning + results),
    }
    this.savedAt = now
    await this.#save()
  }

  async #save(): Promise<void> {
    const { counts, savedAt } = this
    const older = this.doneByOlderVersion === 0 ? {} : { doneByOlderVersion: this.doneByOlderVersion }
    const leftOut = this.issuedRows.size === 0 ? {} : { issuedRows: [...this.issuedRows] }
    const text = JSON.stringify({ ...this.#of, ...counts, savedAt, ...older, ...leftOut })
    await writeSynced(`${this.#file}.new`, `${text}\n`, 'w')
    await rename(`${this.#file}.new`, this.#file)
  }
}

async function cutOff(file: string, bytes: number): Promise<void> {
  const length = await stat(file).then(
    ({ size }) => size,
    () => 0,
  )
  if (length > bytes) await truncate(file, bytes)
}

/** On the disk when it returns: otherwise a power cut could leave a renamed file empty. */
async function writeSynced(file: string, text: string, flags: 'a' | 'w'): Promise<void> {
  const handle = await open(file, flags)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Undefined only without a file: an import that took an unreadable file for no progress would empty
 * the file of refused documents.
 */
async function textIfAny(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

interface Saved {
  readonly counts: ImportCounts
  readonly doneByOlderVersion: number
  readonly savedAt: number | undefined
  readonly issuedRows: readonly number[]
}

interface Known extends Saved {
  readonly of: ImportOf
  /** Written by a version without results. */
  readonly isOlder: boolean
}

/** What earlier versions did not write. */
interface Later extends Partial<Omit<Saved, 'counts'>> {
  readonly resultsBytes?: number
}

/** Earlier versions could leave it empty after a power cut. */
function parsed(text: string, file: string): Known {
  try {
    const known: ImportOf & ImportCounts & Later = JSON.parse(text)
    const { done, issued, failed, refused, refusedBytes, resultsBytes, ...others } = known
    const { doneByOlderVersion = 0, savedAt, issuedRows = [], ...of } = others
    const counts = { done, issued, failed, refused, refusedBytes, resultsBytes: resultsBytes ?? 0 }
    return { of, counts, isOlder: resultsBytes === undefined, doneByOlderVersion, savedAt, issuedRows }
  } catch {
    throw new UsageError(
      `${file} is damaged: delete it and import again within a day, so that no document is issued twice`,
    )
  }
}

/** Identifies an import. It can only continue when all of this is the same. */
export interface ImportOf {
  readonly sha256: string
  readonly organisation: string
  readonly family: string
  readonly profile: string
  /** From --encoding. */
  readonly encoding?: Encoding | undefined
  /** From --dates. */
  readonly dates?: DateOrder | undefined
}

function differencesOf(known: ImportOf, of: ImportOf): readonly string[] {
  return importWords.filter(([member]) => known[member] !== of[member]).map(([, word]) => word)
}

const importWords = [
  ['sha256', 'content'],
  ['organisation', 'organisation'],
  ['family', 'family'],
  ['profile', 'profile'],
  ['encoding', 'encoding'],
  ['dates', 'order of dates'],
] as const

/** So many documents are saved together. */
export const groupMax = 16

export interface ImportCounts {
  readonly done: number
  readonly issued: number
  /** Issued with fatal findings, so not sent. */
  readonly failed: number
  readonly refused: number
  readonly refusedBytes: number
  readonly resultsBytes: number
}

const nothingSaved: Saved = {
  counts: { done: 0, issued: 0, failed: 0, refused: 0, refusedBytes: 0, resultsBytes: 0 },
  doneByOlderVersion: 0,
  savedAt: undefined,
  issuedRows: [],
}
