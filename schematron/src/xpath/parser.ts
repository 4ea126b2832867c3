import { Decimal } from '../decimal.ts'
import type {
  ArithmeticOperator,
  Axis,
  CastExpression,
  ComparisonOperator,
  Expression,
  NodeComparison,
  NodeTest,
  SequenceType,
  SetOperation,
} from './ast.ts'
import { type Namespaces, nodeKinds, TokenReader } from './token-reader.ts'

/**
 * Parses an expression of our XPath 2 subset. `namespaces` resolves the prefixes; an unprefixed
 * element is in no namespace.
 *
 * @throws ExpressionError for anything outside the subset
 */
export function parseExpression(text: string, namespaces: Namespaces): Expression {
  const parser = new Parser(text, namespaces)
  const expression = parser.expression()
  parser.end()
  return expression
}

/** Parses the type in `as="…"`. */
export function parseSequenceType(text: string, namespaces: Namespaces): SequenceType {
  const parser = new Parser(text, namespaces)
  const type = parser.sequenceType()
  parser.end()
  return type
}

export const functionNamespace = 'http://www.w3.org/2005/xpath-functions'

class Parser extends TokenReader {
  #depth = 0

  expression(): Expression {
    const { at } = this.token
    const first = this.#single()
    if (!this.isSymbol(',')) return first
    const items = [first]
    while (this.take(',')) items.push(this.#single())
    return { kind: 'sequence', items, at }
  }

  #single(): Expression {
    this.#depth += 1
    if (this.#depth > depthMax) this.fail(`nested more than ${depthMax} levels deep`)
    const expression = this.#singleInside()
    this.#depth -= 1
    return expression
  }

  #singleInside(): Expression {
    const { text, at } = this.token
    const { following } = this
    if (this.token.kind === 'name' && following === '$' && (text === 'for' || text === 'some' || text === 'every')) {
      this.advance()
      return this.#binding(text, at)
    }
    if (this.token.kind === 'name' && text === 'if' && following === '(') return this.#conditional()
    return this.#operation(weakest)
  }

  #binding(kind: 'for' | 'some' | 'every', at: number): Expression {
    this.expect('$')
    const name = this.name()
    this.keyword('in')
    const source = this.#single()
    if (this.take(',')) return { kind, name, source, body: this.#binding(kind, at), at }
    this.keyword(kind === 'for' ? 'return' : 'satisfies')
    return { kind, name, source, body: this.#single(), at }
  }

  #conditional(): Expression {
    const { at } = this.advance()
    this.expect('(')
    const condition = this.expression()
    this.expect(')')
    this.keyword('then')
    const consequence = this.#single()
    this.keyword('else')
    return { kind: 'if', condition, consequence, otherwise: this.#single(), at }
  }

  /**
   * Parses an operand and all following operators that bind at least as strongly as `levelMin`,
   * those of one level from left to right. Source: XPath 2.0, A.4.
   */
  #operation(levelMin: number): Expression {
    let left = this.#unary()
    let levelMax = strongest
    for (;;) {
      const operator = this.#operator()
      if (operator === undefined || operator.level < levelMin || operator.level > levelMax) return left
      if (operator.form === 'unsupported') this.fail(`"${this.token.text}" is not supported`)
      const { text, at } = this.advance()
      left = this.#operated(operator.form, operator.level, text, left, at)
      // `a = b = c` is invalid: only weaker operators may follow a comparison.
      levelMax = operator.isOnce === true ? operator.level - 1 : operator.level
    }
  }

  /** The token as an operator; undefined when it ends the operand. */
  #operator(): Operator | undefined {
    const { kind, text } = this.token
    if (kind !== 'name' && kind !== 'symbol') return undefined
    const operator = operators.get(text)
    return operator === undefined || operator.isName !== (kind === 'name') ? undefined : operator
  }

  #operated(form: Form, level: number, text: string, left: Expression, at: number): Expression {
    switch (form) {
      case 'instance':
        this.keyword('of')
        return { kind: form, operand: left, type: this.sequenceType(), at }
      case 'cast':
      case 'castable': {
        this.keyword('as')
        const type = this.atomicType()
        return { kind: form, operand: left, type, optional: this.take('?'), at }
      }
      default:
        break
    }
    const right = this.#operation(level + 1)
    if (form === 'general' || form === 'value') {
      const operator = comparisons.get(text)
      if (operator === undefined) throw new Error(`${text} is not a comparison`)
      return { kind: 'compare', operator, general: form === 'general', left, right, at }
    }
    if (form !== 'arithmetic') return { kind: form, left, right, at }
    const operator = arithmetics.get(text)
    if (operator === undefined) throw new Error(`${text} is not an arithmetic operator`)
    return { kind: form, operator, left, right, at }
  }

  #unary(): Expression {
    const { at } = this.token
    if (this.take('-')) return { kind: 'negative', operand: this.#unary(), at }
    // A plus sign requires a number too, as in `0 + x`.
    if (this.take('+')) {
      const zero: Expression = { kind: 'literal', type: 'integer', value: Decimal.zero, at }
      return { kind: 'arithmetic', operator: '+', left: zero, right: this.#unary(), at }
    }
    return this.#path()
  }

  #path(): Expression {
    const { at } = this.token
    if (this.take('/')) {
      const root: Expression = { kind: 'root', at }
      return this.#startsStep() ? this.#steps({ kind: 'path', left: root, right: this.#step(), at }) : root
    }
    if (this.take('//')) return this.#steps(this.#descendants({ kind: 'root', at }, at))
    return this.#steps(this.#step())
  }

  #steps(first: Expression): Expression {
    let left = first
    for (;;) {
      const { at } = this.token
      if (this.take('/')) left = { kind: 'path', left, right: this.#step(), at }
      else if (this.take('//')) left = this.#descendants(left, at)
      else return left
    }
  }

  /** `left//step` is `left/descendant-or-self::node()/step`. */
  #descendants(left: Expression, at: number): Expression {
    const every: Expression = { kind: 'step', axis: 'descendant-or-self', test: { kind: 'node' }, predicates: [], at }
    return { kind: 'path', left: { kind: 'path', left, right: every, at }, right: this.#step(), at }
  }

  #startsStep(): boolean {
    const { kind, text } = this.token
    if (kind === 'name' || kind === 'string' || kind === 'number') return true
    return (
      kind === 'symbol' &&
      (text === '@' || text === '*' || text === '.' || text === '..' || text === '(' || text === '$')
    )
  }

  #step(): Expression {
    const { at } = this.token
    if (this.take('..')) return this.#stepFrom('parent', { kind: 'node' }, at)
    if (this.take('@')) return this.#stepFrom('attribute', this.nodeTest('attribute'), at)
    if (this.isSymbol('*')) return this.#stepFrom('child', this.nodeTest('child'), at)
    if (this.token.kind === 'name') {
      const { following } = this
      if (following === '::') return this.#axisStep(at)
      if (following !== '(' || nodeKinds.has(this.token.text)) {
        const axis = this.token.text === 'attribute' && following === '(' ? 'attribute' : 'child'
        return this.#stepFrom(axis, this.nodeTest('child'), at)
      }
    }
    const base = this.#primary()
    const predicates = this.#predicates()
    return predicates.length === 0 ? base : { kind: 'filter', base, predicates, at }
  }

  #axisStep(at: number): Expression {
    const axis = axes.get(this.token.text)
    if (!axis) this.fail(`the axis ${this.token.text} is not supported`)
    this.advance()
    this.expect('::')
    return this.#stepFrom(axis, this.nodeTest(axis), at)
  }

  #stepFrom(axis: Axis, test: NodeTest, at: number): Expression {
    return { kind: 'step', axis, test, predicates: this.#predicates(), at }
  }

  #predicates(): Expression[] {
    const predicates: Expression[] = []
    while (this.take('[')) {
      predicates.push(this.expression())
      this.expect(']')
    }
    return predicates
  }

  #primary(): Expression {
    const { kind, text, at } = this.token
    if (kind === 'number') return this.#number()
    if (kind === 'string') {
      this.advance()
      return { kind: 'literal', type: 'string', value: text, at }
    }
    if (this.take('$')) return { kind: 'variable', name: this.name(), at }
    if (this.take('.')) return { kind: 'context', at }
    if (this.take('(')) {
      if (this.take(')')) return { kind: 'sequence', items: [], at }
      const inside = this.expression()
      this.expect(')')
      return inside
    }
    if (kind === 'name') return this.#call()
    return this.fail(`${text} is not expected here`)
  }

  #number(): Expression {
    const { text, at } = this.advance()
    if (/[eE]/.test(text)) return { kind: 'literal', type: 'double', value: Number(text), at }
    const type = text.includes('.') ? 'decimal' : 'integer'
    return { kind: 'literal', type, value: Decimal.from(text), at }
  }

  #call(): Expression {
    const { text, at } = this.advance()
    const [prefix, local] = text.includes(':') ? text.split(':') : ['', text]
    const namespace = prefix === '' || prefix === undefined ? functionNamespace : this.namespace(prefix)
    this.expect('(')
    const parameters: Expression[] = []
    if (!this.take(')')) {
      do parameters.push(this.#single())
      while (this.take(','))
      this.expect(')')
    }
    const name = namespace === functionNamespace ? (local ?? text) : `{${namespace}}${local}`
    return { kind: 'call', name, arguments: parameters, at }
  }
}

const depthMax = 200

/** The kind of expression that a binary operator makes. */
type Form = 'general' | 'value' | 'arithmetic' | 'instance' | TwoSided | CastExpression['kind']
type TwoSided = 'or' | 'and' | 'range' | SetOperation['kind'] | NodeComparison['kind']

interface Operator {
  readonly form: Form | 'unsupported'
  /** How strongly it binds. */
  readonly level: number
  readonly isName: boolean
  /** Another operator of its level may not follow. */
  readonly isOnce?: true
}

const weakest = 1
const strongest = 10

const comparisons: ReadonlyMap<string, ComparisonOperator> = new Map([
  ...(['=', '!=', '<', '<=', '>', '>='] as const).map((operator) => [operator, operator] as const),
  ['eq', '='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
])

const arithmetics: ReadonlyMap<string, ArithmeticOperator> = new Map(
  (['+', '-', '*', 'div', 'idiv', 'mod'] as const).map((operator) => [operator, operator]),
)

export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['or', { form: 'or', level: 1, isName: true }],
  ['and', { form: 'and', level: 2, isName: true }],
  ...['=', '!=', '<', '<=', '>', '>='].map(
    (text) => [text, { form: 'general', level: 3, isName: false, isOnce: true }] as const,
  ),
  ...['eq', 'ne', 'lt', 'le', 'gt', 'ge'].map(
    (text) => [text, { form: 'value', level: 3, isName: true, isOnce: true }] as const,
  ),
  ['<<', { form: 'before', level: 3, isName: false, isOnce: true }],
  ['>>', { form: 'after', level: 3, isName: false, isOnce: true }],
  ['is', { form: 'is', level: 3, isName: true, isOnce: true }],
  ['to', { form: 'range', level: 4, isName: true, isOnce: true }],
  ...['+', '-'].map((text) => [text, { form: 'arithmetic', level: 5, isName: false }] as const),
  ['*', { form: 'arithmetic', level: 6, isName: false }],
  ...['div', 'idiv', 'mod'].map((text) => [text, { form: 'arithmetic', level: 6, isName: true }] as const),
  ['|', { form: 'union', level: 7, isName: false }],
  ['union', { form: 'union', level: 7, isName: true }],
  ['intersect', { form: 'intersect', level: 8, isName: true }],
  ['except', { form: 'except', level: 8, isName: true }],
  ['instance', { form: 'instance', level: 9, isName: true, isOnce: true }],
  ['treat', { form: 'unsupported', level: 9, isName: true }],
  ['castable', { form: 'castable', level: 10, isName: true }],
  ['cast', { form: 'cast', level: 10, isName: true }],
])

export const axes: ReadonlyMap<string, Axis> = new Map(
  (
    [
      'child',
      'attribute',
      'self',
      'parent',
      'descendant',
      'descendant-or-self',
      'ancestor',
      'ancestor-or-self',
      'following-sibling',
      'preceding-sibling',
      'following',
      'preceding',
    ] satisfies Axis[]
  ).map((axis) => [axis, axis]),
)
