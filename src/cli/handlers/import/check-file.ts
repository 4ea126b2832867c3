import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { isCsv, isXlsx } from '../../../document-files/document-file.ts'
import { possibleEncodings } from '../../../document-files/possible-encodings.ts'
import { type Encoding, isSingleByte } from '../../../encoding/encodings.ts'
import { StrictDecoder, TextUndecodable } from '../../../encoding/strict-decoder.ts'
import { printable } from '../../printable.ts'
import { UsageError } from '../../usage-error.ts'

/**
 * Reads the whole file before anything is issued and returns its SHA-256 in hexadecimal. Throws
 * UsageError when a byte is not text in the encoding; for a CSV file the message lists the
 * encodings that fit. A spreadsheet is no text.
 */
export async function checkFile(file: string, encoding: Encoding | undefined): Promise<string> {
  const [hash, decoder, utf8] = [createHash('sha256'), new StrictDecoder(encoding), new Utf8Probe()]
  const isText = !isXlsx(file)
  try {
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk)
      if (!isText) continue
      decoder.write(chunk)
      if (encoding !== undefined && isSingleByte(encoding)) utf8.write(chunk)
    }
    decoder.end()
  } catch (error) {
    if (error instanceof TextUndecodable) throw new UsageError(await unreadable(file, error, encoding))
    throw new UsageError(`${file} cannot be read`)
  }
  // A single-byte encoding accepts any bytes, but its text is hardly ever valid UTF-8 by chance.
  if (utf8.isLikely) throw new UsageError(`${file} is UTF-8, not ${encoding}: leave out --encoding`)
  return hash.digest('hex')
}

async function unreadable(file: string, error: TextUndecodable, stated: Encoding | undefined): Promise<string> {
  const problem = `${file}: ${error.message}`
  if (!isCsv(file)) return `${problem}. NDJSON must be UTF-8: save it as UTF-8`
  const readings = await possibleEncodings((start, end) => createReadStream(file, { start, end }), error.byte)
  if (readings.length === 0) return `${problem}. Save it as "CSV UTF-8"`
  if (readings[0]?.encoding === 'utf-8') return `${problem}. It is UTF-8: leave out --encoding`
  const width = Math.max(...readings.map(({ encoding }) => encoding.length))
  const lines = readings.map(({ encoding, sample }) => `  ${encoding.padEnd(width)}  ${printable(sample)}`)
  const ask = stated === undefined ? 'State its encoding with --encoding' : 'State another --encoding'
  const heading = `${ask}, or save it as "CSV UTF-8". How each possible encoding reads that place:`
  return [`${problem}.`, heading, ...lines].join('\n')
}

/** Finds out whether bytes are UTF-8 with characters beyond ASCII. */
class Utf8Probe {
  readonly #decoder = new StrictDecoder('utf-8')
  #isBeyondAscii = false
  #isValid = true

  write(bytes: Uint8Array): void {
    if (!this.#isValid) return
    try {
      this.#isBeyondAscii ||= /[^\0-\x7f]/.test(this.#decoder.write(bytes))
    } catch {
      this.#isValid = false
    }
  }

  get isLikely(): boolean {
    this.#end()
    return this.#isValid && this.#isBeyondAscii
  }

  #end(): void {
    if (!this.#isValid) return
    try {
      this.#decoder.end()
    } catch {
      this.#isValid = false
    }
  }
}
