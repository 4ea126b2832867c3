import type { Call } from './ast.ts'
import type { Scope, Value } from './code.ts'
import { Unsupported } from './code.ts'
import { atomized, decimalCode, doubleCode, isExact, isNumber, numericCode } from './convert-code.ts'
import { argument } from './generate-call.ts'
import { each } from './generate-nodes.ts'

/** `count`, `sum`, `avg`, `min` and `max` as loops that keep one running value. */
export function aggregate(call: Call, scope: Scope): Value {
  if (call.name === 'count') return count(call, scope)
  if (call.name === 'sum' && call.arguments.length === 1) return sum(call, scope)
  throw new Unsupported(call.name)
}

function count(call: Call, scope: Scope): Value {
  const { code } = scope
  const counted = code.declare('n', '0')
  each(argument(call, 0), scope, 'bag', () => code.line(`${counted}++`))
  return { code: counted, kind: 'int', optional: false }
}

/**
 * The sum of nothing is the integer 0, so that only the document tells whether a sum of untyped text is a double: such a
 * sum has the kind that says so. Decimals may be added in any order, doubles only in that of the document.
 */
function sum(call: Call, scope: Scope): Value {
  const { code } = scope
  const total = code.declare('v', 'zero')
  const first = code.declare('t', 'true')
  let seen: Form | undefined
  each(argument(call, 0), scope, 'list', (item, itemKind) => {
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
    }
  })
  return { code: total, kind: seen === undefined || seen === 'decimal' ? 'decimal' : 'numeric', optional: false }
}

/** How the numbers of a sum come. */
type Form = 'decimal' | 'double' | 'numeric'
