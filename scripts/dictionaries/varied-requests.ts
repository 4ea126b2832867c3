import type { Family } from '@selfbill/pint-ae/document'
import type { Random } from '../../test/support/random.ts'
import {
  aBankTransfer,
  aCharge,
  aLine,
  anAddress,
  aPrice,
  aSupplier,
  inCurrency,
  type Members,
  requests,
} from '../../test/support/requests/requests.ts'

/**
 * Requests that differ in everything a business chooses: names, addresses, numbers, goods, amounts,
 * currencies, languages, the number of lines. Words are random letters, so a dictionary that is
 * trained on them holds the structure of documents and no word of anybody.
 */
export function variedRequest(random: Random): { readonly family: Family; readonly request: Members } {
  const family = random.of([
    'purchase-invoices',
    'purchase-invoices',
    'purchase-credit-notes',
    'sales-invoices',
  ] as const)
  const isArabic = random.next() < 0.25
  const party = variedParty(random, isArabic)
  const other = family === 'sales-invoices' ? 'accounting_customer_party' : 'accounting_supplier_party'
  const foreign =
    random.next() < 0.25 ? inCurrency(random.of(['USD', 'EUR', 'GBP', 'SAR', 'INR']), amount(random, 9)) : {}
  const request = requests[family]({
    ...foreign,
    ...datesOf(random, family),
    [other]: party,
    document_lines: Array.from({ length: lineCount(random) }, () => variedLine(random, isArabic)),
    payment_means: [aBankTransfer({ payee_financial_account: { id: anIban(random) } })],
    ...some(random, 0.3, { note: phrase(random, isArabic, 8) }),
    ...some(random, 0.3, { order_reference: { id: `PO-${digits(random, 6)}` } }),
    ...some(random, 0.2, { contract_document_reference: { id: `C-${digits(random, 5)}` } }),
    ...some(random, 0.2, { charges: [aCharge({ reason: phrase(random, isArabic, 2), amount: amount(random, 200) })] }),
  })
  return { family, request }
}

/** The same choices for the party that issues. */
export function variedParty(random: Random, isArabic = false): Members {
  const tin = `1${digits(random, 9)}`
  const name = phrase(random, isArabic, 3)
  const address = {
    street_name: `${phrase(random, isArabic, 2)} ${random.below(900)}`,
    city_name: word(random, isArabic),
    country_subentity: random.of(['DXB', 'AUH', 'SHJ', 'AJM', 'RAK', 'FUJ', 'UAQ']),
  }
  return aSupplier({
    name,
    party_name: `${name} LLC`,
    postal_address: anAddress(address),
    company_id: `CN-${digits(random, 7)}`,
    authority_name: phrase(random, isArabic, 4),
    tin,
    party_tax_scheme: { company_id: `${tin}00003`, tax_scheme: 'VAT' },
    endpoint_id: tin,
    email: `${word(random)}@${word(random)}.example`,
    telephone: `+971 ${random.below(9)} ${digits(random, 3)} ${digits(random, 4)}`,
  })
}

function variedLine(random: Random, isArabic: boolean): Members {
  const isGoods = random.next() < 0.7
  const accounting = { additional_item_identification: [{ id: random.of(services), scheme_id: 'SAC' }] }
  const classification = isGoods
    ? { commodity_code: 'G', item_classification_code: random.of(tariffs), item_classification_list_id: 'HS' }
    : { commodity_code: 'S' }
  return aLine({
    name: phrase(random, isArabic, 2),
    description: phrase(random, isArabic, 2 + random.below(9)),
    quantity: 1 + random.below(400),
    unit_code: random.of(['EA', 'KGM', 'MTR', 'HUR', 'LTR', 'H87', 'DAY']),
    price: aPrice({ base_amount: amount(random, 5000), base_quantity: 1 }),
    commodity_classification: classification,
    classified_tax_category: { id: 'S', percent: 5, tax_scheme: 'VAT' },
    // Without it a rule fails, so some documents have findings.
    ...(isGoods || random.next() < 0.02 ? {} : accounting),
    ...some(random, 0.15, { note: phrase(random, isArabic, 5) }),
    ...some(random, 0.2, { order_line_reference: { line_id: String(random.below(90)) } }),
  })
}

function datesOf(random: Random, family: Family): Members {
  const day = () => `20${23 + random.below(3)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`
  const issued = day()
  const isNote = family === 'purchase-credit-notes'
  if (isNote) return { issue_date: issued, billing_reference: [{ id: `SB-${digits(random, 6)}`, issue_date: issued }] }
  return { issue_date: issued, due_date: `${Number(issued.slice(0, 4)) + 1}${issued.slice(4)}` }
}

/** Mostly few lines, sometimes many. */
function lineCount(random: Random): number {
  return random.next() < 0.8 ? 1 + random.below(12) : 10 + random.below(40)
}

function some(random: Random, share: number, members: Members): Members {
  return random.next() < share ? members : {}
}

/** With valid check digits. */
function anIban(random: Random): string {
  const account = digits(random, 19)
  return `AE${two(98 - Number(BigInt(`${account}101400`) % 97n))}${account}`
}

function amount(random: Random, max: number): number {
  return Math.max(1, Math.round(random.next() * max * 100)) / 100
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('')
}

function phrase(random: Random, isArabic: boolean, words: number): string {
  return Array.from({ length: words }, () => word(random, isArabic)).join(' ')
}

function word(random: Random, isArabic = false): string {
  const letters = isArabic ? arabicLetters : latinLetters
  return Array.from({ length: 3 + random.below(7) }, () => random.of(letters)).join('')
}

const latinLetters = [...'aaabcdeeefghiijklmnnooprrssttuvwy']
const arabicLetters = [...'ااابتثجحخدذرزسشصضطعغفقكلمنهويي']
const tariffs = ['73089000', '84713000', '39269090', '61091000', '94036000', '85176200', '48201000']
const services = ['998314', '997212', '996511', '998599', '999799']
