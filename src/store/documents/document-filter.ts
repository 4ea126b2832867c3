import { type Family, numberKey } from '@selfbill/pint-ae/document'
import type { Statement, Value } from '../database/database.ts'
import type { OverallStatus } from './document-row.ts'

/** Selects the documents of a list. All given members must match. */
export interface DocumentFilter {
  readonly documentNumber?: string | undefined
  /** Credit notes only: the number of a document they refer to. */
  readonly invoiceNumber?: string | undefined
  /** The start of the name, in any letter case. */
  readonly billedByName?: string | undefined
  readonly billedToName?: string | undefined
  readonly billedByVat?: string | undefined
  readonly billedToVat?: string | undefined
  /** Any of these. */
  readonly statuses?: readonly OverallStatus[] | undefined
  /** `2026-07-15`. */
  readonly issueDate?: string | undefined
  /** Issue dates, both included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** ms since 1970: documents whose status or content changed then or later. */
  readonly changedSince?: number | undefined
}

/** A filter as an SQL condition on `documents d`. */
export class Condition {
  readonly isUnfiltered: boolean
  readonly tables: string
  readonly #parts: string[] = ['d.org_id = $1', 'd.family = $2']
  readonly #params: Value[]

  constructor(orgId: string, family: Family, filter: DocumentFilter) {
    this.#params = [orgId, family]
    this.isUnfiltered = Object.values(filter).every((value) => value === undefined)
    this.#numbered(filter.documentNumber)
    this.#begins('d.billed_by_name', filter.billedByName)
    this.#begins('d.billed_to_name', filter.billedToName)
    this.and('d.billed_by_vat =', filter.billedByVat)
    this.and('d.billed_to_vat =', filter.billedToVat)
    this.#anyOf('d.overall_status', filter.statuses)
    this.and('d.issue_date =', filter.issueDate)
    this.and('d.issue_date >=', filter.from)
    this.and('d.issue_date <=', filter.to)
    this.and('d.updated_at >=', filter.changedSince)
    this.#refers(filter.invoiceNumber)
    const joined = 'b.org_id = d.org_id and b.family = d.family and b.sequence = d.sequence'
    this.tables = `documents d${filter.invoiceNumber === undefined ? '' : ` join billing_references b on ${joined}`}`
  }

  get text(): string {
    return this.#parts.join(' and ')
  }

  and(comparison: string, value: Value | undefined): void {
    if (value !== undefined) this.#parts.push(`${comparison} ${this.bind(value)}`)
  }

  bind(value: Value): string {
    this.#params.push(value)
    return `$${this.#params.length}`
  }

  statement(text: string): Statement {
    return { sql: text, params: this.#params, isPlannedByValues: true }
  }

  #anyOf(column: string, values: readonly Value[] | undefined): void {
    if (values === undefined) return
    this.#parts.push(`${column} in (${values.map((value) => this.bind(value)).join(', ')})`)
  }

  /** The number, or one that reads the same. Documents of earlier versions may lack a key. */
  #numbered(number: string | undefined): void {
    if (number === undefined) return
    const key = this.bind(numberKey(number))
    this.#parts.push(`(d.number_key = ${key} or d.document_number = ${this.bind(number)})`)
  }

  /** Earlier versions stored references as they were sent, and not by their key. */
  #refers(number: string | undefined): void {
    if (number !== undefined) this.#anyOf('b.reference', [...new Set([numberKey(number), number])])
  }

  /** Names are stored in lower case. */
  #begins(column: string, prefix: string | undefined): void {
    if (prefix === undefined) return
    this.and(`${column} >=`, prefix.toLowerCase())
    this.and(`${column} <`, endOfPrefix(prefix.toLowerCase()))
  }
}

/** The lowest text, by code point, that sorts after everything with this prefix. */
export function endOfPrefix(prefix: string): string {
  const points = [...prefix]
  for (;;) {
    const last = points.pop()?.codePointAt(0)
    if (last === undefined) return ''
    if (last === 0x10ffff) continue
    // Skip the surrogates, which are not characters.
    return points.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)
  }
}
