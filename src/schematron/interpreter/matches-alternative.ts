import type { Element } from '../../xml/element.ts'
import type { Alternative } from '../rule-file/match-pattern.ts'
import { toDouble } from '../values/operate.ts'
import { Atomic } from '../values/values.ts'
import { mayBeNumber, usesPosition } from '../xpath/analyse.ts'
import type { Step } from '../xpath/ast.ts'
import { passes } from './axes.ts'
import type { Focus } from './focus.ts'
import { itemsOf, truth } from './interpreter.ts'

import { firstTwo, truthOf } from './items.ts'

/** Whether an element matches one alternative of a context, according to the reference engine. */
export function matchesAlternative(
  element: Element,
  { levels, anchored }: Alternative,
  focus: Focus,
  at = levels.length - 1,
): boolean {
  const level = levels[at]
  if (!level || !matchesStep(element, level.step, focus)) return false
  const isTop = (above: Element | undefined) => above !== undefined && above === focus.document
  if (at === 0) return !anchored || level.below || isTop(element.parent)
  for (let above = element.parent; above && !isTop(above); above = above.parent) {
    if (matchesAlternative(above, { levels, anchored }, focus, at - 1)) return true
    if (!level.below) return false
  }
  return false
}

function matchesStep(element: Element, step: Step, focus: Focus): boolean {
  if (!passes(element, step.test, false)) return false
  return passesPredicates(element, step, focus, step.predicates.length)
}

/**
 * Whether the first `count` predicates hold. A position counts the siblings that pass the test and
 * the earlier predicates.
 */
function passesPredicates(element: Element, step: Step, focus: Focus, count: number): boolean {
  if (count === 0) return true
  if (!passesPredicates(element, step, focus, count - 1)) return false
  const predicate = step.predicates[count - 1]
  if (!predicate) return true
  if (!mayBeNumber(predicate) && !usesPosition(predicate)) {
    return truth(predicate, { ...focus, item: element, position: 1, size: () => 1 })
  }
  const siblings = (element.parent?.children ?? [element]).filter(
    (sibling) => passes(sibling, step.test, false) && passesPredicates(sibling, step, focus, count - 1),
  )
  const position = siblings.indexOf(element) + 1
  const items = firstTwo(itemsOf(predicate, { ...focus, item: element, position, size: () => siblings.length }))
  const [only] = items
  if (items.length === 1 && only instanceof Atomic && numbers.has(only.type)) return toDouble(only) === position
  return truthOf(items)
}

const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'double'])
