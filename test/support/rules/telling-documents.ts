import { attribute, copy, drop, dropAny, type Edit, put, set } from './ubl-documents.ts'

/**
 * Documents that distinguish readings of a rule: the limit of a comparison, each alternative of an
 * "or" alone, each condition of an "and" missing, every code of a short list. Some are right and
 * some wrong; the recorded verdicts say which.
 */
export function tellingDocuments(): readonly TellingDocument[] {
  return [
    ...identification(),
    ...payee(),
    ...agencies(),
    ...endpoints(),
    ...flagged(),
    ...types(),
    ...amounts(),
    ...codes(),
    ...ourWarnings(),
  ]
}

export interface TellingDocument {
  readonly what: string
  readonly edits: readonly Edit[]
}

const seller = 'cac:AccountingSupplierParty/cac:Party'
const buyer = 'cac:AccountingCustomerParty/cac:Party'
const legal = 'cac:PartyLegalEntity'
const registration = 'cac:PartyTaxScheme'
const total = 'cac:LegalMonetaryTotal'
const address = 'cac:Delivery/cac:DeliveryLocation/cac:Address'
const flags = (value: string) => set('cbc:ProfileExecutionID', value)
const telling = (what: string, ...edits: readonly Edit[]): TellingDocument => ({ what, edits })
const allOf =
  (edits: readonly Edit[]): Edit =>
  (draft) => {
    for (const edit of edits) edit(draft)
  }

/** Every subset of some edits, including none. */
function choices(named: Readonly<Record<string, Edit>>): { name: string; edit: Edit }[] {
  const made: { name: string; edit: Edit }[] = [{ name: '', edit: () => undefined }]
  for (const [name, edit] of Object.entries(named))
    for (const before of [...made]) made.push({ name: `${before.name} ${name}`, edit: allOf([before.edit, edit]) })
  return made
}

function identification(): TellingDocument[] {
  const without = (party: string): Readonly<Record<string, Edit>> => ({
    '-registration': drop(`${party}/${registration}`),
    '-identification': drop(`${party}/cac:PartyIdentification`),
    '-legal': drop(`${party}/${legal}/cbc:CompanyID`),
  })
  const empty = (party: string): Readonly<Record<string, Edit>> => ({
    '-number': drop(`${party}/${registration}/cbc:CompanyID`),
    '-id': drop(`${party}/cac:PartyIdentification/cbc:ID`),
    '-scheme': drop(`${party}/${registration}/cac:TaxScheme`),
  })
  return [seller, buyer].flatMap((party) =>
    [without(party), empty(party)].flatMap((parts) =>
      choices(parts).flatMap(({ name, edit }) => [
        telling(`${party}${name}`, edit),
        telling(`${party}${name}, out of scope`, edit, set('TYPE', '480')),
        telling(`${party}${name}, out of scope, credit`, edit, set('TYPE', '81')),
        telling(`${party}${name}, agent`, edit, flags('00000100')),
        telling(`${party}${name}, at another endpoint`, edit, set(`${party}/cbc:EndpointID`, '2234567890')),
        telling(`${party}${name}, export`, edit, set(`${party}/cbc:EndpointID`, '2234567890'), flags('00000001')),
      ]),
    ),
  )
}

function payee(): TellingDocument[] {
  const name = 'cac:PayeeParty/cac:PartyName/cbc:Name'
  const identifier = 'cac:PayeeParty/cac:PartyIdentification'
  const doubled: Readonly<Record<string, readonly Edit[]>> = {
    identifiers: [attribute(`${identifier}/cbc:ID`, 'schemeID', '0060'), copy(identifier)],
    'SEPA identifiers': [attribute(`${identifier}/cbc:ID`, 'schemeID', 'sepa'), copy(identifier)],
    registrations: [copy('cac:PayeeParty/cac:PartyLegalEntity/cbc:CompanyID')],
    names: [copy('cac:PayeeParty/cac:PartyName')],
  }
  return [
    telling('the payee has the identifier of the seller', set(`${identifier}/cbc:ID`, '1234567890')),
    telling('the payee has the name of another place', set(name, 'Dubai')),
    ...Object.entries(doubled).flatMap(([what, edits]) => [
      telling(`two ${what} of the payee`, ...edits),
      telling(`two ${what} of a payee with the legal name of the seller`, set(name, 'Seller LLC'), ...edits),
      telling(`two ${what} of a payee with the legal name of the buyer`, set(name, 'Buyer LLC'), ...edits),
    ]),
    ...['', ' ', 'D-1', ' D-1 '].flatMap((id) =>
      [1, 2].map((count) =>
        telling(
          `${count} despatch references ${id} of a line`,
          dropAny('cac:DespatchDocumentReference'),
          put('LINE', despatch(id, count)),
        ),
      ),
    ),
    telling('an empty despatch reference of a line', put('LINE', '<cac:DespatchLineReference/>')),
    telling(
      'a despatch reference of a line in text',
      put('LINE', '<cac:DespatchLineReference>D-1</cac:DespatchLineReference>'),
    ),
    telling('one registration inside the representative', put('cac:TaxRepresentativeParty', representative(1))),
    telling('two registrations inside the representative', put('cac:TaxRepresentativeParty', representative(2))),
  ]
}

function despatch(id: string, count: number): string {
  return `<cac:DespatchLineReference><cac:DocumentReference>${`<cbc:ID>${id}</cbc:ID>`.repeat(count)}</cac:DocumentReference></cac:DespatchLineReference>`
}

function representative(count: number): string {
  return `<cac:Party><cac:PartyTaxScheme>${'<cbc:CompanyID>1</cbc:CompanyID>'.repeat(count)}</cac:PartyTaxScheme></cac:Party>`
}

function agencies(): TellingDocument[] {
  const places = [seller, buyer]
  const kinds = ['TL', 'CL', 'EID', 'PAS', 'CD', 'OTH', '']
  return places.flatMap((party) =>
    kinds.flatMap((kind) => {
      const id = `${party}/${legal}/cbc:CompanyID`
      const agency = attribute(id, 'schemeAgencyID', kind)
      const elsewhere = set(`${party}/cbc:EndpointID`, '2234567890')
      return [
        telling(`${party} ${kind}`, agency),
        telling(`${party} ${kind} of nobody`, agency, attribute(id, 'schemeAgencyName')),
        telling(`${party} ${kind} of AE`, agency, attribute(id, 'schemeAgencyName', 'AE')),
        telling(`${party} ${kind} of two countries`, agency, attribute(id, 'schemeAgencyName', 'AE AF')),
        telling(`${party} ${kind} of no country`, agency, attribute(id, 'schemeAgencyName', 'ZZ')),
        telling(`${party} ${kind}, padded`, agency, attribute(id, 'schemeAgencyName', ' AF ')),
        telling(`${party} ${kind} at a 2`, agency, elsewhere),
        telling(`${party} ${kind} at a padded 1`, agency, set(`${party}/cbc:EndpointID`, ' 1234567890 ')),
        telling(
          `${party} ${kind} at another scheme`,
          agency,
          elsewhere,
          attribute(`${party}/cbc:EndpointID`, 'schemeID', '0060'),
        ),
        telling(
          `${party} ${kind} abroad`,
          agency,
          elsewhere,
          set(`${party}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, 'OM'),
        ),
        telling(`${party} ${kind} nowhere`, agency, elsewhere, drop(`${party}/cac:PostalAddress/cac:Country`)),
        telling(`${party} ${kind} at a 2, unregistered`, agency, elsewhere, drop(id)),
      ]
    }),
  )
}

function endpoints(): TellingDocument[] {
  const ids = ['9900000097', '9900000098', '9900000099', '123456789', '12345678901', '1987654321', '2234567890']
  return [seller, buyer].flatMap((party) =>
    ids.flatMap((id) => [
      telling(`${party} at ${id}`, set(`${party}/cbc:EndpointID`, id)),
      ...['01000000', '00000001', '10000001'].map((value) =>
        telling(`${party} at ${id}, flags ${value}`, set(`${party}/cbc:EndpointID`, id), flags(value)),
      ),
      telling(
        `${party} at ${id} of scheme 0060`,
        set(`${party}/cbc:EndpointID`, id),
        attribute(`${party}/cbc:EndpointID`, 'schemeID', '0060'),
      ),
      telling(
        `${party} at ${id} without more`,
        set(`${party}/cbc:EndpointID`, id),
        drop(`${party}/${registration}`),
        drop(`${party}/cac:PartyIdentification`),
      ),
      telling(
        `${party} at ${id}, TRN of a Tin`,
        set(`${party}/cbc:EndpointID`, id),
        set(`${party}/${registration}/cac:TaxScheme/cbc:ID`, ' vat '),
      ),
      telling(
        `${party} at ${id}, wrong TRN`,
        set(`${party}/cbc:EndpointID`, id),
        set(`${party}/${registration}/cbc:CompanyID`, '100000000000103'),
        set(`${party}/${registration}/cac:TaxScheme/cbc:ID`, ' vat '),
      ),
    ]),
  )
}

/** Every single flag and pairs, with and without what each requires. */
function flagged(): TellingDocument[] {
  const single = Array.from({ length: 8 }, (_, at) => '1'.padStart(at + 1, '0').padEnd(8, '0'))
  const values = [...single, '11111111', '11011111', '00100001', '0100000', '010000000', '01000002']
  const abroad = set(`${address}/cac:Country/cbc:IdentificationCode`, 'OM')
  const party = (name: string, id: string) =>
    put(
      '',
      `<cac:${name}><cac:Party><cac:PartyIdentification>${id}</cac:PartyIdentification></cac:Party></cac:${name}>`,
    )
  const beneficiary = '<cbc:ID>100000000000003</cbc:ID>'
  const changes: Readonly<Record<string, readonly Edit[]>> = {
    '': [],
    'no period': [dropAny('cac:InvoicePeriod')],
    'no delivery': [dropAny('cac:Delivery')],
    abroad: [abroad],
    'abroad, no street': [abroad, drop(`${address}/cbc:StreetName`)],
    'abroad, no city': [abroad, drop(`${address}/cbc:CityName`)],
    'abroad, no subdivision': [abroad, drop(`${address}/cbc:CountrySubentity`)],
    'no street': [drop(`${address}/cbc:StreetName`)],
    'no city': [drop(`${address}/cbc:CityName`)],
    'no subdivision': [drop(`${address}/cbc:CountrySubentity`)],
    'no delivery address': [drop(address)],
    'no due date': [dropAny('cbc:DueDate')],
    'nothing due': [dropAny('cbc:DueDate'), set(`${total}/cbc:PayableAmount`, '0')],
    'little due': [dropAny('cbc:DueDate'), set(`${total}/cbc:PayableAmount`, '0.5')],
    'less due': [dropAny('cbc:DueDate'), set(`${total}/cbc:PayableAmount`, '-0.5')],
    'no means': [dropAny('cac:PaymentMeans')],
    'other means': [set('cac:PaymentMeans/cbc:PaymentMeansCode', '10')],
    buyer: [party('BuyerCustomerParty', beneficiary)],
    'buyer without': [party('BuyerCustomerParty', '')],
    principal: [party('SellerSupplierParty', beneficiary)],
    'principal without': [party('SellerSupplierParty', '')],
    'principal is seller': [
      party('SellerSupplierParty', '<cbc:ID>123456789000003</cbc:ID>'),
      set(`${seller}/${registration}/cbc:CompanyID`, '123456789000003'),
    ],
    'all N': [allN('TaxCategory', 'N'), allN('ClassifiedTaxCategory', ' N ')],
    'N on lines': [allN('ClassifiedTaxCategory', 'N')],
    'N on the document': [allN('TaxCategory', 'N')],
  }
  return values.flatMap((value) =>
    Object.entries(changes).map(([what, edits]) => telling(`flags ${value} ${what}`, flags(value), ...edits)),
  )
}

/** Every category of lines or groups is N. */
function allN(name: string, id: string): Edit {
  return ({ root }) => {
    const nodes = [root]
    for (const node of nodes) {
      nodes.push(...node.children)
      if (node.element.name.local !== name) continue
      for (const child of node.children) if (child.element.name.local === 'ID') child.text = id
    }
  }
}

/**
 * Every type of document, also as the type of the other kind, with everything that depends on
 * types.
 */
function types(): TellingDocument[] {
  const changes: Readonly<Record<string, readonly Edit[]>> = {
    '': [],
    'no TRN': [drop(`${seller}/${registration}`)],
    'no buyer id': [drop(`${buyer}/${legal}/cbc:CompanyID`)],
    'no due date': [dropAny('cbc:DueDate')],
    'no means': [dropAny('cac:PaymentMeans')],
    'tax point': [put('', '<cbc:TaxPointDate>2026-02-01</cbc:TaxPointDate>')],
    'no reference': [dropAny('cac:BillingReference')],
    'no reason': [dropAny('cac:DiscrepancyResponse')],
    'empty reason': [
      dropAny('cac:DiscrepancyResponse'),
      put('', '<cac:DiscrepancyResponse><cbc:Description>x</cbc:Description></cac:DiscrepancyResponse>'),
    ],
    'VD, no reference': [dropAny('cac:BillingReference'), dropAny('cac:DiscrepancyResponse'), reason('VD')],
    'VD and reference': [dropAny('cac:DiscrepancyResponse'), reason('VD')],
    'two reasons': [reason('VD')],
    'no reason, no reference': [dropAny('cac:BillingReference'), dropAny('cac:DiscrepancyResponse')],
    summary: [flags('00010000')],
    deemed: [flags('01000000')],
    margin: [flags('00100000')],
    'E and O lines': [drop('LINE[5]'), drop('LINE[2]'), drop('LINE[1]')],
    'E lines': [drop('LINE[5]'), drop('LINE[4]'), drop('LINE[2]'), drop('LINE[1]')],
    'O and Z categories': [allOfLines('Z')],
    'O lines': [allOfLines('O')],
    'padded E lines': [allOfLines(' E ')],
    'N lines': [allOfLines('N')],
  }
  return ['380', '389', '480', '381', '261', '81', ' 389 ', '999'].flatMap((type) =>
    Object.entries(changes).map(([what, edits]) => telling(`type ${type} ${what}`, set('TYPE', type), ...edits)),
  )
}

function reason(code: string): Edit {
  return put('', `<cac:DiscrepancyResponse><cbc:ResponseCode>${code}</cbc:ResponseCode></cac:DiscrepancyResponse>`)
}

function allOfLines(id: string): Edit {
  return (draft) => {
    for (const at of [1, 2, 3, 4, 5]) set(`LINE[${at}]/cac:Item/cac:ClassifiedTaxCategory/cbc:ID`, id)(draft)
  }
}

/** Each amount of totals, groups and charges slightly more, slightly less, missing and negative. */
function amounts(): TellingDocument[] {
  const group = (at: number) => `cac:TaxTotal/cac:TaxSubtotal[${at}]`
  const categories = [1, 2, 3, 4, 5]
  const totals = [
    'LineExtensionAmount',
    'TaxExclusiveAmount',
    'TaxInclusiveAmount',
    'AllowanceTotalAmount',
    'ChargeTotalAmount',
    'PrepaidAmount',
    'PayableRoundingAmount',
    'PayableAmount',
  ]
  const paths = [
    ...totals.map((name) => `${total}/cbc:${name}`),
    'cac:TaxTotal/cbc:TaxAmount',
    'cac:PrepaidPayment/cbc:PaidAmount',
    ...categories.flatMap((at) => [
      `${group(at)}/cbc:TaxableAmount`,
      `${group(at)}/cbc:TaxAmount`,
      `cac:AllowanceCharge[${2 * at - 1}]/cbc:Amount`,
      `cac:AllowanceCharge[${2 * at}]/cbc:Amount`,
      `LINE[${at}]/cbc:LineExtensionAmount`,
    ]),
    ...['cbc:Amount', 'cac:TaxTotal/cbc:TaxAmount'].map((name) => `LINE/cac:ItemPriceExtension/${name}`),
    ...[
      'cbc:PriceAmount',
      'cbc:BaseQuantity',
      'cac:AllowanceCharge/cbc:Amount',
      'cac:AllowanceCharge/cbc:BaseAmount',
    ].map((name) => `LINE/cac:Price/${name}`),
    ...[1, 2].flatMap((at) =>
      ['Amount', 'BaseAmount', 'MultiplierFactorNumeric'].map((name) => `LINE/cac:AllowanceCharge[${at}]/cbc:${name}`),
    ),
    'LINE/QUANTITY',
    ...[1, 2].map((at) => `${group(at)}/cac:TaxCategory/cbc:Percent`),
    'cac:AllowanceCharge/cac:TaxCategory/cbc:Percent',
    'LINE/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
  ]
  const changes = [0.001, -0.001, 0.004, -0.004, 0.01, -0.01, 0.02, -0.02, 0.03, -0.03]
  const indicator = (value: string) =>
    put('cac:TaxTotal', `<cbc:TaxIncludedIndicator>${value}</cbc:TaxIncludedIndicator>`)
  return [
    ...paths.flatMap((path) => [
      ...changes.map((change) => telling(`${path} ${change}`, nudge(path, change))),
      ...['0', '-0', '-0.0', 'NaN', '0.5', '-0.5', '1'].map((value) =>
        telling(`${path} is ${value}`, set(path, value)),
      ),
      telling(`no ${path}`, drop(path)),
    ]),
    ...['true', 'false'].flatMap((value) => [
      telling(`VAT is inside: ${value}`, indicator(value)),
      telling(`VAT is inside: ${value}, other net`, indicator(value), nudge(`${total}/cbc:TaxExclusiveAmount`, 1)),
      telling(`VAT is inside: ${value}, other gross`, indicator(value), nudge(`${total}/cbc:TaxInclusiveAmount`, 1)),
    ]),
    ...[
      ['cac:AllowanceCharge[1]', '12.5', '1.25', '0.15625'],
      ['cac:AllowanceCharge[2]', '12.5', '1.25', '0.15625'],
      ['cac:AllowanceCharge[1]', '12.5', '1.25', '0.16'],
      ['cac:AllowanceCharge[2]', '12.5', '1.25', '0.16'],
      ['cac:AllowanceCharge[2]', '12.5', '1.25', '0.15'],
    ].map(([path = '', percent = '', base = '', amount = '']) =>
      telling(
        `${path} is ${amount}, ${percent} % of ${base}`,
        set(`${path}/cbc:MultiplierFactorNumeric`, percent),
        set(`${path}/cbc:BaseAmount`, base),
        set(`${path}/cbc:Amount`, amount),
      ),
    ),
    ...['true', 'false'].map((value) =>
      telling(
        `deep below a price: ${value}`,
        put(
          'LINE/cac:Price',
          `<cac:PriceList><cac:AllowanceCharge><cbc:ChargeIndicator>${value}</cbc:ChargeIndicator><cbc:Amount currencyID="AED">1</cbc:Amount><cbc:BaseAmount currencyID="AED">1</cbc:BaseAmount><cac:TaxCategory><cbc:ID>N</cbc:ID></cac:TaxCategory></cac:AllowanceCharge></cac:PriceList>`,
        ),
      ),
    ),
    ...choices({
      '-allowance total': drop(`${total}/cbc:AllowanceTotalAmount`),
      '-charge total': drop(`${total}/cbc:ChargeTotalAmount`),
      '-charges': allCharges,
      '-prepaid': drop(`${total}/cbc:PrepaidAmount`),
      '-rounding': drop(`${total}/cbc:PayableRoundingAmount`),
    }).map(({ name, edit }) => telling(`totals${name}`, edit)),
    ...['StartDate', 'EndDate'].flatMap((name) =>
      [
        '2025-12-31',
        '2026-01-01',
        '2026-01-02',
        '2026-01-30',
        '2026-01-31',
        '2026-02-01',
        '2026-02-01Z',
        '2026-01-31+04:00',
      ].flatMap((date) => [
        telling(`${name} ${date} of the document`, set(`cac:InvoicePeriod/cbc:${name}`, date)),
        telling(`${name} ${date} of a line`, set(`LINE/cac:InvoicePeriod/cbc:${name}`, date)),
      ]),
    ),
    ...['cac:InvoicePeriod', 'LINE/cac:InvoicePeriod'].flatMap((path) =>
      choices({
        '-start': drop(`${path}/cbc:StartDate`),
        '-end': drop(`${path}/cbc:EndDate`),
        '+frequency': put(path, '<cbc:DescriptionCode>MTH</cbc:DescriptionCode>'),
      }).map(({ name, edit }) => telling(`${path}${name}`, edit)),
    ),
    ...currencies(),
  ]
}

/** Without charges on the document. */
const allCharges: Edit = ({ root }) => {
  root.children = root.children.filter(({ element }) => element.name.local !== 'AllowanceCharge')
}

function nudge(path: string, change: number): Edit {
  return (draft) => {
    const node = draft.at(path)
    node.text = `${Number((Number(node.text) + change).toFixed(6))}`
  }
}

/** Each part required in another currency, missing or wrong. */
function currencies(): TellingDocument[] {
  const rate = (inside: string) => put('', `<cac:TaxExchangeRate>${inside}</cac:TaxExchangeRate>`)
  const both =
    '<cbc:SourceCurrencyCode>USD</cbc:SourceCurrencyCode><cbc:TargetCurrencyCode>AED</cbc:TargetCurrencyCode>'
  const parts: Readonly<Record<string, Edit>> = {
    dollars: set('cbc:DocumentCurrencyCode', 'USD'),
    '+tax currency': put('', '<cbc:TaxCurrencyCode>AED</cbc:TaxCurrencyCode>'),
    '+tax total': put('', '<cac:TaxTotal><cbc:TaxAmount currencyID="AED">19.28</cbc:TaxAmount></cac:TaxTotal>'),
    '+total': put(
      '',
      '<cac:AdditionalDocumentReference><cbc:ID>AED</cbc:ID><cbc:DocumentTypeCode>aedtotal-incl-vat</cbc:DocumentTypeCode><cbc:DocumentDescription>AED 1947.34</cbc:DocumentDescription></cac:AdditionalDocumentReference>',
    ),
  }
  const rates: Readonly<Record<string, Edit>> = {
    'no rate': () => undefined,
    'whole rate': rate(`${both}<cbc:CalculationRate>3.6725</cbc:CalculationRate>`),
    'no number': rate(both),
    'no source': rate(
      '<cbc:TargetCurrencyCode>AED</cbc:TargetCurrencyCode><cbc:CalculationRate>3.6725</cbc:CalculationRate>',
    ),
    'no target': rate(
      '<cbc:SourceCurrencyCode>USD</cbc:SourceCurrencyCode><cbc:CalculationRate>3.6725</cbc:CalculationRate>',
    ),
    'number only': rate('<cbc:CalculationRate>3.6725</cbc:CalculationRate>'),
    'rate of nothing': rate('<cbc:Date>2026-01-01</cbc:Date>'),
    'rate elsewhere': put(
      'cac:Delivery',
      '<cac:TaxExchangeRate><cbc:CalculationRate>3.6725</cbc:CalculationRate></cac:TaxExchangeRate>',
    ),
  }
  const signs = [
    ['5.25', '19.28'],
    ['-5.25', '19.28'],
    ['5.25', '-19.28'],
    ['-5.25', '-19.28'],
    ['0', '19.28'],
    ['5.25', '0'],
    ['0', '0'],
    ['0', '-19.28'],
    ['-5.25', '0'],
    ['0.5', '-0.5'],
    ['-0.5', '0.5'],
  ]
  return [
    ...choices(parts).flatMap(({ name, edit }) =>
      Object.entries(rates).map(([which, other]) => telling(`currency${name} ${which}`, edit, other)),
    ),
    ...signs.map(([one = '', other = '']) =>
      telling(
        `VAT ${one} in dollars and ${other} in dirhams`,
        set('cbc:DocumentCurrencyCode', 'USD'),
        put('', '<cbc:TaxCurrencyCode> AED </cbc:TaxCurrencyCode>'),
        set('cac:TaxTotal/cbc:TaxAmount', one),
        attribute('cac:TaxTotal/cbc:TaxAmount', 'currencyID', 'USD'),
        put('', `<cac:TaxTotal><cbc:TaxAmount currencyID="AED">${other}</cbc:TaxAmount></cac:TaxTotal>`),
      ),
    ),
  ]
}

/** The codes of the short lists, and two near misses of each long list. */
function codes(): TellingDocument[] {
  const attachment = 'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject'
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const texts: Readonly<Record<string, readonly string[]>> = {
    'cbc:DocumentCurrencyCode': ['AED AFN'],
    'cbc:CustomizationID': [
      'urn:peppol:pint:billing-1@ae-1',
      'urn:peppol:pint:selfbilling-1@ae-1x',
      ' urn:peppol:pint:selfbilling-1@ae-1 ',
      'x urn:peppol:pint:selfbilling-1@ae-1',
      'urn:peppol:pint:selfbilling-1',
    ],
    'cbc:ProfileID': [
      'urn:peppol:bis:billing',
      'urn:peppol:bis:billingx',
      'urn:peppol:bis:selfbillingx',
      'x urn:peppol:bis:selfbilling',
      ' urn:peppol:bis:billing',
      ' urn:peppol:bis:selfbilling',
    ],
    'cac:InvoicePeriod/cbc:DescriptionCode': ['DLY', 'WKY', 'Q15', 'MTH', 'Q45', 'Q60', 'QTR', 'YRL', 'HYR', 'OTH'],
    'LINE/cac:Item/cac:CommodityClassification/cbc:NatureCode': [
      'DL8.48.8.2',
      'DL8.48.8.1',
      'DL8.48.3.1',
      'DL8.48.3.2',
      'DL8.48.3.3',
    ],
    'LINE/cac:Item/cac:CommodityClassification/cbc:CommodityCode': ['G', 'S', 'B', 'X'],
    [`${seller}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`]: ['AE AF', 'OM'],
    'LINE/cac:Item/cac:OriginCountry/cbc:IdentificationCode': ['AE AF'],
    'cac:PaymentMeans/cbc:PaymentMeansCode': ['1 2', '54', '49', '10', '58'],
    'cac:AllowanceCharge[1]/cbc:AllowanceChargeReasonCode': ['41 42'],
    'cac:AllowanceCharge[2]/cbc:AllowanceChargeReasonCode': ['AA AAA'],
    [`${address}/cbc:CountrySubentity`]: ['AUH', 'DXB', 'SHJ', 'UAQ', 'FUJ', 'AJM', 'RAK', 'XXX'],
    [`${seller}/cac:PostalAddress/cbc:CountrySubentity`]: ['AUH', 'SHJ', 'UAQ', 'FUJ', 'AJM', 'RAK'],
    'cac:TaxRepresentativeParty/cac:PostalAddress/cbc:CountrySubentity': [
      'AUH',
      'SHJ',
      'UAQ',
      'FUJ',
      'AJM',
      'RAK',
      'XXX',
    ],
  }
  const attributes: readonly (readonly [string, string, readonly string[]])[] = [
    ['LINE/cbc:LineExtensionAmount', 'currencyID', ['AED AFN']],
    ['LINE/QUANTITY', 'unitCode', ['10 11']],
    ['LINE/cac:Price/cbc:BaseQuantity', 'unitCode', ['10 11', 'KGM', '']],
    ['LINE/cac:DocumentReference/cbc:ID', 'schemeID', ['AAA AAB']],
    [`${buyer}/cac:PartyIdentification/cbc:ID`, 'schemeID', ['0002 0003', 'SEPA']],
    [`${seller}/cac:PartyIdentification/cbc:ID`, 'schemeID', ['SEPA', ' SEPA ']],
    [`${buyer}/${legal}/cbc:CompanyID`, 'schemeID', ['0002 0003']],
    [`${buyer}/cbc:EndpointID`, 'schemeID', ['0002 0007']],
    ['LINE/cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode', 'listID', ['AA AB', 'HS']],
    ['LINE/cac:Item/cac:StandardItemIdentification/cbc:ID', 'schemeID', ['0002 0003', '0160']],
    ['cac:Delivery/cac:DeliveryLocation/cbc:ID', 'schemeID', ['0002 0003']],
    [
      attachment,
      'mimeCode',
      [
        'application/pdf',
        'image/png',
        'image/jpeg',
        'text/csv',
        sheet,
        'application/xml',
        'application/vnd.oasis.opendocument.spreadsheet',
      ],
    ],
  ]
  return [
    telling('tax currencies', put('', '<cbc:TaxCurrencyCode>AED AFN</cbc:TaxCurrencyCode>')),
    ...Object.entries(texts).flatMap(([path, values]) =>
      values.map((value) => telling(`${path} ${value}`, set(path, value))),
    ),
    ...attributes.flatMap(([path, name, values]) =>
      values.map((value) => telling(`${path} ${name} ${value}`, attribute(path, name, value))),
    ),
  ]
}

/** What our own warnings pass over. */
function ourWarnings(): TellingDocument[] {
  const inYen = attribute(`${total}/cbc:PrepaidAmount`, 'currencyID', 'JPY')
  const prepaid = set(`${total}/cbc:PrepaidAmount`, '10.50')
  return [
    telling('decimals of yen that the caller sent', inYen, prepaid),
    telling('decimals of yen that were computed', inYen, prepaid, attribute('', 'amounts', 'computed')),
    telling(
      'two blanks in the number of a receipt line',
      put('LINE', `<cac:ReceiptLineReference><cbc:LineID>A  B</cbc:LineID></cac:ReceiptLineReference>`),
    ),
    telling(
      'an issue date with its zone',
      set('cbc:IssueDate', '2026-07-15Z'),
      put('', '<cbc:DueDate>2026-07-15</cbc:DueDate>'),
    ),
  ]
}
