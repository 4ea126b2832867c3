import type { DeclaredFunction } from '../rule-file/declared-function.ts'
import type { Key } from '../rule-file/rule-file.ts'
import type { Element } from '../xml/element.ts'

import type { Expression } from '../xpath/ast.ts'
import { idIn } from './name-code.ts'

/** The kinds of value in generated code, each with its own JavaScript form. */
export type Kind =
  /** An Element, possibly the document node. */
  | 'element'
  /** The values of an attribute and of a text node: strings. */
  | 'attribute'
  | 'text'
  | 'untyped'
  | 'string'
  /**
   * A whole number that a JavaScript number holds exactly: counts, lengths, positions, code points.
   */
  | 'int'
  /** A Decimal; integers from a cast are Decimals too. */
  | 'integer'
  | 'decimal'
  /**
   * A Decimal; only the document decides between integer and decimal. Text `-0` equals the integer
   * 0 only.
   */
  | 'exact'
  | 'double'
  /** A double (a JavaScript number) or a decimal (a Decimal); only the document decides. */
  | 'numeric'
  | 'boolean'
  /** Dates and times as sortable numbers. */
  | 'date'
  | 'time'
  | 'dateTime'

export function isNodeKind(kind: Kind): boolean {
  return kind === 'element' || kind === 'attribute' || kind === 'text'
}

/**
 * A JavaScript expression for at most one value, without side effects and cheap to repeat;
 * undefined when there is no value.
 */
export interface Value {
  readonly code: string
  readonly kind: Kind
  readonly optional: boolean
}

/** A variable: one value, or (`many`) an array of values of one kind. */
export interface Variable extends Value {
  readonly many: boolean
}

/** The generator does not support this expression and leaves it to the reference engine. */
export class Unsupported extends Error {}

/** The module being written: functions, constants and caches shared by all expressions. */
export class Unit {
  readonly writers: Writers
  readonly functions: string[] = []
  readonly constants: unknown[] = []
  /** Statements that clear the caches of a document. */
  readonly resets: string[] = []
  /** Name id → list number, for names that are looked up in the whole document. */
  readonly lists = new Map<number, number>()
  /** Declared functions already written, and those that the generator could not write. */
  readonly written = new Set<string>()
  readonly refused = new Set<string>()
  readonly #known = new Map<string, string>()
  #temps = 0

  constructor(writers: Writers) {
    this.writers = writers
  }

  temp(prefix: string): string {
    this.#temps += 1
    return `${prefix}${this.#temps}`
  }

  /** The identifier of a constant; the same key returns the same identifier. */
  constant(value: unknown, key?: string): string {
    const found = key === undefined ? undefined : this.#known.get(key)
    if (found) return found
    const name = `k${this.constants.length}`
    this.constants.push(value)
    if (key !== undefined) this.#known.set(key, name)
    return name
  }

  /** Makes something once per key, such as one function for all uses of the same expression. */
  once(key: string, make: () => string): string {
    const found = this.#known.get(key)
    if (found) return found
    const name = make()
    this.#known.set(key, name)
    return name
  }

  listOf(nameCode: string): number {
    const nameId = idIn(nameCode)
    const number = this.lists.get(nameId) ?? this.lists.size
    this.lists.set(nameId, number)
    return number
  }
}

/** The statements of one function while they are written. */
export class Code {
  readonly unit: Unit
  #lines: string[] = []

  constructor(unit: Unit) {
    this.unit = unit
  }

  line(text: string): void {
    this.#lines.push(text)
  }

  block(head: string, inside: () => void): void {
    this.line(`${head} {`)
    inside()
    this.line('}')
  }

  /** A labelled block; `inside` leaves it with `break label`. */
  labelled(inside: (label: string) => void): void {
    const label = this.unit.temp('L')
    this.block(`${label}:`, () => inside(label))
  }

  temp(prefix: string): string {
    return this.unit.temp(prefix)
  }

  /** Declares a variable; without a value it is reset to undefined each time the statement runs. */
  declare(prefix: string, value?: string): string {
    const name = this.temp(prefix)
    this.line(value === undefined ? `let ${name}` : `let ${name} = ${value}`)
    return name
  }

  /** Collects the statements that `inside` writes, without adding them. */
  capture<Result>(inside: () => Result): { readonly lines: readonly string[]; readonly result: Result } {
    const before = this.#lines
    this.#lines = []
    try {
      const result = inside()
      return { lines: this.#lines, result }
    } finally {
      this.#lines = before
    }
  }

  append(lines: readonly string[]): void {
    this.#lines.push(...lines)
  }

  get text(): string {
    return this.#lines.join('\n')
  }
}

/** The names and values an expression can use while its code is written. */
export interface Scope {
  readonly code: Code
  readonly item: Value | undefined
  /** The element of the context item, when that is the attribute that a rule is about. */
  readonly owner?: string | undefined
  /** The variable that counts the context item's position, if any. */
  readonly position: string | undefined
  /** The length of the context item's sequence, if an expression needs it. */
  readonly size?: string | undefined
  readonly current: string | undefined
  readonly variables: ReadonlyMap<string, Variable>
  /** Variables of the file and the pattern whose value is a string literal. */
  readonly literals: ReadonlyMap<string, string>
  /** Variables with one value for the whole document. */
  readonly global: ReadonlySet<string>
  /** Those of the file alone; undefined while they are declared. */
  readonly ofFile?: Pick<Scope, 'variables' | 'literals' | 'global'>
  readonly functions: ReadonlyMap<string, DeclaredFunction>
  readonly keys: ReadonlyMap<string, readonly Key[]>
  /** The files that the schema reads with `document()`. */
  readonly documents: ReadonlyMap<string, Element>
  /**
   * The file, to distinguish functions of the same name; and the pattern, to distinguish variables.
   */
  readonly file: number
  readonly place: string
}

/** The text of an expression without positions: equal for expressions with the same meaning. */
export function formOf(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) => {
    if (key === 'at') return undefined
    return typeof value === 'bigint' ? `${value}n` : value
  })
}

/**
 * The order that the consumer of a sequence needs: `set`, any order with repeated nodes; `bag`,
 * each node once; `list`, document order too.
 */
export type Need = 'set' | 'bag' | 'list'

/**
 * Writes the code for one item, named by `code`. It may be written more than once, for items of
 * different kinds.
 */
export type Use = (code: string, kind: Kind) => void

/** Writes the code of an item that nobody reads, since it may be an error. Nodes have none. */
export function evaluateUnread(item: string, kind: Kind, scope: Scope): void {
  if (isNodeKind(kind) || /^[\w$]+$/.test(item)) return
  scope.code.line(`void (${item})`)
}

/**
 * The ways to write an expression's code. They call each other through the unit (see
 * `expression.ts`), so that no file imports another in a circle.
 */
export interface Writers {
  /**
   * Writes loops over the items of an expression, with `use` inside: no sequence is ever made. A
   * consumer that has seen enough leaves by a labelled break.
   */
  each(expression: Expression, scope: Scope, need: Need, use: Use): void
  /** The one atomic value of an expression; several are an error at run time. */
  single(expression: Expression, scope: Scope): Value
  /** The one item of a sequence, an element as itself. */
  singleItem(expression: Expression, scope: Scope): Value
  /** The value of an expression whose form allows at most one; undefined when it needs a loop. */
  singleDirect(expression: Expression, scope: Scope): Value | undefined
  /** The effective boolean value, as a condition. */
  isTrue(expression: Expression, scope: Scope): string
  /** Whether an expression has any item; evaluates it only up to the first. */
  exists(expression: Expression, scope: Scope): string
}
