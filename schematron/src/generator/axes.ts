import type { NodeTest, Step } from '../xpath/ast.ts'
import { type Scope, Unsupported, type Use } from './code.ts'
import { joinedChildren } from './join.ts'
import { attributeCode, nameCodeOf, testCode } from './node-test.ts'

import { loop } from './scope.ts'

/** The elements to visit for a step by name, as a JavaScript array; an index narrows them down. */
function candidates(step: Step, element: string, scope: Scope, all: string): string {
  const { code } = scope
  const list = code.temp('c')
  code.line(`const ${list} = ${all}`)
  const joined = joinedChildren(step, element, list, scope)
  return joined === undefined ? list : code.declare('c', joined)
}

/** Writes the loop of a step without its predicates. */
export function eachOnAxis(step: Step, element: string, scope: Scope, use: Use): void {
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
      elementsOnly(test)
      eachBelow(element, scope, (item) => tested(item), step)
      return
    case 'descendant-or-self':
      elementsOnly(test)
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
    case 'following':
    case 'preceding':
      elementsOnly(test)
      eachBeside(axis, nameCodeOf(test), element, scope, tested)
      return
    default:
      elementsOnly(test)
      eachSibling(axis, element, scope, tested)
      return
  }
}

/** Texts and comments between elements are not visited. */
function elementsOnly(test: NodeTest): void {
  if (test.kind !== 'name' && test.kind !== 'element') throw new Unsupported('nodes that are not elements')
}

/**
 * Loops over the elements after an element that are not inside it, or before it that are not around
 * it, the nearest first.
 */
function eachBeside(
  axis: 'following' | 'preceding',
  id: string | undefined,
  element: string,
  scope: Scope,
  tested: (item: string) => void,
): void {
  const { code } = scope
  const all = id === undefined ? 'D.elements' : `D.lists[${code.unit.listOf(id)}]`
  const list = code.declare('c', all)
  const at = code.temp('i')
  const item = code.temp('e')
  const head =
    axis === 'following'
      ? `let ${at} = firstFrom(${list}, ${element}.end); ${at} < ${list}.length; ${at}++`
      : `let ${at} = firstFrom(${list}, ${element}.order) - 1; ${at} >= 0; ${at}--`
  code.block(`for (${head})`, () => {
    code.line(`const ${item} = ${list}[${at}]`)
    if (axis === 'following') tested(item)
    else code.block(`if (${item}.end <= ${element}.order)`, () => tested(item))
  })
}

function eachChild(step: Step, element: string, scope: Scope, use: Use, tested: (item: string) => void): void {
  const { test } = step
  if (test.kind === 'text') {
    eachText(element, scope, use)
    return
  }
  if (test.kind !== 'name' && test.kind !== 'element') throw new Unsupported('children of any kind')
  const id = nameCodeOf(test)
  const all = id === undefined ? `${element}.children` : `childrenOf(${element}, ${id})`
  loop(scope, candidates(step, element, scope, all), tested)
}

function eachText(element: string, scope: Scope, use: Use): void {
  loop(scope, scope.code.declare('a', `textsOf(${element})`), (item) => use(item, 'text'))
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

/**
 * Loops over the elements inside an element; in the whole document, elements of one name come from
 * a list.
 */
export function eachBelow(element: string, scope: Scope, use: (item: string) => void, step?: Step): void {
  const { code } = scope
  const id = step && nameCodeOf(step.test)
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
