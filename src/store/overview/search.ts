import type { Value } from '../database/database.ts'
import { endOfPrefix } from '../documents/document-filter.ts'
import { amountKey } from '../documents/figure-values.ts'

/** Where a text is looked for. An index serves every part, except `contained`. */
export interface Search {
  /** Of a document or a transmission: then nothing else. */
  readonly id?: string
  /** In an index of each family. */
  readonly ranges: readonly Range[]
  readonly equals: readonly Equal[]
  /** In an index of the organisation. */
  readonly days: readonly string[]
  readonly amounts: readonly number[]
  /** The start of the number of a purchase order, in lower case. */
  readonly order: string
  /** Any part of a number or a name, in lower case: three characters or more. */
  readonly contained: string | undefined
  /**
   * The same for numbers, as a database may have them in lower case: some know ASCII alone, and
   * leave `É` as it is.
   */
  readonly containedInNumber: readonly string[]
}

interface Range {
  readonly column: 'document_number' | 'billed_by_name' | 'billed_to_name'
  readonly first: string
  readonly end: string
}

interface Equal {
  readonly column: 'billed_by_vat' | 'billed_to_vat'
  readonly value: string
}

export function searchOf(written: string): Search {
  const text = written.trim()
  const lower = text.toLowerCase()
  const nothing = {
    ranges: [],
    equals: [],
    days: [],
    amounts: [],
    order: lower,
    contained: undefined,
    containedInNumber: [],
  }
  if (uuidSyntax.test(text)) return { ...nothing, id: lower }
  const begins = (column: Range['column'], first: string) => ({ column, first, end: endOfPrefix(first) })
  return {
    ...nothing,
    // Numbers keep their letter case, and are mostly in capitals.
    ranges: [
      ...[...new Set([text, text.toUpperCase()])].map((first) => begins('document_number', first)),
      begins('billed_by_name', lower),
      begins('billed_to_name', lower),
    ],
    equals: trnSyntax.test(text)
      ? (['billed_by_vat', 'billed_to_vat'] as const).map((column) => ({ column, value: text }))
      : [],
    days: daysIn(lower),
    amounts: amountsIn(lower),
    ...([...lower].length >= containedMin && {
      contained: lower,
      containedInNumber: [...new Set([lower, ...[text, text.toUpperCase()].map(inLowerAscii)])],
    }),
  }
}

function inLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

const uuidSyntax = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const trnSyntax = /^[0-9]{15}$/
const containedMin = 3

/** `1,585.50`, `1585.5`, `AED 1,585.50`: twelve digits before the point at most. */
function amountsIn(text: string): readonly number[] {
  const bare = text.replace(/^[a-z]{3} ?(?=-?[0-9])|(?<=[0-9]) ?[a-z]{3}$/g, '')
  if (!/^-?([0-9]{1,12}|[0-9]{1,3}(,[0-9]{3}){1,3})(\.[0-9]{1,2})?$/.test(bare)) return []
  return [amountKey(bare.replaceAll(',', ''))]
}

/** `2026-07-15`, `15/07/2026`, `15.7.2026`, `15 Jul 2026`: the day comes before the month. */
function daysIn(text: string): readonly string[] {
  const iso = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3])
  const figures = /^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})$/.exec(text)
  if (figures !== null) return dayOf(figures[3], figures[2], figures[1])
  const words = /^([0-9]{1,2}) ([a-z]{3})[a-z]* ([0-9]{4})$/.exec(text)
  if (words === null) return []
  return dayOf(words[3], String(months.indexOf(words[2] ?? '') + 1), words[1])
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function dayOf(year = '', month = '', day = ''): readonly string[] {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? [text] : []
}

/** The search as SQL on `documents d` of the organisation `$1`. */
export function textCondition(text: string, bind: (value: Value) => string): string {
  const wanted = searchOf(text)
  if (wanted.id !== undefined) {
    const id = bind(wanted.id)
    return `(d.id = ${id} or exists (select 1 from legs l where l.org_id = $1 and l.transmission_uuid = ${id}
      and l.document_id = d.id))`
  }
  const ranges = wanted.ranges.map(
    ({ column, first, end }) => `(d.${column} >= ${bind(first)} and d.${column} < ${bind(end)})`,
  )
  const equals = wanted.equals.map(({ column, value }) => `d.${column} = ${bind(value)}`)
  const contained = wanted.contained === undefined ? [] : containedConditions(wanted.contained, wanted, bind)
  return `(${[...ranges, ...equals, ...ofOrganisation(wanted, bind), ...contained].join(' or ')})`
}

/** The parts that an index of the organisation serves, each a condition of its own. */
export function ofOrganisation(wanted: Search, bind: (value: Value) => string): readonly string[] {
  const { days, amounts, order } = wanted
  return [
    ...days.map((day) => `d.issue_date = ${bind(day)}`),
    ...amounts.map((amount) => `d.payable_key = ${bind(amount)}`),
    // The predicate of the index `documents_by_order` comes with it.
    `(d.order_key <> '' and d.order_key >= ${bind(order)} and d.order_key < ${bind(endOfPrefix(order))})`,
  ]
}

function containedConditions(
  contained: string,
  { containedInNumber }: Search,
  bind: (value: Value) => string,
): readonly string[] {
  const pattern = bind(patternOf(contained))
  return [
    ...['d.billed_by_name', 'd.billed_to_name'].map((column) => like(column, pattern)),
    ...containedInNumber.map((one) =>
      like('lower(d.document_number)', one === contained ? pattern : bind(patternOf(one))),
    ),
  ]
}

function like(column: string, pattern: string): string {
  return `${column} like ${pattern} escape '\\'`
}

/** For `like`: the text anywhere. */
export function patternOf(contained: string): string {
  return `%${contained.replaceAll(/[\\%_]/g, '\\$&')}%`
}
