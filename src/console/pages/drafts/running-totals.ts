import { type Html, html } from '@selfbill/pint-ae/html'
import { type JsonValue, readJson } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import { attempt } from '../../attempt.ts'
import { facts } from '../../parts/facts.ts'
import type { Call } from '../../route.ts'
import { type Family, isCreditNote, partyOf } from '../documents/family.ts'
import { type Draft, dryRun } from './calls.ts'
import { draftWords } from './draft-words.ts'
import { jsonText } from './edit-json.ts'
import { gulfDate } from './gulf-date.ts'
import { at } from './paths.ts'

/** Where the totals are computed while somebody fills in the form. */
export const totalsPath = '/console/new/totals'

/**
 * The totals of what is filled in so far, beside the lines. The service computes them as it would
 * for the document, in a dry run that stores nothing. Source: docs/decisions/0170.
 */
export async function runningTotals(call: Call, draft: Draft, request: JsonValue): Promise<Html> {
  return html`<div class="card" id="totals" aria-live="polite" hx-post="${totalsPath}" hx-include="#draft"\
 hx-trigger="change delay:1s from:#draft" hx-swap="innerHTML" hx-status:4xx="swap:none"\
 hx-status:5xx="swap:none">${await totalsPart(call, draft, request)}</div>`
}

export async function totalsPart(call: Call, draft: Draft, request: JsonValue): Promise<Html> {
  const { say, format, now } = call
  const title = html`<h2>${say(draftWords.totals)}</h2>`
  const countable = countableOf(request, draft.family, now)
  const answer =
    countable === undefined
      ? undefined
      : (await attempt(call, () => dryRun(call.api, draft, jsonText(countable)))).answer
  if (answer === undefined) return html`${title}<p class="hint">${say(draftWords.noTotals)}</p>`
  const { totals } = answer.document
  const money = (amount: number) => format.money(amount, currencyOf(request))
  return html`${title}${facts([
    [say(draftWords.sumExclusive), money(totals.tax_exclusive_amount)],
    [say(draftWords.sumVat), money(totals.tax_amount)],
    [say(draftWords.sumPayable), money(totals.payable_amount)],
  ])}`
}

/** AED until another one is chosen. */
export function currencyOf(request: JsonValue): string {
  const currency = at(request, 'document_currency_code')
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'AED'
}

/**
 * The amounts of a request as a document that can be computed: what is missing beside them is
 * filled in, since no amount depends on it. Undefined while no line has a quantity and a price.
 */
function countableOf(request: JsonValue, family: Family, now: number): JsonValue | undefined {
  const lines = entriesOf(request, 'document_lines').filter(isPriced).map(countableLine)
  if (lines.length === 0) return undefined
  const currency = currencyOf(request)
  const today = gulfDate(now)
  const isCredit = isCreditNote(family)
  const sent = request instanceof Map ? request : new Map<string, JsonValue>()
  const kept = ['tax_exchange_rate', 'prepaid_amount', 'payable_rounding_amount'].filter((name) => sent.has(name))
  const type = isCredit ? 'credit_note_type_code' : 'invoice_type_code'
  return new Map<string, JsonValue>([
    ['issue_date', today],
    ['due_date', today],
    [type, at(request, type) ?? ''],
    ['profile_execution_id', '00000000'],
    ['document_currency_code', currency],
    ...(currency === 'AED' ? [] : [['tax_currency_code', 'AED'] as const]),
    // A volume discount needs no invoice.
    ...(isCredit ? [['discrepancy_response', 'VD'] as const] : []),
    [partyOf(family), anyParty],
    ...kept.map((name) => [name, sent.get(name) ?? null] as const),
    ...chargesOf(request),
    ['document_lines', lines],
  ])
}

function countableLine(line: JsonValue): JsonValue {
  const members = line instanceof Map ? line : new Map<string, JsonValue>()
  const kept = ['quantity', 'price', 'classified_tax_category'].flatMap((name) => {
    const value = members.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return new Map<string, JsonValue>([
    ['name', '-'],
    ['description', '-'],
    ['unit_code', 'EA'],
    ...kept,
    ...chargesOf(line),
  ])
}

/** Discounts and charges whose amount is there. */
function chargesOf(of: JsonValue): readonly (readonly [string, JsonValue])[] {
  return ['allowances', 'charges'].flatMap((name) => {
    const entries = entriesOf(of, name).filter((entry) => at(entry, 'amount') instanceof Decimal)
    return entries.length === 0 ? [] : [[name, entries.map(explained)] as const]
  })
}

function explained(entry: JsonValue): JsonValue {
  return entry instanceof Map ? new Map([...entry, ['reason', '-']]) : entry
}

function isPriced(line: JsonValue): boolean {
  return at(line, 'quantity') instanceof Decimal && at(line, 'price.base_amount') instanceof Decimal
}

function entriesOf(of: JsonValue, name: string): readonly JsonValue[] {
  const list = at(of, name)
  return Array.isArray(list) ? list : []
}

const anyParty = readJson(
  JSON.stringify({
    name: '-',
    party_name: '-',
    postal_address: {
      street_name: '-',
      city_name: '-',
      country_subentity: 'DXB',
      country: 'United Arab Emirates',
      country_code: 'AE',
    },
    scheme_agency_id: 'OTH',
    company_id: '-',
    tin: '1999999999',
    party_tax_scheme: { company_id: '199999999900003', tax_scheme: 'VAT' },
    endpoint_id: '1999999999',
    endpoint_scheme_id: '0235',
    email: '-',
    telephone: '-',
  }),
)
