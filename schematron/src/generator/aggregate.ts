import { type Call, type Expression, partsOf } from '../xpath/ast.ts'
import { argument } from './arguments.ts'
import { Code, evaluateUnread, formOf, type Kind, type Scope, Unsupported, type Value } from './code.ts'
import { atomized, decimalCode, doubleCode, isExact, isNumber, numericCode } from './convert-code.ts'
import { each } from './expression.ts'

import { withItem } from './scope.ts'

/** `count`, `sum`, `avg`, `min` and `max` as loops that keep one running value. */
export function aggregate(call: Call, scope: Scope): Value {
  const compute = call.name === 'count' ? count : call.name === 'sum' && call.arguments.length === 1 ? sum : undefined
  if (!compute) throw new Unsupported(call.name)
  return ofAncestor(call, scope, compute) ?? compute(call, scope)
}

/**
 * `sum(../../line[…]/amount)` has the same value for all elements below that ancestor: it becomes a
 * function of the ancestor that caches its last result. Otherwise every VAT group would go through
 * all lines again.
 */
function ofAncestor(call: Call, scope: Scope, compute: (call: Call, scope: Scope) => Value): Value | undefined {
  const { levels, rest } = splitClimb(argument(call, 0))
  if (levels === 0 || !rest || scope.item?.kind !== 'element' || !needsOnlyContext(rest)) return undefined
  const { unit } = scope.code
  const whole: Call = { ...call, arguments: [rest] }
  const written = unit.once(`ancestor ${scope.place} ${formOf(whole)}`, () => {
    const [name, held] = [unit.temp('f'), unit.temp('m')]
    const code = new Code(unit)
    const value = compute(whole, { ...withItem(scope, 'el', 'element'), code, current: undefined })
    unit.functions.push(
      [
        `let ${held}, ${held}Of`,
        `function ${name}(el) {`,
        `if (${held}Of === el) return ${held}`,
        code.text,
        `${held} = ${value.code}`,
        `${held}Of = el`,
        `return ${held}`,
        '}',
      ].join('\n'),
    )
    unit.resets.push(`${held} = ${held}Of = undefined`)
    return `${name} ${value.kind}`
  })
  const [name = '', kind] = written.split(' ')
  const above = scope.code.declare('p', `up(${scope.item.code}, ${levels})`)
  const none = call.name === 'count' ? '0' : 'zero'
  const result = scope.code.declare('v', `${above} === undefined ? ${none} : ${name}(${above})`)
  return { code: result, kind: kind === 'int' || kind === 'numeric' ? kind : 'exact', optional: false }
}

/** How many times a path starts with a step to the parent, and the rest of the path. */
function splitClimb(expression: Expression): { readonly levels: number; readonly rest: Expression | undefined } {
  if (expression.kind === 'step') {
    const isParent =
      expression.axis === 'parent' && expression.test.kind === 'node' && expression.predicates.length === 0
    return isParent ? { levels: 1, rest: undefined } : { levels: 0, rest: expression }
  }
  if (expression.kind !== 'path') return { levels: 0, rest: expression }
  const left = splitClimb(expression.left)
  const right = left.rest === undefined ? splitClimb(expression.right) : { levels: 0, rest: expression.right }
  if (left.levels === 0) return { levels: 0, rest: expression }
  const rest = left.rest && right.rest ? { ...expression, left: left.rest, right: right.rest } : right.rest
  return { levels: left.levels + right.levels, rest }
}

function needsOnlyContext(expression: Expression): boolean {
  if (expression.kind === 'variable') return false
  if (
    expression.kind === 'call' &&
    (expression.name === 'current' || expression.name === 'position' || expression.name === 'last')
  ) {
    return false
  }
  return partsOf(expression).every(needsOnlyContext)
}

function count(call: Call, scope: Scope): Value {
  const { code } = scope
  const counted = code.declare('n', '0')
  each(argument(call, 0), scope, 'bag', (item, kind) => {
    evaluateUnread(item, kind, scope)
    code.line(`${counted}++`)
  })
  return { code: counted, kind: 'int', optional: false }
}

/**
 * The sum of nothing is the integer 0, so only the document decides whether a sum of untyped text
 * is a double: the kind of such a sum is `numeric`. Decimals may be added in any order, doubles
 * only in document order.
 */
function sum(call: Call, scope: Scope): Value {
  const { code } = scope
  const total = code.declare('v', 'zero')
  const first = code.declare('t', 'true')
  let seen: Form | undefined
  const add = (label: string) => (item: string, itemKind: Kind) => {
    const value = atomized({ code: item, kind: itemKind })
    if (value.kind !== 'untyped' && !isNumber(value.kind)) throw new Unsupported(`a sum of ${value.kind}`)
    const exact = isExact(value.kind)
    const form: Form = exact ? 'decimal' : value.kind === 'numeric' ? 'numeric' : 'double'
    if (seen !== undefined && seen !== form) throw new Unsupported('a sum of several kinds')
    seen = form
    if (exact) code.line(`${total} = ${total}.plus(${decimalCode(value)})`)
    else {
      const next = value.kind === 'numeric' ? `plus(${total}, ${value.code})` : `${total} + ${doubleCode(value)}`
      code.line(`${total} = ${first} ? ${numericCode(value)} : ${next}`)
      code.line(`${first} = false`)
      // Whatever follows, the sum stays NaN.
      code.line(`if (${total} !== ${total}) break ${label}`)
    }
  }
  code.labelled((label) => each(argument(call, 0), scope, 'list', add(label)))
  return { code: total, kind: seen === undefined || seen === 'decimal' ? 'exact' : 'numeric', optional: false }
}

/** How the numbers of a sum are represented. */
type Form = 'decimal' | 'double' | 'numeric'
