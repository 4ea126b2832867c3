import type { Element } from '../xml/element.ts'
import type { Assertion } from './rule-file/rule-file.ts'

/** An assertion that does not hold for an element, or could not be evaluated there. */
export interface Finding {
  readonly assertion: Assertion
  readonly element: Element
  /** The assertion's text with its values filled in. */
  readonly message: string
  /** Why the rule could not be evaluated; the document then counts as invalid. */
  readonly error?: string
}

/** Called for every assertion that was evaluated: `holds` is false for a finding. */
export type Observer = (assertion: Assertion, element: Element, holds: boolean) => void
