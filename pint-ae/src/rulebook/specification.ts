import type { Element } from '@selfbill/schematron/xml'
import type { RuleSet } from './rule-set.ts'

/** A specification that our rules judge: its documents name it by their customisation id. */
export interface Specification {
  readonly id: string
  readonly set: RuleSet
  /** The local names of its root elements. */
  readonly roots: readonly string[]
  /** Absent: the namespace of UBL for the root. */
  readonly namespace?: string
}

/** Source: docs/network.md#identifiers. */
export const specifications: readonly Specification[] = [
  { id: 'urn:peppol:pint:selfbilling-1@ae-1', set: 'self-billing', roots: ['Invoice', 'CreditNote'] },
  { id: 'urn:peppol:pint:billing-1@ae-1', set: 'billing', roots: ['Invoice', 'CreditNote'] },
  { id: 'urn:peppol:taxdata:ae-1', set: 'tdd', roots: ['TaxData'], namespace: 'urn:peppol:schema:taxdata:1.0' },
  { id: 'urn:peppol:edec:mls:1.0', set: 'mls', roots: ['ApplicationResponse'] },
]

/** Whether the root is the element of this name, in UBL unless another namespace is given. */
export function isNamed({ name }: Element, root: string, namespace: string = ublNamespace(root)): boolean {
  return name.local === root && name.namespace === namespace
}

function ublNamespace(root: string): string {
  return `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`
}

/** A header of the document, such as CustomizationID; undefined when it is missing or blank. */
export function headerIn(root: Element, local: string): string | undefined {
  const header = root.children.find(({ name }) => name.local === local && name.namespace === basic)
  const text = header?.value.trim()
  return text === '' ? undefined : text
}

const basic = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'
