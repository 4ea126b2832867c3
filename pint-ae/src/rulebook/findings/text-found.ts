import type { Assertion } from '@selfbill/schematron/engine'
import type { Element } from '@selfbill/schematron/xml'
import { findsCardNumber } from '../../card-number/find-card-number.ts'
import { maskCardNumber } from '../../card-number/mask-card-number.ts'

/**
 * The text that a finding is about: from the attribute that the rule's `found` names, from the
 * attribute or element that its `field` names, or from the element or the attribute itself. Null when it is missing, ambiguous, longer than 200
 * characters, or contains a card number.
 */
export function textFound(
  element: Element,
  { attributes: { field, found: named }, test }: Assertion,
  isWritten: boolean,
  attribute?: string,
): string | null {
  const own = () => (attribute === undefined ? ownText(element, test) : element.attribute(attribute))
  const atField = () => (field === undefined ? own() : textAt(element, field, isWritten))
  const found = named === undefined ? atField() : element.attribute(named)
  return found === undefined || found === '' || found.length > charactersMax || isCard(found) ? null : found
}

/**
 * For an element with text: the attribute that the test mentions first, or the element's own text.
 */
function ownText(element: Element, test: string): string | undefined {
  if (element.children.length > 0) return undefined
  const attribute = firstAttributeIn(test)
  return attribute === undefined ? element.text : element.attribute(attribute)
}

/** The first attribute of the element itself in a test. */
export function firstAttributeIn(test: string): string | undefined {
  return /(?:^|[^/\w\])])@(\w+)/.exec(test)?.[1]
}

/**
 * The text at a field as rule files write it: `country_subentity`, `../unit_code`,
 * `/tax_exchange_rate.calculation_rate`.
 */
function textAt(element: Element, field: string, isWritten: boolean): string | undefined {
  const steps = field.replace(/^(\.\.)?\/(\.\.\/)*/, '').split('.')
  const member = steps.at(-1) ?? ''
  const attribute = attributeOf[member]
  if (attribute !== undefined && element.children.length === 0) return element.attribute(attribute)
  const start = startOf(element, field)
  const holder = (attribute === undefined ? steps : steps.slice(0, -1)).reduce(
    (at: Element | undefined, step) => at && memberOf(at, step, isWritten),
    start,
  )
  if (attribute !== undefined) return holder && attributeBelow(holder, attribute)
  return holder?.children.length === 0 ? holder.text : undefined
}

function startOf(element: Element, field: string): Element | undefined {
  let at: Element | undefined = element
  if (field.startsWith('/')) while (at.parent) at = at.parent
  for (let rest = field; at && rest.startsWith('../'); rest = rest.slice(3)) at = at.parent
  return at
}

/** The one element written from a member; in a tree read from XML, the one child with that name. */
function memberOf(element: Element, member: string, isWritten: boolean): Element | undefined {
  const name = member.replaceAll('_', '')
  const found = isWritten
    ? writtenFrom(element, member)
    : element.children.filter((child) => child.name.local.toLowerCase() === name)
  return found.length === 1 ? found[0] : undefined
}

function writtenFrom(element: Element, member: string): readonly Element[] {
  return element.children.flatMap((child) => {
    if (child.origin === member) return [child]
    return child.origin === undefined ? writtenFrom(child, member) : []
  })
}

/** The first one in document order. */
function attributeBelow(element: Element, attribute: string): string | undefined {
  const own = element.attribute(attribute)
  if (own !== undefined) return own
  for (const child of element.children) {
    const found = attributeBelow(child, attribute)
    if (found !== undefined) return found
  }
  return undefined
}

function isCard(text: string): boolean {
  return findsCardNumber(text) || maskCardNumber(text) !== text
}

/** The members that are written as an attribute on another member's element. */
export const attributeOf: Readonly<Record<string, string>> = {
  unit_code: 'unitCode',
  scheme_id: 'schemeID',
  endpoint_scheme_id: 'schemeID',
  party_identification_scheme_id: 'schemeID',
  scheme_version_id: 'schemeVersionID',
  item_classification_list_id: 'listID',
  item_classification_list_version_id: 'listVersionID',
  scheme_agency_id: 'schemeAgencyID',
  authority_name: 'schemeAgencyName',
  passport_issuing_country_code: 'schemeAgencyName',
  file_type: 'mimeCode',
  file_name: 'filename',
}

const charactersMax = 200
