import { readXml } from '@selfbill/schematron/read-xml'
import { type Element, writeXml } from '@selfbill/schematron/xml'
import type { Random } from '../random.ts'
import { elementOf, type Node, nodeOf } from './ubl-documents.ts'

/**
 * Applies one to four hostile edits: odd numbers and dates, blanks, wrong codes, comments inside
 * text, missing, duplicate or misplaced elements, foreign attributes. Most are small, so that most
 * rules still apply.
 */
export function hostile(root: Element, random: Random): Element {
  const node = nodeOf(root)
  const edits = 1 + random.below(4)
  for (let edit = 0; edit < edits; edit += 1) random.of(kindsOfEdit)(node, random)
  return withComments(elementOf(node))
}

/** Reads the document back with comments in place of the marks. */
export function withComments(root: Element): Element {
  return readXml(writeXml(root).replaceAll(comment, '<!-- -->'))
}

type HostileEdit = (root: Node, random: Random) => void

/** Marks a comment until the document is text. */
export const comment = '\ue000'

const changeText: HostileEdit = (root, random) => {
  const leaf = random.of(all(root).filter(({ children }) => children.length === 0))
  leaf.text = random.of(textsFor(leaf, root, random))
}

const changeAttribute: HostileEdit = (root, random) => {
  const holders = all(root).filter(({ attributes }) => attributes.size > 0)
  if (holders.length === 0) return
  const node = random.of(holders)
  const name = random.of([...node.attributes.keys()])
  const others = holders.map(({ attributes }) => attributes.get(name)).filter((value) => value !== undefined)
  const change = random.below(4)
  if (change === 0) node.attributes.delete(name)
  else node.attributes.set(name, change === 1 ? random.of(others) : random.of([...codesOf(name), ...oddTexts]))
}

const swapAttributes: HostileEdit = (root, random) => {
  const holders = all(root).filter(({ attributes }) => attributes.size > 0)
  if (holders.length === 0) return
  const [one, other] = [random.of(holders), random.of(holders)]
  const kept = [...one.attributes]
  one.attributes.clear()
  for (const [name, value] of other.attributes) one.attributes.set(name, value)
  other.attributes.clear()
  for (const [name, value] of kept) other.attributes.set(name, value)
}

const remove: HostileEdit = (root, random) => {
  const { parent, node } = somewhere(root, random)
  parent.children.splice(parent.children.indexOf(node), 1)
}

const double: HostileEdit = (root, random) => {
  const { parent, node } = somewhere(root, random)
  parent.children.splice(parent.children.indexOf(node), 0, cloned(node))
}

const misplace: HostileEdit = (root, random) => {
  const { parent, node } = somewhere(root, random)
  const inside = new Set(all(node))
  const targets = all(root).filter((target) => target.children.length > 0 && !inside.has(target))
  parent.children.splice(parent.children.indexOf(node), 1)
  const { children } = random.of(targets)
  children.splice(random.below(children.length + 1), 0, node)
}

const exchange: HostileEdit = (root, random) => {
  const [one, other] = [somewhere(root, random), somewhere(root, random)]
  const texts = [one.node.text, other.node.text] as const
  if (one.node.children.length > 0 || other.node.children.length > 0) return
  one.node.text = texts[1]
  other.node.text = texts[0]
}

const kindsOfEdit: readonly HostileEdit[] = [
  ...[changeText, changeText, changeText, changeText, changeText],
  ...[changeAttribute, remove, remove, double, swapAttributes, misplace, exchange],
]

function cloned({ element, attributes, children, text }: Node): Node {
  return { element, attributes: new Map(attributes), children: children.map(cloned), text }
}

function all(node: Node): Node[] {
  return [node, ...node.children.flatMap(all)]
}

function somewhere(root: Node, random: Random): { parent: Node; node: Node } {
  const parent = random.of(all(root).filter(({ children }) => children.length > 0))
  return { parent, node: random.of(parent.children) }
}

/** Possible values of a leaf, by its name and present value. */
function textsFor(leaf: Node, root: Node, random: Random): readonly string[] {
  const { local } = leaf.element.name
  const { text } = leaf
  const alike = all(root).filter(({ element }) => element.name === leaf.element.name)
  const characters = [...text]
  const half = Math.ceil(characters.length / 2)
  const split = [characters.slice(0, half).join(''), characters.slice(half).join('')].join(comment)
  return [
    random.of(alike).text,
    random.of([split, ` ${text}\n`, characters.slice(1).join(''), `${text}x`]),
    random.of(oddTexts),
    ...(/Amount|Quantity|Percent|Numeric|Rate|Base/.test(local) ? [nudged(text, random), random.of(oddNumbers)] : []),
    ...(/Date/.test(local) ? [nudgedDate(text, random), random.of(oddDates)] : []),
    ...(/Time/.test(local) ? oddTimes : []),
    ...(/Indicator/.test(local) ? oddBooleans : []),
    ...codesOf(local).slice(0, 4),
    random.of([...codesOf(local), text.toLowerCase(), text.replace(/\d/, (digit) => `${(Number(digit) + 1) % 10}`)]),
  ]
}

/** A little more or less, or in another notation. */
function nudged(text: string, random: Random): string {
  const value = Number(text)
  if (Number.isNaN(value)) return '1'
  const changes = [value + 0.01, value - 0.01, value + 0.02, value + 1, value - 1, value + 0.004, -value, value * 2]
  return random.of([...changes.map((changed) => `${Number(changed.toFixed(6))}`), `${text}0`, `${text}.00`])
}

function nudgedDate(text: string, random: Random): string {
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.valueOf())) return '2026-01-01'
  return new Date(date.valueOf() + random.of([-31, -1, 1, 31]) * 86_400_000).toISOString().slice(0, 10)
}

const oddTexts = ['', ' ', 'x', 'A B', '😀'.repeat(6), '\u00a0', 'x'.repeat(1001), '0', '\n5\t', '*', '$5', '\u0665']
const oddNumbers = [
  '0',
  '-0',
  '-0.0',
  '-.00',
  '-1',
  '+5',
  ' 5 ',
  '5.',
  '.5',
  '1e2',
  'INF',
  'NaN',
  '0.005',
  '1.000',
  '0x10',
  '1,0',
]
const oddDates = ['2026-02-30', '2026-02-01Z', '2026-02-01+04:00', '0000-01-01', ' 2026-02-01 ', '2026-2-1']
const oddTimes = ['24:00:00', '25:00:00', '10:00:00.5Z', '10:00']
const oddBooleans = ['true', 'false', '1', '0', ' true ', 'TRUE', 'maybe']

/** Codes with a meaning, by the name of the element or the attribute. */
function codesOf(name: string): readonly string[] {
  return codes[name] ?? []
}

const endpoints = [
  '9900000097',
  '9900000098',
  '9900000099',
  '1234567890',
  '2234567890',
  '1987654321',
  '123456789000003',
]
const codes: Readonly<Record<string, readonly string[]>> = {
  ID: ['S', 'Z', 'E', 'O', 'AE', 'N', 'VAT', 'TIN', 'vat', ...endpoints],
  EndpointID: endpoints,
  CompanyID: [...endpoints, '12345678901', '198765432100001'],
  ProfileExecutionID: ['1', '01', '001', '0001', '00001', '000001', '0000001'].map((flag) => flag.padEnd(8, '0')),
  InvoiceTypeCode: ['380', '389', '480', '381', '81', '261'],
  CreditNoteTypeCode: ['381', '261', '81', '380', '389', '480'],
  DocumentCurrencyCode: ['USD', 'AED', 'aed', 'XXX'],
  TaxCurrencyCode: ['USD', 'AED', 'aed', 'XXX'],
  currencyID: ['USD', 'AED', 'aed', 'XXX'],
  SourceCurrencyCode: ['USD', 'AED'],
  IdentificationCode: ['AE', 'OM', 'ae', '1A', 'UAE', 'XX'],
  CountrySubentity: ['DXB', 'AUH', 'Dubai', 'dxb'],
  ResponseCode: ['VD', 'DL8.61.1.A', 'DL8.61.1.F'],
  DescriptionCode: ['MTH', 'OTH', 'mth', '4'],
  CommodityCode: ['G', 'S', 'B', 'g'],
  NatureCode: ['DL8.48.8.1', 'DL8.48.8.9'],
  TaxExemptionReasonCode: ['DL8.46.1', 'DL8.46.3', 'DL8.46.9'],
  TaxExemptionReason: ['Bare land', 'BARE LAND', 'Other'],
  PaymentMeansCode: ['10', '30', '54', '49', '99', 'ZZZ'],
  DocumentTypeCode: ['130', '50', 'aedtotal-incl-vat', '380'],
  CustomizationID: [
    'urn:peppol:pint:selfbilling-1@ae-1',
    'urn:peppol:pint:billing-1@ae-1',
    'urn:peppol:pint:selfbilling-1*',
  ],
  ProfileID: ['urn:peppol:bis:billing', 'urn:peppol:bis:selfbilling'],
  AllowanceChargeReasonCode: ['95', 'FC', 'ZZZ'],
  schemeID: [
    '0235',
    '0060',
    '0160',
    '0088',
    '0007',
    '0184',
    '0192',
    '0201',
    '0208',
    '0210',
    '0211',
    '0151',
    'SEPA',
    'SAC',
  ],
  schemeAgencyID: ['TL', 'EID', 'PAS', 'CD', 'OTH'],
  schemeAgencyName: ['AE', 'XI', '1A'],
  listID: ['HS', 'SAC', 'STI', '??'],
  unitCode: ['C62', 'KGM', 'PIECES'],
  mimeCode: ['text/csv', 'text/html'],
}
