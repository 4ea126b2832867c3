import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../../../test/support/requests/everything.ts'
import { anIssued, fixedId } from '../../../test/support/requests/issued.ts'
import { aBuyer } from '../../../test/support/requests/requests.ts'
import { elementsAt, fieldOf, valuesAt } from '../../../test/support/xml/xml-path.ts'
import { businessTerms } from '../dictionary/business-terms.ts'
import { ublDocument } from './ubl-document.ts'

const seller = '/cac:AccountingSupplierParty/cac:Party'
const buyer = '/cac:AccountingCustomerParty/cac:Party'
const representative = '/cac:TaxRepresentativeParty'
const means = '/cac:PaymentMeans'
const account = `${means}/cac:PayeeFinancialAccount`
const place = '/cac:Delivery/cac:DeliveryLocation'
const allowance = '/cac:AllowanceCharge[cbc:ChargeIndicator=false]'
const charge = '/cac:AllowanceCharge[cbc:ChargeIndicator=true]'
const category = '/line/cac:Item/cac:ClassifiedTaxCategory'
const total = '/cac:LegalMonetaryTotal'
const subtotal = '/cac:TaxTotal/cac:TaxSubtotal'

/**
 * Every PINT AE term that a contract field fills, with its place, in a document that fills them
 * all. `line` means InvoiceLine or CreditNoteLine. Source: PINT AE 1.0.4, syntax binding.
 */
const shared: readonly Term[] = [
  ['IBT-001', '/cbc:ID', 'SB-2026-0042'],
  ['IBT-005', '/cbc:DocumentCurrencyCode', 'USD'],
  ['IBT-006', '/cbc:TaxCurrencyCode', 'AED'],
  ['IBT-010', '/cbc:BuyerReference', 'buyer-reference-1'],
  ['IBT-012', '/cac:ContractDocumentReference/cbc:ID', 'contract-1'],
  ['IBT-013', '/cac:OrderReference/cbc:ID', 'order-1'],
  ['IBT-014', '/cac:OrderReference/cbc:SalesOrderID', 'sales-order-1'],
  ['IBT-015', '/cac:ReceiptDocumentReference/cbc:ID', 'receipt-1'],
  ['IBT-016', '/cac:DespatchDocumentReference/cbc:ID', 'despatch-1'],
  ['IBT-017', '/cac:OriginatorDocumentReference/cbc:ID', 'tender-1'],
  ['IBT-019', '/cbc:AccountingCost', 'cost-centre-1'],
  ['IBT-020', '/cac:PaymentTerms/cbc:Note', '30 days net'],
  ['IBT-022', '/cbc:Note', 'Weighed at the gate'],
  ['IBT-023', '/cbc:ProfileID', 'urn:peppol:bis:selfbilling'],
  ['IBT-024', '/cbc:CustomizationID', 'urn:peppol:pint:selfbilling-1@ae-1'],
  ['IBT-025', '/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID', 'billed-1'],
  ['IBT-026', '/cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate', '2026-06-02'],
  ['IBT-027', `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`, 'Gulf Metals Trading LLC'],
  ['IBT-028', `${seller}/cac:PartyName/cbc:Name`, 'Gulf Metals Trading'],
  ['IBT-029', `${seller}/cac:PartyIdentification/cbc:ID`, 'supplier-id'],
  ['IBT-029-1', `${seller}/cac:PartyIdentification/cbc:ID/@schemeID`, '0060'],
  ['IBT-030', `${seller}/cac:PartyLegalEntity/cbc:CompanyID`, 'CN-1002345'],
  ['BTAE-15', `${seller}/cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyID`, 'TL'],
  [
    'BTAE-12',
    `${seller}/cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName`,
    'Dubai Department of Economy and Tourism',
  ],
  ['IBT-031', `${seller}/cac:PartyTaxScheme/cbc:CompanyID`, '100234567800003'],
  ['IBT-031-1', `${seller}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, 'VAT'],
  ['IBT-033', `${seller}/cac:PartyLegalEntity/cbc:CompanyLegalForm`, 'Limited liability company'],
  ['IBT-034', `${seller}/cbc:EndpointID`, '1002345678'],
  ['IBT-034-1', `${seller}/cbc:EndpointID/@schemeID`, '0235'],
  ...addressTerms(
    ['IBT-035', 'IBT-036', 'IBT-037', 'IBT-038', 'IBT-039', 'IBT-162', 'IBT-040'],
    `${seller}/cac:PostalAddress`,
    'supplier',
  ),
  ['IBT-041', `${seller}/cac:Contact/cbc:Name`, 'Accounts receivable'],
  ['IBT-042', `${seller}/cac:Contact/cbc:Telephone`, '+971 4 555 0100'],
  ['IBT-043', `${seller}/cac:Contact/cbc:ElectronicMail`, 'accounts@gulf-metals.example'],
  ['IBT-044', `${buyer}/cac:PartyLegalEntity/cbc:RegistrationName`, 'Harbour Manufacturing LLC'],
  ['IBT-045', `${buyer}/cac:PartyName/cbc:Name`, 'Harbour Manufacturing'],
  ['IBT-046', `${buyer}/cac:PartyIdentification/cbc:ID`, 'buyer-id'],
  ['IBT-046-1', `${buyer}/cac:PartyIdentification/cbc:ID/@schemeID`, '0060'],
  ['IBT-047', `${buyer}/cac:PartyLegalEntity/cbc:CompanyID`, 'CN-1008765'],
  ['BTAE-16', `${buyer}/cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyID`, 'TL'],
  [
    'BTAE-11',
    `${buyer}/cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName`,
    'Abu Dhabi Department of Economic Development',
  ],
  ['IBT-048', `${buyer}/cac:PartyTaxScheme/cbc:CompanyID`, '100876543200003'],
  ['IBT-048-1', `${buyer}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, 'VAT'],
  ['IBT-049', `${buyer}/cbc:EndpointID`, '1008765432'],
  ['IBT-049-1', `${buyer}/cbc:EndpointID/@schemeID`, '0235'],
  ['IBT-050', `${buyer}/cac:PostalAddress/cbc:StreetName`, 'Corniche Road'],
  ['IBT-052', `${buyer}/cac:PostalAddress/cbc:CityName`, 'Abu Dhabi'],
  ['IBT-054', `${buyer}/cac:PostalAddress/cbc:CountrySubentity`, 'AUH'],
  ['IBT-055', `${buyer}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'AE'],
  ['IBT-056', `${buyer}/cac:Contact/cbc:Name`, 'Payables'],
  ['IBT-057', `${buyer}/cac:Contact/cbc:Telephone`, '+971 2 555 0199'],
  ['IBT-058', `${buyer}/cac:Contact/cbc:ElectronicMail`, 'payables@harbour-manufacturing.example'],
  ['IBT-059', '/cac:PayeeParty/cac:PartyName/cbc:Name', 'Gulf Factoring'],
  ['IBT-060', '/cac:PayeeParty/cac:PartyIdentification/cbc:ID', 'payee-1'],
  ['IBT-060-1', '/cac:PayeeParty/cac:PartyIdentification/cbc:ID/@schemeID', '0060'],
  ['payee account', '/cac:PayeeParty/cac:FinancialAccount/cbc:ID', 'payee-account'],
  ['IBT-062', `${representative}/cac:PartyName/cbc:Name`, 'Gulf Tax Agents'],
  ['IBT-063', `${representative}/cac:PartyTaxScheme/cbc:CompanyID`, '100777777700003'],
  ['IBT-063-1', `${representative}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, 'VAT'],
  ['representative id', `${representative}/cac:PartyIdentification/cbc:ID`, 'representative-1'],
  ...addressTerms(
    ['IBT-064', 'IBT-065', 'IBT-066', 'IBT-067', 'IBT-068', 'IBT-164', 'IBT-069'],
    `${representative}/cac:PostalAddress`,
    'representative',
  ),
  ['IBT-070', '/cac:Delivery/cac:DeliveryParty/cac:PartyName/cbc:Name', 'Jebel Ali warehouse'],
  ['IBT-071', `${place}/cbc:ID`, 'gate-3'],
  ['IBT-072', '/cac:Delivery/cbc:ActualDeliveryDate', '2026-07-10'],
  ['delivery time', '/cac:Delivery/cbc:ActualDeliveryTime', '11:12:13'],
  ['IBT-073', '/cac:InvoicePeriod/cbc:StartDate', '2026-07-01'],
  ['IBT-074', '/cac:InvoicePeriod/cbc:EndDate', '2026-07-31'],
  ...addressTerms(
    ['IBT-075', 'IBT-076', 'IBT-077', 'IBT-078', 'IBT-079', 'IBT-165', 'IBT-080'],
    `${place}/cac:Address`,
    'delivery',
  ),
  ['IBT-081', `${means}/cbc:PaymentMeansCode`, '30', '54', '49'],
  ['IBT-083', `${means}/cbc:PaymentID`, 'remit-1', 'remit-2'],
  ['IBT-084', `${account}/cbc:ID`, 'supplier-account'],
  ['IBT-085', `${account}/cbc:Name`, 'supplier account'],
  ['IBT-086', `${account}/cac:FinancialInstitutionBranch/cbc:ID`, 'supplier-branch'],
  ['IBT-087', `${means}/cac:CardAccount/cbc:PrimaryAccountNumberID`, 'XXXX1111'],
  ['card network', `${means}/cac:CardAccount/cbc:NetworkID`, 'VISA'],
  ['IBT-088', `${means}/cac:CardAccount/cbc:HolderName`, 'Harbour Manufacturing'],
  ['IBT-089', `${means}/cac:PaymentMandate/cbc:ID`, 'mandate-1'],
  ['IBT-091', `${means}/cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID`, 'payer-account'],
  ...shareTerms(['IBT-092', 'IBT-093', 'IBT-094', 'IBT-097', 'IBT-098'], allowance, 'allowance', 7),
  ['IBT-095', `${allowance}/cac:TaxCategory/cbc:ID`, 'E'],
  ['IBT-095-1', `${allowance}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, 'VAT'],
  ['IBT-096', `${allowance}/cac:TaxCategory/cbc:Percent`, '0'],
  ['IBT-196', `${allowance}/cac:TaxCategory/cbc:TaxExemptionReasonCode`, 'DL8.46.3'],
  ['IBT-197', `${allowance}/cac:TaxCategory/cbc:TaxExemptionReason`, 'Bare land'],
  ...shareTerms(['IBT-099', 'IBT-100', 'IBT-101', 'IBT-104', 'IBT-105'], charge, 'charge', 8),
  ['IBT-102', `${charge}/cac:TaxCategory/cbc:ID`, 'S'],
  ['IBT-102-1', `${charge}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, 'VAT'],
  ['IBT-103', `${charge}/cac:TaxCategory/cbc:Percent`, '5'],
  ['IBT-106', `${total}/cbc:LineExtensionAmount`, '381.00'],
  ['IBT-107', `${total}/cbc:AllowanceTotalAmount`, '7.00'],
  ['IBT-108', `${total}/cbc:ChargeTotalAmount`, '8.00'],
  ['IBT-109', `${total}/cbc:TaxExclusiveAmount`, '382.00'],
  ['IBT-110 IBT-111', '/cac:TaxTotal/cbc:TaxAmount', '10.40', '38.19'],
  ['their currencies', '/cac:TaxTotal/cbc:TaxAmount/@currencyID', 'USD', 'AED'],
  ['IBT-112', `${total}/cbc:TaxInclusiveAmount`, '392.40'],
  ['IBT-113', `${total}/cbc:PrepaidAmount`, '5.00'],
  ['IBT-114', `${total}/cbc:PayableRoundingAmount`, '0.06'],
  ['IBT-115', `${total}/cbc:PayableAmount`, '387.46'],
  ['IBT-116', `${subtotal}/cbc:TaxableAmount`, '208.00', '174.00'],
  ['IBT-117', `${subtotal}/cbc:TaxAmount`, '10.40', '0.00'],
  ['IBT-118', `${subtotal}/cac:TaxCategory/cbc:ID`, 'S', 'E'],
  ['IBT-118-1', `${subtotal}/cac:TaxCategory/cac:TaxScheme/cbc:ID`, 'VAT', 'VAT'],
  ['IBT-119', `${subtotal}/cac:TaxCategory/cbc:Percent`, '5'],
  ['IBT-120', `${subtotal}/cac:TaxCategory/cbc:TaxExemptionReason`, 'Bare land'],
  ['IBT-122 BTAE-20', '/cac:AdditionalDocumentReference[cbc:ID=weights.csv]/cbc:ID', 'weights.csv'],
  ['IBT-125', '/cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject', 'YSxiCjEsMgo='],
  [
    'IBT-125-1',
    '/cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject/@mimeCode',
    'text/csv',
  ],
  [
    'IBT-125-2',
    '/cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject/@filename',
    'weights.csv',
  ],
  ['IBT-126', '/line/cbc:ID', '1', '2'],
  ['IBT-127', '/line/cbc:Note', 'Line note'],
  ['IBT-128', '/line/cac:DocumentReference[cbc:DocumentTypeCode=130]/cbc:ID', 'object-1'],
  ['line document', '/line/cac:DocumentReference[cbc:IssueDate=2026-06-08]/cbc:ID', 'line-document-1'],
  ['IBT-131', '/line/cbc:LineExtensionAmount', '181.00', '200.00'],
  ['IBT-132', '/line/cac:OrderLineReference/cbc:LineID', 'order-line-1'],
  ['IBT-133', '/line/cbc:AccountingCost', 'line-cost'],
  ['IBT-134', '/line/cac:InvoicePeriod/cbc:StartDate', '2026-07-02'],
  ['IBT-135', '/line/cac:InvoicePeriod/cbc:EndDate', '2026-07-30'],
  ['line period', '/line/cac:InvoicePeriod/cbc:Description', 'July, all weeks'],
  ...shareTerms(['IBT-136', 'IBT-137', 'IBT-138', 'IBT-139', 'IBT-140'], `/line${allowance}`, 'line allowance', 3),
  ...shareTerms(['IBT-141', 'IBT-142', 'IBT-143', 'IBT-144', 'IBT-145'], `/line${charge}`, 'line charge', 4),
  ['IBT-146', '/line/cac:Price/cbc:PriceAmount', '90', '100'],
  ['IBT-147', '/line/cac:Price/cac:AllowanceCharge/cbc:Amount', '10', '0'],
  ['IBT-148', '/line/cac:Price/cac:AllowanceCharge/cbc:BaseAmount', '100', '100'],
  ['IBT-149', '/line/cac:Price/cbc:BaseQuantity', '1.5', '1'],
  ['IBT-150', '/line/cac:Price/cbc:BaseQuantity/@unitCode', 'KGM', 'EA'],
  ['IBT-151', `${category}/cbc:ID`, 'E', 'S'],
  ['IBT-152', `${category}/cbc:Percent`, '5'],
  ['IBT-167', `${category}/cac:TaxScheme/cbc:ID`, 'VAT', 'VAT'],
  ['IBT-185', `${category}/cbc:TaxExemptionReason`, 'Bare land'],
  ['IBT-186', `${category}/cbc:TaxExemptionReasonCode`, 'DL8.46.3'],
  ['IBT-153', '/line/cac:Item/cbc:Name', 'Copper wire', 'Steel bracket'],
  ['IBT-154', '/line/cac:Item/cbc:Description', 'Bright wire, bundled', 'Galvanised steel bracket, 120 mm'],
  ['IBT-155', '/line/cac:Item/cac:SellersItemIdentification/cbc:ID', 'seller-item'],
  ['IBT-156', '/line/cac:Item/cac:BuyersItemIdentification/cbc:ID', 'buyer-item'],
  ['IBT-157', '/line/cac:Item/cac:StandardItemIdentification/cbc:ID', '06291041500213'],
  ['IBT-157-1', '/line/cac:Item/cac:StandardItemIdentification/cbc:ID/@schemeID', '0160'],
  ['IBT-158', '/line/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode', '74081100', '73089000'],
  ['IBT-158-1', '/line/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode/@listID', 'HS', 'HS'],
  ['IBT-158-2', '/line/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode/@listVersionID', '2022'],
  ['IBT-159', '/line/cac:Item/cac:OriginCountry/cbc:IdentificationCode', 'OM'],
  ['IBT-160', '/line/cac:Item/cac:AdditionalItemProperty/cbc:Name', 'Purity'],
  ['IBT-161', '/line/cac:Item/cac:AdditionalItemProperty/cbc:Value', '99.9 %'],
  ['IBT-168', '/cbc:IssueTime', '10:20:30'],
  ...addressTerms(
    ['IBT-169', 'IBT-170', 'IBT-171', 'IBT-172', 'IBT-173', 'IBT-174', 'IBT-175'],
    `${account}/cac:FinancialInstitutionBranch/cac:Address`,
    'supplier bank',
  ),
  ['IBT-176', '/cac:PaymentTerms/cbc:Amount', '77.00'],
  ['terms due date', '/cac:PaymentTerms/cbc:PaymentDueDate', '2026-08-18'],
  ['IBT-177', '/cac:PaymentTerms/cbc:InstallmentDueDate', '2026-08-19'],
  ['IBT-178', `${means}/cbc:ID`, 'means-1'],
  ['IBT-183', '/line/cac:OrderLineReference/cac:OrderReference/cbc:ID', 'line-order-1'],
  ['IBT-187', '/cac:PaymentTerms/cbc:PaymentMeansID', 'means-1'],
  ['despatch line', '/line/cac:DespatchLineReference/cbc:LineID', 'despatch-line-1'],
  ['BTAE-01', '/cac:BuyerCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID', 'beneficiary-1'],
  ['BTAE-02', '/cbc:ProfileExecutionID', '10010110'],
  ['BTAE-04', '/cac:TaxExchangeRate/cbc:CalculationRate', '3.6725'],
  ['its source', '/cac:TaxExchangeRate/cbc:SourceCurrencyCode', 'USD'],
  ['its target', '/cac:TaxExchangeRate/cbc:TargetCurrencyCode', 'AED'],
  ['BTAE-06', '/cac:InvoicePeriod/cbc:DescriptionCode', 'MTH'],
  ['BTAE-07', '/cbc:UUID', fixedId],
  ['BTAE-08', '/line/cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount', '36.73'],
  ['BTAE-09', '/line/cac:Item/cac:CommodityClassification/cbc:NatureCode', 'DL8.48.8.1'],
  ['BTAE-10', '/line/cac:ItemPriceExtension/cbc:Amount', '664.72', '771.23'],
  ['their currency', '/line/cac:ItemPriceExtension/cbc:Amount/@currencyID', 'AED', 'AED'],
  ['BTAE-13', '/line/cac:Item/cac:CommodityClassification/cbc:CommodityCode', 'B', 'G'],
  ['BTAE-14', '/cac:SellerSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID', '100999999900003'],
  ['BTAE-17', '/line/cac:Item/cac:AdditionalItemIdentification/cbc:ID', '998877'],
  ['BTAE-17-1', '/line/cac:Item/cac:AdditionalItemIdentification/cbc:ID/@schemeID', 'SAC'],
  ['BTAE-17-2', '/line/cac:Item/cac:AdditionalItemIdentification/cbc:ID/@schemeVersionID', '2'],
  [
    'BTAE-20',
    '/cac:AdditionalDocumentReference[cbc:DocumentTypeCode=aedtotal-incl-vat]/cbc:DocumentDescription',
    'AED 1441.09',
  ],
  ['BTAE-21', '/cac:StatementDocumentReference/cbc:ID', 'customs-1'],
  ['BTAE-22', '/cac:Delivery/cac:DeliveryTerms/cbc:ID', 'DAP'],
  ['BTAE-23', '/cac:Delivery/cac:DeliveryParty/cac:PartyIdentification/cbc:ID', 'warehouse-7'],
  ['BTAE-24', '/line/cac:Item/cac:ItemInstance/cac:LotIdentification/cbc:LotNumberID', 'lot-1'],
  ...[
    'Order',
    'DespatchDocument',
    'ReceiptDocument',
    'StatementDocument',
    'OriginatorDocument',
    'ContractDocument',
  ].map(
    (kind, at): Term => [`${kind} date`, `/cac:${kind}Reference/cbc:IssueDate`, `2026-06-0${at === 0 ? 1 : at + 2}`],
  ),
]

const ofInvoice: readonly Term[] = [
  ['IBT-002', '/cbc:IssueDate', '2026-07-15'],
  ['IBT-003', '/cbc:InvoiceTypeCode', '389'],
  ['IBT-009', '/cbc:DueDate', '2026-08-14'],
  ['no other due date', `${means}/cbc:PaymentDueDate`],
  ['IBT-011', '/cac:ProjectReference/cbc:ID', 'project-1'],
  ['IBT-129', '/line/cbc:InvoicedQuantity', '3', '2'],
  ['IBT-130', '/line/cbc:InvoicedQuantity/@unitCode', 'KGM', 'EA'],
]

const ofCreditNote: readonly Term[] = [
  ['IBT-002', '/cbc:IssueDate', '2026-07-20'],
  ['IBT-003', '/cbc:CreditNoteTypeCode', '261'],
  ['IBT-009', `${means}/cbc:PaymentDueDate`, '2026-08-17', '2026-08-17', '2026-08-17'],
  ['IBT-011', '/cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]/cbc:ID', 'project-1'],
  ['IBT-129', '/line/cbc:CreditedQuantity', '3', '2'],
  ['IBT-130', '/line/cbc:CreditedQuantity/@unitCode', 'KGM', 'EA'],
  ['BTAE-03', '/cac:DiscrepancyResponse/cbc:ResponseCode', 'DL8.61.1.D'],
  ['reason', '/cac:DiscrepancyResponse/cbc:Description', 'Found faulty'],
]

const profile = aBuyer({
  party_identification_id: 'buyer-id',
  party_identification_scheme_id: '0060',
  contact_name: 'Payables',
})

for (const [kind, request, line, own] of [
  ['invoice', anInvoiceWithEverything(), 'cac:InvoiceLine', ofInvoice],
  ['credit note', aCreditNoteWithEverything(), 'cac:CreditNoteLine', ofCreditNote],
] as const) {
  const document = ublDocument(anIssued(request, profile))
  test(`${kind}: every term is at its place`, () => {
    for (const [term, path, ...values] of [...shared, ...own]) {
      assert.deepEqual(valuesAt(document, path.replace('/line', `/${line}`)), values, `${term} ${path}`)
    }
  })

  test(`${kind}: the dictionary names the term of the member that an element is written from`, () => {
    const named = new Map<string, Set<string>>()
    for (const [term, path] of [...shared, ...own].filter(([one]) => /^(IBT|BTAE)-/.test(one))) {
      for (const element of elementsAt(document, path.replace('/line', `/${line}`).split('/@')[0] ?? '')) {
        const member = (fieldOf(element) ?? '').replaceAll(/\[[0-9]+\]/g, '')
        for (const one of term.split(' ')) named.set(member, (named.get(member) ?? new Set()).add(one))
      }
    }
    assert.ok(named.size > 150, String(named.size))
    for (const [member, term] of Object.entries(businessTerms)) {
      const written = named.get(member)
      if (written !== undefined && !term.startsWith('IBG')) assert.ok(written.has(term), `${member}: ${term}`)
    }
    const without = [...named.keys()].filter((member) => businessTerms[member] === undefined && !isWhole.has(member))
    assert.deepEqual(without, [])
  })
}

/** An element without a member of its own, such as the number of a line, has that of its object. */
const isWhole = new Set(['', 'document_lines.price.allowance'])

/** Term, path below the root, and every value there, in document order. */
type Term = readonly [term: string, path: string, ...values: readonly string[]]

function addressTerms(ids: readonly string[], path: string, whose: string): readonly Term[] {
  const [street = '', additional = '', city = '', zone = '', subentity = '', line = '', country = ''] = ids
  return [
    [street, `${path}/cbc:StreetName`, `${whose} street`],
    [additional, `${path}/cbc:AdditionalStreetName`, `${whose} building`],
    [city, `${path}/cbc:CityName`, `${whose} city`],
    [zone, `${path}/cbc:PostalZone`, `${whose} zone`],
    [subentity, `${path}/cbc:CountrySubentity`, 'DXB'],
    [line, `${path}/cac:AddressLine/cbc:Line`, `${whose} line`],
    [country, `${path}/cac:Country/cbc:IdentificationCode`, 'AE'],
  ]
}

function shareTerms(ids: readonly string[], path: string, whose: string, amount: number): readonly Term[] {
  const [money = '', base = '', percent = '', reason = '', code = ''] = ids
  return [
    [money, `${path}/cbc:Amount`, `${amount}.00`],
    [base, `${path}/cbc:BaseAmount`, `${amount * 10}.00`],
    [percent, `${path}/cbc:MultiplierFactorNumeric`, '10'],
    [reason, `${path}/cbc:AllowanceChargeReason`, `${whose} reason`],
    [code, `${path}/cbc:AllowanceChargeReasonCode`, whose.endsWith('charge') ? 'FC' : '95'],
  ]
}
