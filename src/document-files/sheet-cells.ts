import { type Message, message } from '@selfbill/pint-ae/messages'
import { Decimal } from '@selfbill/schematron/decimal'
import type { Column } from './csv-columns.ts'
import { isRate, percentOf } from './rates.ts'
import type { CellKind } from './xlsx/cell-kind.ts'
import { digitsIn, shownDigits } from './xlsx/sheet-numbers.ts'
import type { WrittenCell } from './xlsx/written-xlsx.ts'

/**
 * The value of a cell of a spreadsheet by what the sheet says of it, or why it cannot be trusted.
 * Undefined for a text: it is read like a cell of CSV.
 */
export function sheetValue(cell: string, kind: CellKind, column: Column): string | Decimal | Message | undefined {
  const { heading, name, isDate, isNumber, path } = column
  const found = { column: heading, value: cell }
  if (kind === 'unsaved') return message('cell_formula_unsaved', { column: heading })
  if (kind === 'day') return isDate ? cell : message('cell_turned_into_date', found)
  if (kind === 'text' || isDate) return undefined
  if (kind === 'percent' && isRate(name)) return percentOf(cell)
  if (isNumber) return Decimal.from(cell)
  if (digitsIn(cell) > shownDigits) return message('cell_shortened', found)
  // A number has lost the zeros in front of it, and a spreadsheet rounds the sixteenth digit.
  if (kind === 'padded' || isIdentifier(path)) return message('cell_written_as_number', found)
  return undefined
}

/** Why a cell cannot say which document a row belongs to: those of several may look like one. */
export function sheetKeyIn(cell: string, kind: CellKind, heading: string): Message | undefined {
  if (kind === 'unsaved') return message('cell_formula_unsaved', { column: heading })
  if (kind === 'text' || digitsIn(cell) <= shownDigits) return undefined
  return message('cell_shortened', { column: heading, value: cell })
}

/**
 * The cell as it is written to another sheet, so that it has the same value there, or is refused
 * for what it was refused for. `column` is undefined where the value is no member of a document.
 */
export function rewrittenCell(text: string, kind: CellKind, column: Column | undefined): WrittenCell {
  // A blank cell would pass as a value that is not wanted.
  if (kind === 'unsaved') return { kind: 'error', text: '#N/A' }
  if (kind === 'text' || kind === 'day') return { kind, text }
  const isNumber = column?.isNumber === true
  if (isNumber && digitsIn(text) > shownDigits) {
    return { kind: 'text', text: kind === 'percent' && isRate(column.name) ? `${percentOf(text)}%` : text }
  }
  return { kind: isNumber || kind !== 'number' ? kind : 'digits', text }
}

/** TRNs, TINs, IBANs, telephones and network addresses: digits that are no number. */
function isIdentifier(path: Column['path']): boolean {
  const names = path.filter((step) => typeof step === 'string')
  const [last = '', above = ''] = names.toReversed()
  if (last === 'company_id') return above === 'party_tax_scheme'
  return identifiers.has(last) || (last === 'id' && above.endsWith('_account'))
}

const identifiers: ReadonlySet<string> = new Set([
  ...['tin', 'endpoint_id', 'endpoint_scheme_id', 'telephone', 'payer_financial_account_id'],
  ...['primary_account_number_id', 'profile_execution_id'],
])
