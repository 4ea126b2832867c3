import assert from 'node:assert/strict'
import { readXml } from '@selfbill/schematron/read-xml'
import { Element } from '@selfbill/schematron/xml'

/**
 * A correct self-billed invoice that reaches nearly every rule, after the given edits: five lines
 * of categories S, Z, E, O and AE, each category with an allowance and a charge on the document. In
 * paths and texts LINE, QUANTITY and TYPE stand for the different names in invoices and credit
 * notes.
 */
export function aSelfBilledInvoice(...edits: readonly Edit[]): Element {
  return built('invoice', edits)
}

/** The same as a self-billed credit note. */
export function aSelfBilledCreditNote(...edits: readonly Edit[]): Element {
  return built('credit note', edits)
}

export type Kind = 'invoice' | 'credit note'

/** Changes a document under construction. */
export type Edit = (draft: Draft) => void

/** Replaces the text of the element at a path. */
export function set(path: string, text: string): Edit {
  return (draft) => {
    const node = draft.at(path)
    node.children = []
    node.text = draft.named(text)
  }
}

/** Removes an element. */
export function drop(path: string): Edit {
  return (draft) => {
    const parent = draft.parentOf(path)
    parent.children.splice(parent.children.indexOf(draft.at(path)), 1)
  }
}

/** Removes the root's children of that name, if there are any. */
export function dropAny(name: string): Edit {
  return ({ root }) => {
    root.children = root.children.filter((child) => child.element.name.qualified !== name)
  }
}

/** Puts a copy of an element beside it. */
export function copy(path: string): Edit {
  return (draft) => {
    const parent = draft.parentOf(path)
    const node = draft.at(path)
    parent.children.splice(parent.children.indexOf(node), 0, structuredClone(node))
  }
}

/** Sets or removes an attribute. */
export function attribute(path: string, name: string, value?: string): Edit {
  return (draft) => {
    const node = draft.at(path)
    if (value === undefined) node.attributes.delete(name)
    else node.attributes.set(name, value)
  }
}

/** Adds an element, given as XML, as the last child of the one at a path; '' is the root. */
export function put(path: string, xml: string): Edit {
  return (draft) => {
    const wrapped = readXml(`<x ${namespaces}>${draft.named(xml)}</x>`)
    draft.at(path).children.push(...wrapped.children.map(nodeOf))
  }
}

export class Draft {
  readonly kind: Kind
  readonly root: Node

  constructor(kind: Kind, root: Element) {
    this.kind = kind
    this.root = nodeOf(root)
  }

  /** The element at a path from the root, such as `LINE[2]/cac:Item/cbc:Name`. */
  at(path: string): Node {
    let node = this.root
    for (const step of path === '' ? [] : this.named(path).split('/')) {
      const [, name, position = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? []
      const next = node.children.filter((child) => child.element.name.qualified === name)[Number(position) - 1]
      assert(next, `the document has no ${path}`)
      node = next
    }
    return node
  }

  parentOf(path: string): Node {
    return this.at(path.split('/').slice(0, -1).join('/'))
  }

  named(text: string): string {
    return text.replace(/\b(LINE|QUANTITY|TYPE)\b/g, (word) => ownNames[this.kind][word] ?? word)
  }
}

export interface Node {
  readonly element: Element
  readonly attributes: Map<string, string>
  children: Node[]
  text: string
}

/** A mutable copy. */
export function nodeOf(element: Element): Node {
  const attributes = new Map<string, string>()
  for (let at = 0; at < element.attributes.length; at += 2) {
    attributes.set(element.attributes[at] ?? '', element.attributes[at + 1] ?? '')
  }
  return { element, attributes, children: element.children.map(nodeOf), text: element.text }
}

/** The tree of a changed copy. */
export function elementOf({ element, attributes, children, text }: Node): Element {
  return new Element(element.name, [...attributes].flat(), children.map(elementOf), text, undefined)
}

function built(kind: Kind, edits: readonly Edit[]): Element {
  const base = bases[kind] ?? readXml(documentText(kind))
  bases[kind] = base
  const draft = new Draft(kind, base)
  for (const edit of edits) edit(draft)
  return elementOf(draft.root)
}

/** Read once; drafts are copies. */
const bases: Partial<Record<Kind, Element>> = {}

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const namespaces = `xmlns:cac="${ubl}CommonAggregateComponents-2" xmlns:cbc="${ubl}CommonBasicComponents-2"`

const ownNames: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  invoice: { LINE: 'cac:InvoiceLine', QUANTITY: 'cbc:InvoicedQuantity', TYPE: 'cbc:InvoiceTypeCode' },
  'credit note': { LINE: 'cac:CreditNoteLine', QUANTITY: 'cbc:CreditedQuantity', TYPE: 'cbc:CreditNoteTypeCode' },
}

const vat = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>'
const address = (name: string) => `<${name}>
  <cbc:StreetName>Street 1</cbc:StreetName><cbc:CityName>Dubai</cbc:CityName><cbc:CountrySubentity>DXB</cbc:CountrySubentity>
  <cac:AddressLine><cbc:Line>Floor 2</cbc:Line></cac:AddressLine>
  <cac:Country><cbc:IdentificationCode>AE</cbc:IdentificationCode></cac:Country>
</${name}>`
const money = (name: string, amount: string) => `<cbc:${name} currencyID="AED">${amount}</cbc:${name}>`

const party = (name: string, tin: string) => `<cac:Party>
  <cbc:EndpointID schemeID="0235">${tin}</cbc:EndpointID>
  <cac:PartyIdentification><cbc:ID schemeID="0060">${tin}</cbc:ID></cac:PartyIdentification>
  <cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName>
  ${address('cac:PostalAddress')}
  <cac:PartyTaxScheme><cbc:CompanyID>${tin}00003</cbc:CompanyID>${vat}</cac:PartyTaxScheme>
  <cac:PartyLegalEntity>
    <cbc:RegistrationName>${name} LLC</cbc:RegistrationName>
    <cbc:CompanyID schemeID="0060" schemeAgencyID="TL" schemeAgencyName="Dubai Economy">CN-${tin}</cbc:CompanyID>
    <cbc:CompanyLegalForm>LLC</cbc:CompanyLegalForm>
  </cac:PartyLegalEntity>
</cac:Party>`

/**
 * The categories in the order of lines, groups, allowances and charges; E and O state their rate
 * differently in each place.
 */
const categories = [
  { id: 'S', line: '5', charge: '5', group: '5', vat: '5.25' },
  { id: 'Z', line: '0', charge: '0', group: '0', vat: '0.00' },
  { id: 'E', charge: '0', vat: '0.00' },
  { id: 'O', vat: '0.00' },
  { id: 'AE', line: '5', charge: '0', group: '5', vat: '0.00' },
]
const percent = (rate: string | undefined) => (rate === undefined ? '' : `<cbc:Percent>${rate}</cbc:Percent>`)
const exemption = (id: string) =>
  id === 'E'
    ? '<cbc:TaxExemptionReasonCode>DL8.46.3</cbc:TaxExemptionReasonCode><cbc:TaxExemptionReason>Bare land</cbc:TaxExemptionReason>'
    : ''

const documentCharges = categories
  .map(({ id, charge }) => {
    const category = `<cac:TaxCategory><cbc:ID>${id}</cbc:ID>${percent(charge)}${exemption(id)}${vat}</cac:TaxCategory>`
    return `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>
      <cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode><cbc:AllowanceChargeReason>Discount</cbc:AllowanceChargeReason>
      <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>${money('Amount', '5.00')}${money('BaseAmount', '50.00')}${category}
    </cac:AllowanceCharge>
    <cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator>
      <cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode><cbc:AllowanceChargeReason>Freight</cbc:AllowanceChargeReason>
      <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>${money('Amount', '10.00')}${money('BaseAmount', '100.00')}${category}
    </cac:AllowanceCharge>`
  })
  .join('\n')

const groups = categories
  .map(
    ({ id, group, vat: amount }) => `<cac:TaxSubtotal>${money('TaxableAmount', '105.00')}${money('TaxAmount', amount)}
    <cac:TaxCategory><cbc:ID>${id}</cbc:ID>${percent(group)}${exemption(id)}${vat}</cac:TaxCategory></cac:TaxSubtotal>`,
  )
  .join('\n')

const lineCharge = (indicator: string, code: string, amount: string) => `<cac:AllowanceCharge>
  <cbc:ChargeIndicator>${indicator}</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>${code}</cbc:AllowanceChargeReasonCode>
  <cbc:AllowanceChargeReason>Agreed</cbc:AllowanceChargeReason>${money('Amount', amount)}
</cac:AllowanceCharge>`

/** Ten pieces at 9.90, a charge of 2.00 and an allowance of 1.00: 100.00. */
const lines = categories
  .map(
    ({ id, line: rate }, at) => `<LINE>
  <cbc:ID>${at + 1}</cbc:ID><cbc:Note>Note</cbc:Note>
  <QUANTITY unitCode="C62">10</QUANTITY>
  ${money('LineExtensionAmount', '100.00')}
  <cac:InvoicePeriod><cbc:StartDate>2026-01-02</cbc:StartDate><cbc:EndDate>2026-01-30</cbc:EndDate></cac:InvoicePeriod>
  <cac:OrderLineReference><cbc:LineID>7</cbc:LineID></cac:OrderLineReference>
  <cac:DespatchLineReference><cbc:LineID>8</cbc:LineID><cac:DocumentReference><cbc:ID>D-1</cbc:ID></cac:DocumentReference></cac:DespatchLineReference>
  <cac:DocumentReference><cbc:ID schemeID="AAA">O-1</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:DocumentReference>
  ${lineCharge('false', '95', '1.00')}${lineCharge('true', 'FC', '2.00')}
  <cac:Item>
    <cbc:Description>What it is</cbc:Description><cbc:Name>Item</cbc:Name>
    <cac:StandardItemIdentification><cbc:ID schemeID="0160">06291234567890</cbc:ID></cac:StandardItemIdentification>
    <cac:AdditionalItemIdentification><cbc:ID schemeID="SAC">998311</cbc:ID></cac:AdditionalItemIdentification>
    <cac:OriginCountry><cbc:IdentificationCode>AE</cbc:IdentificationCode></cac:OriginCountry>
    <cac:CommodityClassification><cbc:NatureCode>DL8.48.8.2</cbc:NatureCode><cbc:CommodityCode>B</cbc:CommodityCode><cbc:ItemClassificationCode listID="HS">8471</cbc:ItemClassificationCode></cac:CommodityClassification>
    <cac:ClassifiedTaxCategory><cbc:ID>${id}</cbc:ID>${percent(rate)}${exemption(id)}${vat}</cac:ClassifiedTaxCategory>
    <cac:AdditionalItemProperty><cbc:Name>Colour</cbc:Name><cbc:Value>Black</cbc:Value></cac:AdditionalItemProperty>
  </cac:Item>
  <cac:Price>
    ${money('PriceAmount', '9.90')}<cbc:BaseQuantity unitCode="C62">1</cbc:BaseQuantity>
    <cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>${money('Amount', '0.10')}${money('BaseAmount', '10.00')}</cac:AllowanceCharge>
  </cac:Price>
  <cac:ItemPriceExtension>${money('Amount', id === 'S' ? '105.00' : '100.00')}${
    id === 'E' ? '' : `<cac:TaxTotal>${money('TaxAmount', id === 'S' ? '5.00' : '0.00')}</cac:TaxTotal>`
  }</cac:ItemPriceExtension>
</LINE>`,
  )
  .join('\n')

function documentText(kind: Kind): string {
  const own = ownNames[kind]
  const root = kind === 'invoice' ? 'Invoice' : 'CreditNote'
  const onlyHere =
    kind === 'invoice'
      ? '<cac:ProjectReference><cbc:ID>P-1</cbc:ID></cac:ProjectReference>'
      : '<cac:DiscrepancyResponse><cbc:ResponseCode>DL8.61.1.D</cbc:ResponseCode></cac:DiscrepancyResponse>'
  const text = `<${root} xmlns="${ubl}${root}-2" ${namespaces}>
<cbc:CustomizationID>urn:peppol:pint:selfbilling-1@ae-1</cbc:CustomizationID><cbc:ProfileID>urn:peppol:bis:selfbilling</cbc:ProfileID>
<cbc:ProfileExecutionID>00000000</cbc:ProfileExecutionID><cbc:ID>SB-1</cbc:ID><cbc:UUID>01980000-0000-7000-8000-000000000001</cbc:UUID>
<cbc:IssueDate>2026-02-01</cbc:IssueDate><cbc:IssueTime>10:00:00</cbc:IssueTime>
${kind === 'invoice' ? '<cbc:DueDate>2026-03-01</cbc:DueDate>' : ''}
<TYPE>${kind === 'invoice' ? '389' : '261'}</TYPE><cbc:Note>Note</cbc:Note><cbc:DocumentCurrencyCode>AED</cbc:DocumentCurrencyCode>
<cac:InvoicePeriod><cbc:StartDate>2026-01-01</cbc:StartDate><cbc:EndDate>2026-01-31</cbc:EndDate><cbc:DescriptionCode>MTH</cbc:DescriptionCode></cac:InvoicePeriod>
<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>SB-0</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>
<cac:ReceiptDocumentReference><cbc:ID>R-1</cbc:ID></cac:ReceiptDocumentReference>
<cac:OriginatorDocumentReference><cbc:ID>T-1</cbc:ID></cac:OriginatorDocumentReference>
<cac:ContractDocumentReference><cbc:ID>C-1</cbc:ID></cac:ContractDocumentReference>
<cac:AdditionalDocumentReference><cbc:ID>sheet.csv</cbc:ID><cbc:DocumentDescription>Hours</cbc:DocumentDescription>
  <cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="sheet.csv">QQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>
<cac:AdditionalDocumentReference><cbc:ID schemeID="AAA">O-2</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>
<cac:AdditionalDocumentReference><cbc:ID>P-2</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>
${onlyHere}
<cac:AccountingSupplierParty>${party('Seller', '1234567890')}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${party('Buyer', '1987654321')}</cac:AccountingCustomerParty>
<cac:PayeeParty><cac:PartyIdentification><cbc:ID schemeID="SEPA">B-1</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Payee</cbc:Name></cac:PartyName>
  <cac:PartyLegalEntity><cbc:CompanyID schemeID="0060">L-1</cbc:CompanyID></cac:PartyLegalEntity></cac:PayeeParty>
<cac:TaxRepresentativeParty><cac:PartyName><cbc:Name>Representative</cbc:Name></cac:PartyName>${address('cac:PostalAddress')}
  <cac:PartyTaxScheme><cbc:CompanyID>100000000000003</cbc:CompanyID>${vat}</cac:PartyTaxScheme></cac:TaxRepresentativeParty>
<cac:Delivery><cbc:ActualDeliveryDate>2026-01-15</cbc:ActualDeliveryDate>
  <cac:DeliveryLocation><cbc:ID schemeID="0088">6291234567896</cbc:ID>${address('cac:Address')}</cac:DeliveryLocation>
  <cac:DeliveryParty><cac:PartyName><cbc:Name>Receiver</cbc:Name></cac:PartyName></cac:DeliveryParty>
  <cac:DeliveryTerms><cbc:ID>EXW</cbc:ID></cac:DeliveryTerms></cac:Delivery>
<cac:PaymentMeans><cbc:PaymentMeansCode name="Credit transfer">30</cbc:PaymentMeansCode>
  <cac:CardAccount><cbc:PrimaryAccountNumberID>1111</cbc:PrimaryAccountNumberID><cbc:NetworkID>VISA</cbc:NetworkID></cac:CardAccount>
  <cac:PayeeFinancialAccount><cbc:ID>AE070331234567890123456</cbc:ID><cac:FinancialInstitutionBranch>${address('cac:Address')}</cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount>
  <cac:PaymentMandate><cbc:ID>M-1</cbc:ID></cac:PaymentMandate></cac:PaymentMeans>
<cac:PaymentTerms><cbc:PaymentMeansID>1</cbc:PaymentMeansID><cbc:Note>30 days</cbc:Note></cac:PaymentTerms>
<cac:PrepaidPayment>${money('PaidAmount', '30.00')}</cac:PrepaidPayment>
${documentCharges}
<cac:TaxTotal>${money('TaxAmount', '5.25')}${groups}</cac:TaxTotal>
<cac:LegalMonetaryTotal>${money('LineExtensionAmount', '500.00')}${money('TaxExclusiveAmount', '525.00')}${money('TaxInclusiveAmount', '530.25')}
  ${money('AllowanceTotalAmount', '25.00')}${money('ChargeTotalAmount', '50.00')}${money('PrepaidAmount', '30.00')}
  ${money('PayableRoundingAmount', '-0.25')}${money('PayableAmount', '500.00')}</cac:LegalMonetaryTotal>
${lines}
</${root}>`
  return text.replace(/\b(LINE|QUANTITY|TYPE)\b/g, (word) => own[word] ?? word)
}
