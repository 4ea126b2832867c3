import type { Decimal } from '../decimal.ts'

/**
 * An XPath 2 expression as a tree. XPath has no `convert` and `let`: they come from declared
 * functions. `at` is the position in the expression's text, counted from 0, for messages. Names are
 * resolved: a function is `name#arity` with its namespace, an element test has its namespace URI.
 */
export type Expression =
  | Literal
  | { readonly kind: 'variable'; readonly name: string; readonly at: number }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[]; readonly at: number }
  | { readonly kind: 'or' | 'and'; readonly left: Expression; readonly right: Expression; readonly at: number }
  | Comparison
  | Arithmetic
  | { readonly kind: 'negative'; readonly operand: Expression; readonly at: number }
  | { readonly kind: 'range'; readonly left: Expression; readonly right: Expression; readonly at: number }
  | SetOperation
  | NodeComparison
  | If
  | Binding
  | CastExpression
  | { readonly kind: 'instance'; readonly operand: Expression; readonly type: SequenceType; readonly at: number }
  | { readonly kind: 'convert'; readonly operand: Expression; readonly type: SequenceType; readonly at: number }
  | { readonly kind: 'root'; readonly at: number }
  | { readonly kind: 'context'; readonly at: number }
  | Path
  | Mapping
  | Step
  | Filter
  | Call

export interface Literal {
  readonly kind: 'literal'
  readonly type: 'string' | 'integer' | 'decimal' | 'double'
  readonly value: string | Decimal | number
  readonly at: number
}

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** `general`: `=` and the like, existential. Otherwise `eq` and the like, between single values. */
export interface Comparison {
  readonly kind: 'compare'
  readonly operator: ComparisonOperator
  readonly general: boolean
  readonly left: Expression
  readonly right: Expression
  readonly at: number
}

export type ArithmeticOperator = '+' | '-' | '*' | 'div' | 'idiv' | 'mod'

export interface Arithmetic {
  readonly kind: 'arithmetic'
  readonly operator: ArithmeticOperator
  readonly left: Expression
  readonly right: Expression
  readonly at: number
}

/** `is`, `<<` and `>>`: identity and document order of two nodes. */
export interface NodeComparison {
  readonly kind: 'is' | 'before' | 'after'
  readonly left: Expression
  readonly right: Expression
  readonly at: number
}

export interface SetOperation {
  readonly kind: 'union' | 'intersect' | 'except'
  readonly left: Expression
  readonly right: Expression
  readonly at: number
}

export interface If {
  readonly kind: 'if'
  readonly condition: Expression
  readonly consequence: Expression
  readonly otherwise: Expression
  readonly at: number
}

/**
 * `for $name in source return body`, `some … satisfies body`, `every … satisfies body`; several
 * variables nest. A variable inside a declared function becomes a `let`.
 */
export interface Binding {
  readonly kind: 'for' | 'some' | 'every' | 'let'
  readonly name: string
  readonly source: Expression
  readonly body: Expression
  readonly at: number
}

export interface CastExpression {
  readonly kind: 'cast' | 'castable'
  readonly operand: Expression
  readonly type: AtomicType
  /** `xs:date?`: an empty sequence is accepted too. */
  readonly optional: boolean
  readonly at: number
}

/**
 * `xsl:for-each`: evaluates right once for every item of left, in its order. A node test of left
 * is not needed, and the results are never sorted.
 */
export interface Mapping {
  readonly kind: 'map'
  readonly left: Expression
  readonly right: Expression
  readonly at: number
}

/** `left/right`: evaluates right once for every node of left. */
export interface Path {
  readonly kind: 'path'
  readonly left: Expression
  readonly right: Expression
  readonly at: number
}

export type Axis =
  | 'child'
  | 'attribute'
  | 'self'
  | 'parent'
  | 'descendant'
  | 'descendant-or-self'
  | 'ancestor'
  | 'ancestor-or-self'
  | 'following-sibling'
  | 'preceding-sibling'
  | 'following'
  | 'preceding'

export interface Step {
  readonly kind: 'step'
  readonly axis: Axis
  readonly test: NodeTest
  readonly predicates: readonly Expression[]
  readonly at: number
}

export interface Filter {
  readonly kind: 'filter'
  readonly base: Expression
  readonly predicates: readonly Expression[]
  readonly at: number
}

/** `count`, or `{namespace}local` for a function that is not one of XPath's. */
export interface Call {
  readonly kind: 'call'
  readonly name: string
  readonly arguments: readonly Expression[]
  readonly at: number
}

/** A name test (undefined parts match all), or a test of the kind of node. */
export type NodeTest =
  | { readonly kind: 'name'; readonly namespace: string | undefined; readonly local: string | undefined }
  | { readonly kind: NodeKind; readonly local?: string }

/** `instruction`: `processing-instruction()`, of any name or of one. */
export type NodeKind = 'node' | 'text' | 'element' | 'attribute' | 'document' | 'comment' | 'instruction'

export type AtomicType =
  | 'untyped'
  | 'string'
  | 'boolean'
  | 'double'
  | 'decimal'
  | 'integer'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'dayTimeDuration'

/** The type in `as` and `instance of`: an item type and an occurrence. */
export interface SequenceType {
  readonly item: AtomicType | 'atomic' | 'item' | 'none' | NodeKind
  readonly occurrence: '' | '?' | '*' | '+'
}

export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'root':
    case 'context':
      return []
    case 'sequence':
      return expression.items
    case 'negative':
    case 'cast':
    case 'castable':
    case 'instance':
    case 'convert':
      return [expression.operand]
    case 'if':
      return [expression.condition, expression.consequence, expression.otherwise]
    case 'for':
    case 'some':
    case 'every':
    case 'let':
      return [expression.source, expression.body]
    case 'step':
      return expression.predicates
    case 'filter':
      return [expression.base, ...expression.predicates]
    case 'call':
      return expression.arguments
    default:
      return [expression.left, expression.right]
  }
}
