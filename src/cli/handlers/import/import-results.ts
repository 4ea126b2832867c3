import { inEnglish } from '@selfbill/pint-ae/messages'
import { harmless, rowOf } from '../../../document-files/csv-text.ts'
import { problemMessage } from '../../../document-files/problem.ts'
import { placeOfField, type ReadDocument, rowsOf } from '../../../document-files/read-document.ts'
import { rangesOf } from '../../../document-files/row-ranges.ts'
import { printable } from '../../printable.ts'

/** What became of a document of a file, or would become of it. */
export interface Outcome {
  readonly document: ReadDocument
  /** `failed`: issued with fatal findings, so not sent. */
  readonly status: 'issued' | 'failed' | 'refused'
  readonly number?: string | undefined
  readonly id?: string | undefined
  readonly reasons: readonly Reason[]
}

export interface Reason {
  /** A row of a CSV file, a line of NDJSON; undefined for the whole document. */
  readonly row: number | undefined
  readonly text: string
}

export function problemReasons({ problems }: Pick<ReadDocument, 'problems'>): readonly Reason[] {
  return problems.map((problem) => ({
    row: problem.place?.row ?? problem.place?.line,
    text: inEnglish(problemMessage(problem)),
  }))
}

/** Messages of the service by the path of their field, each with its row and column. */
export function fieldReasons(document: ReadDocument, errors: Readonly<Record<string, string>>): readonly Reason[] {
  return Object.entries(errors).map(([field, text]) => {
    if (field === 'message') return { row: undefined, text }
    const { place, column } = placeOfField(document, field)
    if (place?.row === undefined) return { row: place?.line, text: `${field}: ${text}` }
    return { row: place.row, text: `Row ${place.row}: ${column}: ${text}` }
  })
}

/** The headings of the results; the mark makes spreadsheets read them as UTF-8. */
export const resultsBeginning = `\ufeff${rowOf(['row', 'status', 'document_number', 'id', 'reason'], ',')}\r\n`

/** A row of the results for each row of the document. */
export function resultRows({ document, status, number = '', id = '', reasons }: Outcome, isDryRun: boolean): string {
  const [first] = document.places
  return document.places
    .map(({ row, line }) => {
      const at = row ?? line
      const own = reasons.filter((reason) => (reason.row ?? first?.row ?? first?.line) === at)
      const reason = own.map(({ text }) => text).join('; ')
      const cells = [String(at), words[isDryRun ? 'dryRun' : 'import'][status], number, id, reason]
      return `${rowOf(cells.map(harmless), ',')}\r\n`
    })
    .join('')
}

/** The document on the screen, with its first reasons. */
export function screenLines({ document, status, number, id, reasons }: Outcome, isDryRun: boolean): string {
  const isOne = document.places.length === 1
  const kind = document.places[0]?.row === undefined ? 'line' : isOne ? 'row' : 'rows'
  const about = [words[isDryRun ? 'dryRun' : 'import'][status], number, id].filter((word) => word !== undefined)
  const more = reasons.length - shownMax
  return [
    `${kind} ${rangesOf(rowsOf(document))}: ${about.join(' ')}`,
    ...reasons.slice(0, shownMax).map(({ text }) => `  ${text}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
    .map(printable)
    .join('\n')
}

const words = {
  import: { issued: 'issued', failed: 'issued, fails rules', refused: 'refused' },
  dryRun: { issued: 'passes', failed: 'fails rules', refused: 'would be refused' },
} as const

const shownMax = 20
