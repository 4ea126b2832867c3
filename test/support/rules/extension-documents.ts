import type { Element } from '@selfbill/schematron/xml'
import type { Random } from '../random.ts'
import { Draft, dropAny, type Edit, elementOf, type Kind, type Node, nodeOf, put, set } from './ubl-documents.ts'

/**
 * Documents with business elements inside an extension, where UBL allows any element, and what the
 * official rules make of them. `fails` and `holds` name rules; others may fail too.
 */
export function extensionCases(kind: Kind): readonly ExtensionCase[] {
  return [...emptyElements(), ...sums(kind), ...standardRated(kind), ...profitMargin(kind), ...agents(), ...twice()]
}

export interface ExtensionCase {
  readonly what: string
  readonly edits: readonly Edit[]
  readonly fails?: readonly string[]
  readonly holds?: readonly string[]
}

/**
 * A copy of the document with a copy of a part of it, or of another document, in an extension: alone
 * or inside some of its ancestors, and some texts there changed.
 */
export function extended(root: Element, random: Random, other = root): Element {
  const picked = random.of(within(other))
  const ancestors = ancestorsOf(picked)
  let part = nodeOf(picked)
  for (const ancestor of ancestors.slice(0, random.below(ancestors.length + 1)))
    part = { ...nodeOf(ancestor), children: [part], text: '' }
  for (const node of nodesIn(part))
    if (node.children.length === 0 && random.below(4) === 0) node.text = random.of(otherTexts)
  return containing(root, elementOf(part))
}

/** A copy of the document with a copy of another one in an extension. */
export function containing(root: Element, other: Element): Element {
  const draft = new Draft('invoice', root)
  extend('')(draft)
  draft.at(content).children.push(nodeOf(other))
  return elementOf(draft.root)
}

const otherTexts = ['', ' ', '0', '-5', 'x', 'S', 'Z', 'E', 'O', 'AE', 'N', 'USD', '00000100', '2026-01-01']
const content = 'ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent'
const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** Puts elements, given as XML, into an extension: the first child of the root. */
function extend(xml: string): Edit {
  return (draft) => {
    const inside = `<ext:UBLExtension><ext:ExtensionContent>${xml}</ext:ExtensionContent></ext:UBLExtension>`
    put('', `<ext:UBLExtensions xmlns:ext="${ubl}CommonExtensionComponents-2">${inside}</ext:UBLExtensions>`)(draft)
    const { children } = draft.root
    children.unshift(...children.splice(-1))
  }
}

/** Another document in an extension, with its own prefix for its root. */
function document(root: 'Invoice' | 'CreditNote', xml: string): string {
  return `<${root} xmlns="${ubl}${root}-2">${xml}</${root}>`
}

/** Only a document itself, its lines and a few other elements may be empty, as far as ibr-079 goes. */
function emptyElements(): readonly ExtensionCase[] {
  const empty = [
    document('Invoice', ''),
    document('CreditNote', ''),
    document('Invoice', '<cac:TaxTotal/>'),
    document('CreditNote', '<cac:TaxTotal/>'),
    '<cac:TaxTotal/>',
    '<cac:Party/>',
    '<cbc:Note> </cbc:Note>',
    '<x:Else xmlns:x="urn:x"/>',
  ]
  const allowed = [
    '<LINE/>',
    '<cac:AllowanceCharge/>',
    '<cac:AccountingSupplierParty><cac:Party/></cac:AccountingSupplierParty>',
  ]
  return [
    ...empty.map((xml) => ({ what: `an empty element: ${xml}`, edits: [extend(xml)], fails: ['ibr-079'] })),
    ...allowed.map((xml) => ({
      what: `an element that may be empty: ${xml}`,
      edits: [extend(xml)],
      holds: ['ibr-079'],
    })),
    {
      what: 'a document that is not empty',
      edits: [extend(document('Invoice', '<cbc:ID>1</cbc:ID>'))],
      holds: ['ibr-079'],
    },
  ]
}

const others: Readonly<Record<Kind, string>> = { invoice: 'cac:CreditNoteLine', 'credit note': 'cac:InvoiceLine' }
const withoutLines: Edit = ({ root }) => {
  root.children = root.children.filter(({ element }) => !element.name.local.endsWith('Line'))
}

/**
 * The amount of these groups is what the lines, charges and allowances of the document add up to:
 * 100, 10 and 5. Lines of the other kind count too, if only there are some; then those of the
 * document do not.
 */
function sums(kind: Kind): readonly ExtensionCase[] {
  const groups = [
    ['aligned-ibrp-z-08', 2],
    ['aligned-ibrp-e-08', 3],
    ['aligned-ibrp-o-08', 4],
    ['aligned-ibrp-ae-08-ae', 5],
  ] as const
  return groups.flatMap(([id, at]) => {
    const amount = (text: string) => set(`cac:TaxTotal/cac:TaxSubtotal[${at}]/cbc:TaxableAmount`, text)
    const priced = '<cbc:LineExtensionAmount currencyID="AED">7.00</cbc:LineExtensionAmount>'
    const line = (name: string) => extend(`<${name}>${priced}</${name}>`)
    const other = others[kind]
    return [
      { what: `${id}: charges alone`, edits: [amount('5.00')], fails: [id] },
      { what: `${id}: charges alone, other lines`, edits: [amount('5.00'), line(other)], holds: [id] },
      { what: `${id}: all, other lines`, edits: [line(other)], holds: [id] },
      { what: `${id}: charges alone, such lines`, edits: [amount('5.00'), line('LINE')], fails: [id] },
      { what: `${id}: with the line of the extension`, edits: [amount('112.00'), line('LINE')], fails: [id] },
      { what: `${id}: no lines`, edits: [withoutLines, amount('5.00')], fails: [id] },
      { what: `${id}: lines elsewhere`, edits: [withoutLines, amount('5.00'), line('LINE')], holds: [id] },
      { what: `${id}: other lines elsewhere`, edits: [withoutLines, amount('5.00'), line(other)], holds: [id] },
      { what: `${id}: all, lines elsewhere`, edits: [withoutLines, line('LINE')], fails: [id] },
    ]
  })
}

const category = (id: string, percent: string) =>
  `<cbc:ID>${id}</cbc:ID><cbc:Percent>${percent}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>`
const lineOf = (name: string, id: string, percent: string) => `<${name}>
  <cbc:LineExtensionAmount currencyID="AED">7.00</cbc:LineExtensionAmount>
  <cac:Item><cac:ClassifiedTaxCategory>${category(id, percent)}</cac:ClassifiedTaxCategory></cac:Item></${name}>`

/** The same for the standard rate, where lines and charges of that rate count. */
function standardRated(kind: Kind): readonly ExtensionCase[] {
  const id = 'aligned-ibrp-s-08'
  const amount = (text: string) => set('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount', text)
  const noCharges = dropAny('cac:AllowanceCharge')
  const charge = extend(
    `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:Amount currencyID="AED">7.00</cbc:Amount>
    <cac:TaxCategory>${category('S', '5.0')}</cac:TaxCategory></cac:AllowanceCharge>`,
  )
  const other = others[kind]
  return [
    { what: `${id}: the line`, edits: [noCharges, amount('100.00')], holds: [id] },
    { what: `${id}: nothing`, edits: [noCharges, amount('0.00')], fails: [id] },
    { what: `${id}: other line`, edits: [noCharges, amount('0.00'), extend(lineOf(other, 'S', '5'))], holds: [id] },
    { what: `${id}: its amount`, edits: [noCharges, amount('7.00'), extend(lineOf(other, 'S', '5'))], fails: [id] },
    { what: `${id}: other rate`, edits: [noCharges, amount('0.00'), extend(lineOf(other, 'S', '6'))], fails: [id] },
    { what: `${id}: other category`, edits: [noCharges, amount('0.00'), extend(lineOf(other, 'Z', '5'))], fails: [id] },
    { what: `${id}: such a line`, edits: [noCharges, amount('0.00'), extend(lineOf('LINE', 'S', '5'))], fails: [id] },
    { what: `${id}: charge`, edits: [noCharges, amount('0.00'), charge], holds: [id] },
    { what: `${id}: its amount, charge`, edits: [noCharges, amount('107.00'), charge], fails: [id] },
    {
      what: `${id}: elsewhere`,
      edits: [withoutLines, noCharges, amount('0.00'), extend(lineOf('LINE', 'S', '5'))],
      holds: [id],
    },
  ]
}

function profitMargin(kind: Kind): readonly ExtensionCase[] {
  const id = 'ibr-102-ae'
  const group = 'cac:TaxTotal/cac:TaxSubtotal'
  const margin = [
    set(`${group}/cac:TaxCategory/cbc:ID`, 'N'),
    set('LINE/cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'N'),
    set(`${group}/cbc:TaxableAmount`, '100.00'),
  ]
  const none = set(`${group}/cbc:TaxableAmount`, '0.00')
  const other = others[kind]
  return [
    { what: `${id}: the line`, edits: margin, holds: [id] },
    { what: `${id}: nothing`, edits: [...margin, none], fails: [id] },
    { what: `${id}: other line`, edits: [...margin, none, extend(lineOf(other, 'N', '5'))], holds: [id] },
    { what: `${id}: other rate`, edits: [...margin, none, extend(lineOf(other, 'N', '6'))], fails: [id] },
    { what: `${id}: such a line`, edits: [...margin, none, extend(lineOf('LINE', 'N', '5'))], fails: [id] },
    { what: `${id}: elsewhere`, edits: [...margin, withoutLines, none, extend(lineOf('LINE', 'N', '5'))], holds: [id] },
  ]
}

/** A seller needs a registration if the nearest document around it is of disclosed agent billing. */
function agents(): readonly ExtensionCase[] {
  const id = 'ibr-177-ae'
  const seller =
    '<cac:AccountingSupplierParty><cac:Party><cbc:WebsiteURI>x</cbc:WebsiteURI></cac:Party></cac:AccountingSupplierParty>'
  const flags = (value: string) => `<cbc:ProfileExecutionID>${value}</cbc:ProfileExecutionID>`
  const root = set('cbc:ProfileExecutionID', '00000100')
  return [
    { what: `${id}: seller alone`, edits: [extend(seller)], holds: [id] },
    { what: `${id}: seller alone, agent`, edits: [root, extend(seller)], fails: [id] },
    { what: `${id}: deeper, agent`, edits: [root, extend(`<x:Else xmlns:x="urn:x">${seller}</x:Else>`)], fails: [id] },
    ...(['Invoice', 'CreditNote'] as const).flatMap((name) => [
      { what: `${id}: ${name} of an agent`, edits: [extend(document(name, flags('00000100') + seller))], fails: [id] },
      {
        what: `${id}: ${name} of nobody`,
        edits: [root, extend(document(name, flags('00000000') + seller))],
        holds: [id],
      },
      { what: `${id}: ${name} without flags`, edits: [root, extend(document(name, seller))], holds: [id] },
    ]),
  ]
}

/** Two codes where a rule reads one: it cannot be evaluated, even if it already found what it seeks. */
function twice(): readonly ExtensionCase[] {
  const two = (scheme: string) => `<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID>${scheme}</cac:ClassifiedTaxCategory>`
  const ids = two('<cbc:ID>S</cbc:ID>')
  const taxCategory = `<cac:TaxCategory><cac:TaxScheme><cbc:ID>VAT</cbc:ID><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory>`
  return [
    { what: 'two codes of a category', edits: [extend(ids)], fails: ['aligned-ibrp-s-01'] },
    {
      what: 'two codes of a scheme',
      edits: [extend(taxCategory)],
      fails: ['aligned-ibrp-ae-01-ae', 'aligned-ibrp-z-01'],
    },
    {
      what: 'two codes of a scheme, beside a profit margin group',
      edits: [set('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID', 'N'), extend(taxCategory)],
      fails: ['ibr-105-ae'],
    },
    { what: 'one code of each', edits: [extend(two(''))], holds: ['aligned-ibrp-s-01', 'aligned-ibrp-ae-01-ae'] },
  ]
}

function within(element: Element): readonly Element[] {
  return [element, ...element.children.flatMap(within)]
}

function ancestorsOf({ parent }: Element): readonly Element[] {
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent)]
}

function nodesIn(node: Node): readonly Node[] {
  return [node, ...node.children.flatMap(nodesIn)]
}
