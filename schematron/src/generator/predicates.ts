import { isOrdinal, isSingle, mayBeNumber, usesLast, usesPosition } from '../xpath/analyse.ts'
import type { Expression } from '../xpath/ast.ts'
import { type Kind, type Scope, Unsupported, type Use } from './code.ts'
import { isNumber } from './convert-code.ts'
import { isTrue, single } from './expression.ts'

import { loop, withItem } from './scope.ts'

/**
 * Writes the predicates around `use`, one inside the other. Position counters are declared before
 * the loop that `run` writes.
 */
export function withPredicates(
  predicates: readonly Expression[],
  scope: Scope,
  use: Use,
  run: (use: Use) => void,
): void {
  const counting = predicates.findIndex(usesLast)
  if (counting >= 0) {
    // `last()` is known only after the whole loop.
    const array = scope.code.declare('a', '[]')
    let seen: Kind | undefined
    const collect: Use = (item, kind) => {
      if (seen !== undefined && seen !== kind) throw new Unsupported('items of several kinds')
      seen = kind
      scope.code.line(`${array}.push(${item})`)
    }
    nestPredicates(predicates.slice(0, counting), scope, collect, run)
    const again = (inner: Use) => loop(scope, array, (item) => inner(item, seen ?? 'element'))
    nestPredicates(predicates.slice(counting), scope, use, again, `${array}.length`)
  } else nestPredicates(predicates, scope, use, run)
}

function nestPredicates(
  predicates: readonly Expression[],
  scope: Scope,
  use: Use,
  run: (use: Use) => void,
  size?: string,
): void {
  if (predicates.length === 0) {
    run(use)
    return
  }
  if (predicates.slice(1).some(usesLast)) throw new Unsupported('last() twice')
  const { code } = scope
  code.labelled((label) => {
    const counters = predicates.map((predicate) =>
      mayBeNumber(predicate) || usesPosition(predicate) ? code.declare('n', '0') : undefined,
    )
    const inside = (at: number, item: string, kind: Kind): void => {
      const predicate = predicates[at]
      if (!predicate) {
        use(item, kind)
        return
      }
      const counter = counters[at]
      if (counter !== undefined) code.line(`${counter}++`)
      const condition = predicateCode(
        predicate,
        withItem(scope, item, kind, counter, at === 0 ? size : undefined),
        counter,
      )
      code.block(`if (${condition})`, () => {
        inside(at + 1, item, kind)
        // Nothing after the selected position can match; the last predicate may end the loop.
        if (isOrdinal(predicate)) code.line(`break ${label}`)
      })
    }
    run((item, kind) => inside(0, item, kind))
  })
}

function predicateCode(predicate: Expression, scope: Scope, counter: string | undefined): string {
  if (!mayBeNumber(predicate)) return isTrue(predicate, scope)
  if (!isSingle(predicate) && predicate.kind !== 'variable') throw new Unsupported('a predicate of unknown kind')
  const value = single(predicate, scope)
  if (!isNumber(value.kind)) {
    if (value.kind === 'boolean' && !value.optional) return value.code
    throw new Unsupported('a predicate of unknown kind')
  }
  if (value.optional) throw new Unsupported('a position that may be missing')
  if (value.kind === 'int' || value.kind === 'double') return `${counter} === ${value.code}`
  if (value.kind === 'numeric') return `${counter} === toNumber(${value.code})`
  return `${counter} === ${value.code}.toNumber()`
}
