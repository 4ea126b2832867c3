import { Option } from '@commander-js/extra-typings'
import { isCsv } from '../document-files/document-file.ts'
import { type Encoding, encodingNamed, encodings } from '../encoding/encodings.ts'
import { UsageError } from './usage-error.ts'

/** `--encoding ENCODING`, for CSV that is not UTF-8. */
export const encodingOption = new Option(
  '--encoding <ENCODING>',
  'the encoding of a CSV file that is not UTF-8: windows-1256 (Arabic), windows-1252 (Western Europe), ' +
    'utf-16le and others',
)

/** Throws UsageError for an unknown encoding, and for a file that is not CSV. */
export function parseEncoding(file: string, name: string | undefined): Encoding | undefined {
  if (name === undefined) return undefined
  if (!isCsv(file) && file !== '-') throw new UsageError('--encoding is for CSV files: NDJSON is UTF-8')
  const encoding = encodingNamed(name)
  if (encoding === undefined) throw new UsageError(`--encoding must be one of ${encodings.join(', ')}`)
  return encoding
}
