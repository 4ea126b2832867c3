import type { JsonValue } from '@selfbill/pint-ae/json'
import type { Say } from '../../language/language.ts'
import type { Sentence } from '../../language/words.ts'
import type { FieldOptions } from '../../parts/field.ts'
import { type Family, isCreditNote, isPurchase, partyOf } from '../documents/family.ts'
import { emirateWords } from '../settings/emirate-words.ts'
import { draftWords } from './draft-words.ts'
import { valueAt } from './edit-json.ts'

/** The fields of the form, named by their path in the API so that its messages find them. */
export interface FormField extends Pick<FieldOptions, 'type' | 'isRequired' | 'direction' | 'list'> {
  readonly name: string
  readonly label: Sentence
  readonly hint?: Sentence
  /**
   * `number`: an exact decimal; `compact`: blanks inside do not count, as in an IBAN; `flag`: a
   * character of `profile_execution_id`, as a check box.
   */
  readonly kind?: 'number' | 'compact' | 'flag'
  /** Value and label of each choice. */
  readonly choices?: readonly (readonly [value: string, label: Sentence | undefined])[]
  /** In a form that nobody has filled in yet. */
  readonly initial?: string
  /** Takes the room of two. */
  readonly isWide?: true
  /** Shown only in lines of this VAT category, or when it has a value. */
  readonly category?: 'E' | 'AE'
  /** Its value mostly follows from other fields. */
  readonly isDerived?: true
  /** Fields of one entry of a list, or of one object, under a title. */
  readonly group?: { readonly key: string; readonly title: (say: Say) => string }
}

const number = { direction: 'ltr', kind: 'number' } as const
const ltr = { direction: 'ltr' } as const
const compact = { direction: 'ltr', kind: 'compact' } as const

export function documentFields(family: Family, today = ''): readonly FormField[] {
  const isCredit = isCreditNote(family)
  return [
    { name: 'issue_date', label: draftWords.issueDate, type: 'date', isRequired: true, initial: today },
    { name: 'due_date', label: draftWords.dueDate, type: 'date', isRequired: !isCredit },
    { name: 'document_number', label: draftWords.number, ...ltr },
    ...(isCredit ? creditFields : []),
    {
      name: 'document_currency_code',
      label: draftWords.currency,
      list: 'currencies',
      isRequired: true,
      ...ltr,
      initial: 'AED',
    },
    { name: 'tax_exchange_rate.calculation_rate', label: draftWords.rate, hint: draftWords.rateHint, ...number },
    { name: 'note', label: draftWords.note, isWide: true },
  ]
}

export const creditReasons = ['DL8.61.1.A', 'DL8.61.1.B', 'DL8.61.1.C', 'DL8.61.1.D', 'DL8.61.1.E'] as const

const creditFields: readonly FormField[] = [
  {
    name: 'discrepancy_response',
    label: draftWords.reason,
    initial: 'DL8.61.1.A',
    choices: [...creditReasons, 'VD' as const].map((code) => [code, draftWords[code]] as const),
  },
  { name: 'billing_reference[0].id', label: draftWords.creditedInvoice, ...ltr },
  { name: 'billing_reference[0].issue_date', label: draftWords.creditedDate, type: 'date' },
]

const emirates = ['AUH', 'DXB', 'SHJ', 'AJM', 'UAQ', 'RAK', 'FUJ'] as const

export function partyFields(family: Family, isForeign = false): readonly FormField[] {
  const fields: readonly FormField[] = [
    { name: 'name', label: draftWords.name, isRequired: true },
    { name: 'party_name', label: draftWords.legalName, isRequired: true },
    { name: trn, label: draftWords.trn, hint: draftWords.trnHint, isRequired: !isForeign, ...compact },
    { name: 'postal_address.street_name', label: draftWords.street, isRequired: true },
    { name: 'postal_address.city_name', label: draftWords.city, isRequired: true },
    {
      name: 'postal_address.country_subentity',
      label: isForeign ? draftWords.region : draftWords.subdivision,
      isRequired: true,
      ...(!isForeign && {
        choices: [['', draftWords.choose] as const, ...emirates.map((code) => [code, emirateWords[code]] as const)],
      }),
    },
    {
      name: 'postal_address.country_code',
      label: draftWords.country,
      hint: isPurchase(family) ? draftWords.supplierCountryHint : draftWords.countryHint,
      list: 'countries',
      ...ltr,
    },
    { name: 'company_id', label: draftWords.licence, isRequired: !isForeign, ...ltr },
    { name: 'authority_name', label: draftWords.authority, isRequired: !isForeign },
    { name: 'email', label: draftWords.email, isRequired: true, type: 'email', ...ltr },
    // The other party of a purchase is its supplier, who needs one in the UAE.
    {
      name: 'telephone',
      label: draftWords.telephone,
      isRequired: isPurchase(family) && !isForeign,
      type: 'tel',
      ...ltr,
    },
  ]
  return fields.map((one) => ({ ...one, name: `${partyOf(family)}.${one.name}` }))
}

/** Whether the other party is abroad. */
export function isAbroad(request: JsonValue, family: Family): boolean {
  const country = valueAt(request, [partyOf(family), 'postal_address', 'country_code'])
  return typeof country === 'string' && country !== 'AE'
}

/** The member with the TRN, from which others follow. */
export const trn = 'party_tax_scheme.company_id'

/** The code of the scheme SAC is one entry of this list. */
export const serviceCode = 'additional_item_identification'

/** Its text is the name of the code, so the form asks for the code alone. */
export const exemptionCode = 'classified_tax_category.tax_exemption_reason_code'

const exemptions = ['DL8.46.1', 'DL8.46.2', 'DL8.46.3', 'DL8.46.4'] as const
const natures = ['DL8.48.8.1', 'DL8.48.8.2', 'DL8.48.3.1', 'DL8.48.3.2', 'DL8.48.3.3'] as const

export const vatChoices = (['S', 'Z', 'E', 'O', 'AE', 'N'] as const).map((id) => [id, draftWords[`vat${id}`]] as const)
export const exemptionChoices: NonNullable<FormField['choices']> = [
  ['', draftWords.choose],
  ...exemptions.map((code) => [code, draftWords[code]] as const),
]

const ofLine: readonly FormField[] = [
  { name: 'name', label: draftWords.item, isRequired: true },
  { name: 'description', label: draftWords.description, isRequired: true, isWide: true },
  { name: 'quantity', label: draftWords.quantity, isRequired: true, ...number },
  { name: 'unit_code', label: draftWords.unit, hint: draftWords.unitHint, isRequired: true, list: 'units', ...ltr },
  { name: 'price.base_amount', label: draftWords.price, hint: draftWords.priceHint, isRequired: true, ...number },
  {
    name: 'classified_tax_category.id',
    label: draftWords.category,
    initial: 'S',
    choices: vatChoices,
  },
  {
    name: exemptionCode,
    label: draftWords.exemption,
    category: 'E',
    choices: exemptionChoices,
  },
  {
    name: 'commodity_classification.commodity_code',
    label: draftWords.kind,
    choices: [
      ['', draftWords.unclassified],
      ['G', draftWords.goods],
      ['S', draftWords.services],
      ['B', draftWords.both],
    ],
  },
  {
    name: 'commodity_classification.item_classification_code',
    label: draftWords.classification,
    ...compact,
  },
  { name: serviceCode, label: draftWords.serviceCode, ...compact },
  {
    name: 'commodity_classification.nature_code',
    label: draftWords.nature,
    category: 'AE',
    choices: [['', draftWords.choose], ...natures.map((code) => [code, draftWords[code]] as const)],
  },
  {
    name: 'standard_item_identification.id',
    label: draftWords.gtin,
    hint: draftWords.gtinHint,
    category: 'AE',
    ...compact,
  },
]

export function lineFields(at: number): readonly FormField[] {
  return ofLine.map((one) => ({ ...one, name: `document_lines[${at}].${one.name}` }))
}

export const paymentFields: readonly FormField[] = [
  {
    name: 'payment_means[0].payment_means_code',
    label: draftWords.means,
    initial: '30',
    choices: [
      ['30', draftWords.means30],
      ['10', draftWords.means10],
      ['20', draftWords.means20],
      ['21', draftWords.means21],
      ['49', draftWords.means49],
      ['54', draftWords.means54],
      ['55', draftWords.means55],
      ['68', draftWords.means68],
      ['1', draftWords.means1],
      ['', undefined],
    ],
  },
  {
    name: 'payment_means[0].payee_financial_account.id',
    label: draftWords.account,
    hint: draftWords.accountHint,
    ...compact,
  },
]

/** `more`: fields of open sections, which come first: a new code of services goes behind them. */
export function fieldsOf(
  family: Family,
  lines: readonly number[],
  more: readonly FormField[] = [],
): readonly FormField[] {
  return [...more, ...documentFields(family), ...partyFields(family), ...lines.flatMap(lineFields), ...paymentFields]
}

/** Lines that a form shows at once: more of them make a page heavier than 100 kB. */
export const linesMax = 5
