import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'

/** A part of a file: bytes from `start` to before `end`. */
export interface FileRange {
  readonly file: string
  readonly start: number
  readonly end: number
}

/** Reads a ZIP file that is a part of a file, without copying it. */
export class RangeReader extends RandomAccessReader {
  readonly #range: FileRange

  constructor(range: FileRange) {
    super()
    this.#range = range
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { file, start: offset } = this.#range
    return createReadStream(file, { start: offset + start, end: offset + end - 1 })
  }
}
