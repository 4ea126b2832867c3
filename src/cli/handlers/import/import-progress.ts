import { open, readFile, rename, stat, truncate } from 'node:fs/promises'
import type { Encoding } from '../../../encoding/encodings.ts'
import { UsageError } from '../../usage-error.ts'

/**
 * The progress of an import, in a file beside the imported one, so that an interrupted import can
 * continue. Refused documents are in a second file. The progress holds the valid length of that
 * file: whatever follows comes from a group that was interrupted, and is cut off.
 */
export class ImportProgress {
  readonly refusedFile: string
  readonly #file: string
  readonly #of: ImportOf
  counts: ImportCounts

  private constructor(imported: string, of: ImportOf, counts: ImportCounts) {
    this.#file = `${imported}.progress`
    this.refusedFile = `${imported}.refused.ndjson`
    this.#of = of
    this.counts = counts
  }

  /** Throws UsageError when the progress file belongs to another import. */
  static async open(imported: string, of: ImportOf): Promise<ImportProgress> {
    const progress = new ImportProgress(imported, of, nothing)
    const text = await textIfAny(progress.#file)
    if (text !== undefined) {
      const { done, issued, failed, refused, refusedBytes, ...known } = parsed(text, progress.#file)
      const other = differencesOf(known, of)
      if (other.length > 0) {
        const which = `another ${other.join(', another ')}`
        throw new UsageError(`${progress.#file} belongs to another import (${which}): move it away to start again`)
      }
      progress.counts = { done, issued, failed, refused, refusedBytes }
    }
    const length = await stat(progress.refusedFile).then(
      ({ size }) => size,
      () => 0,
    )
    if (length > progress.counts.refusedBytes) await truncate(progress.refusedFile, progress.counts.refusedBytes)
    return progress
  }

  /** Adds a finished group. */
  async advance(
    group: { readonly done: number; readonly issued: number; readonly failed: number },
    refused: readonly string[],
  ) {
    const text = refused.join('')
    if (text !== '') await writeSynced(this.refusedFile, text, 'a')
    this.counts = {
      done: this.counts.done + group.done,
      issued: this.counts.issued + group.issued,
      failed: this.counts.failed + group.failed,
      refused: this.counts.refused + refused.length,
      refusedBytes: this.counts.refusedBytes + Buffer.byteLength(text),
    }
    await writeSynced(`${this.#file}.new`, `${JSON.stringify({ ...this.#of, ...this.counts })}\n`, 'w')
    await rename(`${this.#file}.new`, this.#file)
  }
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

/** Earlier versions could leave it empty after a power cut. */
function parsed(text: string, file: string): ImportOf & ImportCounts {
  try {
    return JSON.parse(text)
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
] as const

export interface ImportCounts {
  readonly done: number
  readonly issued: number
  /** Issued with fatal findings, so not sent. */
  readonly failed: number
  readonly refused: number
  readonly refusedBytes: number
}

const nothing: ImportCounts = { done: 0, issued: 0, failed: 0, refused: 0, refusedBytes: 0 }
