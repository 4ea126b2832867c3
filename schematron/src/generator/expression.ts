import type { Expression } from '../xpath/ast.ts'

import type { Need, Scope, Use, Value } from './code.ts'

// The generator's dispatch: files write parts of expressions through it. `Writers` describes each
// function.

export function each(expression: Expression, scope: Scope, need: Need, use: Use): void {
  scope.code.unit.writers.each(expression, scope, need, use)
}

export function single(expression: Expression, scope: Scope): Value {
  return scope.code.unit.writers.single(expression, scope)
}

export function singleItem(expression: Expression, scope: Scope): Value {
  return scope.code.unit.writers.singleItem(expression, scope)
}

export function singleDirect(expression: Expression, scope: Scope): Value | undefined {
  return scope.code.unit.writers.singleDirect(expression, scope)
}

export function isTrue(expression: Expression, scope: Scope): string {
  return scope.code.unit.writers.isTrue(expression, scope)
}

export function exists(expression: Expression, scope: Scope): string {
  return scope.code.unit.writers.exists(expression, scope)
}
