import { type Family, isCreditNote, isPurchase, partyOf } from '../../documents/family.ts'
import { draftWords } from '../draft-words.ts'
import { exemptionChoices, type FormField, vatChoices } from '../fields.ts'
import { sectionWords, extraWords as w } from './section-words.ts'

/** What the fields of lists depend on in a request. */
export interface Lists {
  /** How many entries a list has. */
  count(path: string): number
  text(path: string): string | undefined
}

const ltr = { direction: 'ltr' } as const
const number = { direction: 'ltr', kind: 'number' } as const
const date = { type: 'date' } as const

/** A number of another document with its date. */
function reference(name: string, label: FormField['label'], dateLabel: FormField['label']): readonly FormField[] {
  return [
    { name: `${name}.id`, label, ...ltr },
    { name: `${name}.issue_date`, label: dateLabel, ...date },
  ]
}

export function referenceFields(family: Family, lists: Lists): readonly FormField[] {
  const isCredit = isCreditNote(family)
  return [
    ...reference('order_reference', w.order, w.orderDate),
    { name: 'order_reference.sales_order_id', label: w.salesOrder, ...ltr },
    { name: 'buyer_reference', label: w.buyerReference },
    ...reference('contract_document_reference', w.contract, w.contractDate),
    { name: 'project_reference.id', label: w.project, ...ltr },
    { name: 'project_reference.name', label: w.projectName },
    { name: 'accounting_cost', label: w.costCentre },
    ...reference('despatch_document_reference', w.despatch, w.despatchDate),
    ...reference('receipt_document_reference', w.receipt, w.receiptDate),
    ...reference('statement_document_reference', w.statement, w.statementDate),
    ...reference('originator_document_reference', w.originator, w.originatorDate),
    // The first invoice of a credit note stands with the document.
    ...entries(lists, 'billing_reference', isCredit ? 1 : 0, (at) =>
      reference(`billing_reference[${at}]`, w.earlier, w.earlierDate).map((field) => ({
        ...field,
        group: { key: `billing_reference[${at}]`, title: (say) => say(sectionWords.earlier, { at: at + 1 }) },
      })),
    ),
    { name: 'issue_time', label: w.issueTime, hint: w.issueTimeHint, ...ltr },
    { name: 'document_source', label: w.source },
    ...(isCredit ? [{ name: 'reason', label: w.explanation, isWide: true } as const] : []),
  ]
}

export function supplyFields(): readonly FormField[] {
  return [
    { name: 'delivery.actual_delivery_date', label: w.supplyDate, ...date },
    ...periodFields('invoice_period').map((field) =>
      field.name.endsWith('.description') ? ({ ...field, list: 'frequencies' } as const) : field,
    ),
    { name: 'delivery.delivery_time', label: w.deliveryTime, hint: w.issueTimeHint, ...ltr },
    { name: 'delivery.party_name', label: w.deliveryParty },
    { name: 'delivery.party_id', label: w.deliveryPartyId, ...ltr },
    { name: 'delivery.terms', label: w.terms, hint: w.termsHint, ...ltr },
    { name: 'delivery.delivery_location.id', label: w.location, ...ltr },
    ...grouped(addressFields('delivery.delivery_location.address'), 'place', (say) => say(sectionWords.place)),
  ]
}

export function periodFields(name: string): readonly FormField[] {
  return [
    { name: `${name}.start_date`, label: w.periodStart, ...date },
    { name: `${name}.end_date`, label: w.periodEnd, ...date },
    { name: `${name}.description`, label: w.periodText },
  ]
}

function addressFields(name: string): readonly FormField[] {
  const fields: readonly FormField[] = [
    { name: 'street_name', label: w.street },
    { name: 'additional_street_name', label: w.moreStreet },
    { name: 'address_line', label: w.addressLine },
    { name: 'city_name', label: w.city },
    { name: 'postal_zone', label: w.postal, ...ltr },
    { name: 'country_subentity', label: w.subdivision },
    { name: 'country', label: w.countryName },
    { name: 'country_code', label: w.country, hint: w.countryHint, list: 'countries', ...ltr },
  ]
  return fields.map((field) => ({ ...field, name: `${name}.${field.name}` }))
}

export function amountFields(lists: Lists): readonly FormField[] {
  return [
    ...chargeFields(lists, 'allowances'),
    ...chargeFields(lists, 'charges'),
    { name: 'prepaid_amount', label: w.prepaid, ...number },
    { name: 'payable_rounding_amount', label: w.rounding, ...number },
  ]
}

/** Discounts or charges of the document, or of a line: `path` ends in `allowances` or `charges`. */
export function chargeFields(lists: Lists, path: string): readonly FormField[] {
  const title = path.endsWith('allowances') ? sectionWords.discount : sectionWords.charge
  const fields: readonly FormField[] = [
    { name: 'amount', label: w.amount, ...number },
    { name: 'reason', label: w.reason },
    { name: 'reason_code', label: w.reasonCode, ...ltr },
    { name: 'multiplier_factor_numeric', label: w.percentOf, ...number },
    { name: 'base_amount', label: w.baseAmount, ...number },
    { name: 'tax_category.id', label: w.vatCategory, choices: [['', undefined], ...vatChoices] },
    { name: 'tax_category.percent', label: w.vatRate, ...number },
    { name: 'tax_category.tax_exemption_reason_code', label: w.exemption, choices: exemptionChoices },
  ]
  return entries(lists, path, 0, (at) =>
    grouped(fields, `${path}[${at}]`, (say) => say(title, { at: at + 1 })).map((field) => ({
      ...field,
      name: `${path}[${at}].${field.name}`,
    })),
  )
}

/** The fields of each entry of a list from one on, and of one more. */
export function entries(
  lists: Lists,
  path: string,
  first: number,
  fieldsAt: (at: number) => readonly FormField[],
): readonly FormField[] {
  const count = Math.min(Math.max(lists.count(path), first), entriesMax)
  return Array.from({ length: count + 1 - first }, (_, at) => fieldsAt(first + at)).flat()
}

/** More entries of a list stay in the JSON: with them a page is too heavy. */
export const entriesMax = 9

export function payingFields(): readonly FormField[] {
  const means = 'payment_means[0]'
  const account = `${means}.payee_financial_account`
  return [
    { name: `${means}.payment_id[0]`, label: w.remittance },
    { name: `${account}.name`, label: w.accountName },
    { name: `${account}.financial_institution_branch_id`, label: w.branch, ...ltr },
    { name: `${means}.id`, label: w.meansId, ...ltr },
    { name: `${means}.card_account.primary_account_number_id`, label: w.cardNumber, hint: w.cardHint, ...ltr },
    { name: `${means}.card_account.network_id`, label: w.cardNetwork },
    { name: `${means}.card_account.holder_name`, label: w.cardHolder },
    { name: `${means}.payment_mandate.id`, label: w.mandate, ...ltr },
    { name: `${means}.payment_mandate.payer_financial_account_id`, label: w.debited, kind: 'compact', ...ltr },
    { name: 'payment_terms.note', label: w.paymentTerms, isWide: true },
    { name: 'payment_terms.due_date', label: w.termsDue, ...date },
    { name: 'payment_terms.installment_due_date', label: w.instalmentDue, ...date },
    { name: 'payment_terms.amount', label: w.termsAmount, ...number },
    { name: 'payment_terms.payment_means_id', label: w.termsMeans, ...ltr },
    ...grouped(addressFields(`${account}.address`), 'bank', (say) => say(sectionWords.bank)),
  ]
}

export function payeeFields(): readonly FormField[] {
  const account = 'payee_party.financial_account'
  const representative = 'tax_representative_party'
  return [
    ...grouped(
      [
        { name: 'payee_party.party_name', label: w.payeeName },
        { name: 'payee_party.party_identification.id', label: w.payeeId, ...ltr },
        { name: 'payee_party.party_identification.scheme_id', label: w.scheme, ...ltr },
        { name: `${account}.id`, label: w.payeeAccount, kind: 'compact', ...ltr },
        { name: `${account}.name`, label: w.accountName },
        { name: `${account}.financial_institution_branch_id`, label: w.branch, ...ltr },
      ],
      'payee',
      (say) => say(sectionWords.payeeParty),
    ),
    ...grouped(addressFields(`${account}.address`), 'payee-bank', (say) => say(sectionWords.payeeBank)),
    ...grouped(
      [
        { name: `${representative}.party_name`, label: w.representative },
        { name: `${representative}.party_tax_scheme.company_id`, label: w.representativeTrn, kind: 'compact', ...ltr },
        { name: `${representative}.party_identification.id`, label: w.representativeId, ...ltr },
        ...addressFields(`${representative}.postal_address`),
      ],
      'representative',
      (say) => say(sectionWords.representative),
    ),
  ]
}

export function transactionFields(family: Family): readonly FormField[] {
  const flags = ['flag0', 'flag1', 'flag2', 'flag3', 'flag4', 'flag5', 'flag6', 'flag7'] as const
  const [member, usual, untaxed] = isCreditNote(family)
    ? (['credit_note_type_code', '381', '81'] as const)
    : (['invoice_type_code', '380', '480'] as const)
  return [
    ...flags.map((flag, at) => ({ name: `profile_execution_id[${at}]`, label: w[flag], kind: 'flag' as const })),
    { name: 'buyer_customer_party.id', label: w.beneficiary, ...ltr },
    { name: 'seller_supplier_party.id', label: w.principal, kind: 'compact', ...ltr },
    ...(isPurchase(family)
      ? []
      : [
          {
            name: member,
            label: w.typeCode,
            choices: [
              [usual, w.taxed],
              [untaxed, w.untaxed],
            ] as const,
          },
        ]),
  ]
}

const registrations = ['TL', 'CL', 'CD', 'OTH', 'EID', 'PAS'] as const

export function partyMoreFields(family: Family): readonly FormField[] {
  const fields: readonly FormField[] = [
    { name: 'endpoint_id', isDerived: true, label: w.endpoint, hint: w.endpointHint, ...ltr },
    { name: 'endpoint_scheme_id', isDerived: true, label: w.endpointScheme, ...ltr },
    { name: 'tin', isDerived: true, label: w.tin, hint: w.tinHint, kind: 'compact', ...ltr },
    {
      name: 'scheme_agency_id',
      isDerived: true,
      label: w.registration,
      choices: [['', draftWords.unclassified], ...registrations.map((code) => [code, w[code]] as const)],
    },
    { name: 'passport_issuing_country_code', label: w.passportCountry, list: 'countries', ...ltr },
    { name: 'postal_address.additional_street_name', label: w.moreStreet },
    { name: 'postal_address.address_line', label: w.addressLine },
    { name: 'postal_address.postal_zone', label: w.postal, ...ltr },
    { name: 'postal_address.country', isDerived: true, label: w.countryName },
    { name: 'contact_name', label: w.contact },
    { name: 'party_name_in_local_language', label: w.localName },
    { name: 'company_legal_form', label: w.legalForm },
    { name: 'party_identification_id', label: w.partyId, ...ltr },
    { name: 'party_identification_scheme_id', label: w.partyScheme, ...ltr },
    { name: 'logo_url', label: w.logo, type: 'url', ...ltr },
    { name: 'profile_id', label: w.profile, ...ltr },
  ]
  return fields.map((field) => ({ ...field, name: `${partyOf(family)}.${field.name}` }))
}

/** The same fields under a title. */
export function grouped(
  fields: readonly FormField[],
  key: string,
  title: NonNullable<FormField['group']>['title'],
): readonly FormField[] {
  return fields.map((field) => ({ ...field, group: { key, title } }))
}
