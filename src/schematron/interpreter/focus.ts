import type { Element } from '../../xml/element.ts'
import type { Item } from '../values/values.ts'
import type { Expression } from '../xpath/ast.ts'

/** What an expression is evaluated with. */
export interface Focus {
  readonly item: Item | undefined
  readonly position: number
  /** How many items stand beside the context item; counted only when asked. */
  readonly size: () => number
  /** The node a rule is about, for `current()`. */
  readonly current: Item | undefined
  /** The node above the root element. */
  readonly document: Element
  /** @throws when no variable has that name. */
  variable(name: string): Iterable<Item>
  /** The functions that the rule files declare, by `{namespace}local#arity`. */
  call(name: string, parameters: readonly Item[][]): Iterable<Item>
}

/** Evaluates an expression: the interpreter, handed to what it calls. */
export type Evaluate = (expression: Expression, focus: Focus, asSet?: boolean) => Generator<Item>
