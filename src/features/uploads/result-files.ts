import { type Family, requests } from '@selfbill/pint-ae/document'
import { plainNameOfMember } from '../../document-files/column-names.ts'
import { columnOfHeading, errorColumn } from '../../document-files/csv-columns.ts'
import { isBlank } from '../../document-files/csv-records.ts'
import { csvSelection } from '../../document-files/csv-selection.ts'
import { withoutApostrophe } from '../../document-files/csv-text.ts'
import { decodedParts } from '../../document-files/document-file.ts'
import { readJsonLines } from '../../document-files/json-lines.ts'
import { rangesOf } from '../../document-files/row-ranges.ts'
import { rewrittenCell } from '../../document-files/sheet-cells.ts'
import type { Sheet } from '../../document-files/xlsx/sheet-rows.ts'
import type { WrittenSheet } from '../../document-files/xlsx/written-xlsx.ts'
import type { Encoding } from '../../encoding/encodings.ts'
import { partsOf } from './parts-of.ts'
import { requestIn, rowsMax } from './read-upload.ts'
import type { UploadError, UploadedDocument } from './upload-documents.ts'

type Language = 'en' | 'ar'

/** Every document of an upload with what came of it. */
export function resultTable(documents: readonly UploadedDocument[], language: Language): WrittenSheet {
  return {
    name: 'results',
    isRightToLeft: language === 'ar',
    headings: [
      'rows',
      'document',
      'check',
      'outcome',
      'is_repeat',
      'document_number',
      'document_id',
      'errors',
      'warnings',
    ],
    rows: documents.map((one) =>
      [
        rangesOf(one.rows),
        one.key ?? '',
        one.check ?? '',
        one.outcome ?? '',
        one.isRepeat ? 'yes' : 'no',
        one.documentNumber ?? '',
        one.documentId ?? '',
        sentencesOf(one.errors, language),
        sentencesOf(one.warnings, language),
      ].map((text) => ({ kind: 'text', text }) as const),
    ),
  }
}

function sentencesOf(errors: readonly UploadError[], language: Language): string {
  return errors.map((error) => sentenceOf(error, language)).join('; ')
}

/** An error as a sentence with its row and column. */
function sentenceOf({ row, field, text, text_ar: arabic }: UploadError, language: Language): string {
  const said = language === 'ar' ? arabic : text
  const column = field === null ? undefined : (plainNameOfMember(field, language) ?? field)
  const place = [row === null ? undefined : String(row), column].filter((part) => part !== undefined)
  // A spreadsheet shows the marks that keep the direction of values on a page.
  return `${place.length > 0 ? `[${place.join(', ')}] ` : ''}${said}`.replaceAll(/[\u2066-\u2069]/g, '')
}

interface UploadedText {
  readonly bytes: Uint8Array
  readonly encoding: Encoding | undefined
}

/** The rows of refused documents of a CSV file, each with what is wrong, to be corrected. */
export function refusedRows(
  { bytes, encoding }: UploadedText,
  refused: readonly UploadedDocument[],
  language: Language,
): Promise<string> {
  return csvSelection(decodedParts(partsOf(bytes), encoding), reasonsOf(refused, language), rowsMax)
}

/**
 * The same of a spreadsheet: numbers stay numbers, days stay days, and what nobody corrects is
 * refused again.
 */
export function refusedSheet(
  { rows }: Sheet,
  refused: readonly UploadedDocument[],
  { language, family }: { readonly language: Language; readonly family: Family },
): WrittenSheet {
  const reasons = reasonsOf(refused, language)
  const [headings = { cells: [] }] = rows.filter(({ cells }) => !cells.every(isBlank))
  const columns = [...headings.cells.entries()]
    .filter(([, heading]) => heading.trim() !== errorColumn)
    .map(([at, heading]) => ({ at, heading, column: columnOfHeading(withoutApostrophe(heading), requests[family]) }))
  return {
    name: 'refused',
    isRightToLeft: language === 'ar',
    headings: [...columns.map(({ heading }) => heading), errorColumn],
    rows: rows.flatMap(({ row, cells, kinds }) => {
      const reason = reasons.get(row)
      if (reason === undefined) return []
      const kept = columns.map(({ at, column }) => rewrittenCell(cells[at] ?? '', kinds[at] ?? 'text', column))
      return [[...kept, { kind: 'text', text: reason }]]
    }),
  }
}

/** By row: what is wrong stands beside the first one of a document. */
function reasonsOf(refused: readonly UploadedDocument[], language: Language): ReadonlyMap<number, string> {
  return new Map(
    refused.flatMap((document) =>
      document.rows.map((row, at) => [row, at === 0 ? sentencesOf(document.errors, language) : ''] as const),
    ),
  )
}

/** The refused lines of an NDJSON file. */
export async function refusedLines(
  { bytes, encoding }: UploadedText,
  refused: readonly UploadedDocument[],
  language: Language,
): Promise<string> {
  const byLine = new Map(refused.map((document) => [document.rows[0], document]))
  const lines: string[] = []
  const text = () => decodedParts(partsOf(bytes), encoding)
  for await (const { places, text: read, source } of (await readJsonLines(text, rowsMax)).documents()) {
    const line = places[0]?.line
    const document = byLine.get(line)
    if (document === undefined) continue
    const request = requestIn(read) ?? source ?? null
    lines.push(JSON.stringify({ line, error: sentencesOf(document.errors, language), request }))
  }
  return `${lines.join('\n')}\n`
}
