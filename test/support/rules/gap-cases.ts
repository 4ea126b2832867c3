import type { RuleCase } from './rule-cases.ts'
import { attribute, drop, dropAny, type Edit, type Kind, put, set } from './ubl-documents.ts'

/** Breaks one of our additional rules, with the finding it must cause. */
export interface GapCase extends RuleCase {
  readonly id: string
  readonly what: string
  readonly flag: 'fatal' | 'warning'
}

const emirate = (where: string, path: string): GapCase => ({
  id: 'ibr-128-ae',
  what: `an emirate by name in the ${where}`,
  flag: 'fatal',
  edits: [set(`${path}/cbc:CountrySubentity`, 'Sharjah')],
})
const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'
const passport = (id: string, party: string): GapCase => ({
  id,
  what: 'a passport of no country',
  flag: 'warning',
  edits: [
    attribute(`${party}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeAgencyID', 'PAS'),
    attribute(`${party}/cac:PartyLegalEntity/cbc:CompanyID`, 'schemeAgencyName', 'ZZ'),
  ],
})
const noAddress = (who: string, party: string, email: string): GapCase => ({
  id: 'sb-email',
  what: `an e-mail of the ${who} that is no address`,
  flag: 'warning',
  edits: [put(party, `<cac:Contact><cbc:ElectronicMail>${email}</cbc:ElectronicMail></cac:Contact>`)],
})

const reference = 'cac:BillingReference/cac:InvoiceDocumentReference'
const warned = (id: string, what: string, edits: readonly Edit[], only?: Kind): GapCase => ({
  id,
  what,
  flag: 'warning',
  edits,
  ...(only && { only }),
})

/** What nobody means, though nothing forbids it (docs/decisions/0123). */
const nonsense: readonly GapCase[] = [
  warned('sb-reference', 'a number with two blanks', [set('cac:ContractDocumentReference/cbc:ID', 'C  1')]),
  warned('sb-reference', 'a number of its own with an invisible character', [set('cbc:ID', 'SB\u200b1')]),
  warned('sb-reference', 'a line of an order behind a no-break space', [
    set('LINE/cac:OrderLineReference/cbc:LineID', '\u00a07'),
  ]),
  warned('sb-name', 'an item named by a no-break space', [set('LINE/cac:Item/cbc:Name', '\u00a0')]),
  warned('sb-name', 'a street of invisible characters', [
    set(`${seller}/cac:PostalAddress/cbc:StreetName`, '\u200b \u2060'),
  ]),
  warned('sb-due', 'a due date before the issue date', [set('cbc:DueDate', '2026-01-31')], 'invoice'),
  warned('sb-due', 'a due date before the issue date', [
    put('cac:PaymentMeans', '<cbc:PaymentDueDate>2026-01-31</cbc:PaymentDueDate>'),
  ]),
  warned('sb-due', 'an instalment due before the issue date', [
    put('cac:PaymentTerms', '<cbc:InstallmentDueDate>2025-02-01</cbc:InstallmentDueDate>'),
  ]),
  warned('sb-future', 'an issue date after today', [attribute('', 'issued', 'future')]),
  warned('sb-duplicate', 'an earlier document like it', [attribute('', 'alike', 'earlier')]),
  warned('sb-iban', 'an IBAN with a wrong digit', [
    set('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', 'AE070331234567890123457'),
  ]),
  warned('sb-iban', 'an IBAN in groups with two digits exchanged', [
    set('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', 'de89 3704 0044 0532 0310 00'),
  ]),
  warned('sb-endpoint', 'a TIN behind its scheme', [set(`${seller}/cbc:EndpointID`, '0235:1234567890')]),
  warned('sb-endpoint', 'a TRN as endpoint', [set(`${buyer}/cbc:EndpointID`, '198765432100003')]),
  warned('sb-endpoint', 'letters as endpoint', [set(`${buyer}/cbc:EndpointID`, '1ABC')]),
  warned('sb-prepaid', 'more prepaid than the total', [set('cac:LegalMonetaryTotal/cbc:PrepaidAmount', '530.01')]),
  warned('sb-payable', 'a negative amount to pay', [
    drop('cac:LegalMonetaryTotal/cbc:PrepaidAmount'),
    set('cac:LegalMonetaryTotal/cbc:PayableAmount', '-0.01'),
  ]),
  warned('sb-rounding', 'a rounding of 1', [set('cac:LegalMonetaryTotal/cbc:PayableRoundingAmount', '-1.00')]),
  warned('sb-decimals', 'half a yen prepaid', [
    attribute('cac:LegalMonetaryTotal/cbc:PrepaidAmount', 'currencyID', 'JPY'),
    set('cac:LegalMonetaryTotal/cbc:PrepaidAmount', '30.50'),
  ]),
  warned('sb-credit-unknown', 'an unknown invoice', [attribute(reference, 'found', 'none')], 'credit note'),
  warned('sb-credit-itself', 'its own number as invoice', [set(`${reference}/cbc:ID`, 'SB-1')], 'credit note'),
  warned(
    'sb-credit-early',
    'an invoice that is stored with a later date',
    [attribute(reference, 'issued', '2026-02-02')],
    'credit note',
  ),
  warned(
    'sb-credit-early',
    'an invoice of a later date',
    [put(reference, '<cbc:IssueDate>2026-02-02</cbc:IssueDate>')],
    'credit note',
  ),
  warned('sb-credit-excess', 'more than is left of its invoice', [attribute(reference, 'left', '0.00')], 'credit note'),
]

/** Each breaks the document of ubl-documents.ts in one way. */
export const gapCases: readonly GapCase[] = [
  ...nonsense,
  emirate('seller address', `${seller}/cac:PostalAddress`),
  emirate('buyer address', `${buyer}/cac:PostalAddress`),
  emirate('delivery address', 'cac:Delivery/cac:DeliveryLocation/cac:Address'),
  emirate('bank address', 'cac:PaymentMeans/cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cac:Address'),
  {
    id: 'ibr-co-19',
    what: 'a document period with a frequency and no date',
    flag: 'fatal',
    edits: [
      drop('cac:InvoicePeriod/cbc:StartDate'),
      drop('cac:InvoicePeriod/cbc:EndDate'),
      set('cac:Delivery/cbc:ActualDeliveryDate', '2026-01-25'),
    ],
  },
  {
    id: 'ibr-189-ae',
    what: 'services without any identification',
    flag: 'fatal',
    edits: [
      set('LINE/cac:Item/cac:CommodityClassification/cbc:CommodityCode', 'S'),
      drop('LINE/cac:Item/cac:AdditionalItemIdentification'),
    ],
  },
  {
    id: 'ibr-co-14',
    what: 'a credit note whose VAT is not what its groups add up to',
    flag: 'fatal',
    only: 'credit note',
    edits: [set('cac:TaxTotal/cbc:TaxAmount', '5.26')],
  },
  {
    id: 'ibr-124',
    what: 'a credit note whose VAT has three decimals',
    flag: 'fatal',
    only: 'credit note',
    edits: [set('cac:TaxTotal/cbc:TaxAmount', '5.250')],
  },
  {
    id: 'ibr-055-ae',
    what: 'a self-billed credit note without billing reference',
    flag: 'fatal',
    only: 'credit note',
    edits: [drop('cac:BillingReference')],
  },
  {
    id: 'ibr-158-ae',
    what: 'a self-billed credit note without reason',
    flag: 'fatal',
    only: 'credit note',
    edits: [dropAny('cac:DiscrepancyResponse')],
  },
  {
    id: 'ibr-124-ae',
    what: 'a self-billed credit note with a VAT point date',
    flag: 'fatal',
    only: 'credit note',
    edits: [put('', '<cbc:TaxPointDate>2026-01-01</cbc:TaxPointDate>')],
  },
  {
    id: 'ibr-167-ae',
    what: 'an exempt line with a text that is not of its code',
    flag: 'fatal',
    edits: [set('LINE[3]/cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason', 'Local passenger transport')],
  },
  {
    id: 'ibr-168-ae',
    what: 'an exempt allowance without exemption reason',
    flag: 'fatal',
    edits: [drop('cac:AllowanceCharge[5]/cac:TaxCategory/cbc:TaxExemptionReason')],
  },
  {
    id: 'ibr-169-ae',
    what: 'an exempt charge with an unknown exemption code',
    flag: 'fatal',
    edits: [set('cac:AllowanceCharge[6]/cac:TaxCategory/cbc:TaxExemptionReasonCode', 'DL8.46.5')],
  },
  {
    id: 'sb-late',
    what: 'an issue date 15 days after the end of its period',
    flag: 'warning',
    only: 'invoice',
    edits: [set('cbc:IssueDate', '2026-02-15')],
  },
  {
    id: 'sb-late',
    what: 'an issue date 15 days after the supply, over the end of a February',
    flag: 'warning',
    only: 'invoice',
    edits: [
      drop('cac:InvoicePeriod'),
      set('cac:Delivery/cbc:ActualDeliveryDate', '2025-02-20'),
      set('cbc:IssueDate', '2025-03-07'),
    ],
  },
  {
    id: 'sb-advance',
    what: 'a prepaid amount and no reference to the invoice of the advance',
    flag: 'warning',
    only: 'invoice',
    edits: [drop('cac:BillingReference')],
  },
  {
    id: 'sb-agreement',
    what: 'a supplier without an agreement',
    flag: 'warning',
    only: 'invoice',
    edits: [attribute('', 'agreement', 'none')],
  },
  {
    id: 'ibr-151-ae',
    what: 'exempt and out-of-scope lines only',
    flag: 'warning',
    edits: [drop('LINE[5]'), drop('LINE[2]'), drop('LINE[1]')],
  },
  {
    id: 'ibr-154-ae',
    what: 'an export under the profit margin scheme',
    flag: 'warning',
    edits: [
      set('cbc:ProfileExecutionID', '00100001'),
      set('cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode', 'OM'),
    ],
  },
  {
    id: 'ibr-152-ae',
    what: 'an export that is delivered in the UAE',
    flag: 'warning',
    edits: [set('cbc:ProfileExecutionID', '00000001')],
  },
  {
    id: 'ibr-132-ae',
    what: 'a TRN that does not begin with the TIN',
    flag: 'warning',
    edits: [set(`${seller}/cac:PartyTaxScheme/cbc:CompanyID`, '100000000000003')],
  },
  {
    id: 'ibr-135-ae',
    what: 'the endpoint of deemed supplies on another',
    flag: 'warning',
    edits: [set(`${buyer}/cbc:EndpointID`, '9900000097')],
  },
  {
    id: 'ibr-135-ae',
    what: 'the endpoint of exports on another',
    flag: 'warning',
    edits: [set(`${seller}/cbc:EndpointID`, '9900000099')],
  },
  {
    id: 'ibr-194-ae',
    what: 'a dirham amount of a line in dollars',
    flag: 'warning',
    edits: [attribute('LINE/cac:ItemPriceExtension/cbc:Amount', 'currencyID', 'USD')],
  },
  {
    id: 'aligned-ibrp-s-08',
    what: 'a standard-rated group that forgets its lines',
    flag: 'warning',
    edits: [set('cac:TaxTotal/cac:TaxSubtotal[1]/cbc:TaxableAmount', '5.00')],
  },
  noAddress('seller', seller, 'Email address'),
  noAddress('buyer', buyer, 'accounts@localhost'),
  passport('ibr-011-ae', buyer),
  passport('ibr-013-ae', seller),
]

/** The same for documents in US dollars. */
export const dollarGapCases: readonly GapCase[] = [
  {
    id: 'ibr-175-ae',
    what: 'VAT in AED that is not the VAT times the rate',
    flag: 'warning',
    edits: [set('cac:TaxTotal[2]/cbc:TaxAmount', '19.30')],
  },
  {
    id: 'ibr-175-ae',
    what: 'a total in AED that is not the total times the rate',
    flag: 'warning',
    edits: [set('cac:AdditionalDocumentReference[4]/cbc:DocumentDescription', 'AED 1947.43')],
  },
]
