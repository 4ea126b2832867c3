import { csvSelection, rowOf } from '../../document-files/csv-selection.ts'
import { decodedParts, isCsv } from '../../document-files/document-file.ts'
import { readJsonLines } from '../../document-files/json-lines.ts'
import type { Encoding } from '../../encoding/encodings.ts'
import { partsOf } from './parts-of.ts'
import { requestIn, rowsMax } from './read-upload.ts'
import { rangesOf } from './row-ranges.ts'
import type { UploadError, UploadedDocument } from './upload-documents.ts'

/** Every document of an upload with what came of it, as CSV. */
export function resultFile(documents: readonly UploadedDocument[], language: 'en' | 'ar'): string {
  const headings = ['rows', 'document', 'check', 'outcome', 'is_repeat', 'document_number', 'document_id', 'errors']
  const rows = documents.map((one) => [
    rangesOf(one.rows),
    one.key ?? '',
    one.check ?? '',
    one.outcome ?? '',
    one.isRepeat ? 'yes' : 'no',
    one.documentNumber ?? '',
    one.documentId ?? '',
    one.errors.map((error) => sentenceOf(error, language)).join('; '),
  ])
  return csvText([headings, ...rows])
}

/** CSV that spreadsheets read as UTF-8, and in which no cell becomes a formula. */
function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((cells) => rowOf(cells.map(harmless), ',')).join('\r\n')}\r\n`
}

/** A spreadsheet calculates what begins like a formula. */
function harmless(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

/** An error as a sentence with its row and column. */
function sentenceOf({ row, field, text, text_ar: arabic }: UploadError, language: 'en' | 'ar'): string {
  const said = language === 'ar' ? arabic : text
  const place = [row === null ? undefined : String(row), field ?? undefined].filter((part) => part !== undefined)
  // A spreadsheet shows the marks that keep the direction of values on a page.
  return `${place.length > 0 ? `[${place.join(', ')}] ` : ''}${said}`.replaceAll(/[\u2066-\u2069]/g, '')
}

interface RefusedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly encoding: Encoding | undefined
}

/**
 * The rows of refused documents as a file of the same kind, each with what is wrong, so that a
 * person can correct and upload them.
 */
export async function refusedRows(
  { name, bytes, encoding }: RefusedFile,
  refused: readonly UploadedDocument[],
  language: 'en' | 'ar',
): Promise<string> {
  const text = () => decodedParts(partsOf(bytes), encoding)
  const reasonOf = ({ errors }: UploadedDocument) => errors.map((error) => sentenceOf(error, language)).join('; ')
  if (isCsv(name)) {
    const reasons = refused.flatMap((document) =>
      document.rows.map((row, at) => [row, at === 0 ? reasonOf(document) : ''] as const),
    )
    return `\ufeff${await csvSelection(text(), new Map(reasons), rowsMax)}`
  }
  const byLine = new Map(refused.map((document) => [document.rows[0], document]))
  const lines: string[] = []
  for await (const { places, text: read, source } of (await readJsonLines(text, rowsMax)).documents()) {
    const line = places[0]?.line
    const document = byLine.get(line)
    if (document === undefined) continue
    lines.push(JSON.stringify({ line, error: reasonOf(document), request: requestIn(read) ?? source ?? null }))
  }
  return `${lines.join('\n')}\n`
}
