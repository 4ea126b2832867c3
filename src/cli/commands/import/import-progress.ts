import { appendFile, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises'
import type { Encoding } from '../../../encoding/encodings.ts'
import { UsageError } from '../../usage-error.ts'

/**
 * How far an import has come, in a file beside the imported one, written after every few documents: an import that broke off goes on from
 * there. What was refused stands in another file; beyond the length that is written here it is of documents that will be tried again.
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

  /** Throws UsageError when the file beside it is of another import. */
  static async open(imported: string, of: ImportOf): Promise<ImportProgress> {
    const progress = new ImportProgress(imported, of, nothing)
    const text = await readFile(progress.#file, 'utf8').catch(() => undefined)
    if (text !== undefined) {
      const { done, issued, failed, refused, refusedBytes, ...known }: ImportOf & ImportCounts = JSON.parse(text)
      const other = differencesOf(known, of)
      if (other.length > 0) {
        const which = `another ${other.join(', another ')}`
        throw new UsageError(`${progress.#file} is of another import (${which}): move it away to begin anew`)
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

  /** Some more documents are done. */
  async advance(
    some: { readonly done: number; readonly issued: number; readonly failed: number },
    refused: readonly string[],
  ) {
    const text = refused.join('')
    if (text !== '') await appendFile(this.refusedFile, text)
    this.counts = {
      done: this.counts.done + some.done,
      issued: this.counts.issued + some.issued,
      failed: this.counts.failed + some.failed,
      refused: this.counts.refused + refused.length,
      refusedBytes: this.counts.refusedBytes + Buffer.byteLength(text),
    }
    await writeFile(`${this.#file}.new`, `${JSON.stringify({ ...this.#of, ...this.counts })}\n`)
    await rename(`${this.#file}.new`, this.#file)
  }
}

/** What is imported into what; an import goes on only when all of it is the same. */
export interface ImportOf {
  readonly sha256: string
  readonly organisation: string
  readonly family: string
  readonly profile: string
  /** As it was stated; absent when it was not. */
  readonly encoding?: Encoding | undefined
}

/** What is not the same, in words. */
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
  /** Issued, with fatal findings: not sent. */
  readonly failed: number
  readonly refused: number
  readonly refusedBytes: number
}

const nothing: ImportCounts = { done: 0, issued: 0, failed: 0, refused: 0, refusedBytes: 0 }
