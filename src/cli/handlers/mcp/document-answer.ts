import { type Family, Type } from '@selfbill/pint-ae/document'
import type { Party, PurchaseInvoice } from '../../../../client/src/api-types.ts'
import type { TransportAnswer } from '../../../../client/src/transport.ts'
import { Finding, findingLines, markedFindings } from './findings.ts'
import { Foreign, foreign, type LineMarks, MaybeForeign, unlessPlain, withMarks } from './foreign-text.ts'
import type { ToolParts } from './tool.ts'

const linesMax = 50

/** The schema of a document in an answer. */
export const DocumentSummary = Type.Object({
  family: Type.String(),
  document_number: MaybeForeign,
  issue_date: Type.String(),
  seller: Foreign,
  buyer: Foreign,
  currency: Type.String(),
  totals: Type.Unknown(),
  lines_count: Type.Integer(),
  lines: Type.Array(Type.Unknown(), { description: `The first ${linesMax}` }),
  status: Type.Unknown({ description: 'PENDING, APPROVED, REJECTED, VALIDATION_FAILED, or null: never sent' }),
  participant_status: Type.Unknown(),
  fta_status: Type.Unknown(),
  findings: Type.Array(Finding),
})

/** The members that documents of all families have, in answers and dry runs. */
export type AnsweredDocument = Pick<
  PurchaseInvoice,
  | 'id'
  | 'document_number'
  | 'issue_date'
  | 'accounting_supplier_party'
  | 'accounting_customer_party'
  | 'document_currency_code'
  | 'document_lines'
  | 'totals'
  | 'meta_info'
>

export async function summaryOf(document: AnsweredDocument, family: Family, parts: ToolParts) {
  const { document_lines: lines, meta_info: meta } = document
  const status = meta.peppol_status
  return {
    family,
    document_number: unlessPlain(document.document_number),
    issue_date: document.issue_date,
    seller: foreign(nameOf(document.accounting_supplier_party)),
    buyer: foreign(nameOf(document.accounting_customer_party)),
    currency: document.document_currency_code,
    totals: withMarks(document.totals),
    lines_count: lines.length,
    lines: lines.slice(0, linesMax).map((line, at) => ({
      line: at + 1,
      name: foreign(line.name),
      quantity: line.quantity,
      unit_code: unlessPlain(line.unit_code),
      price_amount: line.price.price_amount,
      tax_category: line.classified_tax_category.id,
      net_amount: line.net_amount,
      tax_amount: line.tax_amount,
    })),
    status: status?.overall_status ?? null,
    participant_status: status?.participant_status ?? null,
    fta_status: status?.fta_status ?? null,
    findings: await markedFindings(status?.validation_results ?? [], parts),
  }
}

/** The legal name, as lists show it. */
function nameOf({ party_name, name }: Pick<Party, 'party_name' | 'name'>): string {
  return party_name ?? name
}

export type Summary = Awaited<ReturnType<typeof summaryOf>>

/** What a person wants to see first. */
export function summaryLines(document: AnsweredDocument, summary: Summary, mark: LineMarks['mark']): readonly string[] {
  const { totals } = document
  const { family, currency, document_number: number, findings, lines_count: lines } = summary
  return [
    `${family}, number ${mark(number)}, issued ${summary.issue_date}`,
    `Seller ${mark(summary.seller)}, buyer ${mark(summary.buyer)}`,
    `To pay: ${totals.payable_amount} ${currency}, with VAT of ${totals.tax_amount}. Lines: ${lines}`,
    `Findings: ${findings.length}`,
    ...findingLines(findings, mark),
  ]
}

/**
 * The JSON of an answer. A number that binary floating point would change becomes a text, with
 * every digit.
 */
export function exactJson(answer: TransportAnswer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.bytes), exactNumber)
}

function exactNumber(_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined && significant(source) > 15 ? source : value
}

function significant(source: string): number {
  return source
    .replace(/e.*$/i, '')
    .replace(/^[-0.]+/, '')
    .replace('.', '').length
}
