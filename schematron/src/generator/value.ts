import { Decimal } from '../decimal.ts'
import { isSingle } from '../xpath/analyse.ts'
import type { Arithmetic, CastExpression, Expression, Literal, NodeComparison } from '../xpath/ast.ts'
import { booleanKinds, valueComparison } from './boolean.ts'
import { callValue } from './call.ts'
import { type Kind, type Scope, Unsupported, type Value, type Variable } from './code.ts'
import { conditional } from './conditional.ts'
import type { Plain } from './convert-code.ts'
import {
  atomized,
  castableCode,
  castCode,
  decimalCode,
  doubleCode,
  isExact,
  isNumber,
  isText,
  numericCode,
} from './convert-code.ts'
import { each, isTrue } from './expression.ts'
import { convertValue } from './function.ts'
import { nameCodeOf } from './node-test.ts'
import { contextElement, inVariable, withPresent } from './scope.ts'

/** The one atomic value of an expression; several are an error at run time. */
export function single(expression: Expression, scope: Scope): Value {
  const direct = singleDirect(expression, scope)
  if (direct) {
    const { code, kind } = direct.optional ? guarded(direct) : atomized(direct)
    return { code, kind, optional: direct.optional }
  }
  const item = singleItem(expression, scope)
  if (item.kind !== 'element') return { ...item, kind: atomized(item).kind }
  return { code: `(${item.code} === undefined ? undefined : stringOf(${item.code}))`, kind: 'untyped', optional: true }
}

/** The one item of a sequence, an element as itself. */
export function singleItem(expression: Expression, scope: Scope): Value {
  const direct = singleDirect(expression, scope)
  if (direct) return direct
  const { code } = scope
  const id = plainChild(expression, scope)
  if (id !== undefined)
    return { code: code.declare('v', `onlyChild(${contextElement(scope)}, ${id})`), kind: 'element', optional: true }
  const found = code.declare('v')
  let kind: Kind | undefined
  each(expression, scope, 'bag', (item, itemKind) => {
    if (kind !== undefined && kind !== itemKind) throw new Unsupported('items of several kinds')
    kind = itemKind
    code.line(`if (${found} !== undefined) several()`)
    code.line(`${found} = ${item}`)
  })
  return { code: found, kind: kind ?? 'untyped', optional: true }
}

/** The name id of `child::name` from an element, the most common step. */
function plainChild(expression: Expression, scope: Scope): string | undefined {
  if (expression.kind !== 'step' || expression.axis !== 'child' || expression.predicates.length > 0) return undefined
  return scope.item?.kind === 'element' ? nameCodeOf(expression.test) : undefined
}

/** The value of an expression whose form allows at most one; undefined when it needs a loop. */
export function singleDirect(expression: Expression, scope: Scope): Value | undefined {
  switch (expression.kind) {
    case 'literal':
      return literal(expression, scope)
    case 'sequence':
      return expression.items.length === 0 ? { code: 'undefined', kind: 'untyped', optional: true } : undefined
    case 'context':
      return scope.item
    case 'variable': {
      const variable = variableOf(expression.name, scope)
      return variable.many ? undefined : variable
    }
    case 'arithmetic':
      return arithmetic(expression, scope)
    case 'negative':
      return withPresent(single(expression.operand, scope), scope, negated)
    case 'if':
      return isSingle(expression) ? conditional(expression, scope, (branch) => single(branch, scope)) : undefined
    case 'cast':
      return castValue(expression, scope)
    case 'castable':
      return { code: castable(expression, scope), kind: 'boolean', optional: false }
    case 'call':
      return callValue(expression, scope)
    case 'convert':
      return convertValue(expression, scope)
    case 'compare':
      if (!expression.general) return valueComparison(expression, scope)
      break
    case 'is':
    case 'before':
    case 'after':
      return nodeComparison(expression, scope)
    default:
  }
  if (!booleanKinds.has(expression.kind)) return undefined
  return { code: isTrue(expression, scope), kind: 'boolean', optional: false }
}

function variableOf(name: string, scope: Scope): Variable {
  const variable = scope.variables.get(name)
  if (!variable) throw new Unsupported(`the variable $${name}`)
  return variable
}

function guarded(value: Value): Plain {
  if (value.kind !== 'element') return atomized(value)
  return { code: `(${value.code} === undefined ? undefined : stringOf(${value.code}))`, kind: 'untyped' }
}

function literal({ type, value }: Literal, scope: Scope): Value {
  if (typeof value === 'string') return { code: JSON.stringify(value), kind: 'string', optional: false }
  if (typeof value === 'number') return { code: String(value), kind: 'double', optional: false }
  if (type === 'integer' && typeof value.coefficient === 'number')
    return { code: String(value.coefficient), kind: 'int', optional: false }
  return {
    code: scope.code.unit.constant(value, `decimal ${value.key}`),
    kind: type === 'integer' ? 'integer' : 'decimal',
    optional: false,
  }
}

function arithmetic(expression: Arithmetic, scope: Scope): Value {
  const left = single(expression.left, scope)
  return arithmeticOn(left, expression, scope)
}

/** Evaluates the right side only when the left side has a value. */
function arithmeticOn(left: Value, expression: Arithmetic, scope: Scope): Value {
  const { code } = scope
  const held = inVariable(left, scope)
  const { lines, result: right } = code.capture(() => inVariable(single(expression.right, scope), scope))
  const made = code.capture(() => calculated(expression, held, right, scope))
  if (!left.optional && !right.optional) {
    code.append(lines)
    code.append(made.lines)
    return { ...made.result, optional: false }
  }
  const result = code.declare('v')
  const write = () => {
    code.append(lines)
    const assign = () => {
      code.append(made.lines)
      code.line(`${result} = ${made.result.code}`)
    }
    if (right.optional) code.block(`if (${right.code} !== undefined)`, assign)
    else assign()
  }
  code.block(left.optional ? `if (${held.code} !== undefined)` : '', write)
  return { code: result, kind: made.result.kind, optional: true }
}

function calculated({ operator }: Arithmetic, leftValue: Value, rightValue: Value, scope: Scope): Plain {
  const left = number(leftValue)
  const right = number(rightValue)
  if (left.kind === 'int' && right.kind === 'int') {
    if (operator === '+' || operator === '-' || operator === '*') {
      return { code: `safe(${left.code} ${operator} ${right.code})`, kind: 'int' }
    }
    if (operator === 'mod') return { code: `moduloInts(${left.code}, ${right.code})`, kind: 'int' }
    if (operator === 'idiv') return { code: `divideInts(${left.code}, ${right.code})`, kind: 'int' }
  }
  if (isExact(left.kind) && isExact(right.kind)) return exact(operator, left, right, rightValue, scope)
  if (operator === 'idiv') throw new Unsupported('idiv of doubles')
  if (left.kind === 'double' || right.kind === 'double') {
    const script = operator === 'div' ? '/' : operator === 'mod' ? '%' : operator
    return { code: `(${doubleCode(left)} ${script} ${doubleCode(right)})`, kind: 'double' }
  }
  return { code: `${numericFunctions[operator]}(${numericCode(left)}, ${numericCode(right)})`, kind: 'numeric' }
}

function exact(operator: Arithmetic['operator'], left: Plain, right: Plain, rightValue: Value, scope: Scope): Plain {
  const kind = operator === 'div' ? 'decimal' : exactKind(left.kind, right.kind)
  const dividend = decimalCode(left)
  const places = operator === 'div' && rightValue.kind === 'int' ? powersOfTen.get(rightValue.code) : undefined
  if (places !== undefined) return { code: `${dividend}.shiftedRight(${places})`, kind }
  const divisor = exactOperand(right, scope)
  switch (operator) {
    case '+':
      return { code: `${dividend}.plus(${divisor})`, kind }
    case '-':
      return { code: `${dividend}.minus(${divisor})`, kind }
    case '*':
      return { code: `${dividend}.times(${divisor})`, kind }
    case 'div':
      return { code: `divideDecimals(${dividend}, ${divisor}${isInteger(right.kind) ? ', true' : ''})`, kind }
    case 'mod':
      return { code: `modulo(${dividend}, ${divisor})`, kind }
    case 'idiv':
      return { code: `quotient(${dividend}, ${divisor})`, kind: 'integer' }
  }
}

function isInteger(kind: Kind): boolean {
  return kind === 'int' || kind === 'integer'
}

/** The result of two exact numbers is an integer only when both are integers. */
function exactKind(left: Kind, right: Kind): Kind {
  if (left === 'decimal' || right === 'decimal') return 'decimal'
  return left === 'exact' || right === 'exact' ? 'exact' : 'integer'
}

/** A Decimal; a number literal becomes a constant of the module. */
function exactOperand(value: Plain, scope: Scope): string {
  if (value.kind === 'int' && /^[0-9]+$/.test(value.code)) {
    const decimal = Decimal.from(value.code)
    return scope.code.unit.constant(decimal, `decimal ${decimal.key}`)
  }
  return decimalCode(value)
}

/** An operand of arithmetic: untyped text is a double, other text is an error. */
function number(value: Value): Plain {
  const plain = atomized(value)
  if (plain.kind === 'untyped') return { code: doubleCode(plain), kind: 'double' }
  if (!isNumber(plain.kind)) throw new Unsupported(`arithmetic with ${plain.kind}`)
  return plain
}

function negated(value: Plain): Plain {
  const { code, kind } = number({ ...value, optional: false })
  if (kind === 'int') return { code: `(0 - ${code})`, kind }
  if (kind === 'double') return { code: `(-${code})`, kind }
  return { code: kind === 'numeric' ? `negateNumeric(${code})` : `${code}.negated()`, kind }
}

/** Elements only: their numbers give the order of the document. */
function nodeComparison({ kind, left, right }: NodeComparison, scope: Scope): Value {
  const { code } = scope
  const write = (side: Expression) => {
    const item = inVariable(singleItem(side, scope), scope)
    if (item.kind !== 'element') throw new Unsupported('the place of an attribute or a text')
    return item
  }
  const a = write(left)
  const { lines, result: b } = code.capture(() => write(right))
  const test =
    kind === 'is' ? `${a.code} === ${b.code}` : `${a.code}.order ${kind === 'before' ? '<' : '>'} ${b.code}.order`
  // The right side is evaluated only when there is a left one.
  const value = code.declare('v')
  code.block(a.optional ? `if (${a.code} !== undefined)` : '', () => {
    code.append(lines)
    code.line(`${b.optional ? `if (${b.code} !== undefined) ` : ''}${value} = ${test}`)
  })
  return { code: value, kind: 'boolean', optional: a.optional || b.optional }
}

function castValue({ operand, type, optional }: CastExpression, scope: Scope): Value {
  const value = singleItem(operand, scope)
  const result = withPresent(value, scope, (present) => castCode(present, type))
  if (!value.optional || optional) return result
  scope.code.line(`if (${result.code} === undefined) missing('what is cast')`)
  return { ...result, optional: false }
}

/**
 * Whether there is one item that can be cast. Several items are not an error here, but all are
 * evaluated: one of them may fail by itself.
 */
function castable({ operand, type, optional }: CastExpression, scope: Scope): string {
  const { code } = scope
  const direct = singleDirect(operand, scope)
  if (direct && !direct.optional) return castableCode(direct, type)
  const result = code.declare('t', String(optional))
  const id = plainChild(operand, scope)
  if (id !== undefined) {
    const child = code.declare('v', `childIfOne(${contextElement(scope)}, ${id})`)
    code.line(`if (${child} === null) ${result} = false`)
    code.line(`else if (${child} !== undefined) ${result} = ${castableCode({ code: child, kind: 'element' }, type)}`)
    return result
  }
  const count = code.declare('n', '0')
  const found = code.declare('v')
  let kind: Kind = 'untyped'
  each(operand, scope, 'bag', (item, itemKind) => {
    if (isText(atomized({ code: '', kind: itemKind }).kind) !== isText(atomized({ code: '', kind }).kind))
      throw new Unsupported('items of several kinds')
    kind = itemKind
    code.line(`${count}++`)
    code.line(`${found} = ${item}`)
  })
  code.line(`if (${count} > 0) ${result} = ${count} === 1 && ${castableCode({ code: found, kind }, type)}`)
  return result
}

const numericFunctions: Readonly<Record<Arithmetic['operator'], string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  div: 'divide',
  mod: 'remainder',
  idiv: 'idiv',
}
const powersOfTen: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 16 }, (_, places) => [String(10 ** places), places]),
)
