import { type JsonValue, readJson } from '../json/read.ts'
import { RawJson, type Writable, writeJson } from '../json/write.ts'
import { totalsBegin } from './root-totals.ts'

/**
 * Adds the members that compatibility-mode clients expect to the content of a stored document
 * (JSON): members that are always present there, and figures that our contract omits where they add
 * nothing. Existing members stay unchanged, so the answer also fits the OpenAPI document. Lines are
 * completed as text, without parsing: there may be ten thousand. Source: docs/decisions/0053.
 */
export function compatibleContent(content: string, about: DocumentFacts): string {
  const completed = new CompatibleContent(about)
  return completed.push(content) + completed.end()
}

/** Completes a content that arrives in parts. */
export class CompatibleContent {
  readonly #about: DocumentFacts
  /** The part of the content that is being read. */
  #stage: 'head' | 'lines' | 'totals' = 'head'
  #isInAed = false
  /** Text that cannot be completed until more arrives. */
  #held = ''

  constructor(about: DocumentFacts) {
    this.#about = about
  }

  /** Returns the completed text so far. */
  push(part: string): string {
    this.#held += part
    return this.#head() + this.#lines()
  }

  /** Returns the rest, after the last part. */
  end(): string {
    if (this.#stage !== 'totals') throw new Error('a document has lines and totals')
    return compatibleTotals(this.#held)
  }

  /**
   * The head, before the lines, is short: parties, references, charges. No text can look like a
   * member name, because quotes are escaped.
   */
  #head(): string {
    if (this.#stage !== 'head') return ''
    const at = this.#held.indexOf(linesBegin)
    if (at === -1) return ''
    const text = this.#held.slice(0, at)
    const head = readJson(`${text.slice(0, -1)}}`)
    if (!(head instanceof Map)) throw new Error('a document is an object')
    this.#stage = 'lines'
    this.#held = this.#held.slice(at)
    this.#isInAed = head.get('document_currency_code') === 'AED'
    return text + addedMembers(head, this.#about)
  }

  #lines(): string {
    if (this.#stage !== 'lines') return ''
    const totalsAt = this.#held.indexOf(totalsBegin)
    // Cuts after a brace, so that no figure is split.
    const end = totalsAt === -1 ? this.#held.lastIndexOf('}') + 1 : totalsAt
    const lines = this.#held.slice(0, end)
    this.#held = this.#held.slice(end)
    if (totalsAt !== -1) this.#stage = 'totals'
    return this.#isInAed ? lines.replace(lineFigures, inAed) : lines
  }
}

/** The totals as JSON text, with a rate in each VAT group. */
export function compatibleTotals(totals: string): string {
  return totals.replace(groupWithoutRate, '$&"tax_percentage":0,')
}

function addedMembers(head: ReadonlyMap<string, JsonValue>, about: DocumentFacts): string {
  const delivery = head.get('delivery')
  const suppliedOn = delivery instanceof Map ? delivery.get('actual_delivery_date') : undefined
  const issueDate = head.get('issue_date')
  const facts = {
    ...about,
    isCreditNote: head.has('credit_note_type_code'),
    issueDate: typeof issueDate === 'string' ? issueDate : undefined,
    supplyDate: typeof suppliedOn === 'string' ? suppliedOn : undefined,
  }
  const added = Object.entries(alwaysThere).flatMap(([name, valueFor]) => {
    const value = head.has(name) ? undefined : valueFor(facts)
    return value === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(value)},`]
  })
  return added.join('')
}

/** Facts about the document that are not in its content. */
export interface DocumentFacts {
  /** Undefined for a dry run. */
  readonly id?: string
  readonly overallStatus: string | null
}

interface Facts extends DocumentFacts {
  readonly isCreditNote: boolean
  readonly issueDate: string | undefined
  readonly supplyDate: string | undefined
}

/**
 * Root members that these clients find in every document, with the value when ours has none.
 * Undefined: the member is absent.
 */
const alwaysThere: Readonly<Record<string, (facts: Facts) => Writable>> = {
  document_status: () => 'ACTIVE',
  is_phase2_document: ({ overallStatus }) => overallStatus !== null && overallStatus !== 'VALIDATION_FAILED',
  supply_date: ({ isCreditNote, supplyDate }) => (isCreditNote ? undefined : supplyDate),
  effective_tax_point_date: ({ isCreditNote, supplyDate, issueDate }) =>
    isCreditNote ? undefined : (supplyDate ?? issueDate),
  billing_reference: () => [],
  charges: () => [],
  allowances: () => [],
  attachments: ({ id, isCreditNote }) => (id === undefined ? [] : [printedAttachment(id, isCreditNote)]),
  prepaid_amount: () => new RawJson('0.00'),
  payable_rounding_amount: () => new RawJson('0.00'),
}

/**
 * The printed page, listed as an attachment of a document that has none. Its id is the document's
 * id.
 */
export function printedAttachment(documentId: string, isCreditNote: boolean) {
  const file_name = isCreditNote ? 'credit-note.pdf' : 'invoice.pdf'
  return { id: documentId, file_name, file_type: 'application/pdf' }
}

const linesBegin = '"document_lines":['
const lineFigures = /"tax_amount":([-0-9.]+),"total_amount":([-0-9.]+)\}/g
const inAed = '"tax_amount":$1,"total_amount":$2,"tax_amount_in_aed":$1,"total_amount_in_aed":$2}'
/** Our VAT groups without VAT have no rate; these clients expect a number. */
const groupWithoutRate = /"tax_category_code":"[A-Z]+",(?!"tax_percentage")/g
