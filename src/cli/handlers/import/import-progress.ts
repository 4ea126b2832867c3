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
  readonly #file: string
  readonly #of: ImportOf
  counts: ImportCounts

  private constructor(imported: string, of: ImportOf, counts: ImportCounts, doneByOlderVersion: number) {
    this.#file = `${imported}.progress`
    this.refusedFile = `${imported}.refused.ndjson`
    this.resultsFile = `${imported}.results.csv`
    this.#of = of
    this.counts = counts
    this.doneByOlderVersion = doneByOlderVersion
  }

  /** Throws UsageError when the progress file belongs to another import. */
  static async open(imported: string, of: ImportOf, isCsv: boolean): Promise<ImportProgress> {
    const text = await textIfAny(`${imported}.progress`)
    const progress =
      text === undefined
        ? new ImportProgress(imported, of, nothing, 0)
        : ImportProgress.#resume(text, imported, of, isCsv)
    await cutOff(progress.refusedFile, progress.counts.refusedBytes)
    await cutOff(progress.resultsFile, progress.counts.resultsBytes)
    return progress
  }

  static #resume(text: string, imported: string, of: ImportOf, isCsv: boolean): ImportProgress {
    const { counts, isOlder, doneByOlderVersion, of: before } = parsed(text, `${imported}.progress`)
    const other = differencesOf(before, of)
    if (other.length > 0) {
      const which = `another ${other.join(', another ')}`
      throw new UsageError(`${imported}.progress belongs to another import (${which}): move it away to start again`)
    }
    // That version counted other documents: rows of one document that stood apart were several.
    if (isOlder && isCsv) return new ImportProgress(imported, of, { ...counts, done: 0 }, counts.done)
    return new ImportProgress(imported, of, counts, doneByOlderVersion)
  }

  /** Adds a finished group. */
  async advance(
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
    const older = this.doneByOlderVersion === 0 ? {} : { doneByOlderVersion: this.doneByOlderVersion }
    await writeSynced(`${this.#file}.new`, `${JSON.stringify({ ...this.#of, ...this.counts, ...older })}\n`, 'w')
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

interface Known {
  readonly of: ImportOf
  readonly counts: ImportCounts
  /** Written by a version without results. */
  readonly isOlder: boolean
  readonly doneByOlderVersion: number
}

/** Earlier versions could leave it empty after a power cut. */
function parsed(text: string, file: string): Known {
  try {
    const known: ImportOf & ImportCounts & { doneByOlderVersion?: number; resultsBytes?: number } = JSON.parse(text)
    const { done, issued, failed, refused, refusedBytes, resultsBytes, doneByOlderVersion = 0, ...of } = known
    const counts = { done, issued, failed, refused, refusedBytes, resultsBytes: resultsBytes ?? 0 }
    return { of, counts, isOlder: resultsBytes === undefined, doneByOlderVersion }
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

export interface ImportCounts {
  readonly done: number
  readonly issued: number
  /** Issued with fatal findings, so not sent. */
  readonly failed: number
  readonly refused: number
  readonly refusedBytes: number
  readonly resultsBytes: number
}

const nothing: ImportCounts = { done: 0, issued: 0, failed: 0, refused: 0, refusedBytes: 0, resultsBytes: 0 }
