import { readJson, valueAt } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import type { DryRun, Totals, ValidationResult } from '../../../../client/src/api-types.ts'
import type { SelfbillClient } from '../../../../client/src/client.ts'
import { decodeAnswer } from '../../../../client/src/decode-answer.ts'
import type { TransportAnswer } from '../../../../client/src/transport.ts'
import type { Once } from '../../asked-anew.ts'
import type { Family, InvoiceFamily } from '../documents/family.ts'

/** The calls of drafts. Their bodies are JSON texts, so that no number loses a digit on the way. */
export type Api = SelfbillClient

export interface StoredDocument {
  readonly id: string
  readonly document_number: string
  readonly issue_date: string
  readonly document_currency_code: string
  readonly totals: Totals
  readonly meta_info: {
    readonly peppol_status: { readonly overall_status: string; readonly validation_results: ValidationResult[] } | null
  }
  readonly accounting_supplier_party?: { readonly profile_id?: string; readonly name?: string }
  readonly accounting_customer_party?: { readonly profile_id?: string; readonly name?: string }
  readonly document_lines: readonly StoredLine[]
}

interface StoredLine {
  readonly name: string
  readonly quantity: number
  readonly unit_code: string
  readonly net_amount: number
}

export async function retrieve(api: Api, family: Family, id: string): Promise<StoredDocument> {
  return decodeAnswer(await api.send('GET', `/api/${family}/${encodeURIComponent(id)}`))
}

/** The request as it was sent, as JSON text. */
export async function requestText(api: Api, family: Family, id: string): Promise<string> {
  const { bytes } = await api.send('GET', `/api/${family}/${encodeURIComponent(id)}/request`)
  return new TextDecoder().decode(bytes)
}

export async function dryRun(api: Api, { family, profileId }: Draft, content: string): Promise<DryRun> {
  const path = `/api/${family}/${encodeURIComponent(profileId)}?dry_run=true`
  return decodeAnswer(await api.send('POST', path, { text: json(content) }))
}

export async function issue(
  api: Api,
  { family, profileId }: Draft,
  content: string,
  once: Once,
): Promise<StoredDocument> {
  const path = `/api/${family}/${encodeURIComponent(profileId)}`
  return decodeAnswer(await api.send('POST', path, { text: json(content), ...once }))
}

export async function resubmit(
  api: Api,
  { family, profileId, id }: Draft & { readonly id: string },
  content: string,
  once: Once,
): Promise<StoredDocument> {
  const path = `/api/${family}/${encodeURIComponent(id)}/${encodeURIComponent(profileId)}`
  return decodeAnswer(await api.send('PUT', path, { text: json(content), ...once }))
}

export interface Draft {
  readonly family: Family
  readonly profileId: string
}

function json(content: string) {
  return { content, type: 'application/json' as const }
}

/** The profile that issued a document. */
export function profileOf(family: Family, document: StoredDocument): string {
  const own = family.startsWith('purchase') ? document.accounting_customer_party : document.accounting_supplier_party
  return own?.profile_id ?? ''
}

export function findingsOf({ meta_info }: Pick<StoredDocument, 'meta_info'>): readonly ValidationResult[] {
  return meta_info.peppol_status?.validation_results ?? []
}

export function fatalIn(findings: readonly ValidationResult[]): number {
  return findings.filter(({ flag }) => flag === 'fatal').length
}

/** Judges a credit note by reference; the lines of its document are in the order of the invoice. */
export async function creditDryRun(api: Api, of: CreditOf, content: string): Promise<CreditDryRun> {
  const answer = await api.send('POST', `${creditPath(of)}?dry_run=true`, { text: json(content) })
  return { ...decodeAnswer<Omit<CreditDryRun, 'quantities'>>(answer), quantities: () => quantitiesIn(answer) }
}

function quantitiesIn({ bytes }: TransportAnswer): readonly Decimal[] {
  const lines = valueAt(readJson(new TextDecoder().decode(bytes)), ['document', 'document_lines'])
  if (!Array.isArray(lines)) return []
  return lines.map((line) => Decimal.from(String(valueAt(line, ['quantity']))).normalized())
}

export async function credit(api: Api, of: CreditOf, content: string, once: Once): Promise<StoredDocument> {
  return decodeAnswer(await api.send('POST', creditPath(of), { text: json(content), ...once }))
}

interface CreditOf {
  readonly family: InvoiceFamily
  readonly id: string
}

export interface CreditDryRun extends Pick<DryRun, 'warnings'> {
  readonly document: DryRun['document'] & { readonly document_lines: readonly StoredLine[] }
  /** What is credited of each line, with every digit. */
  quantities(): readonly Decimal[]
}

function creditPath({ family, id }: CreditOf): string {
  return `/api/${family}/${encodeURIComponent(id)}/credit-notes`
}
