import type { Call, Expression } from '../xpath/ast.ts'
import { type Kind, type Scope, Unsupported } from './code.ts'
import { each } from './expression.ts'

export function argument(call: Call, at: number): Expression {
  const expression = call.arguments[at]
  if (!expression) throw new Error(`${call.name} lacks an argument`)
  return expression
}

/** The items of an expression in a JavaScript array; all must have the same kind. */
export function collected(expression: Expression, scope: Scope): { readonly array: string; readonly kind: Kind } {
  const array = scope.code.declare('a', '[]')
  let kind: Kind | undefined
  each(expression, scope, 'list', (item, itemKind) => {
    if (kind !== undefined && kind !== itemKind) throw new Unsupported('items of several kinds')
    kind = itemKind
    scope.code.line(`${array}.push(${item})`)
  })
  return { array, kind: kind ?? 'untyped' }
}
