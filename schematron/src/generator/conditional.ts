import type { Expression } from '../xpath/ast.ts'
import { type Kind, type Scope, Unsupported, type Value } from './code.ts'
import { decimalCode, isExact, isNumber, numericCode } from './convert-code.ts'
import { isTrue } from './expression.ts'

/**
 * Writes an `if` whose branches have one value at most; `write` writes a branch. Numbers of
 * different kinds get a common one.
 */
export function conditional(
  expression: Extract<Expression, { kind: 'if' }>,
  scope: Scope,
  write: (branch: Expression) => Value,
): Value {
  const { code } = scope
  const condition = isTrue(expression.condition, scope)
  const yes = code.capture(() => write(expression.consequence))
  const no = code.capture(() => write(expression.otherwise))
  const kind = commonKind(yes.result, no.result)
  const result = code.declare('v')
  code.block(`if (${condition})`, () => {
    code.append(yes.lines)
    code.line(`${result} = ${asKind(yes.result, kind)}`)
  })
  code.block('else', () => {
    code.append(no.lines)
    code.line(`${result} = ${asKind(no.result, kind)}`)
  })
  return { code: result, kind, optional: yes.result.optional || no.result.optional }
}

function commonKind(left: Value, right: Value): Kind {
  if (left.kind === right.kind) return left.kind
  if (isNothing(left)) return right.kind
  if (isNothing(right)) return left.kind
  if (isExact(left.kind) && isExact(right.kind))
    return isInteger(left.kind) && isInteger(right.kind) ? 'integer' : 'exact'
  if (isNumber(left.kind) && isNumber(right.kind)) return 'numeric'
  throw new Unsupported(`either ${left.kind} or ${right.kind}`)
}

function isInteger(kind: Kind): boolean {
  return kind === 'int' || kind === 'integer'
}

function asKind(value: Value, kind: Kind): string {
  if (value.kind === kind || isNothing(value)) return value.code
  const converted = kind === 'numeric' ? numericCode(value) : decimalCode(value)
  if (!value.optional || converted === value.code) return converted
  return `(${value.code} === undefined ? undefined : ${converted})`
}

function isNothing(value: Value): boolean {
  return value.code === 'undefined'
}
