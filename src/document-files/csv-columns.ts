import { isArray, isObject } from '@selfbill/pint-ae/document'
import { type Message, message, withCommas } from '@selfbill/pint-ae/messages'
import type { TSchema } from 'typebox'
import { pathOfHeading } from './column-names.ts'
import { visible } from './csv-cells.ts'
import { isBlank } from './csv-records.ts'
import { nearName } from './near-names.ts'
import { FileUnreadable, type Place } from './problem.ts'

/**
 * The columns of a table. A heading is the path of a field as errors name it, or its plain name in
 * either language (column-names.ts); fields of a line
 * begin with `line.`, also the amounts expected of it (`line.expected_totals.net_amount`). Rows
 * with the same `document`, or else the same `document_number`, form one document. Throws
 * `FileUnreadable`, which names every unknown heading.
 */
export class Columns {
  readonly all: readonly Column[]
  /** The column that groups rows into documents. */
  readonly documentAt: number
  readonly names: readonly string[]
  /** The headings of paths that have another name in the file. */
  readonly headings: ReadonlyMap<string, string>

  constructor(headings: readonly string[], place: Place, request: TSchema) {
    const names = headings.map((heading) => heading.trim())
    this.names = names.slice(0, names.findLastIndex((name) => name !== '') + 1)
    const paths = names.map((name) => pathOfHeading(name, mandatoryOf(request)) ?? name)
    this.documentAt = paths.indexOf(documentColumnOf(paths))
    if (names.length > columnsMax) throw new FileUnreadable(message('csv_too_many_columns', { max: columnsMax }), place)
    const twice = names.filter((name, at) => name !== '' && paths.indexOf(paths[at] ?? '') !== at)
    const columns = this.names.map((heading, at) => {
      const name = paths[at] ?? heading
      return notRead.has(name) ? [] : (columnOf({ heading, name, at }, request) ?? visible(heading))
    })
    const unknown = columns.filter((column) => typeof column === 'string')
    if (isTitle(names, unknown)) throw new FileUnreadable(titleAbove(unknown), place)
    const [first, ...others] = [
      ...(this.documentAt < 0 ? [message('csv_document_column_missing')] : []),
      ...(twice.length > 0 ? [message('csv_columns_repeated', { columns: withCommas(twice) })] : []),
      ...(unknown.length > 0 ? [unknownColumns(unknown, request)] : []),
    ]
    if (first !== undefined) throw new FileUnreadable(first, place, others)
    this.all = columns.flatMap((column) => (typeof column === 'string' ? [] : column))
    this.headings = new Map(this.all.flatMap(({ name, heading }) => (name === heading ? [] : [[name, heading]])))
  }

  /** The position of the first value below no heading; undefined without one. */
  valueWithoutHeading(cells: readonly string[]): number | undefined {
    const at = cells.findIndex(
      (cell, column) => column < this.names.length && this.names[column] === '' && !isBlank(cell),
    )
    return at < 0 ? undefined : at
  }
}

/** The column of a heading alone; undefined for one that is not read, or that we do not know. */
export function columnOfHeading(heading: string, request: TSchema): Column | undefined {
  const name = pathOfHeading(heading.trim(), mandatoryOf(request)) ?? heading.trim()
  return notRead.has(name) ? undefined : columnOf({ heading, name, at: 0 }, request)
}

/** Whether a path is a column of these documents. */
export function isColumn(path: string, request: TSchema): boolean {
  return notRead.has(path) || columnOf({ heading: path, name: path, at: 0 }, request) !== undefined
}

/** One text or two, and no name of a column: what stands above the headings of a report. */
export function isTitle(cells: readonly string[], unknown: readonly string[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell)).length
  return filled <= 2 && unknown.length === filled && unknown.some((cell) => /\s/.test(cell))
}

export function titleAbove(cells: readonly string[]): Message {
  return message('csv_title_above', { value: visible(cells.join(' ')) })
}

function unknownColumns(unknown: readonly string[], request: TSchema): Message {
  const columns = withCommas(unknown)
  const near = unknown.slice(0, proposedMax).flatMap((heading) => {
    const name = nearName(heading, (path) => isColumn(path, request))
    return name === undefined ? [] : `${heading} (${name})`
  })
  if (near.length === 0) return message('csv_columns_unknown', { columns })
  return message('csv_columns_unknown_near', { columns, near: withCommas(near) })
}

/** A search compares a thousand names. */
const proposedMax = 100

function mandatoryOf(request: TSchema): readonly string[] {
  return isObject(request) ? (request.required ?? []) : []
}

export interface Column {
  /** As the file has it. */
  readonly heading: string
  /** The path of the field, as errors of the API name it. */
  readonly name: string
  /** In the file, from 0. */
  readonly at: number
  /** `expected line`: the entry of `expected_totals.lines` for the row's line. */
  readonly of: 'document' | 'line' | 'expected line'
  /** Member names and list positions. */
  readonly path: readonly (string | number)[]
  readonly isNumber: boolean
  readonly isDate: boolean
  /** Keep blanks around the text. */
  readonly isFreeText: boolean
}

export function documentColumnOf(names: readonly string[]): 'document' | 'document_number' {
  return names.includes('document') ? 'document' : 'document_number'
}

/** Holds why a row failed in an earlier upload; it is not read. */
export const errorColumn = 'error'

/** A column without a heading must be blank. */
const notRead: ReadonlySet<string> = new Set(['document', errorColumn, ''])

function columnOf(
  { heading, name, at }: Pick<Column, 'heading' | 'name' | 'at'>,
  request: TSchema,
): Column | undefined {
  const isOfLine = name.startsWith(linePrefix)
  const named = pathOf(isOfLine ? name.slice(linePrefix.length) : name)
  if (named === undefined || (!isOfLine && named[0] === 'document_lines')) return undefined
  const isExpected = isOfLine && named[0] === 'expected_totals'
  const of = isExpected ? 'expected line' : isOfLine ? 'line' : 'document'
  const path = isExpected ? named.slice(1) : named
  const schema = schemaAt(request, [...roots[of], ...path])
  const type = schema !== undefined && 'type' in schema ? schema.type : undefined
  const isLeaf = type === 'string' || type === 'number' || type === 'integer'
  if (schema === undefined || !isLeaf) return undefined
  const isDate = 'format' in schema && schema.format === 'date'
  return { heading, name, at, of, path, isNumber: type !== 'string', isDate, isFreeText: isFreeText(schema) }
}

/** Where a column's path begins in the request. */
const roots = {
  document: [],
  line: ['document_lines', 0],
  'expected line': ['expected_totals', 'lines', 0],
} as const

/** Codes, dates and identifiers allow no blanks around them. */
function isFreeText(schema: object): boolean {
  if (!('type' in schema) || schema.type !== 'string' || 'enum' in schema || 'format' in schema) return false
  return !('pattern' in schema) || typeof schema.pattern !== 'string' || new RegExp(schema.pattern).test(' x ')
}

const linePrefix = 'line.'
/** Several times the number of fields. */
const columnsMax = 5_000

/** `payment_means[0].payment_id[1]` → `['payment_means', 0, 'payment_id', 1]` */
function pathOf(heading: string): readonly (string | number)[] | undefined {
  if (!/^[a-z_]+(\[\d{1,2}\])*(\.[a-z_]+(\[\d{1,2}\])*)*$/.test(heading)) return undefined
  return [...heading.matchAll(/[a-z_]+|\d+/g)].map(([step]) => (/^\d/.test(step) ? Number(step) : step))
}

function schemaAt(schema: TSchema, path: readonly (string | number)[]): TSchema | undefined {
  let current: TSchema | undefined = schema
  for (const step of path) {
    if (typeof step === 'number') current = isArray(current) ? current.items : undefined
    else current = isObject(current) && Object.hasOwn(current.properties, step) ? current.properties[step] : undefined
  }
  return current
}
