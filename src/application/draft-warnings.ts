import type { DocumentFigures, Family } from '@selfbill/pint-ae/document'
import { type JsonValue, stepsOf, valueAt } from '@selfbill/pint-ae/json'
import { type Message, message } from '@selfbill/pint-ae/messages'
import { Decimal } from '@selfbill/schematron/decimal'
import type { EarlierDocument, InvoiceOfOther } from '../store/documents/party-history.ts'

/** A warning about a member of a document, or about the document (null). */
export interface DraftWarning {
  readonly field: string | null
  readonly message: Message
}

/**
 * What looks unlikely in the document itself: a date long ago, an account or telephone number that
 * cannot be one, a very large quantity. Source: docs/decisions/0172.
 */
export function unlikelyValues(document: JsonValue, family: Family, now: number): readonly DraftWarning[] {
  return [
    ...longAgo(textAt(document, 'issue_date'), now),
    ...callable(document, family.startsWith('purchase') ? 'accounting_supplier_party' : 'accounting_customer_party'),
    ...listAt(document, 'payment_means').flatMap((_, at) =>
      account(document, `payment_means[${at}].payee_financial_account.id`),
    ),
    ...listAt(document, 'document_lines').flatMap((_, at) => [
      ...largeQuantity(document, `document_lines[${at}].quantity`),
      ...hsCode(document, `document_lines[${at}].commodity_classification`),
    ]),
  ]
}

function longAgo(date: string | undefined, now: number): readonly DraftWarning[] {
  const days = Math.floor((now - Date.parse(`${date}T00:00:00Z`)) / dayMs)
  return days > daysMax ? [{ field: 'issue_date', message: message('issue_date_long_ago', { days }) }] : []
}

function callable(document: JsonValue, party: string): readonly DraftWarning[] {
  const field = `${party}.telephone`
  const telephone = textAt(document, field)
  if (telephone === undefined || telephone.replaceAll(/\P{Nd}/gu, '').length >= digitsMin) return []
  return [{ field, message: message('telephone_without_digits') }]
}

/** Only what begins like an IBAN of the UAE must be one; rules check the digits of whole ones. */
function account(document: JsonValue, field: string): readonly DraftWarning[] {
  const id = textAt(document, field)?.replaceAll(/[ -]/g, '') ?? ''
  if (!/^AE[0-9]{2}/i.test(id) || id.length === ibanLength) return []
  return [{ field, message: message('iban_length_wrong', { count: id.length }) }]
}

function largeQuantity(document: JsonValue, field: string): readonly DraftWarning[] {
  const quantity = valueAt(document, stepsOf(field) ?? [])
  if (!(quantity instanceof Decimal) || quantity.compare(quantityMax) < 0) return []
  return [{ field, message: message('quantity_large', { quantity: quantity.toString() }) }]
}

/** No list of HS codes is shipped. Chapter, heading and further levels have two digits each. */
function hsCode(document: JsonValue, classification: string): readonly DraftWarning[] {
  if (textAt(document, `${classification}.item_classification_list_id`) !== 'HS') return []
  const field = `${classification}.item_classification_code`
  const code = textAt(document, field)
  if (code === undefined || /^([0-9]{2}){2,6}$/.test(code.replaceAll(/[ .]/g, ''))) return []
  return [{ field, message: message('hs_code_unlikely', { code }) }]
}

/** What the earlier documents with the same party make look unlikely. */
export function unusualAmong(earlier: readonly EarlierDocument[], figures: DocumentFigures): readonly DraftWarning[] {
  const comparable = earlier.filter(({ currency }) => currency === figures.currency)
  return [...unusualAmount(comparable, figures), ...sameOrder(comparable, figures)]
}

/** Never of a document that is alike in all, which has a finding: SB-DUPLICATE. */
function sameOrder(
  earlier: readonly EarlierDocument[],
  { orderNumber, payableAmount, issueDate }: DocumentFigures,
): readonly DraftWarning[] {
  const order = orderNumber?.toLowerCase() ?? ''
  const same = earlier.find(
    (one) =>
      order !== '' && one.orderKey === order && one.payableAmount === payableAmount && one.issueDate !== issueDate,
  )
  if (same === undefined) return []
  const values = { number: same.number, date: same.issueDate }
  return [{ field: 'order_reference.id', message: message('order_repeated', values) }]
}

function unusualAmount(
  earlier: readonly EarlierDocument[],
  { payableAmount }: DocumentFigures,
): readonly DraftWarning[] {
  if (earlier.length < historyMin) return []
  const largest = earlier
    .map((one) => Decimal.from(one.payableAmount))
    .reduce((most, one) => (one.compare(most) > 0 ? one : most))
  if (Decimal.from(payableAmount).compare(largest.times(times)) <= 0) return []
  const values = { times: times.toString(), largest: largest.toString(), count: earlier.length }
  return [{ field: null, message: message('amount_unusual', values) }]
}

/** The numbers of the invoices that a document names, in their order. */
export function invoicesNamed(document: JsonValue): readonly string[] {
  return listAt(document, 'billing_reference').map((_, at) => textAt(document, `billing_reference[${at}].id`) ?? '')
}

/** A slip in the number of an invoice, or in the choice of the party. */
export function creditsOfOthers(invoices: readonly InvoiceOfOther[]): readonly DraftWarning[] {
  return invoices.map(({ at, number, party }) => ({
    field: `billing_reference[${at}].id`,
    message: message('invoice_of_other_party', { number, party }),
  }))
}

/** The members whose letters no font of the printed page draws. */
export async function unprintable(
  document: JsonValue,
  lettersWithoutFont: (text: string) => Promise<readonly string[]>,
): Promise<readonly DraftWarning[]> {
  const found: DraftWarning[] = []
  for (const [field, text] of textsIn(document, '')) {
    if (!mayLackFont.test(text)) continue
    const letters = await lettersWithoutFont(text)
    if (letters.length === 0) continue
    const shown = letters.slice(0, lettersMax).join(' ')
    found.push({ field, message: message('letters_without_font', { letters: shown }) })
    if (found.length === fieldsMax) break
  }
  return found
}

/** Latin and Arabic letters have a font always. */
const mayLackFont = /[^\u0000-\u024f\u0600-\u06ff\u2010-\u2027]/

function* textsIn(value: JsonValue, path: string): Generator<readonly [field: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  if (value instanceof Map) {
    for (const [name, member] of value) yield* textsIn(member, path === '' ? name : `${path}.${name}`)
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* textsIn(item, `${path}[${at}]`)
  }
}

function textAt(document: JsonValue, path: string): string | undefined {
  const value = valueAt(document, stepsOf(path) ?? [])
  return typeof value === 'string' ? value : undefined
}

function listAt(document: JsonValue, member: string): readonly JsonValue[] {
  const value = valueAt(document, [member])
  return Array.isArray(value) ? value : []
}

const dayMs = 24 * 60 * 60 * 1000
/** A slip in the year; what is billed late, after half a year, is no slip. */
const daysMax = 300
const digitsMin = 5
const ibanLength = 23
const quantityMax = Decimal.from('1000000')
/** Fewer documents show no habit. */
const historyMin = 5
const times = Decimal.from('5')
const lettersMax = 10
const fieldsMax = 20
