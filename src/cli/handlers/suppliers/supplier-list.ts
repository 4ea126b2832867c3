import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { requests } from '@selfbill/pint-ae/document'
import { type JsonValue, readJson, valueAt } from '@selfbill/pint-ae/json'
import { inEnglish, type Message } from '@selfbill/pint-ae/messages'
import { pathOfHeading } from '../../../document-files/column-names.ts'
import { isTitle, titleAbove } from '../../../document-files/csv-columns.ts'
import { readTable } from '../../../document-files/csv-file.ts'
import { type CsvRecord, csvRecords, isBlank } from '../../../document-files/csv-records.ts'
import { decodedParts, fileRowsMax, isXlsx, refuseOtherKinds } from '../../../document-files/document-file.ts'
import { nearName } from '../../../document-files/near-names.ts'
import { columnNames } from '../../../document-files/plain-names.ts'
import { FileUnreadable, problemMessage } from '../../../document-files/problem.ts'
import type { ReadDocument } from '../../../document-files/read-document.ts'
import { recordsOf, sheetRowsMax } from '../../../document-files/sheet-file.ts'
import { readXlsx } from '../../../document-files/xlsx/read-xlsx.ts'
import type { Encoding } from '../../../encoding/encodings.ts'
import { TextUndecodable } from '../../../encoding/strict-decoder.ts'
import type { Terminal } from '../../terminal.ts'
import { UsageError } from '../../usage-error.ts'

/** A supplier list as it was read. */
export interface SupplierList {
  readonly suppliers: readonly ListedSupplier[]
  /** Headings of columns that say nothing about a supplier, and rows with a total. */
  readonly notRead: readonly string[]
}

/** A row of the list. */
export interface ListedSupplier {
  readonly row: number
  /** What its cells say, without the wrong ones. */
  readonly party: JsonValue
  readonly wrong: readonly WrongCell[]
  /** What the list calls a member of the party; undefined without such a column. */
  headingOf(path: string): string | undefined
}

export interface WrongCell {
  /** Within the party. */
  readonly path: string
  readonly reason: Message
}

const party = 'accounting_supplier_party'

/**
 * Reads a list by the reader of the uploads, which refuses what a spreadsheet made of a cell. `-`
 * is standard input, as CSV. Throws UsageError when the list as a whole cannot be read.
 */
export async function readSupplierList(
  terminal: Pick<Terminal, 'stdin'>,
  file: string,
  encoding: Encoding | undefined,
): Promise<SupplierList> {
  try {
    if (file !== '-') refuseOtherKinds(file, ['csv', 'tsv', 'xlsx'])
    const records: CsvRecord[] = []
    for await (const record of recordsIn(() => terminal.stdin, file, encoding)) records.push(record)
    const headings = records.find(({ cells }) => !cells.every(isBlank))?.cells ?? []
    const paths = headings.map(pathOf)
    const kept = [...paths.keys()].filter((at) => paths[at] !== undefined)
    const unknown = headings
      .map((heading) => heading.trim())
      .filter((heading, at) => paths[at] === undefined && heading !== '')
    if (kept.length === 0 && isTitle(headings, unknown)) {
      throw new FileUnreadable(titleAbove(unknown), records.find(({ cells }) => cells === headings)?.place)
    }
    if (kept.length === 0) throw new UsageError(`${file} has no column about a supplier, such as "Name" or "TRN"`)
    const totals = records.filter(({ cells }) => isTotal(kept.map((at) => cells[at] ?? '')))
    const listed = records.filter((record) => !totals.includes(record))
    const rows = listed.map((record) => onlySupplier(record, record.cells === headings ? paths : undefined, kept))
    const table = await readTable(rows, requests['purchase-invoices'], {})
    if (table.problems.length > 0) throw new UsageError(said(file, table.problems.map(problemMessage)))
    return {
      suppliers: await suppliersIn(rows, [...table.documents()], headings, paths),
      notRead: [...unknown.map(withNear), ...totals.map(({ place }) => `row ${place.row} (a total)`)],
    }
  } catch (error) {
    if (error instanceof FileUnreadable) throw new UsageError(said(file, error.problems.map(problemMessage)))
    if (error instanceof TextUndecodable) throw new UsageError(`${file}: ${error.message}. State its --encoding`)
    if (error instanceof Error && 'code' in error) throw new UsageError(`${file} cannot be read`)
    throw error
  }
}

/** A row below a list that says nothing of a supplier but `Total`. */
function isTotal(cells: readonly string[]): boolean {
  const [said = '', ...others] = cells.filter((cell) => !isBlank(cell))
  return others.length === 0 && totalWords.test(said.trim())
}

const totalWords = /^((grand |sub)?totals?|sum|(ال)?(إجمالي|مجموع))( suppliers)?\s*:?\s*\d*$/i

async function* recordsIn(
  input: () => AsyncIterable<Uint8Array>,
  file: string,
  encoding: Encoding | undefined,
): AsyncGenerator<CsvRecord> {
  if (isXlsx(file)) return yield* recordsOf(await readXlsx(await readFile(file), sheetRowsMax))
  const bytes = file === '-' ? input() : createReadStream(file)
  yield* csvRecords(decodedParts(bytes, encoding), fileRowsMax)
}

/** `TRN`, `Supplier TRN`, a name in Arabic, or a path of the API, with or without its party. */
function pathOf(heading: string): string | undefined {
  const name = heading.trim()
  const found =
    pathOfHeading(name, [party]) ??
    pathOfHeading(`Supplier ${name}`, [party]) ??
    (paths.has(name) ? name : `${party}.${name}`)
  return paths.has(found) ? found : undefined
}

/** `Mobile (Telephone?)`: the name that the column probably means. */
function withNear(heading: string): string {
  const near =
    nearName(heading, (path) => paths.has(path)) ?? nearName(`Supplier ${heading}`, (path) => paths.has(path))
  return near === undefined ? heading : `${heading} (name it "${near}")`
}

const paths: ReadonlySet<string> = new Set(
  columnNames.map(({ path }) => path).filter((path) => path.startsWith(`${party}.`)),
)

/** A wrong cell refuses its row, so the rows are read again without these cells. */
async function suppliersIn(
  rows: readonly CsvRecord[],
  documents: readonly ReadDocument[],
  headings: readonly string[],
  paths: readonly (string | undefined)[],
): Promise<readonly ListedSupplier[]> {
  const columns = rows.find(({ cells }) => !cells.every(isBlank))?.cells ?? []
  const isWrong = new Set(
    documents.flatMap(({ problems }) => problems.map(({ place, column }) => `${place?.row} ${column}`)),
  )
  const readable = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => (isWrong.has(`${row.place.row} ${columns[at]}`) ? '' : cell)),
  }))
  const again = isWrong.size === 0 ? documents : await documentsIn(readable)
  const partyOf = new Map(
    again.map(({ key, text }) => [key, text === undefined ? undefined : valueAt(readJson(text), [party])]),
  )
  const headingOf = (path: string) => headings[paths.indexOf(`${party}.${path}`)]?.trim()
  return documents.map(({ places, key, problems }) => ({
    row: places[0]?.row ?? places[0]?.line ?? 0,
    party: partyOf.get(key) ?? new Map<string, JsonValue>(),
    wrong: problems.map(({ column = '', reason }) => ({ path: column.slice(party.length + 1), reason })),
    headingOf,
  }))
}

async function documentsIn(rows: readonly CsvRecord[]): Promise<readonly ReadDocument[]> {
  return [...(await readTable(rows, requests['purchase-invoices'], {})).documents()]
}

/** The cells about the supplier, and the row as the document that they belong to. */
function onlySupplier(
  record: CsvRecord,
  headings: readonly (string | undefined)[] | undefined,
  kept: readonly number[],
) {
  const { cells, kinds, place } = record
  const own = kept.map((at) => (headings ?? cells)[at] ?? '')
  const key = headings === undefined ? (own.every(isBlank) ? '' : String(place.row)) : 'document'
  return {
    ...record,
    cells: [...own, key],
    ...(kinds && { kinds: [...kept.map((at) => kinds[at] ?? 'text'), 'text' as const] }),
  }
}

function said(file: string, problems: readonly Parameters<typeof inEnglish>[0][]): string {
  return problems.map((problem) => `${file}: ${inEnglish(problem)}`).join('\n')
}
