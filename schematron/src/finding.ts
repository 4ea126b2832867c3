import type { Assertion, NoteAttributes } from './rule-file/rule-file.ts'
import type { Element } from './xml/element.ts'

/** An assertion that does not hold for an element, or could not be evaluated there. */
export interface Finding {
  readonly assertion: Assertion
  /** The document node, when the rule's context is `/`; its owner, when it is no element. */
  readonly element: Element
  /** The attribute that the rule is about: its local name, or `{namespace}local`. */
  readonly attribute?: string
  /** The text, comment or instruction that the rule is about, as a step: `text()[2]`. */
  readonly piece?: string
  /** The assertion's text with its values filled in. */
  readonly message: string
  /** Why the rule could not be evaluated; the document then counts as invalid. */
  readonly error?: string
  /** The diagnostics of the assertion with their values filled in; absent when it has none. */
  readonly diagnostics?: readonly NoteText[]
  /** The same for its properties. */
  readonly properties?: readonly NoteText[]
  /** The role of the assertion; absent when the file gives none. */
  readonly role?: string
}

/**
 * Called for every assertion that was evaluated: `holds` is false for a finding. `part` is the
 * attribute or the piece of a finding.
 */
export type Observer = (assertion: Assertion, element: Element, holds: boolean, part?: string) => void

/** A `diagnostic` or a `property` of the schema for one finding. */
export interface NoteText extends NoteAttributes {
  readonly text: string
}
