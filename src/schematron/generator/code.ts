import type { DeclaredFunction } from '../rule-file/declared-function.ts'

import type { Expression } from '../xpath/ast.ts'

/** The kinds of value that generated code tells apart, each with its own JavaScript form. */
export type Kind =
  /** An Element, maybe the document node. */
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
  /** A Decimal; integers that come from a cast are Decimals too. */
  | 'integer'
  | 'decimal'
  /**
   * A Decimal that only the document makes an integer or a decimal: text `-0` equals an integer 0
   * alone.
   */
  | 'exact'
  | 'double'
  /**
   * A number that only the document makes a double (a JavaScript number) or a decimal (a Decimal).
   */
  | 'numeric'
  | 'boolean'
  /** Dates and times: the number that orders them. */
  | 'date'
  | 'time'
  | 'dateTime'

/**
 * A JavaScript expression without side effects, cheap to repeat, for at most one value; undefined
 * stands for none.
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

/** What the generator does not do itself; the assertion is left to the reference engine. */
export class Unsupported extends Error {}

/** The module that is being written: functions, constants and memo slots around all expressions. */
export class Unit {
  readonly writers: Writers
  readonly functions: string[] = []
  readonly constants: unknown[] = []
  /** Statements that forget what was remembered of a document. */
  readonly resets: string[] = []
  /**
   * Name id to the number of its list of elements, for names that are looked for in the whole
   * document.
   */
  readonly lists = new Map<number, number>()
  /** Declared functions whose code is there, and those that the generator could not write. */
  readonly written = new Set<string>()
  readonly refused = new Set<string>()
  private readonly known = new Map<string, string>()
  private temps = 0

  constructor(writers: Writers) {
    this.writers = writers
  }

  temp(prefix: string): string {
    this.temps += 1
    return `${prefix}${this.temps}`
  }

  /** The identifier of a constant; the same key gives the same one. */
  constant(value: unknown, key?: string): string {
    const found = key === undefined ? undefined : this.known.get(key)
    if (found) return found
    const name = `k${this.constants.length}`
    this.constants.push(value)
    if (key !== undefined) this.known.set(key, name)
    return name
  }

  /** Something made once for a key: a function for one expression, wherever that stands. */
  once(key: string, make: () => string): string {
    const found = this.known.get(key)
    if (found) return found
    const name = make()
    this.known.set(key, name)
    return name
  }

  listOf(nameId: number): number {
    const number = this.lists.get(nameId) ?? this.lists.size
    this.lists.set(nameId, number)
    return number
  }
}

/** The statements of one function while they are written. */
export class Code {
  readonly unit: Unit
  private lines: string[] = []

  constructor(unit: Unit) {
    this.unit = unit
  }

  line(text: string): void {
    this.lines.push(text)
  }

  block(head: string, inside: () => void): void {
    this.line(`${head} {`)
    inside()
    this.line('}')
  }

  /** A labelled block that `inside` leaves with `break label`. */
  labelled(inside: (label: string) => void): void {
    const label = this.unit.temp('L')
    this.block(`${label}:`, () => inside(label))
  }

  temp(prefix: string): string {
    return this.unit.temp(prefix)
  }

  /** A new variable; without a value it is undefined every time the statement is reached. */
  declare(prefix: string, value?: string): string {
    const name = this.temp(prefix)
    this.line(value === undefined ? `let ${name}` : `let ${name} = ${value}`)
    return name
  }

  /** The statements that `inside` writes, kept apart. */
  capture<Result>(inside: () => Result): { readonly lines: readonly string[]; readonly result: Result } {
    const before = this.lines
    this.lines = []
    try {
      const result = inside()
      return { lines: this.lines, result }
    } finally {
      this.lines = before
    }
  }

  append(lines: readonly string[]): void {
    this.lines.push(...lines)
  }

  get text(): string {
    return this.lines.join('\n')
  }
}

/** What an expression sees while its code is written. */
export interface Scope {
  readonly code: Code
  readonly item: Value | undefined
  /** The variable that counts the context item's position, where there is one. */
  readonly position: string | undefined
  /** How many items stand beside the context item, where somebody asks. */
  readonly size?: string | undefined
  readonly current: string | undefined
  readonly variables: ReadonlyMap<string, Variable>
  /** Variables of the file and the pattern whose value is a string literal. */
  readonly literals: ReadonlyMap<string, string>
  /** Variables that hold for the whole document. */
  readonly global: ReadonlySet<string>
  readonly functions: ReadonlyMap<string, DeclaredFunction>
  /**
   * The file, to tell apart functions of the same name; and the pattern, to tell apart variables.
   */
  readonly file: number
  readonly place: string
}

/** A text that two expressions share when they mean the same: their form without places. */
export function formOf(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) => {
    if (key === 'at') return undefined
    return typeof value === 'bigint' ? `${value}n` : value
  })
}

/**
 * How much the consumer of a sequence asks for: no order and nodes repeated at will, each node
 * once, or document order too.
 */
export type Need = 'set' | 'bag' | 'list'

/**
 * Writes what is done with one item: `code` names it. It may be written more than once, for items
 * of different kinds.
 */
export type Use = (code: string, kind: Kind) => void

/**
 * The ways to write an expression's code. Each of them writes the parts of an expression by the
 * others: `expression.ts` calls them through the unit, so that no file imports another in a circle.
 */
export interface Writers {
  /**
   * Writes loops over the items of an expression, with `use` inside: no sequence is ever made. A
   * consumer that has seen enough leaves by a labelled break.
   */
  each(expression: Expression, scope: Scope, need: Need, use: Use): void
  /** The one atomic value of an expression; several are an error when the code runs. */
  single(expression: Expression, scope: Scope): Value
  /** The one item of a sequence, an element as itself. */
  singleItem(expression: Expression, scope: Scope): Value
  /**
   * The value of an expression that gives at most one by its form; undefined when it has to be
   * looped over.
   */
  singleDirect(expression: Expression, scope: Scope): Value | undefined
  /** The effective boolean value, as a condition. */
  isTrue(expression: Expression, scope: Scope): string
  /** Whether an expression gives anything; it is followed only to the first item. */
  exists(expression: Expression, scope: Scope): string
}
