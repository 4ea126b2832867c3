import { Decimal } from '../decimal/decimal.ts'
import type { ArithmeticOperator, Axis, ComparisonOperator, Expression, NodeTest, SequenceType } from './ast.ts'
import type { Namespaces } from './token-reader.ts'
import { nodeKinds, TokenReader } from './token-reader.ts'

/**
 * Parses an expression of our XPath 2 subset. Prefixes are resolved with `namespaces`; an unprefixed element is in no
 * namespace.
 *
 * @throws ExpressionError for anything outside the subset.
 */
export function parseExpression(text: string, namespaces: Namespaces): Expression {
  const parser = new Parser(text, namespaces)
  const expression = parser.expression()
  parser.end()
  return expression
}

/** Parses what stands in `as="…"`. */
export function parseSequenceType(text: string, namespaces: Namespaces): SequenceType {
  const parser = new Parser(text, namespaces)
  const type = parser.sequenceType()
  parser.end()
  return type
}

export const functionNamespace = 'http://www.w3.org/2005/xpath-functions'

class Parser extends TokenReader {
  private depth = 0

  expression(): Expression {
    const { at } = this.token
    const first = this.single()
    if (!this.isSymbol(',')) return first
    const items = [first]
    while (this.take(',')) items.push(this.single())
    return { kind: 'sequence', items, at }
  }

  private single(): Expression {
    this.depth += 1
    if (this.depth > depthMax) this.fail(`nested more than ${depthMax} deep`)
    const expression = this.singleInside()
    this.depth -= 1
    return expression
  }

  private singleInside(): Expression {
    const { text, at } = this.token
    const following = this.tokens[this.next + 1]?.text
    if (this.token.kind === 'name' && following === '$' && (text === 'for' || text === 'some' || text === 'every')) {
      this.advance()
      return this.binding(text, at)
    }
    if (this.token.kind === 'name' && text === 'if' && following === '(') return this.conditional()
    return this.or()
  }

  private binding(kind: 'for' | 'some' | 'every', at: number): Expression {
    this.expect('$')
    const name = this.name()
    this.keyword('in')
    const source = this.single()
    if (this.take(',')) return { kind, name, source, body: this.binding(kind, at), at }
    this.keyword(kind === 'for' ? 'return' : 'satisfies')
    return { kind, name, source, body: this.single(), at }
  }

  private conditional(): Expression {
    const { at } = this.advance()
    this.expect('(')
    const condition = this.expression()
    this.expect(')')
    this.keyword('then')
    const consequence = this.single()
    this.keyword('else')
    return { kind: 'if', condition, consequence, otherwise: this.single(), at }
  }

  private or(): Expression {
    let left = this.and()
    while (this.isName('or')) {
      const { at } = this.advance()
      left = { kind: 'or', left, right: this.and(), at }
    }
    return left
  }

  private and(): Expression {
    let left = this.comparison()
    while (this.isName('and')) {
      const { at } = this.advance()
      left = { kind: 'and', left, right: this.comparison(), at }
    }
    return left
  }

  private comparison(): Expression {
    const left = this.range()
    const { kind, text, at } = this.token
    if (kind !== 'name' && kind !== 'symbol') return left
    const general = generalComparisons.has(text) ? (text as ComparisonOperator) : undefined // the set holds only operators
    const operator = general ?? (kind === 'name' ? valueComparisons.get(text) : undefined)
    if (text === '<<' || text === '>>' || (kind === 'name' && text === 'is')) this.fail(`"${text}" is not supported`)
    if (!operator) return left
    this.advance()
    return { kind: 'compare', operator, general: general !== undefined, left, right: this.range(), at }
  }

  private range(): Expression {
    const left = this.additive()
    if (!this.isName('to')) return left
    const { at } = this.advance()
    return { kind: 'range', left, right: this.additive(), at }
  }

  private additive(): Expression {
    let left = this.multiplicative()
    while (this.isSymbol('+') || this.isSymbol('-')) {
      const { text, at } = this.advance()
      left = { kind: 'arithmetic', operator: text === '+' ? '+' : '-', left, right: this.multiplicative(), at }
    }
    return left
  }

  private multiplicative(): Expression {
    let left = this.union()
    for (;;) {
      const operator = this.isSymbol('*')
        ? '*'
        : this.token.kind === 'name'
          ? multiplications.get(this.token.text)
          : undefined
      if (!operator) return left
      const { at } = this.advance()
      left = { kind: 'arithmetic', operator, left, right: this.union(), at }
    }
  }

  private union(): Expression {
    let left = this.intersection()
    while (this.isSymbol('|') || this.isName('union')) {
      const { at } = this.advance()
      left = { kind: 'union', left, right: this.intersection(), at }
    }
    return left
  }

  private intersection(): Expression {
    let left = this.instance()
    while (this.isName('intersect') || this.isName('except')) {
      const { text, at } = this.advance()
      left = { kind: text === 'except' ? 'except' : 'intersect', left, right: this.instance(), at }
    }
    return left
  }

  private instance(): Expression {
    const operand = this.cast()
    if (this.isName('treat')) this.fail('"treat as" is not supported')
    if (!this.isName('instance')) return operand
    const { at } = this.advance()
    this.keyword('of')
    return { kind: 'instance', operand, type: this.sequenceType(), at }
  }

  private cast(): Expression {
    let operand = this.unary()
    while (this.isName('castable') || this.isName('cast')) {
      const { text, at } = this.advance()
      this.keyword('as')
      const type = this.atomicType()
      const optional = this.take('?')
      operand = { kind: text === 'cast' ? 'cast' : 'castable', operand, type, optional, at }
    }
    return operand
  }

  private unary(): Expression {
    const { at } = this.token
    if (this.take('-')) return { kind: 'negative', operand: this.unary(), at }
    // A plus sign asks for a number too, as 0 + x does.
    if (this.take('+')) {
      const zero: Expression = { kind: 'literal', type: 'integer', value: Decimal.zero, at }
      return { kind: 'arithmetic', operator: '+', left: zero, right: this.unary(), at }
    }
    return this.path()
  }

  private path(): Expression {
    const { at } = this.token
    if (this.take('/')) {
      const root: Expression = { kind: 'root', at }
      return this.startsStep() ? this.steps({ kind: 'path', left: root, right: this.step(), at }) : root
    }
    if (this.take('//')) return this.steps(this.descendants({ kind: 'root', at }, at))
    return this.steps(this.step())
  }

  private steps(first: Expression): Expression {
    let left = first
    for (;;) {
      const { at } = this.token
      if (this.take('/')) left = { kind: 'path', left, right: this.step(), at }
      else if (this.take('//')) left = this.descendants(left, at)
      else return left
    }
  }

  /** `left//step` is `left/descendant-or-self::node()/step`. */
  private descendants(left: Expression, at: number): Expression {
    const every: Expression = { kind: 'step', axis: 'descendant-or-self', test: { kind: 'node' }, predicates: [], at }
    return { kind: 'path', left: { kind: 'path', left, right: every, at }, right: this.step(), at }
  }

  private startsStep(): boolean {
    const { kind, text } = this.token
    if (kind === 'name' || kind === 'string' || kind === 'number') return true
    return (
      kind === 'symbol' &&
      (text === '@' || text === '*' || text === '.' || text === '..' || text === '(' || text === '$')
    )
  }

  private step(): Expression {
    const { at } = this.token
    if (this.take('..')) return this.stepFrom('parent', { kind: 'node' }, at)
    if (this.take('@')) return this.stepFrom('attribute', this.nodeTest('attribute'), at)
    if (this.isSymbol('*')) return this.stepFrom('child', this.nodeTest('child'), at)
    if (this.token.kind === 'name') {
      const following = this.tokens[this.next + 1]?.text
      if (following === '::') return this.axisStep(at)
      if (following !== '(' || nodeKinds.has(this.token.text)) {
        const axis = this.token.text === 'attribute' && following === '(' ? 'attribute' : 'child'
        return this.stepFrom(axis, this.nodeTest('child'), at)
      }
    }
    const base = this.primary()
    const predicates = this.predicates()
    return predicates.length === 0 ? base : { kind: 'filter', base, predicates, at }
  }

  private axisStep(at: number): Expression {
    const axis = axes.get(this.token.text)
    if (!axis) this.fail(`the axis ${this.token.text} is not supported`)
    this.advance()
    this.expect('::')
    return this.stepFrom(axis, this.nodeTest(axis), at)
  }

  private stepFrom(axis: Axis, test: NodeTest, at: number): Expression {
    return { kind: 'step', axis, test, predicates: this.predicates(), at }
  }

  private predicates(): Expression[] {
    const predicates: Expression[] = []
    while (this.take('[')) {
      predicates.push(this.expression())
      this.expect(']')
    }
    return predicates
  }

  private primary(): Expression {
    const { kind, text, at } = this.token
    if (kind === 'number') return this.number()
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
    if (kind === 'name') return this.call()
    return this.fail(`unexpected ${text}`)
  }

  private number(): Expression {
    const { text, at } = this.advance()
    if (/[eE]/.test(text)) return { kind: 'literal', type: 'double', value: Number(text), at }
    const type = text.includes('.') ? 'decimal' : 'integer'
    return { kind: 'literal', type, value: Decimal.from(text), at }
  }

  private call(): Expression {
    const { text, at } = this.advance()
    const [prefix, local] = text.includes(':') ? text.split(':') : ['', text]
    const namespace = prefix === '' || prefix === undefined ? functionNamespace : this.namespace(prefix)
    this.expect('(')
    const parameters: Expression[] = []
    if (!this.take(')')) {
      do parameters.push(this.single())
      while (this.take(','))
      this.expect(')')
    }
    const name = namespace === functionNamespace ? (local ?? text) : `{${namespace}}${local}`
    return { kind: 'call', name, arguments: parameters, at }
  }
}

const depthMax = 200

const generalComparisons: ReadonlySet<string> = new Set<ComparisonOperator>(['=', '!=', '<', '<=', '>', '>='])
const valueComparisons: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['eq', '='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
])
const multiplications: ReadonlyMap<string, ArithmeticOperator> = new Map([
  ['div', 'div'],
  ['idiv', 'idiv'],
  ['mod', 'mod'],
])
const axes: ReadonlyMap<string, Axis> = new Map(
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
    ] satisfies Axis[]
  ).map((axis) => [axis, axis]),
)
