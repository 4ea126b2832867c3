import { Decimal } from '../decimal.ts'
import type { Alternative } from '../rule-file/match-pattern.ts'
import { isOrdinal, mayBeNumber, usesPosition } from '../xpath/analyse.ts'
import type { Step } from '../xpath/ast.ts'
import { type Scope, Unsupported } from './code.ts'
import { isTrue } from './expression.ts'
import { attributeTestCode, nameCodeOf, testCode } from './node-test.ts'

import { withItem } from './scope.ts'

/**
 * The body of a function that returns whether `el` matches one alternative of a rule's context,
 * from the last step upwards. `scope`: that of the rule.
 */
export function matcherCode(alternative: Alternative, scope: Scope): string {
  matchLevel(alternative, alternative.levels.length - 1, 'el', scope)
  scope.code.line('return false')
  return scope.code.text
}

/**
 * Writes: if `element` passes level `at`, try the levels before it; after the first level, return
 * true. The names of the element and of its parents are compared before any predicate, which costs
 * more: the order cannot be seen, since an error in a predicate means no match.
 */
function matchLevel(alternative: Alternative, at: number, element: string, scope: Scope): void {
  matchNames(alternative, at, element, scope, [])
}

/** A level whose name fits: its predicates are still to be tested. */
interface Fitting {
  readonly step: Step
  readonly element: string
}

function matchNames(
  alternative: Alternative,
  at: number,
  element: string,
  scope: Scope,
  below: readonly Fitting[],
): void {
  const { code } = scope
  const level = alternative.levels[at]
  if (!level) throw new Error('a pattern has at least one level')
  const { axis, test: wanted } = level.step
  const test = axis === 'attribute' ? attributeTestCode(wanted, element) : testCode(wanted, element, false)
  const fitting = [...below, { step: level.step, element }]
  const inside = () => matchAbove(alternative, at, element, scope, fitting)
  if (test === undefined) inside()
  else code.block(`if (${test})`, inside)
}

function matchAbove(
  alternative: Alternative,
  at: number,
  element: string,
  scope: Scope,
  fitting: readonly Fitting[],
): void {
  const { code } = scope
  const level = alternative.levels[at]
  const below = level?.below === true
  const parent = `${element}.${level?.step.axis === 'attribute' ? 'owner' : 'parent'}`
  if (at === 0) {
    const matched = () => matchAll(fitting, scope, () => code.line('return true'))
    if (alternative.anchored && !below) code.block(`if (${parent} === D.node)`, matched)
    else matched()
    return
  }
  const above = code.temp('p')
  if (below) {
    matchAll(fitting, scope, () =>
      code.block(`for (let ${above} = ${parent}; ${above} !== D.node; ${above} = ${above}.parent)`, () =>
        matchLevel(alternative, at - 1, above, scope),
      ),
    )
    return
  }
  code.line(`const ${above} = ${parent}`)
  code.block(`if (${above} !== D.node)`, () => matchNames(alternative, at - 1, above, scope, fitting))
}

/** Writes: if all predicates of the levels hold, `then`. */
function matchAll([first, ...others]: readonly Fitting[], scope: Scope, then: () => void): void {
  if (first === undefined) then()
  else matchPredicates(first.step, 0, first.element, scope, () => matchAll(others, scope, then))
}

function matchPredicates(step: Step, at: number, element: string, scope: Scope, then: () => void): void {
  const predicate = step.predicates[at]
  if (!predicate) {
    then()
    return
  }
  const next = () => matchPredicates(step, at + 1, element, scope, then)
  const { code } = scope
  if (!mayBeNumber(predicate) && !usesPosition(predicate)) {
    const inner = element === 'el' ? scope : { ...withItem(scope, element, 'element'), current: scope.current }
    code.block(`if (${isTrue(predicate, inner)})`, next)
    return
  }
  // The position among all siblings of that name: only the first predicate counts those.
  if (at > 0 || !isOrdinal(predicate) || nameCodeOf(step.test) === undefined || step.axis === 'attribute')
    throw new Unsupported('a position in a context')
  const place = predicate.kind === 'literal' && predicate.value instanceof Decimal ? predicate.value.toString() : '0'
  code.block(`if (positionOf(${element}) === ${place})`, next)
}
