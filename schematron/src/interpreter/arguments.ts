import { Decimal } from '../decimal.ts'
import { EvaluationError } from '../errors.ts'
import { cast, textOf } from '../values/cast.ts'
import { numeric, toDouble } from '../values/operate.ts'
import { Atomic, type Item } from '../values/values.ts'
import type { Expression } from '../xpath/ast.ts'
import type { Evaluate, Focus } from './focus.ts'

import { singleOf, truthOf } from './items.ts'

/** The arguments of one function call, evaluated lazily. */
export class Arguments {
  readonly count: number
  readonly #expressions: readonly Expression[]
  readonly #focus: Focus
  readonly #itemsOf: Evaluate

  constructor(expressions: readonly Expression[], focus: Focus, itemsOf: Evaluate) {
    this.count = expressions.length
    this.#expressions = expressions
    this.#focus = focus
    this.#itemsOf = itemsOf
  }

  items(at: number, asSet = false): Generator<Item> {
    return this.#itemsOf(this.#expression(at), this.#focus, asSet)
  }

  single(at: number): Atomic | undefined {
    return singleOf(this.items(at))
  }

  /**
   * A string argument; an empty sequence counts as "". Only strings and untyped text are allowed.
   */
  text(at: number): string {
    const value = this.single(at)
    return value ? this.#textOf(value) : ''
  }

  /** A string argument that must be there. */
  required(at: number): string {
    const value = this.single(at)
    if (!value) throw new EvaluationError('a string is missing')
    return this.#textOf(value)
  }

  /** A string argument that defaults to the context item. */
  textOrContext(at: number): string {
    if (at < this.count) return this.text(at)
    const { item } = this.#focus
    if (item === undefined) throw new EvaluationError('there is no context item')
    return item instanceof Atomic ? textOf(item) : item.value
  }

  number(at: number): number {
    const value = this.single(at)
    if (!value) throw new EvaluationError('a number is missing')
    return Number(cast(numeric(value), 'double').value)
  }

  /** An integer as a JavaScript number; untyped text is cast. */
  integer(at: number): number {
    const found = this.single(at)
    if (!found) throw new EvaluationError('an integer is missing')
    return toDouble(integerFrom(found))
  }

  truth(at: number): boolean {
    return truthOf(this.items(at, true))
  }

  #textOf(value: Atomic): string {
    if (value.type !== 'string' && value.type !== 'untyped')
      throw new EvaluationError(`an xs:${value.type} is not a string`)
    return textOf(value)
  }

  #expression(at: number): Expression {
    const expression = this.#expressions[at]
    if (!expression) throw new Error('an argument is missing')
    return expression
  }
}

/** An integer; untyped text is cast to one. */
export function integerFrom(value: Atomic): Atomic {
  if (value.type === 'integer') return value
  if (value.type === 'untyped') return cast(value, 'integer')
  throw new EvaluationError(`an xs:${value.type} is not an integer`)
}

/** A function, which signatures.ts describes. */
export interface XPathFunction {
  readonly run: (parameters: Arguments, focus: Focus) => Iterable<Item>
}

export function define(run: XPathFunction['run']): XPathFunction {
  return { run }
}

/** A function that returns one value of a fixed type. */
export function value(
  type: 'string' | 'boolean',
  run: (parameters: Arguments, focus: Focus) => string | boolean,
): XPathFunction {
  return define((parameters, focus) => [new Atomic(type, run(parameters, focus))])
}

export function integer(count: number): Atomic {
  return new Atomic('integer', Decimal.of(count))
}
