import type { Edit, Node } from './ubl-documents.ts'
import { copy, put, set } from './ubl-documents.ts'

/**
 * Documents without findings that together reach every rule: edits of the document in
 * ubl-documents.ts.
 */
export function cleanDocuments(): readonly CleanDocument[] {
  return [
    { name: 'five categories', edits: [] },
    { name: 'identifiers of every scheme with a check', edits: [manyIdentifiers()] },
    { name: 'in US dollars', edits: inDollars() },
    { name: 'a line under the profit margin scheme', edits: marginLine() },
    { name: 'a seller with TRN and TIN, and a reason', edits: [secondRegistration(), reason()] },
  ]
}

export interface CleanDocument {
  readonly name: string
  readonly edits: readonly Edit[]
}

const identifiers: readonly (readonly [scheme: string, id: string])[] = [
  ['0088', '5060012349998'],
  ['0007', '5566778899'],
  ['0192', '974760673'],
  ['0184', 'DK12345678'],
  ['0208', '0202239951'],
  ['0201', 'UFF123'],
  ['0210', 'RSSMRA85T10A562S'],
  ['0211', 'IT00743110157'],
  ['0151', '51824753556'],
]

function manyIdentifiers(): Edit {
  const xml = identifiers.map(
    ([scheme, id]) => `<cac:PartyIdentification><cbc:ID schemeID="${scheme}">${id}</cbc:ID></cac:PartyIdentification>`,
  )
  return put('cac:AccountingSupplierParty/cac:Party', xml.join(''))
}

function inDollars(): readonly Edit[] {
  return [
    ({ root }) => inCurrency(root, 'USD'),
    set('cbc:DocumentCurrencyCode', 'USD'),
    put(
      '',
      `<cbc:TaxCurrencyCode>AED</cbc:TaxCurrencyCode>
      <cac:AdditionalDocumentReference><cbc:ID>AED</cbc:ID><cbc:DocumentTypeCode>aedtotal-incl-vat</cbc:DocumentTypeCode>
        <cbc:DocumentDescription>AED 1947.34</cbc:DocumentDescription></cac:AdditionalDocumentReference>
      <cac:TaxExchangeRate><cbc:SourceCurrencyCode>USD</cbc:SourceCurrencyCode><cbc:TargetCurrencyCode>AED</cbc:TargetCurrencyCode>
        <cbc:CalculationRate>3.6725</cbc:CalculationRate></cac:TaxExchangeRate>
      <cac:TaxTotal><cbc:TaxAmount currencyID="AED">19.28</cbc:TaxAmount></cac:TaxTotal>`,
    ),
  ]
}

/** Every amount except those always in AED. */
function inCurrency(node: Node, currency: string): void {
  if (node.element.name.local === 'ItemPriceExtension') return
  if (node.attributes.has('currencyID')) node.attributes.set('currencyID', currency)
  for (const child of node.children) inCurrency(child, currency)
}

function marginLine(): readonly Edit[] {
  const total = 'cac:LegalMonetaryTotal'
  return [
    copy('LINE[5]'),
    set('LINE[6]/cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'N'),
    put(
      'cac:TaxTotal',
      `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="AED">100.00</cbc:TaxableAmount><cbc:TaxAmount currencyID="AED">0</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>N</cbc:ID><cbc:Percent>5</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`,
    ),
    set(`${total}/cbc:LineExtensionAmount`, '600.00'),
    set(`${total}/cbc:TaxExclusiveAmount`, '625.00'),
    set(`${total}/cbc:TaxInclusiveAmount`, '630.25'),
    set(`${total}/cbc:PayableAmount`, '600.00'),
  ]
}

function secondRegistration(): Edit {
  return put(
    'cac:AccountingSupplierParty/cac:Party',
    '<cac:PartyTaxScheme><cbc:CompanyID>1234567890</cbc:CompanyID><cac:TaxScheme><cbc:ID>TIN</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
  )
}

function reason(): Edit {
  return put('', '<cac:DiscrepancyResponse><cbc:ResponseCode>VD</cbc:ResponseCode></cac:DiscrepancyResponse>')
}
