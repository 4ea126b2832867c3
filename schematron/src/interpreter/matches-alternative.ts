import type { Alternative } from '../rule-file/match-pattern.ts'
import { toDouble } from '../values/operate.ts'
import { Atomic, AttributeNode, attributesOf, childrenOf, keyOf, type Node } from '../values/values.ts'
import { Element } from '../xml/element.ts'
import { mayBeNumber, usesPosition } from '../xpath/analyse.ts'
import type { Step } from '../xpath/ast.ts'
import { passes } from './axes.ts'
import type { Focus } from './focus.ts'
import { itemsOf, truth } from './interpreter.ts'

import { firstTwo, truthOf } from './items.ts'

/** Whether a node matches one alternative of a context, according to the reference engine. */
export function matchesAlternative(
  node: Node,
  { levels, anchored }: Alternative,
  focus: Focus,
  at = levels.length - 1,
): boolean {
  const level = levels[at]
  if (!level || !matchesStep(node, level.step, focus)) return false
  const isTop = (above: Element | undefined) => above !== undefined && above === focus.document
  const parent = parentOf(node)
  if (at === 0) return !anchored || level.below || isTop(parent)
  for (let above = parent; above && !isTop(above); above = above.parent) {
    if (matchesAlternative(above, { levels, anchored }, focus, at - 1)) return true
    if (!level.below) return false
  }
  return false
}

function parentOf(node: Node): Element | undefined {
  return node instanceof Element ? node.parent : node.owner
}

function matchesStep(node: Node, step: Step, focus: Focus): boolean {
  if (!passesTest(node, step)) return false
  return passesPredicates(node, step, focus, step.predicates.length)
}

function passesTest(node: Node, { axis, test }: Step): boolean {
  return passes(node, test, axis === 'attribute')
}

/**
 * Whether the first `count` predicates hold. A position counts the siblings that pass the test and
 * the earlier predicates.
 */
function passesPredicates(node: Node, step: Step, focus: Focus, count: number): boolean {
  if (count === 0) return true
  if (!passesPredicates(node, step, focus, count - 1)) return false
  const predicate = step.predicates[count - 1]
  if (!predicate) return true
  if (!mayBeNumber(predicate) && !usesPosition(predicate)) {
    return truth(predicate, { ...focus, item: node, position: 1, size: () => 1 })
  }
  const siblings = siblingsOf(node).filter(
    (sibling) => passesTest(sibling, step) && passesPredicates(sibling, step, focus, count - 1),
  )
  const position = siblings.findIndex((sibling) => keyOf(sibling) === keyOf(node)) + 1
  const items = firstTwo(itemsOf(predicate, { ...focus, item: node, position, size: () => siblings.length }))
  const [only] = items
  if (items.length === 1 && only instanceof Atomic && numbers.has(only.type)) return toDouble(only) === position
  return truthOf(items)
}

function siblingsOf(node: Node): readonly Node[] {
  if (node instanceof AttributeNode) return attributesOf(node.owner)
  const parent = parentOf(node)
  return parent ? [...childrenOf(parent)] : [node]
}

const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'double'])
