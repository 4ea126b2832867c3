import type { Expression } from '../xpath/ast.ts'
import type { DeclaredFunction } from './declared-function.ts'
import type { Alternative } from './match-pattern.ts'

/** A parsed Schematron file: its patterns in order, with every expression parsed. */
export interface RuleFile {
  readonly name: string
  readonly lets: readonly Let[]
  /** By `{namespace}local#arity`. */
  readonly functions: ReadonlyMap<string, DeclaredFunction>
  readonly patterns: readonly Pattern[]
}

export interface Let {
  readonly name: string
  readonly value: Expression
}

export interface Pattern {
  readonly lets: readonly Let[]
  readonly rules: readonly Rule[]
}

export interface Rule {
  readonly context: string
  /** Empty when the context matches only attributes: such a rule never runs. */
  readonly alternatives: readonly Alternative[]
  readonly lets: readonly Let[]
  readonly checks: readonly Check[]
}

/** An assertion with its parsed test. */
export interface Check {
  readonly assertion: Assertion
  readonly test: Expression
  readonly message: readonly (string | Expression)[]
}

/** One `assert` or `report` as the rule file declares it. */
export interface Assertion {
  readonly id: string
  readonly flag: string
  readonly test: string
  readonly context: string
  /** White space normalised; values are shown as their expression in braces. */
  readonly message: string
  readonly isReport: boolean
  readonly pattern: string
  readonly source: string
  /** The attributes of other namespaces, by local name. */
  readonly attributes: Readonly<Record<string, string>>
}

/** A .sch file: its name for messages, and its text. */
export interface SchematronSource {
  readonly name: string
  readonly text: string
  /**
   * The text is known to be well-formed XML because a test checks it; skips the check at every
   * start.
   */
  readonly isKnown?: true
}
