import type { JsonValue } from '@selfbill/pint-ae/json'
import { isRate, withoutPercentSign } from '../../../document-files/rates.ts'
import { readingsOf, typedNumber } from '../../../document-files/typed-number.ts'
import { Form } from '../../http/form.ts'
import type { Say } from '../../language/language.ts'
import type { Family } from '../documents/family.ts'
import { type FormField, fieldsOf, lineFields } from './fields.ts'
import { pasteWords } from './paste-words.ts'
import { pastedCells } from './pasted-cells.ts'
import { formOf, lineCount, requestOf } from './request-of.ts'

/** What is wrong with a cell. Nothing is taken from a paste that has a problem. */
export type PasteProblem = (say: Say) => string

type Pasted =
  | { readonly request: JsonValue; readonly lines: readonly number[] }
  | { readonly problems: readonly PasteProblem[] }

interface PastedText {
  readonly text: string
  /** The name of the field that they were pasted into. */
  readonly into: string | undefined
}

/**
 * Makes lines of cells that were copied from a spreadsheet. They follow the lines that are filled
 * in, or overwrite from the cell that they were pasted into. A number that can be read in two
 * ways is refused.
 */
export function withPasted(request: JsonValue, family: Family, { text, into }: PastedText): Pasted {
  const rows = pastedCells(text)
  const place = placeIn(into)
  const heads = headsOf(rows[0] ?? [])
  if ('problems' in heads) return heads
  const body = heads.columns === undefined ? rows : rows.slice(1)
  if (body.length === 0) return { problems: [(say) => say(pasteWords.nothing)] }
  const start = place?.line ?? filledLines(request)
  if (start + body.length > linesOfFormMax) {
    return { problems: [(say) => say(pasteWords.tooMany, { count: linesOfFormMax })] }
  }
  const columns = heads.columns ?? ofLine.slice(place?.column ?? 0)
  const cells = body.flatMap((row, at) =>
    row.flatMap((typed, column) =>
      // A row is numbered as in what was copied, with its head.
      typed === '' ? [] : [{ at, row: at + rows.length - body.length + 1, column, typed }],
    ),
  )
  const read = cells.map((cell) => ({ ...cell, ...cellValue(columns[cell.column], cell) }))
  const problems = read.flatMap(({ problem }) => problem ?? [])
  if (problems.length > 0) return { problems }
  const lines = body.map((_, at) => start + at)
  const texts = textsOf(request, family, lines)
  for (const { at, column, value } of read) texts.set(inLine(columns[column], start + at), [value ?? ''])
  return { request: requestOf(request, new Form(texts), family, lines), lines }
}

/** What a form holds; longer documents come as a file. */
export const linesOfFormMax = 500

const ofLine = lineFields(0)

function placeIn(into = '') {
  const line = Number(/^document_lines\[(\d{1,3})\]\./.exec(into)?.[1] ?? 'none')
  const column = Number.isNaN(line) ? -1 : lineFields(line).findIndex(({ name }) => name === into)
  return column === -1 ? undefined : { line, column }
}

/** How many lines stand before the blank ones at the end. */
export function filledLines(request: JsonValue): number {
  for (let count = lineCount(request); count > 0; count -= 1) {
    const form = formOf(request, 'purchase-invoices', [count - 1])
    const typed = lineFields(count - 1).filter(({ initial }) => initial === undefined)
    if (typed.some(({ name }) => form.text(name) !== undefined)) return count
  }
  return 0
}

/** The form as it is, with what new lines begin with. */
function textsOf(request: JsonValue, family: Family, lines: readonly number[]): Map<string, readonly string[]> {
  const shown = formOf(request, family, lines)
  const texts = new Map<string, readonly string[]>()
  for (const { name, initial } of fieldsOf(family, lines)) {
    const value = shown.text(name) ?? (name.startsWith('document_lines[') ? initial : undefined)
    if (value !== undefined) texts.set(name, [value])
  }
  return texts
}

type Heads = { readonly columns: readonly FormField[] | undefined } | { readonly problems: readonly PasteProblem[] }

/** The fields that the first row names; none where it is a line already. */
function headsOf(cells: readonly string[]): Heads {
  const fields = cells.map((text) => namedFields.get(folded(text)))
  const known = fields.filter((field) => field !== undefined)
  // One known word may be the name of an item.
  if (known.length < 2 && known.length < cells.length) return { columns: undefined }
  const problems = cells.flatMap((text, at): readonly PasteProblem[] =>
    fields[at] === undefined ? [(say) => say(pasteWords.unknownColumn, { column: at + 1, text })] : [],
  )
  if (known.length !== new Set(known).size) problems.push((say) => say(pasteWords.twice))
  return problems.length > 0 ? { problems } : { columns: known }
}

function namesOf({ name, label }: FormField): ReadonlySet<string> {
  const member = memberIn(name)
  const names = [member, member.split('.').at(-1), label.en, label.ar, ...(otherNames[member] ?? [])]
  return new Set(names.flatMap((one) => (typeof one === 'string' && one !== 'id' ? [folded(one)] : [])))
}

const otherNames: Readonly<Record<string, readonly string[]>> = {
  name: ['item name', 'product'],
  quantity: ['qty'],
  unit_code: ['uom'],
  'price.base_amount': ['price'],
  'classified_tax_category.id': ['vat', 'tax category'],
  'commodity_classification.item_classification_code': ['hs'],
  additional_item_identification: ['sac'],
}

/**
 * A row may have millions of cells, so each is looked up. Where two fields have a name, it means
 * the first.
 */
const namedFields: ReadonlyMap<string, FormField> = new Map(
  ofLine.toReversed().flatMap((field) => [...namesOf(field)].map((name) => [name, field] as const)),
)

interface Cell {
  readonly row: number
  readonly column: number
  readonly typed: string
}

function cellValue(
  field: FormField | undefined,
  { row, column, typed: text }: Cell,
): { readonly value?: string; readonly problem?: PasteProblem } {
  if (field === undefined) return { problem: (say) => say(pasteWords.noColumn, { row, column: column + 1, text }) }
  const { name, label, choices, kind } = field
  if (choices !== undefined) {
    const chosen = choices.find(([code, name]) => [code, name?.en, name?.ar].some((one) => isSame(one, text)))
    if (chosen !== undefined) return { value: chosen[0] }
    return { problem: (say) => say(pasteWords.notAChoice, { row, column: say(label), text }) }
  }
  if (kind !== 'number') return { value: text }
  const number = typedNumber(isRate(name) ? withoutPercentSign(text) : text)
  if (number === 'ambiguous') {
    return { problem: (say) => say(pasteWords.ambiguous, { row, column: say(label), text, ...readingsOf(text) }) }
  }
  if (number !== undefined) return { value: text }
  return { problem: (say) => say(pasteWords.notANumber, { row, column: say(label), text }) }
}

function isSame(name: unknown, text: string): boolean {
  return typeof name === 'string' && name !== '' && folded(name) === folded(text)
}

function inLine(field: FormField | undefined, line: number): string {
  return `document_lines[${line}].${memberIn(field?.name ?? '')}`
}

function memberIn(name: string): string {
  return name.replace(/^document_lines\[\d+\]\./, '')
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_*]+/g, ' ')
    .trim()
}
