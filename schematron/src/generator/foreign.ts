import type { Focus } from '../interpreter/focus.ts'
import { itemsOf } from '../interpreter/interpreter.ts'
import { isNode } from '../values/values.ts'
import { Element } from '../xml/element.ts'
import { type Expression, partsOf } from '../xpath/ast.ts'
import { type Need, type Scope, Unsupported, type Use } from './code.ts'
import { atomized, isText } from './convert-code.ts'
import { each } from './expression.ts'
import { inVariable, loop } from './scope.ts'

/**
 * Writes the loop over nodes of a file that the schema reads with `document()`: they are known now,
 * so they become constants. `…/enumeration[@value = $code]` becomes a lookup. The nodes count as
 * texts, because steps from them would go through the judged document. False for other expressions.
 */
export function eachForeign(expression: Expression, scope: Scope, need: Need, use: Use): boolean {
  if (!startsInFile(expression)) return false
  const { unit } = scope.code
  if (isConstant(expression)) {
    const texts = nodesOf(expression, scope).map((node) => node.value)
    loop(scope, unit.constant(texts), (item) => use(item, 'text'))
    return true
  }
  const lookup = lookupOf(expression, scope)
  if (!lookup) throw new Unsupported('nodes of another file')
  const { index, variable } = lookup
  if (need !== 'set' && scope.variables.get(variable.name)?.many !== false)
    throw new Unsupported('nodes of another file, by several values')
  each(variable, scope, 'set', (code, kind) => {
    const value = inVariable(atomized({ code, kind }), scope)
    if (!isText(value.kind)) throw new Unsupported('nodes of another file, by a value that is not text')
    const found = scope.code.declare('c', `${index}.get(${value.code}) ?? []`)
    loop(scope, found, (item) => use(item, 'text'))
  })
  return true
}

type Variable = Extract<Expression, { kind: 'variable' }>

/** For `constant/name[@attribute = $variable]`: the texts of those elements by the attribute. */
function lookupOf(expression: Expression, scope: Scope): { index: string; variable: Variable } | undefined {
  if (expression.kind !== 'path' || expression.right.kind !== 'step' || expression.right.predicates.length !== 1)
    return undefined
  const { left, right } = expression
  const [predicate] = right.predicates
  const all: Expression = { ...expression, right: { ...right, predicates: [] } }
  if (predicate?.kind !== 'compare' || predicate.operator !== '=' || !predicate.general || !isConstant(left))
    return undefined
  const attribute = attributeName(predicate.left)
  if (attribute === undefined || predicate.right.kind !== 'variable' || right.axis !== 'child') return undefined
  const index = new Map<string, string[]>()
  for (const node of nodesOf(all, scope)) {
    const value = node instanceof Element ? node.attribute(attribute) : undefined
    if (value !== undefined) index.set(value, [...(index.get(value) ?? []), node.value])
  }
  return { index: scope.code.unit.constant(index), variable: predicate.right }
}

function attributeName(expression: Expression): string | undefined {
  if (expression.kind !== 'step' || expression.axis !== 'attribute' || expression.predicates.length > 0)
    return undefined
  const { test } = expression
  return test.kind === 'name' && test.namespace === '' ? test.local : undefined
}

function startsInFile(expression: Expression): boolean {
  if (expression.kind === 'path') return startsInFile(expression.left)
  if (expression.kind === 'filter') return startsInFile(expression.base)
  return expression.kind === 'call' && (expression.name === 'document' || expression.name === 'doc')
}

/** Nothing in it depends on the judged document. */
function isConstant(expression: Expression): boolean {
  if (expression.kind === 'variable') return false
  if (expression.kind === 'call' && (expression.name.startsWith('{') || dependent.has(expression.name))) return false
  return partsOf(expression).every(isConstant)
}

const dependent: ReadonlySet<string> = new Set([
  ...['current', 'key', 'current-date', 'current-dateTime', 'current-time'],
])

function nodesOf(expression: Expression, { documents }: Scope) {
  const [anywhere] = documents.values()
  if (!anywhere) throw new Error('the schema reads no file')
  const none = () => []
  const focus: Focus = {
    item: undefined,
    position: 1,
    size: () => 1,
    current: undefined,
    document: anywhere,
    now: undefined,
    variable: none,
    call: none,
    keyed: none,
    foreign: (href) => documents.get(href) ?? anywhere,
  }
  return [...itemsOf(expression, focus)].filter(isNode)
}
