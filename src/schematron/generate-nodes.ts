import { nameOf } from '../xml/name.ts'
import { childUnion, isOrdinal, isSingle, mayBeNumber, orderOf, usesLast, usesPosition } from './analyse.ts'
import type { Expression, Filter, NodeTest, Path, SetOperation, Step } from './ast.ts'
import type { Kind, Scope, Variable } from './code.ts'
import { Unsupported } from './code.ts'
import { isNumber } from './convert-code.ts'
import { isTrue } from './generate-boolean.ts'
import { constantText, eachOfCall } from './generate-call.ts'
import { documentValues } from './generate-document.ts'
import { joinedChildren } from './generate-join.ts'
import { single, singleDirect } from './generate-value.ts'

/** How much the consumer of a sequence asks for: any order and repetition, each node once, or document order too. */
export type Need = 'set' | 'bag' | 'list'

/** Writes what is done with one item: `code` names it. It may be written more than once, for items of different kinds. */
export type Use = (code: string, kind: Kind) => void

/**
 * Writes loops over the items of an expression, with `use` inside: no sequence is ever made. A consumer that has seen
 * enough leaves by a labelled break.
 */
export function each(expression: Expression, scope: Scope, need: Need, use: Use): void {
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
      each(expression.source, scope, 'list', (code, kind) => {
        each(expression.body, withVariable(scope, expression.name, code, kind), need, use)
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
      if (isSingle(expression)) break
      eachOfIf(expression, scope, need, use)
      return
    case 'call':
      if (eachOfCall(expression, scope, need, use)) return
      break
    case 'root':
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

/** The scope inside a predicate or to the right of a slash. */
export function withItem(scope: Scope, code: string, kind: Kind, position?: string, size?: string): Scope {
  return { ...scope, item: { code, kind, optional: false }, position, size }
}

export function withVariable(scope: Scope, name: string, code: string, kind: Kind): Scope {
  return bind(scope, name, { code, kind, optional: false, many: false })
}

/** The scope behind a binding; the name hides a variable of the file. */
export function bind(scope: Scope, name: string, variable: Variable): Scope {
  const variables = new Map(scope.variables).set(name, variable)
  const global = new Set(scope.global)
  global.delete(name)
  const literals = new Map(scope.literals)
  literals.delete(name)
  return { ...scope, variables, global, literals }
}

/** A loop over a JavaScript array. */
export function loop(scope: Scope, array: string, inside: (item: string) => void): void {
  const { code } = scope
  const at = code.temp('i')
  const item = code.temp('e')
  code.block(`for (let ${at} = 0; ${at} < ${array}.length; ${at}++)`, () => {
    code.line(`const ${item} = ${array}[${at}]`)
    inside(item)
  })
}

/** An array of the elements that `inside` gives, in document order, each once. */
export function sortedElements(scope: Scope, inside: (use: Use) => void): string {
  const array = scope.code.declare('a', '[]')
  inside((code, kind) => {
    if (kind !== 'element') throw new Unsupported('attributes or texts out of order')
    scope.code.line(`${array}.push(${code})`)
  })
  const sorted = scope.code.temp('a')
  scope.code.line(`const ${sorted} = sorted(${array})`)
  return sorted
}

/** Lets a path through as it is when that is in order enough; else its elements are collected and sorted first. */
function inOrder(
  expression: Expression,
  scope: Scope,
  need: Need,
  use: Use,
  run: (use: Use, need: Need) => void,
): void {
  const { sorted, unique } = orderOf(expression)
  if (need === 'set' || (unique && (sorted || need === 'bag')) || givesValues(expression)) {
    run(use, need)
    return
  }
  loop(
    scope,
    sortedElements(scope, (inner) => run(inner, 'set')),
    (item) => use(item, 'element'),
  )
}

/** A path that ends in values, not in nodes: its items are never sorted. */
function givesValues(expression: Expression): boolean {
  if (expression.kind === 'path') return givesValues(expression.right)
  return (
    expression.kind === 'call' || expression.kind === 'literal' || (expression.kind === 'if' && isSingle(expression))
  )
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

/** Left of a slash: `descendant-or-self::node()` may leave out texts, when the next step finds nothing in them anyway. */
function eachNode(expression: Expression, scope: Scope, need: Need, elementsOnly: boolean, use: Use): void {
  const last = expression.kind === 'path' ? expression.right : expression
  const everything = last.kind === 'step' && last.axis === 'descendant-or-self' && last.test.kind === 'node'
  if (!everything || !elementsOnly || last.predicates.length > 0) {
    each(expression, scope, need, use)
    return
  }
  const below: Use = (code) => {
    use(code, 'element')
    eachBelow(code, scope, (item) => use(item, 'element'))
  }
  if (expression.kind === 'path') each(expression.left, scope, need, below)
  else below(contextElement(scope), 'element')
}

function eachOfFilter({ base, predicates }: Filter, scope: Scope, need: Need, use: Use): void {
  const positional = predicates.some(mayBeNumber)
  withPredicates(predicates, scope, use, (inner) => each(base, scope, positional ? 'list' : need, inner))
}

function eachOfUnion(expression: Expression, scope: Scope, need: Need, use: Use): void {
  if (expression.kind !== 'union') throw new Unsupported(expression.kind)
  const { left, right } = expression
  const tests = childUnion(expression)
  const names = tests && [...new Set(tests.map(nameIdOf))]
  if (names) {
    const { code } = scope
    loop(
      scope,
      code.declare('c', `childrenOfAny(${contextElement(scope)}, ${code.unit.constant(names, `names ${names}`)})`),
      (item) => {
        code.block(`if (${names.map((id) => `${item}.nameId === ${id}`).join(' || ')})`, () => use(item, 'element'))
      },
    )
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

/** `intersect` and `except` keep the left elements that are, or are not, among the right ones. */
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
  const reverse = step.axis.startsWith('ancestor') || step.axis === 'preceding-sibling'
  if (reverse && need === 'list' && !step.predicates.some(isOrdinal))
    throw new Unsupported('ancestors in document order')
  const element = contextElement(scope)
  withPredicates(step.predicates, scope, use, (inner) => eachOnAxis(step, element, scope, inner))
}

/** The elements that a step by name goes through, as a JavaScript array: fewer than all where an index helps. */
function candidates(step: Step, element: string, scope: Scope, all: string): string {
  const { code } = scope
  const list = code.temp('c')
  code.line(`const ${list} = ${all}`)
  const joined = joinedChildren(step, element, list, scope)
  return joined === undefined ? list : code.declare('c', joined)
}

function eachOnAxis(step: Step, element: string, scope: Scope, use: Use): void {
  const { axis, test } = step
  const { code } = scope
  const tested = (item: string, document = false) => {
    const condition = testCode(test, item, document)
    if (condition === undefined) use(item, 'element')
    else code.block(`if (${condition})`, () => use(item, 'element'))
  }
  switch (axis) {
    case 'attribute':
      eachAttribute(test, element, scope, use)
      return
    case 'self':
      tested(element, true)
      return
    case 'parent': {
      const parent = code.temp('p')
      code.line(`const ${parent} = ${element}.parent`)
      code.block(`if (${parent} !== undefined)`, () => tested(parent, true))
      return
    }
    case 'child':
      eachChild(step, element, scope, use, tested)
      return
    case 'descendant':
      eachBelow(element, scope, (item) => tested(item), step)
      return
    case 'descendant-or-self':
      if (test.kind === 'node') throw new Unsupported('all nodes below')
      tested(element, true)
      eachBelow(element, scope, (item) => tested(item))
      return
    case 'ancestor':
    case 'ancestor-or-self': {
      const start = axis === 'ancestor' ? `${element}.parent` : element
      const above = code.temp('p')
      code.block(`for (let ${above} = ${start}; ${above} !== undefined; ${above} = ${above}.parent)`, () =>
        tested(above, true),
      )
      return
    }
    default:
      eachSibling(axis, element, scope, tested)
      return
  }
}

function eachChild(step: Step, element: string, scope: Scope, use: Use, tested: (item: string) => void): void {
  const { test } = step
  if (test.kind === 'text') {
    const texts = scope.code.declare('a', `textsOf(${element})`)
    loop(scope, texts, (item) => use(item, 'text'))
    return
  }
  if (test.kind === 'node' || test.kind === 'attribute') throw new Unsupported('children of any kind')
  const id = nameIdOf(test)
  const all = id === undefined ? `${element}.children` : `childrenOf(${element}, ${id})`
  loop(scope, candidates(step, element, scope, all), tested)
}

function eachAttribute(test: NodeTest, element: string, scope: Scope, use: Use): void {
  const { code } = scope
  if (test.kind !== 'name') throw new Unsupported('attributes by kind')
  if (test.local === undefined && test.namespace === undefined) {
    loop(scope, code.declare('a', `attributeValues(${element})`), (item) => use(item, 'attribute'))
    return
  }
  const value = code.temp('v')
  code.line(`const ${value} = ${attributeCode(test, element)}`)
  code.block(`if (${value} !== undefined)`, () => use(value, 'attribute'))
}

/** The value of one attribute, or undefined. */
export function attributeCode(test: NodeTest, element: string): string {
  if (test.kind !== 'name' || test.local === undefined || test.namespace === undefined)
    throw new Unsupported('an attribute of any name')
  const name = test.namespace === '' ? test.local : `{${test.namespace}}${test.local}`
  return `${element}.attribute(${JSON.stringify(name)})`
}

/** The elements inside an element: those of one name from a list when the whole document is meant. */
function eachBelow(element: string, scope: Scope, use: (item: string) => void, step?: Step): void {
  const { code } = scope
  const id = step && nameIdOf(step.test)
  if (element === 'D.node' && step && id !== undefined) {
    loop(scope, candidates(step, element, scope, `D.lists[${code.unit.listOf(id)}]`), use)
    return
  }
  const at = code.temp('i')
  const item = code.temp('e')
  code.block(`for (let ${at} = ${element}.order + 1; ${at} < ${element}.end; ${at}++)`, () => {
    code.line(`const ${item} = D.elements[${at}]`)
    use(item)
  })
}

function eachSibling(axis: string, element: string, scope: Scope, tested: (item: string) => void): void {
  const { code } = scope
  const siblings = code.declare('a', `${element}.parent === undefined ? [] : ${element}.parent.children`)
  const place = code.declare('n', `${siblings}.indexOf(${element})`)
  const at = code.temp('i')
  const item = code.temp('e')
  const head =
    axis === 'following-sibling'
      ? `let ${at} = ${place} + 1; ${at} < ${siblings}.length; ${at}++`
      : `let ${at} = ${place} - 1; ${at} >= 0; ${at}--`
  code.block(`for (${head})`, () => {
    code.line(`const ${item} = ${siblings}[${at}]`)
    tested(item)
  })
}

/** Writes the predicates around `use`, one inside the other; counters of positions start before the loop that `run` writes. */
function withPredicates(predicates: readonly Expression[], scope: Scope, use: Use, run: (use: Use) => void): void {
  const counting = predicates.findIndex(usesLast)
  if (counting >= 0) {
    // How many there are is known only when all have been seen.
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
        // Nothing after the wanted place can count; the last predicate's loop may end.
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

/** The id of a test by full name; undefined for any other. */
export function nameIdOf(test: NodeTest): number | undefined {
  if (test.kind !== 'name' || test.local === undefined || test.namespace === undefined) return undefined
  return nameOf(test.namespace, test.local, '').id
}

/** The condition that a test puts on an element; undefined when every one passes. `document`: it may be the document node. */
export function testCode(test: NodeTest, item: string, document: boolean): string | undefined {
  const id = nameIdOf(test)
  if (id !== undefined) return `${item}.nameId === ${id}`
  const isElement = document ? `${item}.nameId !== documentId` : undefined
  switch (test.kind) {
    case 'node':
      return undefined
    case 'element':
      return isElement
    case 'document':
      return `${item}.nameId === documentId`
    case 'text':
    case 'attribute':
      return 'false'
    case 'name':
      break
  }
  const part = test.local === undefined ? test.namespace : test.local
  const name = test.local === undefined ? 'namespace' : 'local'
  const named = part === undefined ? undefined : `${item}.name.${name} === ${JSON.stringify(part)}`
  return [isElement, named].filter((condition) => condition !== undefined).join(' && ') || undefined
}

export function contextElement(scope: Scope): string {
  if (!scope.item) throw new Unsupported('no context item')
  if (scope.item.kind !== 'element') throw new Unsupported('a step from what is no element')
  return scope.item.code
}
