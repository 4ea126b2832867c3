import type { Element } from '../xml/element.ts'
import type { Expression } from '../xpath/ast.ts'
import type { DeclaredFunction } from './declared-function.ts'
import type { Alternative } from './match-pattern.ts'

/** A parsed Schematron file: its patterns in order, with every expression parsed. */
export interface RuleFile {
  readonly name: string
  readonly lets: readonly Let[]
  /** By `{namespace}local#arity`. */
  readonly functions: ReadonlyMap<string, DeclaredFunction>
  /** By name; several declarations of one name add up. */
  readonly keys: ReadonlyMap<string, readonly Key[]>
  /** The document nodes of the files that `document()` reads, by the argument of the call. */
  readonly documents: ReadonlyMap<string, Element>
  readonly patterns: readonly Pattern[]
  /** Whether an expression asks for the current date or time. */
  readonly usesClock: boolean
}

/** An xsl:key: the elements that it finds, and the values that find them. */
export interface Key {
  readonly alternatives: readonly Alternative[]
  readonly use: Expression
}

export interface Let {
  readonly name: string
  readonly value: Expression
}

export interface Pattern {
  readonly lets: readonly Let[]
  readonly rules: readonly Rule[]
}

/** A context that matches nodes of several kinds makes as many rules, one for each kind. */
export interface Rule {
  readonly context: string
  /** Elements include the document node; pieces are texts, comments and processing instructions. */
  readonly nodes: 'elements' | 'attributes' | 'pieces'
  /** Empty when nothing can match, as with `@a/b`. */
  readonly alternatives: readonly Alternative[]
  readonly lets: readonly Let[]
  readonly checks: readonly Check[]
}

/** An assertion with its parsed test. */
export interface Check {
  readonly assertion: Assertion
  readonly role: string | undefined
  readonly test: Expression
  readonly message: Message
  /** The diagnostics and the properties that the assertion refers to. */
  readonly diagnostics: readonly Note[]
  readonly properties: readonly Note[]
}

/** Texts and the expressions between them. */
export type Message = readonly (string | Expression)[]

/** A `diagnostic` or a `property` of the schema. */
export interface Note extends NoteAttributes {
  readonly message: Message
}

export interface NoteAttributes {
  readonly id: string
  readonly role?: string
  readonly scheme?: string
  /** `xml:lang`. */
  readonly lang?: string
}

/** One `assert` or `report` as the rule file declares it. */
export interface Assertion {
  /** Empty when the file gives no id. */
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
  /** What the rule says of itself; absent when it says nothing. */
  readonly rule?: Readonly<Partial<Record<'id' | 'role' | 'flag', string>>>
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

/** A file as bytes, decoded as its XML declaration says. */
export interface SchematronFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface CompileOptions {
  /** The id of a phase, or `#ALL`; without it the schema's default phase, else all patterns. */
  readonly phase?: string
  /**
   * Finds a file of the schema, for an `include`, an `extends` or a `document()`: `href` is a path
   * from the file `from`. Undefined when there is no such file. It has to stay inside the schema's
   * folder.
   */
  readonly load?: (href: string, from: string) => SchematronSource | SchematronFile | undefined
  /**
   * Finds any other file that `doc()` or `document()` names. Without it a schema that reads such a
   * file does not compile.
   */
  readonly resolve?: (href: string, from: string) => SchematronSource | SchematronFile | undefined
  /** Replaces the values of the schema's variables of these names by texts. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The time for `current-date()` and its kin, read once for each document. */
  readonly now?: () => Date
}
