import { EvaluationError } from '../errors.ts'
import { type Atomic, type Item, isNode } from '../values/values.ts'
import { Element } from '../xml/element.ts'
import type { Expression } from '../xpath/ast.ts'

/** The context in which an expression is evaluated. */
export interface Focus {
  readonly item: Item | undefined
  readonly position: number
  /** The length of the context item's sequence, counted only on demand. */
  readonly size: () => number
  /** The node that the rule is evaluated on, for `current()`. */
  readonly current: Item | undefined
  /** The node above the root element. */
  readonly document: Element
  readonly now: Date | undefined
  /** The elements that an xsl:key finds by any of the values, in document order. */
  keyed(name: string, values: readonly Atomic[]): readonly Element[]
  /** The document node of a file that the schema reads with `document()`. */
  foreign(href: string): Element
  /** @throws when no variable has that name */
  variable(name: string): Iterable<Item>
  /** Calls a function that the rule file declares, by `{namespace}local#arity`. */
  call(name: string, parameters: readonly Item[][]): Iterable<Item>
}

/**
 * Evaluates an expression. Passed as a parameter, so that files do not import each other in a
 * circle.
 */
export type Evaluate = (expression: Expression, focus: Focus, asSet?: boolean) => Generator<Item>

/** The document node above the context item, which may be in a file read with `document()`. */
export function topOf({ item, document }: Focus): Element {
  if (item === undefined) return document
  if (!isNode(item)) throw new EvaluationError('a path from the root needs a node as its context')
  let top = item instanceof Element ? item : item.owner
  while (top.parent) top = top.parent
  return top
}
