import { parse } from '@babel/parser'

/** A change of one token of a file that may be noticed by a test. */
export interface Mutation {
  /** In characters of the text. */
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
}

/** All changes of one token that a text of TypeScript allows, in their order. */
export function mutationsOf(text: string): readonly Mutation[] {
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript', 'explicitResourceManagement'] })
  const found: Mutation[] = []
  visit(program, (node) => found.push(...mutationsAt(node, text)))
  return found.sort((one, other) => one.start - other.start)
}

/** A node of the syntax tree; types differ by node, so that each member is looked at before its use. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Without types, which do nothing at run time, and imports. */
function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see)
  if (!isNode(value) || value.type === 'ImportDeclaration') return
  if (value.type.startsWith('TS') && !isNode(value.expression)) return
  see(value)
  for (const [member, below] of Object.entries(value)) {
    if (!untouched.has(member) && typeof below === 'object') visit(below, see)
  }
}

const untouched: ReadonlySet<string> = new Set([
  ...['loc', 'extra', 'errors', 'comments', 'leadingComments', 'trailingComments', 'innerComments'],
  ...['typeAnnotation', 'typeParameters', 'typeArguments', 'superTypeParameters', 'returnType', 'implements'],
])

function mutationsAt(node: Node, text: string): readonly Mutation[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorOf(node, text)
    case 'BooleanLiteral':
      return [{ ...placeOf(node), from: String(node.value), to: String(node.value !== true) }]
    case 'NumericLiteral':
      return [{ ...placeOf(node), from: text.slice(node.start, node.end), to: `${Number(node.value) + 1}` }]
    case 'UnaryExpression':
      return node.operator === '!' ? [{ start: node.start, end: node.start + 1, from: '!', to: '' }] : []
    case 'AwaitExpression':
      return [{ start: node.start, end: node.start + 'await '.length, from: 'await ', to: '' }]
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return methodOf(node)
    default:
      return []
  }
}

function operatorOf({ operator, left, right }: Node, text: string): readonly Mutation[] {
  if (typeof operator !== 'string' || !isNode(left) || !isNode(right)) return []
  const start = text.indexOf(operator, left.end)
  if (start < 0 || start >= right.start) return []
  return (otherOperators[operator] ?? []).map((to) => ({ start, end: start + operator.length, from: operator, to }))
}

const otherOperators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
}

function methodOf({ property, computed }: Node): readonly Mutation[] {
  if (computed === true || !isNode(property) || typeof property.name !== 'string') return []
  const to = otherMethods[property.name]
  return to === undefined ? [] : [{ ...placeOf(property), from: property.name, to }]
}

const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  shift: 'pop',
  pop: 'shift',
  push: 'unshift',
  plus: 'minus',
  minus: 'plus',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  all: 'race',
}

function placeOf({ start, end }: Node) {
  return { start, end }
}
