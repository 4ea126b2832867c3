import { type Expression, partsOf } from '../xpath/ast.ts'
import { Code, formOf, isNodeKind, type Kind, type Need, type Scope, type Use } from './code.ts'
import { each, isTrue } from './expression.ts'

import { loop } from './scope.ts'

/**
 * A condition that depends only on the document (everything in it starts at `/`): computed on first
 * use, then cached until the document is done, for all its uses in the rules.
 */
export function documentTruth(expression: Expression, scope: Scope): string | undefined {
  if (inDocumentFunction.has(scope.code) || !isOfDocument(expression, scope) || !startsAtRoot(expression))
    return undefined
  // A value has no root: there the paths of the expression are errors.
  if (scope.item && !isNodeKind(scope.item.kind)) return undefined
  const { unit } = scope.code
  return unit.once(`truth ${scope.place} ${formOf(expression)}`, () => {
    const [name, held] = [unit.temp('g'), unit.temp('m')]
    const code = documentCode(scope)
    const condition = isTrue(expression, { ...scope, code, item: undefined, position: undefined, current: undefined })
    unit.functions.push(
      [
        `let ${held} = 0`,
        `function ${name}() {`,
        `if (${held} !== 0) return ${held} === 1`,
        code.text,
        `const result = ${condition}`,
        `${held} = result ? 1 : 2`,
        'return result',
        '}',
      ].join('\n'),
    )
    unit.resets.push(`${held} = 0`)
    return `${name}()`
  })
}

/**
 * The same for the nodes of a path from the root, collected once. Only when no part of the path can
 * fail.
 */
export function documentValues(expression: Expression, scope: Scope, need: Need, use: Use): boolean {
  if (
    expression.kind !== 'path' ||
    inDocumentFunction.has(scope.code) ||
    (scope.item && !isNodeKind(scope.item.kind)) ||
    !isOfDocument(expression, scope) ||
    !isHarmless(expression)
  )
    return false
  // A plain `//name` already has its list.
  if (
    expression.left.kind === 'root' &&
    expression.right.kind === 'step' &&
    expression.right.axis === 'descendant' &&
    expression.right.predicates.length === 0
  )
    return false
  const { unit } = scope.code
  let kind: Kind | undefined
  const key = `values ${scope.place} ${need} ${formOf(expression)}`
  const getter = unit.once(key, () => {
    const [name, held] = [unit.temp('g'), unit.temp('m')]
    const code = documentCode(scope)
    const array = code.declare('a', '[]')
    each(
      expression,
      { ...scope, code, item: undefined, position: undefined, current: undefined },
      need,
      (item, itemKind) => {
        kind = itemKind
        code.line(`${array}.push(${item})`)
      },
    )
    unit.functions.push(
      [
        `let ${held}`,
        `function ${name}() {`,
        `if (${held} !== undefined) return ${held}`,
        code.text,
        `${held} = ${array}`,
        `return ${held}`,
        '}',
      ].join('\n'),
    )
    unit.resets.push(`${held} = undefined`)
    return `${name}() ${kind ?? 'element'}`
  })
  const [call = '', found] = getter.split(' ')
  loop(scope, scope.code.declare('a', call), (item) => use(item, asKind(found)))
  return true
}

/** The code of functions that run once per document: caching parts inside them is pointless. */
const inDocumentFunction = new WeakSet<Code>()

function documentCode(scope: Scope): Code {
  const code = new Code(scope.code.unit)
  inDocumentFunction.add(code)
  return code
}

function asKind(text: string | undefined): Kind {
  return text === 'attribute' || text === 'text' ? text : 'element'
}

/** Only paths that start at the root are worth caching. */
function startsAtRoot(expression: Expression): boolean {
  return expression.kind === 'root' || partsOf(expression).some(startsAtRoot)
}

const nothingBound: ReadonlySet<string> = new Set()

/** Whether an expression depends only on the document. */
function isOfDocument(expression: Expression, scope: Scope, bound: ReadonlySet<string> = nothingBound): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'root':
      return true
    case 'context':
    case 'step':
      return false
    case 'variable':
      return bound.has(expression.name) || scope.global.has(expression.name)
    case 'path':
      // To the right of a slash and inside predicates, the left side provides the context.
      return isOfDocument(expression.left, scope, bound) && variablesAreOfDocument(expression.right, scope, bound)
    case 'filter':
      return (
        isOfDocument(expression.base, scope, bound) &&
        expression.predicates.every((part) => variablesAreOfDocument(part, scope, bound))
      )
    case 'for':
    case 'some':
    case 'every':
    case 'let':
      return (
        isOfDocument(expression.source, scope, bound) &&
        isOfDocument(expression.body, scope, new Set([...bound, expression.name]))
      )
    case 'call':
      if (expression.name.startsWith('{') && !expression.name.startsWith('{http://www.w3.org/2001/XMLSchema}'))
        return false
      if (expression.arguments.length === 0 && contextFunctions.has(expression.name)) return false
      return expression.arguments.every((part) => isOfDocument(part, scope, bound))
    default:
      return partsOf(expression).every((part) => isOfDocument(part, scope, bound))
  }
}

function variablesAreOfDocument(expression: Expression, scope: Scope, bound: ReadonlySet<string>): boolean {
  if (expression.kind === 'variable') return bound.has(expression.name) || scope.global.has(expression.name)
  if (
    expression.kind === 'call' &&
    (expression.name === 'current' ||
      (expression.name.startsWith('{') && !expression.name.startsWith('{http://www.w3.org/2001/XMLSchema}')))
  )
    return false
  if (
    expression.kind === 'for' ||
    expression.kind === 'some' ||
    expression.kind === 'every' ||
    expression.kind === 'let'
  ) {
    return (
      variablesAreOfDocument(expression.source, scope, bound) &&
      variablesAreOfDocument(expression.body, scope, new Set([...bound, expression.name]))
    )
  }
  return partsOf(expression).every((part) => variablesAreOfDocument(part, scope, bound))
}

/** Steps and tests of existence: they cannot fail, so the time of evaluation does not matter. */
function isHarmless(expression: Expression): boolean {
  switch (expression.kind) {
    case 'root':
    case 'context':
      return true
    case 'path':
      return isHarmless(expression.left) && isHarmless(expression.right)
    case 'step':
      return expression.predicates.every(isHarmless)
    case 'union':
    case 'and':
    case 'or':
      return isHarmless(expression.left) && isHarmless(expression.right)
    case 'compare':
      return (
        expression.general &&
        [expression.left, expression.right].every((side) =>
          side.kind === 'literal' ? typeof side.value === 'string' : isHarmless(side),
        )
      )
    case 'call':
      return (expression.name === 'not' || expression.name === 'exists') && expression.arguments.every(isHarmless)
    default:
      return false
  }
}

const contextFunctions: ReadonlySet<string> = new Set([
  'string',
  'normalize-space',
  'string-length',
  'number',
  'name',
  'local-name',
  'namespace-uri',
  'position',
  'last',
  'current',
])
