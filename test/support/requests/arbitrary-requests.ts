import { exemptionReasons } from '@selfbill/pint-ae/code-lists'
import type { Family } from '@selfbill/pint-ae/document'
import type { Writable } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import fc from 'fast-check'
import { creditReasons } from '../../../pint-ae/src/codelists/codelists.ts'
import { shareByRule } from '../../../pint-ae/src/document/calculation/rule-arithmetic.ts'
import { aLine, anAddress, aPurchaseCreditNote, aPurchaseInvoice, aSupplier, jsonOf, type Members } from './requests.ts'

/**
 * Random requests that the service accepts without findings: all six VAT categories, charges,
 * allowances, discounts, base quantities, foreign currencies, prepaid amounts, every optional
 * member. `wild` ones use any rate and any number of decimals: still accepted, but rules may have
 * findings.
 */
export function arbitraryRequest(options: ArbitraryOptions = {}): fc.Arbitrary<FamilyRequest> {
  const purchase = arbitraryPurchase(options)
  return fc.oneof(
    { weight: 3, arbitrary: purchase },
    { weight: 2, arbitrary: purchase.map(asSale) },
    { weight: 1, arbitrary: purchase.map(asSale).map(asOutOfScope) },
  )
}

/** Only self-billed requests. */
export function arbitraryPurchase(options: ArbitraryOptions = {}): fc.Arbitrary<FamilyRequest> {
  const invoice = arbitraryInvoice(options).map((request) => ({ family: 'purchase-invoices' as const, request }))
  const note = arbitraryCreditNote(options).map((request) => ({ family: 'purchase-credit-notes' as const, request }))
  return fc.oneof(invoice, note)
}

export function arbitraryInvoice(options: ArbitraryOptions = {}): fc.Arbitrary<Members> {
  return fc
    .tuple(arbitraryShared(options), some({ billing_reference: fc.array(reference, { minLength: 1, maxLength: 3 }) }))
    .map(([shared, references]) => aPurchaseInvoice({ ...shared, ...references }))
}

export function arbitraryCreditNote(options: ArbitraryOptions = {}): fc.Arbitrary<Members> {
  const members = some({ reason: text(), due_date: date })
  return fc
    .tuple(arbitraryShared(options), members, fc.constantFrom(...creditReasons.keys()), fc.array(reference, atMost(2)))
    .map(([shared, more, discrepancy_response, others]) => {
      const billing = { billing_reference: [{ id: 'SB-1' }, ...others] }
      return aPurchaseCreditNote({ ...shared, ...more, discrepancy_response, ...billing })
    })
}

/**
 * The same goods as a sale: the supplier becomes the customer, and members that the rules require
 * for types 380 and 381, but not for 389 and 261, are added.
 */
function asSale({ request }: FamilyRequest): FamilyRequest {
  const { accounting_supplier_party: customer, invoice_type_code, credit_note_type_code, ...rest } = request
  const sale: Members = { ...rest, accounting_customer_party: customer ?? null, document_lines: withTaxedLine(request) }
  if (invoice_type_code !== undefined)
    return { family: 'sales-invoices', request: { ...sale, invoice_type_code: '380' } }
  const note: Members = { ...sale, credit_note_type_code: '381' }
  // A volume discount refers to no invoice (ibr-055-ae).
  const { billing_reference: _, ...unreferred } = note
  return { family: 'sales-credit-notes', request: request.discrepancy_response === 'VD' ? unreferred : note }
}

/**
 * The same sale as type 480 or 81: without taxed parts (ibr-122-ae) and without flags 2, 3 and 4
 * (ibr-157-ae).
 */
function asOutOfScope({ family, request }: FamilyRequest): FamilyRequest {
  const { document_lines, charges, allowances, profile_execution_id: flags, ...rest } = request
  const type = family === 'sales-invoices' ? { invoice_type_code: '480' } : { credit_note_type_code: '81' }
  const profile_execution_id = typeof flags === 'string' ? `${flags[0]}000${flags.slice(4)}` : '00000000'
  return {
    family,
    request: {
      ...rest,
      ...type,
      profile_execution_id,
      document_lines: untaxed(document_lines, 'classified_tax_category'),
      ...(charges !== undefined && { charges: untaxed(charges, 'tax_category') }),
      ...(allowances !== undefined && { allowances: untaxed(allowances, 'tax_category') }),
    },
  }
}

function untaxed(items: Writable, member: 'classified_tax_category' | 'tax_category'): Writable {
  if (!Array.isArray(items)) return null
  return items.map((item: Members, at) => {
    const isTaxed = /"id":"(S|AE|N)"/.test(jsonOf({ of: item[member] ?? null }))
    return isTaxed ? { ...item, [member]: { id: at % 2 === 0 ? 'Z' : 'O' } } : item
  })
}

/** Its lines, and a taxed one if all of them are exempt or out of scope (ibr-151-ae). */
function withTaxedLine({ document_lines: lines }: Members): Writable {
  if (!Array.isArray(lines)) return null
  const isUntaxed = (line: Members) => /"id":"[EO]"/.test(jsonOf({ of: line.classified_tax_category ?? null }))
  return lines.every(isUntaxed) ? [...lines, aLine()] : lines
}

export interface ArbitraryOptions {
  readonly isWild?: boolean
  readonly linesMax?: number
}

export interface FamilyRequest {
  readonly family: Family
  readonly request: Members
}

/** A decimal of up to `wholeMax`, written with up to `decimalsMax` decimals. */
export function decimals(wholeMax: number, decimalsMax: number, isZeroAllowed = true): fc.Arbitrary<Decimal> {
  return fc
    .tuple(fc.nat(decimalsMax), fc.bigInt(0n, 10n ** BigInt(decimalsMax) - 1n), fc.nat(wholeMax - 1))
    .map(([scale, fraction, whole]) => {
      const unit = 10n ** BigInt(scale)
      return Decimal.of(BigInt(whole) * unit + (fraction % unit), scale)
    })
    .map((decimal) => (decimal.isZero && !isZeroAllowed ? Decimal.one : decimal))
}

/**
 * Text in several scripts with characters that XML must escape. Without digits, so that no card
 * number appears.
 */
export function text(charactersMax = 30): fc.Arbitrary<string> {
  const character = fc.constantFrom(
    ...('abcXYZ <>&"\'\n\t\u0645\u0631\u062d\u0628\u0627é€–…]]>😀'.match(/./gsu) ?? ['a']),
  )
  return fc.string({ unit: character, minLength: 1, maxLength: charactersMax }).map((made) => `${made}x`)
}

const money = decimals(100_000, 2)
const date = fc
  .integer({ min: 0, max: 3650 })
  .map((day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10))
const identifier = fc.stringMatching(/^[A-Z&<][A-Za-z0-9/_.-]{0,12}$/)
const reference = fc.record({ id: identifier, issue_date: date }, { requiredKeys: ['id'] })
const standard = { id: 'S', percent: 5, tax_scheme: 'VAT' }

type Arbitraries = { readonly [member: string]: fc.Arbitrary<Members[string]> }

/** Leaves out a random choice of the members. */
function some(members: Arbitraries): fc.Arbitrary<Members> {
  return fc.record({ ...members }, { requiredKeys: [] })
}

function atMost(maxLength: number) {
  return { maxLength }
}

function arbitraryShared({ isWild = false, linesMax = 6 }: ArbitraryOptions): fc.Arbitrary<Members> {
  const lines = fc.array(arbitraryLine(isWild), { minLength: 1, maxLength: linesMax })
  const charges = fc.array(arbitraryDocumentCharge('charge'), { minLength: 1, maxLength: 3 })
  const allowances = fc.array(arbitraryDocumentCharge('allowance'), { minLength: 1, maxLength: 3 })
  return fc
    .tuple(
      fc.record({ document_lines: lines, issue_date: date, profile_execution_id: flags }),
      some({ charges, allowances, prepaid_amount: money, payable_rounding_amount: rounding }),
      arbitraryCurrency,
      arbitraryDetails,
      arbitraryParties,
      fc.record({ delivery: arbitraryDelivery, invoice_period: arbitraryPeriod }),
      fc.nat(9),
    )
    .map(([required, amounts, currency, details, parties, flagged, chance]) => {
      const shared: Members = { ...required, ...amounts, ...currency, ...details, ...parties, ...flagged }
      return namingItself(chance === 0 ? underMarginScheme(shared) : shared, chance)
    })
}

/**
 * Flag 3: every line is of category N, and nothing else has a category (ibr-116-ae, ibr-105-ae,
 * ibr-114-ae).
 */
function underMarginScheme(shared: Members): Members {
  const { charges: _, allowances: __, profile_execution_id: flags, document_lines: lines, ...rest } = shared
  if (typeof flags !== 'string' || !Array.isArray(lines)) return shared
  return {
    ...rest,
    profile_execution_id: `${flags.slice(0, 2)}1${flags.slice(3)}`,
    document_lines: lines.map((line: Members) => ({ ...line, classified_tax_category: { id: 'N', percent: 5 } })),
  }
}

/** Without flag 6 the supplier may be its own principal. */
function namingItself(shared: Members, chance: number): Members {
  const isAgent = typeof shared.profile_execution_id === 'string' && shared.profile_execution_id[5] === '1'
  return isAgent || chance % 3 !== 0 ? shared : { ...shared, seller_supplier_party: { id: '100234567800003' } }
}

/** Every flag except the profit margin scheme's. */
const flags = fc.nat(255).map((bits) => (bits & ~0b100000).toString(2).padStart(8, '0'))
const rounding = fc.integer({ min: -99, max: 99 }).map((cents) => Decimal.of(cents, 2))

const arbitraryCurrency: fc.Arbitrary<Members> = fc.oneof(
  fc.constant({ document_currency_code: 'AED' }),
  fc.constant({ document_currency_code: 'AED', tax_currency_code: 'AED' }),
  fc.tuple(fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'), decimals(20, 6, false)).map(([currency, rate]) => ({
    document_currency_code: currency,
    tax_currency_code: 'AED',
    tax_exchange_rate: { source_currency_code: currency, target_currency_code: 'AED', calculation_rate: rate },
  })),
)

const arbitraryPeriod: fc.Arbitrary<Members> = fc.record(
  {
    start_date: fc.constant('2024-01-01'),
    end_date: fc.constant('2034-12-31'),
    // The note explains the OTH (ibr-160-ae), and every document has one.
    description: fc.constantFrom('MTH', 'OTH', 'Q1 <&>'),
  },
  { requiredKeys: ['start_date'] },
)

const arbitraryAddress: fc.Arbitrary<Members> = some({
  additional_street_name: text(),
  postal_zone: identifier,
  address_line: text(),
  country_subentity: fc.constantFrom('AUH', 'DXB', 'SHJ', 'UAQ', 'FUJ', 'AJM', 'RAK'),
}).map(anAddress)

const arbitraryDelivery: fc.Arbitrary<Members> = fc
  .tuple(
    some({
      actual_delivery_date: date,
      delivery_time: fc.constantFrom('00:00:00', '23:59:59'),
      party_name: text(),
      party_id: identifier,
      terms: fc.constantFrom('FOB', 'EXW'),
    }),
    some({ id: identifier }),
    arbitraryAddress,
  )
  .map(([members, location, address]) => ({ ...members, delivery_location: { ...location, address } }))

const account: fc.Arbitrary<Members> = fc
  .tuple(identifier, some({ name: text(), financial_institution_branch_id: identifier, address: arbitraryAddress }))
  .map(([id, more]) => ({ id, ...more }))

/** At most one card and one mandate in a document (ibr-066, ibr-067). */
const arbitraryPaymentMeans: fc.Arbitrary<readonly Members[]> = fc
  .tuple(
    fc.record({ payment_means_code: fc.constant('30'), payee_financial_account: account }),
    some({ id: identifier, payment_id: fc.array(identifier, { minLength: 1, maxLength: 2 }) }),
    fc.subarray<Members>([
      { payment_means_code: '54', card_account: { primary_account_number_id: '************1111', network_id: 'VISA' } },
      { payment_means_code: '49', payment_mandate: { id: 'M-1', payer_financial_account_id: 'A-1' } },
      { payment_means_code: '10' },
    ]),
  )
  .map(([transfer, more, others]) => [{ ...transfer, ...more }, ...others])

const arbitraryDetails: fc.Arbitrary<Members> = fc
  .tuple(
    some({
      document_number: identifier,
      issue_time: fc.constantFrom('00:00:00', '09:30:15', '23:59:59'),
      document_source: text(),
      accounting_cost: text(),
      buyer_reference: text(),
      order_reference: fc.record(
        { id: identifier, issue_date: date, sales_order_id: identifier },
        { requiredKeys: ['id'] },
      ),
      despatch_document_reference: reference,
      receipt_document_reference: reference,
      statement_document_reference: reference,
      originator_document_reference: reference,
      contract_document_reference: reference,
      project_reference: fc.record({ id: identifier, name: text() }, { requiredKeys: ['id'] }),
      attachments: fc.array(attachment(), { minLength: 1, maxLength: 2 }),
      payment_terms: fc.record({
        note: text(),
        due_date: date,
        installment_due_date: date,
        amount: money,
        payment_means_id: identifier,
      }),
    }),
    fc.record({ note: text(100), payment_means: arbitraryPaymentMeans }),
  )
  .map(([optional, required]) => ({ ...optional, ...required }))

function attachment(): fc.Arbitrary<Members> {
  const content = fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes))
  const pdf = content.map((bytes) => ({
    file_name: 'تقرير & annex.pdf',
    file_type: 'application/pdf',
    file_content: Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes]).toString('base64'),
  }))
  const csv = content.map((bytes) => ({
    file_name: 'rows.csv',
    file_type: 'text/csv',
    file_content: bytes.toString('base64'),
  }))
  return fc.oneof(pdf, csv)
}

const arbitraryParties: fc.Arbitrary<Members> = fc
  .tuple(
    some({
      party_identification_id: identifier,
      party_name_in_local_language: text(),
      company_legal_form: text(),
      contact_name: text(),
      postal_address: arbitraryAddress,
    }).map(aSupplier),
    some({
      // Name and identifier must differ from the supplier's (ibr-017).
      payee_party: fc.record(
        {
          party_name: text(),
          party_identification: fc.record({ id: identifier.map((id) => `PAYEE-${id}`) }),
          financial_account: account,
        },
        { requiredKeys: ['party_name'] },
      ),
      tax_representative_party: arbitraryAddress.map((postal_address) => ({
        party_name: 'Representative <LLC>',
        party_tax_scheme: { company_id: '100333333300003', tax_scheme: 'VAT' },
        postal_address,
      })),
    }),
  )
  // Flags 1 and 6 require these two.
  .map(([accounting_supplier_party, others]) => ({
    accounting_supplier_party,
    ...others,
    buyer_customer_party: { id: 'BEN-1' },
    seller_supplier_party: { id: '100444444400003' },
  }))

/** A charge or allowance by amount, or as a percentage of a base. */
function arbitraryCharge(kind: 'charge' | 'allowance'): fc.Arbitrary<Members> {
  const code = kind === 'charge' ? fc.constantFrom('FC', 'AA') : fc.constantFrom('95', '41')
  const share = fc.tuple(money, decimals(30, 4)).map(([base, percent]) => ({
    amount: shareByRule(base, percent) ?? Decimal.zero,
    base_amount: base,
    multiplier_factor_numeric: percent,
  }))
  const size = fc.oneof(
    money.map((amount) => ({ amount })),
    share,
  )
  // An exempt one needs the code (ibr-168-ae, ibr-169-ae).
  return fc
    .tuple(size, code, some({ reason: text() }))
    .map(([amounts, reason_code, more]) => ({ ...amounts, reason_code, ...more }))
}

function arbitraryDocumentCharge(kind: 'charge' | 'allowance'): fc.Arbitrary<Members> {
  const category = fc.oneof(
    fc.constant(standard),
    fc.constantFrom('S', 'Z', 'O', 'AE').map((id) => ({ id })),
    exempt,
  )
  return fc.tuple(arbitraryCharge(kind), category).map(([charge, tax_category]) => ({ ...charge, tax_category }))
}

const exempt: fc.Arbitrary<Members> = fc.constantFrom(...exemptionReasons).map(([code, name]) => ({
  id: 'E',
  tax_exemption_reason_code: code,
  tax_exemption_reason: name.replace('Cetrain', 'certain'),
}))

function arbitraryCategory(isWild: boolean): fc.Arbitrary<Members> {
  const rate = isWild ? decimals(30, 6, false) : fc.constant(Decimal.of(5))
  const id = fc.constantFrom('S', 'Z', 'AE', 'O')
  return fc.oneof(
    rate.map((percent) => ({ id: 'S', percent, tax_scheme: 'VAT' })),
    id.map((category) => ({ id: category })),
    rate.map((percent) => ({ id: 'N', percent })),
    exempt,
  )
}

function arbitraryPrice(isWild: boolean): fc.Arbitrary<Members> {
  const price = decimals(99_999, isWild ? 20 : 6)
  const base = fc.oneof(fc.constantFrom(1, 10, 100, 0.5, 12), decimals(1000, isWild ? 20 : 3, false).map(atLeastOne))
  return fc.tuple(price, base, some({ amount: decimals(1000, 6) })).map(([base_amount, base_quantity, allowance]) => ({
    base_amount,
    base_quantity,
    ...(allowance.amount !== undefined && { allowance }),
  }))
}

/** A much smaller divisor would take a line to the limit of amounts. */
function atLeastOne(decimal: Decimal): Decimal {
  return decimal.compare(Decimal.one) < 0 ? Decimal.one : decimal
}

function arbitraryLine(isWild: boolean): fc.Arbitrary<Members> {
  const items = { minLength: 1, maxLength: 2 }
  return fc
    .tuple(
      fc.record({
        name: text(),
        description: text(100),
        quantity: decimals(10_000, isWild ? 20 : 4, false),
        unit_code: fc.constantFrom('EA', 'KGM', 'LTR'),
        price: arbitraryPrice(isWild),
        classified_tax_category: arbitraryCategory(isWild),
      }),
      some({
        charges: fc.array(arbitraryCharge('charge'), items),
        allowances: fc.array(arbitraryCharge('allowance'), items),
      }),
      arbitraryItem,
      some({
        note: text(),
        accounting_cost: text(),
        invoice_period: fc.constant({ start_date: '2025-01-01', end_date: '2025-06-30' }),
        order_line_reference: fc.record(
          { line_id: identifier, order_reference_id: identifier },
          { requiredKeys: ['line_id'] },
        ),
        despatch_line_reference: fc.record({ line_id: identifier }),
        document_reference: reference,
        origin_country: fc.constant({ identification_code: 'DE' }),
        lot_number_id: text(),
        line_object_identifier: identifier,
      }),
    )
    .map(([required, amounts, item, details]) => forCategory(aLine({ ...details, ...amounts, ...item, ...required })))
}

const arbitraryItem: fc.Arbitrary<Members> = some({
  buyer_item_identification: fc.record({ id: identifier }),
  seller_item_identification: fc.record({ id: identifier }),
  standard_item_identification: fc.record({ id: identifier, scheme_id: fc.constant('0160') }),
  additional_item_identification: fc.constant([{ id: 'SAC-1', scheme_id: 'SAC', scheme_version_id: '1' }]),
  additional_item_property: fc.array(fc.record({ name: text(), value: text() }), { minLength: 1, maxLength: 2 }),
  commodity_classification: fc.constant({
    commodity_code: 'G',
    item_classification_code: '0101',
    item_classification_list_id: 'HS',
  }),
})

/**
 * Further requirements of a line: a reverse charge needs the kind of goods and a standard number
 * (ibr-166-ae, ibr-174-ae).
 */
function forCategory(line: Members): Members {
  const category = line.classified_tax_category
  const isReverseCharge = category !== null && typeof category === 'object' && 'id' in category && category.id === 'AE'
  if (!isReverseCharge) return line
  return {
    ...line,
    standard_item_identification: { id: '6290000000010', scheme_id: '0160' },
    commodity_classification: {
      commodity_code: 'G',
      item_classification_code: '7108',
      item_classification_list_id: 'HS',
      nature_code: 'DL8.48.8.1',
    },
  }
}
