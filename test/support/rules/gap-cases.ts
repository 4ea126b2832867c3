import type { RuleCase } from './rule-cases.ts'
import { attribute, drop, dropAny, put, set } from './ubl-documents.ts'

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

/** Each breaks the document of ubl-documents.ts in one way. */
export const gapCases: readonly GapCase[] = [
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
