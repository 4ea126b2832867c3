import type { Element } from '@selfbill/schematron/xml'

/**
 * What no document shows by itself, and a rule reads: its clock, its agreement, and the documents
 * stored before it. The rules read it as marks, which are gone again before anything is sent.
 */
export interface Circumstances {
  /** The supplier has no agreement on self-billing on the issue date. */
  readonly lacksAgreement?: boolean
  /** An earlier document has the same parties, date and amount. */
  readonly isAlike?: boolean
  /** The number of that document. */
  readonly alikeNumber?: string | undefined
  /** Of the invoices that a credit note names, in their order; undefined: nothing to mark. */
  readonly credited?: readonly (CreditedMarks | undefined)[]
  /** The issue date is after today in the Gulf. */
  readonly isFuture?: boolean
  /** The service computed the amounts of charges, for a credit note by reference. */
  readonly areAmountsComputed?: boolean
}

/** The marks of an invoice that a credit note names. */
export interface CreditedMarks {
  /** Whether an invoice has the number. */
  readonly found?: 'invoice' | 'none'
  /** Its issue date, where it is after the credit note's. */
  readonly issued?: string
  /** What is left of the invoices, where the credit note exceeds it. */
  readonly left?: string
}

/**
 * Judges a document with its marks: attributes of the root and of its references, which are gone
 * again afterwards. A copy would cost more, because the tax data document holds the same tree.
 */
export function judgedIn<Result>(circumstances: Circumstances, root: Element, judge: () => Result): Result {
  const marks = marksOf(circumstances, root)
  for (const [element, attributes] of marks) element.attributes = [...element.attributes, ...attributes]
  try {
    return judge()
  } finally {
    for (const [element, { length }] of marks) element.attributes = element.attributes.slice(0, -length)
  }
}

function marksOf(
  { lacksAgreement, isAlike, alikeNumber, isFuture, areAmountsComputed, credited = [] }: Circumstances,
  root: Element,
): readonly (readonly [element: Element, attributes: readonly string[]])[] {
  const ofRoot = [
    ...(lacksAgreement === true ? ['agreement', 'none'] : []),
    ...(isAlike === true ? ['alike', 'earlier'] : []),
    ...(isAlike === true && alikeNumber !== undefined ? ['alike-number', alikeNumber] : []),
    ...(isFuture === true ? ['issued', 'future'] : []),
    ...(areAmountsComputed === true ? ['amounts', 'computed'] : []),
  ]
  const references = credited.length === 0 ? [] : root.children.filter(({ name }) => name.local === 'BillingReference')
  const ofReferences = references.flatMap(({ children }, at) => {
    const marks = Object.entries<string>({ ...credited[at] }).flat()
    return marks.length === 0 ? [] : children.map((reference) => [reference, marks] as const)
  })
  return ofRoot.length === 0 ? ofReferences : [[root, ofRoot], ...ofReferences]
}
