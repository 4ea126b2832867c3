import {
  childUnion,
  givesNodes,
  givesValues,
  isOrdinal,
  isSingle,
  mayBeNumber,
  orderOf,
  usesPosition,
} from '../xpath/analyse.ts'
import type { Expression, Filter, Path, SetOperation, Step } from '../xpath/ast.ts'
import { eachBelow, eachOnAxis } from './axes.ts'
import { constantText, eachOfCall } from './call.ts'
import { isNodeKind, type Kind, type Need, type Scope, type Unit, Unsupported, type Use } from './code.ts'
import { documentValues } from './document.ts'
import { isTrue, single, singleDirect } from './expression.ts'
import { eachForeign } from './foreign.ts'
import { nameCodeOf } from './node-test.ts'
import { withPredicates } from './predicates.ts'

import { contextElement, inVariable, loop, withItem, withVariable } from './scope.ts'
import { sortedElements } from './sorted.ts'

/**
 * Writes loops over the items of an expression, with `use` inside; no sequence is ever built. A
 * consumer that is done leaves with a labelled break.
 */
export function each(expression: Expression, scope: Scope, need: Need, use: Use): void {
  if (eachForeign(expression, scope, need, use)) return
  if (documentValues(expression, scope, need, use)) return
  switch (expression.kind) {
    case 'sequence':
      eachOfSequence(expression.items, scope, need, use)
      return
    case 'step':
      eachOfStep(expression, scope, need, use)
      return
    case 'path':
      inOrder(expression, scope, need, use, (inner, innerNeed) => eachOfPath(expression, scope, innerNeed, inner))
      return
    case 'filter':
      eachOfFilter(expression, scope, need, use)
      return
    case 'union':
      eachOfUnion(expression, scope, need, use)
      return
    case 'intersect':
    case 'except':
      eachOfDifference(expression, scope, need, use)
      return
    case 'for':
      each(expression.source, scope, 'list', (item, kind) => {
        // Evaluated even where the body does not ask for it: it may be an error.
        const { code } = inVariable({ code: item, kind }, scope)
        each(expression.body, withVariable(scope, expression.name, code, kind), need, use)
      })
      return
    case 'map':
      each(expression.left, scope, 'list', (item, kind) => {
        const { code } = inVariable({ code: item, kind }, scope)
        const current = kind === 'element' ? code : undefined
        each(expression.right, { ...withItem(scope, code, kind), current }, need, use)
      })
      return
    case 'range':
      eachOfRange(expression.left, expression.right, scope, use)
      return
    case 'variable': {
      const variable = scope.variables.get(expression.name)
      if (!variable?.many) break
      loop(scope, variable.code, (item) => use(item, variable.kind))
      return
    }
    case 'if':
      if (isSingle(expression) && givesValues(expression)) break
      eachOfIf(expression, scope, need, use)
      return
    case 'call':
      if (eachOfCall(expression, scope, need, use)) return
      break
    case 'root':
      if (scope.item && !isNodeKind(scope.item.kind)) throw new Unsupported('the root above a value')
      use('D.node', 'element')
      return
    case 'context': {
      if (!scope.item) throw new Unsupported('no context item')
      use(scope.item.code, scope.item.kind)
      return
    }
    default:
  }
  const value = singleDirect(expression, scope)
  if (!value) throw new Unsupported(`a sequence of ${expression.kind}`)
  if (!value.optional) {
    use(value.code, value.kind)
    return
  }
  scope.code.block(`if (${value.code} !== undefined)`, () => use(value.code, value.kind))
}

/**
 * Loops over a path directly when its order is good enough; otherwise collects and sorts its
 * elements first.
 */
function inOrder(
  expression: Expression,
  scope: Scope,
  need: Need,
  use: Use,
  run: (use: Use, need: Need) => void,
): void {
  const { sorted, unique } = orderOf(expression)
  if (need === 'set' || (unique && (sorted || need === 'bag')) || endsInValues(expression, scope, run)) {
    run(use, need)
    return
  }
  loop(
    scope,
    sortedElements(scope, (inner) => run(inner, 'set')),
    (item) => use(item, 'element'),
  )
}

/**
 * Whether a path ends in values, which keep their order and their doubles. For a call or a
 * variable, only the code written for it shows that.
 */
function endsInValues(expression: Expression, scope: Scope, run: (use: Use, need: Need) => void): boolean {
  if (givesValues(expression)) return true
  if (givesNodes(expression)) return false
  const kinds = new Set<Kind>()
  scope.code.capture(() => run((_, kind) => kinds.add(kind), 'bag'))
  return ![...kinds].some(isNodeKind)
}

function eachOfSequence(items: readonly Expression[], scope: Scope, need: Need, use: Use): void {
  const texts = items.map((item) => constantText(item, scope))
  if (items.length > 1 && texts.every((text) => text !== undefined)) {
    loop(scope, scope.code.unit.constant(texts, `texts ${JSON.stringify(texts)}`), (item) => use(item, 'string'))
    return
  }
  if (items.length > 4) throw new Unsupported('a long sequence')
  for (const item of items) each(item, scope, need, use)
}

function eachOfPath({ left, right }: Path, scope: Scope, need: Need, use: Use): void {
  const elementsOnly = right.kind === 'step' && (right.axis === 'child' || right.axis === 'attribute')
  eachNode(left, scope, need, elementsOnly, (code, kind) => {
    if (kind !== 'element') throw new Unsupported('a step from an attribute or a text')
    each(right, withItem(scope, code, kind), need, use)
  })
}

/**
 * The left side of a slash: `descendant-or-self::node()` may leave out texts when the next step
 * finds nothing in them.
 */
function eachNode(expression: Expression, scope: Scope, need: Need, elementsOnly: boolean, use: Use): void {
  const last = expression.kind === 'path' ? expression.right : expression
  const everything = last.kind === 'step' && last.axis === 'descendant-or-self' && last.test.kind === 'node'
  if (!everything || !elementsOnly || last.predicates.length > 0) {
    each(expression, scope, need, use)
    return
  }
  const below: Use = (code, kind) => {
    if (kind !== 'element') throw new Unsupported('a step from an attribute or a text')
    use(code, 'element')
    eachBelow(code, scope, (item) => use(item, 'element'))
  }
  if (expression.kind === 'path') each(expression.left, scope, need, below)
  else below(contextElement(scope), 'element')
}

function eachOfFilter({ base, predicates }: Filter, scope: Scope, need: Need, use: Use): void {
  const positional = predicates.some((predicate) => mayBeNumber(predicate) || usesPosition(predicate))
  withPredicates(predicates, scope, use, (inner) => each(base, scope, positional ? 'list' : need, inner))
}

/** The identifier of a list of name ids. */
function nameList(names: readonly (string | undefined)[], unit: Unit): string {
  return unit.once(`names ${names}`, () => {
    const list = unit.temp('u')
    unit.functions.push(`const ${list} = [${names.join(', ')}]`)
    return list
  })
}

function eachOfUnion(expression: Expression, scope: Scope, need: Need, use: Use): void {
  if (expression.kind !== 'union') throw new Unsupported(expression.kind)
  const { left, right } = expression
  const tests = childUnion(expression)
  const names = tests && [...new Set(tests.map(nameCodeOf))]
  if (names) {
    const { code } = scope
    loop(scope, code.declare('c', `childrenOfAny(${contextElement(scope)}, ${nameList(names, code.unit)})`), (item) => {
      code.block(`if (${names.map((id) => `${item}.nameId === ${id}`).join(' || ')})`, () => use(item, 'element'))
    })
    return
  }
  const both = (inner: Use, inside: Need) => {
    each(left, scope, inside, inner)
    each(right, scope, inside, inner)
  }
  if (need === 'set') {
    both(use, need)
    return
  }
  loop(
    scope,
    sortedElements(scope, (inner) => both(inner, 'set')),
    (item) => use(item, 'element'),
  )
}

/** `intersect` and `except` keep the left elements that are, or are not, on the right. */
function eachOfDifference({ kind, left, right }: SetOperation, scope: Scope, need: Need, use: Use): void {
  const { code } = scope
  const others = code.declare('a', 'new Set()')
  const elementsOnly = (item: Kind) => {
    if (item !== 'element') throw new Unsupported('sets of attributes or texts')
  }
  each(right, scope, 'set', (item, itemKind) => {
    elementsOnly(itemKind)
    code.line(`${others}.add(${item})`)
  })
  each(left, scope, need, (item, itemKind) => {
    elementsOnly(itemKind)
    code.block(`if (${kind === 'except' ? '!' : ''}${others}.has(${item}))`, () => use(item, itemKind))
  })
}

function eachOfRange(left: Expression, right: Expression, scope: Scope, use: Use): void {
  const ends = [left, right].map((end) => {
    const value = single(end, scope)
    if (value.optional || !(value.kind === 'int' || value.kind === 'integer'))
      throw new Unsupported('a range of other than integers')
    return value.kind === 'int' ? value.code : `small(${value.code})`
  })
  const { code } = scope
  const at = code.temp('n')
  const last = code.declare('n', ends[1])
  code.block(`for (let ${at} = ${ends[0]}; ${at} <= ${last}; ${at}++)`, () => use(at, 'int'))
}

function eachOfIf(expression: Extract<Expression, { kind: 'if' }>, scope: Scope, need: Need, use: Use): void {
  scope.code.block(`if (${isTrue(expression.condition, scope)})`, () => each(expression.consequence, scope, need, use))
  scope.code.block('else', () => each(expression.otherwise, scope, need, use))
}

function eachOfStep(step: Step, scope: Scope, need: Need, use: Use): void {
  const reverse = step.axis.startsWith('ancestor') || step.axis.startsWith('preceding')
  if (reverse && need === 'list' && !step.predicates.some(isOrdinal))
    throw new Unsupported('ancestors in document order')
  const owned = scope.owner === undefined ? undefined : axesFromOwner.get(step.axis)
  const element = owned === undefined ? contextElement(scope) : (scope.owner ?? '')
  withPredicates(step.predicates, scope, use, (inner) =>
    eachOnAxis(owned === undefined ? step : { ...step, axis: owned }, element, scope, inner),
  )
}

/** The steps upwards from the attribute that a rule is about, as steps from its element. */
const axesFromOwner: ReadonlyMap<string, Step['axis']> = new Map([
  ['parent', 'self'],
  ['ancestor', 'ancestor-or-self'],
] as const)
