import { taxDataDocument } from '@selfbill/pint-ae/ubl'
import type { Element } from '@selfbill/schematron/xml'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../requests/everything.ts'
import { anIssued } from '../requests/issued.ts'
import { aBuyer, aPurchaseInvoice, inCurrency, type Members } from '../requests/requests.ts'
import { attribute, Draft, drop, type Edit, elementOf, put, set } from './ubl-documents.ts'

/**
 * The tax data document of an invoice in dollars, as the service writes it, after the given edits.
 */
export function aTaxDataDocument(...edits: readonly Edit[]): Element {
  return edited(reportOf(aPurchaseInvoice(inCurrency()), aBuyer({ party_identification_id: 'B-1' })), edits)
}

/** Correct reports that together reach every rule. */
export function cleanTaxDataDocuments(): readonly Element[] {
  return [
    aTaxDataDocument(),
    aTaxDataDocument(set('cbc:IssueTime', '23:59:59.123456789Z')),
    // Any character may separate the fraction: a quirk of the official pattern.
    aTaxDataDocument(set('cbc:IssueTime', '00:00:00,5-14:59')),
    ...['R', 'W', ' F '].map((type) => aTaxDataDocument(set('pxs:DocumentTypeCode', type))),
    ...['IP', 'INP'].map((scope) => aTaxDataDocument(set('pxs:DocumentScope', scope))),
    aTaxDataDocument(set('pxs:ReporterRole', '02')),
    aTaxDataDocument(set('pxs:DocumentTypeCode', 'F'), drop(reported)),
    aTaxDataDocument(
      drop(buyer),
      set(`${transaction}/pxs:SourceDocument/ext:ExtensionContent/Invoice/${flags}`, '00000001'),
    ),
    aTaxDataDocument(drop(`${buyer}/cac:Party/cac:PartyIdentification`)),
    // Only UBL elements are refused, by their names alone.
    aTaxDataDocument(...namedParties.map((party) => put(party, '<x:Else xmlns:x="urn:x"/>'))),
    aTaxDataDocument(attribute('pxs:ReportingParty/cbc:EndpointID', 'schemeID', '9999')),
    ...[aPurchaseInvoice(), anInvoiceWithEverything(), aCreditNoteWithEverything()].map((request) => reportOf(request)),
  ]
}

/** Breaks each rule of the tax data document, by rule id: every list of edits separately. */
export function taxDataCases(): Readonly<Record<string, readonly (readonly Edit[])[]>> {
  return { ...reportCases, ...transactionCases, ...documentCases, ...partyCases }
}

const transaction = 'pxs:ReportedTransaction'
const source = `${transaction}/pxs:SourceDocument`
const content = `${source}/ext:ExtensionContent`
const reported = `${transaction}/pxs:ReportedDocument`
const seller = `${reported}/cac:AccountingSupplierParty`
const sellerTax = `${seller}/cac:Party/cac:PartyTaxScheme`
const buyer = `${reported}/cac:AccountingCustomerParty`
const namedParties = [
  'pxs:ReportingParty',
  'pxs:ReceivingParty',
  'pxs:ReportersRepresentative',
  `${seller}/cac:Party`,
  `${buyer}/cac:Party`,
]
const flags = 'cbc:ProfileExecutionID'
const representative = 'pxs:ReportersRepresentative/cac:PartyIdentification'
const total = `${reported}/pxs:MonetaryTotal`

type Cases = Readonly<Record<string, readonly (readonly Edit[])[]>>

const partyMembers = `cbc:MarkCareIndicator cbc:MarkAttentionIndicator cbc:WebsiteURI cbc:LogoReferenceID cbc:EndpointID
  cbc:IndustryClassificationCode cac:PartyIdentification cac:PartyName cac:Language cac:PostalAddress cac:PhysicalLocation
  cac:PartyTaxScheme cac:PartyLegalEntity cac:Contact cac:Person cac:AgentParty cac:ServiceProviderParty cac:PowerOfAttorney
  cac:FinancialAccount`.split(/\s+/)
const registrationDetails = [
  'cbc:RegistrationName',
  'cbc:TaxLevelCode',
  'cbc:ExemptionReasonCode',
  'cbc:ExemptionReason',
  'cac:RegistrationAddress',
]
const sourceDetails = `cbc:ID cbc:Name ext:ExtensionAgencyID ext:ExtensionAgencyName ext:ExtensionVersionID
  ext:ExtensionAgencyURI ext:ExtensionURI ext:ExtensionReasonCode ext:ExtensionReason`.split(/\s+/)
const ext = 'xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"'

/** One case for each element that is not allowed at a path. */
function eachOf(path: string, names: readonly string[]): readonly (readonly Edit[])[] {
  return names.map((name) => [put(path, `<${name} ${ext}/>`)])
}

function each(path: string, ...texts: readonly string[]): readonly (readonly Edit[])[] {
  return texts.map((text) => [set(path, text)])
}

function without(...names: readonly string[]): readonly string[] {
  return partyMembers.filter((name) => !names.includes(name))
}

const reportCases: Cases = {
  'ibr-tdd-01': [[set('cbc:CustomizationID', 'urn:peppol:taxdata:ae-2')], [drop('cbc:CustomizationID')]],
  'ibr-tdd-02': [[set('cbc:ProfileID', 'urn:peppol:bis:billing')], [drop('cbc:ProfileID')]],
  'ibr-tdd-03': [[put('', '<cbc:ID>1</cbc:ID>')]],
  'ibr-tdd-04': each('cbc:IssueDate', '2026-07-16Z', '2026-07-16+04:00', ' '),
  'ibr-tdd-05': each('cbc:IssueTime', ...wrongTimes()),
  'ibr-tdd-06': each('pxs:DocumentTypeCode', 'X', 's', 'S R', ' '),
  'ibr-tdd-07': each('pxs:DocumentScope', 'I', 'P', 'D IP', ' '),
  'ibr-tdd-08': each('pxs:ReporterRole', '1', '03', ' '),
  'ibr-tdd-09': [
    [drop(transaction)],
    [put('', '<pxs:ReportedTransaction xmlns:pxs="urn:peppol:schema:taxdata:1.0"/>')],
  ],
  'ibr-tdd-10': eachOf('pxs:ReportingParty', without('cbc:EndpointID')),
  'ibr-tdd-11': [[drop('pxs:ReportingParty/cbc:EndpointID')]],
  'ibr-tdd-12': [
    [attribute('pxs:ReportingParty/cbc:EndpointID', 'schemeID')],
    [drop('pxs:ReportingParty/cbc:EndpointID')],
  ],
  'ibr-tdd-13': ['235', '02350', '023A', ''].map((scheme) => [
    attribute('pxs:ReportingParty/cbc:EndpointID', 'schemeID', scheme),
  ]),
  'ibr-tdd-14': eachOf('pxs:ReceivingParty', without('cbc:EndpointID')),
  'ibr-tdd-15': [[drop('pxs:ReceivingParty/cbc:EndpointID')]],
  'ibr-tdd-16': [
    [attribute('pxs:ReceivingParty/cbc:EndpointID', 'schemeID')],
    [drop('pxs:ReceivingParty/cbc:EndpointID')],
  ],
  'ibr-tdd-17': [
    [attribute('pxs:ReceivingParty/cbc:EndpointID', 'schemeID', '0235')],
    [attribute('pxs:ReceivingParty/cbc:EndpointID', 'schemeID')],
  ],
  'ibr-tdd-18': eachOf('pxs:ReportersRepresentative', without('cac:PartyIdentification')),
  'ibr-tdd-19': [
    [drop(representative)],
    [
      put(
        'pxs:ReportersRepresentative',
        '<cac:PartyIdentification><cbc:ID schemeID="0242">1</cbc:ID></cac:PartyIdentification>',
      ),
    ],
  ],
  'ibr-tdd-20': [[attribute(`${representative}/cbc:ID`, 'schemeID')], [drop(`${representative}/cbc:ID`)]],
  // Unlike in 17, blanks around the scheme are not ignored.
  'ibr-tdd-21': ['0235', ' 0242', ''].map((scheme) => [attribute(`${representative}/cbc:ID`, 'schemeID', scheme)]),
}

const transactionCases: Cases = {
  'ibr-tdd-22': [[drop(reported)], [drop(reported), set('pxs:DocumentTypeCode', 'W')]],
  'ibr-tdd-23': [[drop(source)]],
  'ibr-tdd-55': [[drop(`${transaction}/pxs:CustomContent/cbc:Value`)]],
  'ibr-tdd-56': eachOf(source, sourceDetails),
  'ibr-tdd-57': [[drop(`${content}/Invoice`)], [drop(`${content}/Invoice`), put(content, '<cac:Invoice/>')]],
}

const documentCases: Cases = {
  'ibr-tdd-24': [[drop(`${reported}/cbc:CustomizationID`)]],
  'ibr-tdd-25': [[drop(`${reported}/cbc:ProfileID`)]],
  'ibr-tdd-26': [[drop(`${reported}/cbc:ID`)]],
  'ibr-tdd-27': [[drop(`${reported}/cbc:UUID`)]],
  'ibr-tdd-28': [[drop(`${reported}/cbc:IssueDate`)]],
  'ibr-tdd-29': [[drop(`${reported}/pxs:DocumentTypeCode`)]],
  'ibr-tdd-30': [[drop(`${reported}/cbc:DocumentCurrencyCode`)]],
  // Two that PINT AE knows and reports do not.
  'ibr-tdd-30-1': each(`${reported}/cbc:DocumentCurrencyCode`, 'STN', 'XCG', 'usd', 'AED AFN', ' '),
  'ibr-tdd-31': each(`${reported}/cbc:TaxCurrencyCode`, 'USD', ' USD '),
  'ibr-tdd-31-1': each(`${reported}/cbc:TaxCurrencyCode`, 'STN', 'aed', 'AFN ALL', ' '),
  'ibr-tdd-32': [[drop(seller)]],
  'ibr-tdd-33': [
    [drop(buyer)],
    ...each(`${content}/Invoice/${flags}`, '0000001', '10000000', '00000021', '1').map((edits) => [
      drop(buyer),
      ...edits,
    ]),
  ],
  'ibr-tdd-34': [
    [drop(`${reported}/cac:TaxTotal[2]`)],
    [drop(`${reported}/cbc:TaxCurrencyCode`)],
    [put(reported, '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">1</cbc:TaxAmount></cac:TaxTotal>')],
  ],
  'ibr-tdd-35': [
    [drop(`${reported}/cac:TaxTotal[1]`)],
    ...['AED', 'usd'].map((currency) => [
      attribute(`${reported}/cac:TaxTotal[1]/cbc:TaxAmount`, 'currencyID', currency),
    ]),
  ],
  'ibr-tdd-36': [
    [drop(`${reported}/cac:TaxTotal[2]`)],
    ...['USD', 'aed'].map((currency) => [
      attribute(`${reported}/cac:TaxTotal[2]/cbc:TaxAmount`, 'currencyID', currency),
    ]),
  ],
  'ibr-tdd-37': [[drop(total)], [put(reported, secondTotal())]],
  'ibr-tdd-38': [
    [attribute(`${total}/cbc:TaxExclusiveAmount`, 'currencyID', 'AED')],
    [drop(`${total}/cbc:TaxExclusiveAmount`)],
  ],
  'ibr-tdd-51': eachOf(`${reported}/cac:TaxTotal`, [
    'cbc:RoundingAmount',
    'cbc:TaxEvidenceIndicator',
    'cbc:TaxIncludedIndicator',
    'cac:TaxSubtotal',
  ]),
  'ibr-tdd-52': [[drop(`${total}/cbc:TaxExclusiveAmount`)]],
  'ibr-tdd-53': [
    [attribute(`${total}/cbc:TaxExclusiveAmount`, 'currencyID', 'AED')],
    [attribute(`${total}/cbc:TaxExclusiveAmount`, 'currencyID')],
  ],
  'ibr-tdd-54': [[put(total, '<cbc:TaxInclusiveAmount currencyID="USD">210</cbc:TaxInclusiveAmount>')]],
}

const partyCases: Cases = {
  'ibr-tdd-39': eachOf(seller, [
    'cbc:CustomerAssignedAccountID',
    'cbc:AdditionalAccountID',
    'cbc:DataSendingCapability',
    'cac:DespatchContact',
    'cac:AccountingContact',
    'cac:SellerContact',
  ]),
  'ibr-tdd-40': [[drop(`${seller}/cac:Party`)]],
  'ibr-tdd-41': eachOf(`${seller}/cac:Party`, without('cac:PartyTaxScheme')),
  'ibr-tdd-42': [[drop(sellerTax)], [put(`${seller}/cac:Party`, '<cac:PartyTaxScheme/>')]],
  'ibr-tdd-43': eachOf(sellerTax, registrationDetails),
  'ibr-tdd-44': [[drop(`${sellerTax}/cbc:CompanyID`)]],
  'ibr-tdd-45': [[drop(`${sellerTax}/cac:TaxScheme/cbc:ID`)], [drop(`${sellerTax}/cac:TaxScheme`)]],
  'ibr-tdd-46': eachOf(buyer, [
    'cbc:CustomerAssignedAccountID',
    'cbc:SupplierAssignedAccountID',
    'cbc:AdditionalAccountID',
    'cac:DeliveryContact',
    'cac:AccountingContact',
    'cac:BuyerContact',
  ]),
  'ibr-tdd-47': [[drop(`${buyer}/cac:Party`)]],
  'ibr-tdd-48': eachOf(`${buyer}/cac:Party`, without('cac:PartyIdentification', 'cac:PartyTaxScheme')),
  'ibr-tdd-49': eachOf(`${buyer}/cac:Party/cac:PartyTaxScheme`, registrationDetails),
}

function wrongTimes(): readonly string[] {
  const unzoned = ['10:00:00', '10:00:00.5']
  const outside = ['24:00:00Z', '10:60:00Z', '10:00:60Z', '10:00:00+15:00', '10:00:00+04:60', '10:00:00.1234567890Z']
  return [...unzoned, ...outside, '1:00:00Z', '10:00Z', 'x10:00:00Z', '10:00:00Zx', '10:00:00+0400', ' ']
}

function secondTotal(): string {
  const amount = '<cbc:TaxExclusiveAmount currencyID="USD">1</cbc:TaxExclusiveAmount>'
  return `<pxs:MonetaryTotal xmlns:pxs="urn:peppol:schema:taxdata:1.0">${amount}</pxs:MonetaryTotal>`
}

function reportOf(request: Members, profile?: Members): Element {
  return taxDataDocument(anIssued(request, profile), {
    c3TransmissionUuid: '00000000-0000-4000-8000-000000000001',
    issuedAt: Date.UTC(2026, 6, 15),
    senderSpid: '000001',
    c5ReceiverId: '000006-TESTBED.3001',
    type: 'S',
  })
}

function edited(root: Element, edits: readonly Edit[]): Element {
  const draft = new Draft('invoice', root)
  for (const edit of edits) edit(draft)
  return elementOf(draft.root)
}
