/**
 * Documents with what expressions go wrong on: numbers at the edge of a type, dates with and without
 * a zone, text that a comment splits, prefixed attributes, letters beyond the first plane. `contexts`
 * selects the items that each expression is evaluated on.
 */
export interface TestDocument {
  readonly name: string
  readonly text: string
  readonly contexts: string
}

const plain = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="" xmlns:cbc="urn:cbc" xmlns:cac="urn:cac" xml:lang="en-US">
  <cbc:ID schemeID="0235" schemeName="a b">INV-1</cbc:ID>
  <cbc:IssueDate>2026-02-28</cbc:IssueDate>
  <cbc:Note>tax 5.0 due</cbc:Note>
  <cbc:Amount currencyID="AED">105.00</cbc:Amount>
  <cac:Line xml:lang="ar">
    <cbc:ID>1</cbc:ID>
    <cbc:Quantity unitCode="C62">2</cbc:Quantity>
    <cbc:Amount currencyID="AED">100.00</cbc:Amount>
    <cbc:Percent>5</cbc:Percent>
  </cac:Line>
  <cac:Line>
    <cbc:ID>2</cbc:ID>
    <cbc:Quantity unitCode="KGM">0.5</cbc:Quantity>
    <cbc:Amount currencyID="USD">2.50</cbc:Amount>
    <cac:Line>
      <cbc:ID>2.1</cbc:ID>
      <cbc:Amount>2.5</cbc:Amount>
    </cac:Line>
  </cac:Line>
</Invoice>`

const odd = `<Invoice xmlns:cbc="urn:cbc" xmlns:cac="urn:cac" xmlns:p="urn:p" p:ID=" 7 " cbc:ID="x"><cbc:ID schemeID="" p:schemeID="q"> </cbc:ID
><cbc:IssueDate>2026-01-01+04:00</cbc:IssueDate><cbc:IssueDate>2026-01-01Z</cbc:IssueDate><cbc:Note>\u{1F600}a\u0301 Ii\u0131\u0130\u00df\u00c9</cbc:Note
><cbc:Note xml:lang="fr">a<!-- c -->b</cbc:Note><cbc:Amount currencyID="$1\\">NaN</cbc:Amount><cbc:Amount currencyID="aed">-0.0</cbc:Amount
><cac:Line xml:space="preserve"> <cbc:ID>9007199254740993</cbc:ID> <cbc:Quantity>1e21</cbc:Quantity><cbc:Amount>INF</cbc:Amount
><cbc:Percent>123456789012.5</cbc:Percent></cac:Line><cac:Line>mixed <cbc:ID>true</cbc:ID> text<cbc:Amount>abc</cbc:Amount
></cac:Line></Invoice>`

const flat = `<cac:Line xmlns:cbc="urn:cbc" xmlns:cac="urn:cac"><cbc:ID>0</cbc:ID><cbc:Quantity>-7</cbc:Quantity
><cbc:IssueDate>2024-02-29T10:30:00.25+04:00</cbc:IssueDate><cbc:Amount currencyID="AED"> 5. </cbc:Amount
><cbc:Percent>P1DT2H</cbc:Percent><cbc:Note/><cbc:Note>a,b,,c</cbc:Note><!-- one --><?two three?></cac:Line>`

export const documents: readonly TestDocument[] = [
  { name: 'plain', text: plain, contexts: '/*, /*/cac:Line, (//cbc:Amount)[2], /*/cac:Line[2]/cac:Line' },
  { name: 'odd', text: odd, contexts: '/*, /*/cac:Line, /*/cbc:Note[2], /*/cbc:ID' },
  { name: 'flat', text: flat, contexts: '/, /*, /*/cbc:Quantity' },
]
