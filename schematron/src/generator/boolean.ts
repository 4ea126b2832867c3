import { givesNodes } from '../xpath/analyse.ts'
import type { Binding, Comparison, Expression, NodeTest, Step } from '../xpath/ast.ts'
import { callTruth, codeListTest, constantText, textTruth } from './call.ts'
import { evaluateUnread, isNodeKind, type Scope, Unsupported, type Value } from './code.ts'
import { atomized, compareCode, isNumber, isText, numberIsTrue } from './convert-code.ts'
import { documentTruth } from './document.ts'
import { each, single, singleDirect } from './expression.ts'
import { attributeCode, nameCodeOf } from './node-test.ts'

import { contextElement, inVariable, parenthesized, withVariable } from './scope.ts'

/** The kinds of expression that are boolean by their form. */
export const booleanKinds: ReadonlySet<Expression['kind']> = new Set([
  'or',
  'and',
  'compare',
  'some',
  'every',
  'castable',
  'instance',
])

/**
 * Writes the statements for the effective boolean value of an expression and returns it as a
 * JavaScript condition.
 */
export function isTrue(expression: Expression, scope: Scope): string {
  const ofDocument = documentTruth(expression, scope)
  if (ofDocument) return ofDocument
  switch (expression.kind) {
    case 'and':
      return codeListTest(expression, scope) ?? connected(expression, '&&', scope)
    case 'or':
      return connected(expression, '||', scope)
    case 'compare': {
      if (expression.general) return comparison(expression, scope)
      break
    }
    case 'some':
    case 'every':
      return quantified(expression, scope)
    case 'call': {
      const condition = callTruth(expression, scope) ?? textTruth(expression, scope)
      if (condition !== undefined) return condition
      break
    }
    case 'step':
    case 'path':
    case 'union':
    case 'intersect':
    case 'except':
    case 'root':
      return givesNodes(expression) ? exists(expression, scope) : sequenceTruth(expression, scope)
    case 'sequence':
      if (expression.items.length === 0) return 'false'
      break
    case 'filter':
      return sequenceTruth(expression, scope)
    case 'if':
      return conditionalTruth(expression, scope)
    case 'instance':
      throw new Unsupported(expression.kind)
    default:
  }
  const value = singleDirect(expression, scope)
  if (!value) return sequenceTruth(expression, scope)
  return valueTruth(value, scope)
}

/** Whether an expression has any item; evaluates it only up to the first. */
export function exists(expression: Expression, scope: Scope): string {
  const ofDocument = documentTruth({ kind: 'call', name: 'exists', arguments: [expression], at: expression.at }, scope)
  if (ofDocument) return ofDocument
  if (expression.kind === 'step' && expression.predicates.length === 0 && scope.item?.kind === 'element') {
    const simple = simpleStep(expression, scope)
    if (simple) return simple
  }
  const { code } = scope
  const found = code.declare('t', 'false')
  code.labelled((label) => {
    each(expression, scope, 'set', (item, kind) => {
      evaluateUnread(item, kind, scope)
      code.line(`${found} = true`)
      code.line(`break ${label}`)
    })
  })
  return found
}

function simpleStep(step: Step, scope: Scope): string | undefined {
  const element = contextElement(scope)
  if (
    step.axis === 'attribute' &&
    step.test.kind === 'name' &&
    step.test.local !== undefined &&
    step.test.namespace !== undefined
  ) {
    return `${attributeCode(step.test, element)} !== undefined`
  }
  if (step.axis === 'child' && isAnyName(step.test)) return `${element}.children.length > 0`
  const id = nameCodeOf(step.test)
  if (id === undefined) return undefined
  if (step.axis === 'child') return `has(${element}, ${id})`
  return step.axis === 'self' ? `${element}.nameId === ${id}` : undefined
}

function valueTruth(value: Value, scope: Scope): string {
  const { kind } = value
  if (isNodeKind(kind)) return value.optional ? `${value.code} !== undefined` : 'true'
  if (kind === 'boolean') return value.optional ? `${value.code} === true` : value.code
  if (!isText(kind) && !isNumber(kind)) throw new Unsupported(`the truth of ${kind}`)
  const held = value.optional ? inVariable(value, scope) : value
  const truth = isText(kind) ? `${held.code} !== ''` : numberIsTrue(inVariable(held, scope))
  return value.optional ? `(${held.code} !== undefined && ${truth})` : truth
}

function isAnyName(test: NodeTest): boolean {
  return test.kind === 'element' || (test.kind === 'name' && test.local === undefined && test.namespace === undefined)
}

/**
 * True when the first item is a node; a sequence that begins with a value may have only that one.
 */
function sequenceTruth(expression: Expression, scope: Scope): string {
  const { code } = scope
  const truth = code.declare('t', 'false')
  code.labelled((label) => {
    const seen = code.declare('n', '0')
    each(expression, scope, givesNodes(expression) ? 'set' : 'list', (item, kind) => {
      if (isNodeKind(kind)) {
        code.line(`if (${seen} > 0) several()`)
        code.line(`${truth} = true`)
        code.line(`break ${label}`)
        return
      }
      code.line(`if (++${seen} > 1) several()`)
      code.line(`${truth} = ${valueTruth({ code: item, kind, optional: false }, scope)}`)
    })
  })
  return truth
}

/** The truth of a branch: an empty element is true, and its text is not. */
function conditionalTruth(expression: Extract<Expression, { kind: 'if' }>, scope: Scope): string {
  const { code } = scope
  const condition = isTrue(expression.condition, scope)
  const truth = code.declare('t', 'false')
  code.block(`if (${condition})`, () => code.line(`${truth} = ${isTrue(expression.consequence, scope)}`))
  code.block('else', () => code.line(`${truth} = ${isTrue(expression.otherwise, scope)}`))
  return truth
}

/** `and`, `or`: evaluates the right side only when the left does not decide. */
function connected(expression: Extract<Expression, { left: Expression }>, operator: '&&' | '||', scope: Scope): string {
  const { code } = scope
  const left = isTrue(expression.left, scope)
  const right = code.capture(() => isTrue(expression.right, scope))
  if (right.lines.length === 0) return `(${left} ${operator} ${right.result})`
  const result = code.declare('t', left)
  code.block(`if (${operator === '&&' ? '' : '!'}${result})`, () => {
    code.append(right.lines)
    code.line(`${result} = ${right.result}`)
  })
  return result
}

function comparison(expression: Comparison, scope: Scope): string {
  const { operator, left, right } = expression
  const blank = blankComparison(expression, scope)
  if (blank !== undefined) return blank
  const listed = literalList(expression, scope)
  const { code } = scope
  const result = code.declare('t', 'false')
  const pair = (condition: string, label: string) => {
    code.block(`if (${condition})`, () => {
      code.line(`${result} = true`)
      code.line(`break ${label}`)
    })
  }
  code.labelled((label) => {
    each(left, scope, 'set', (item, kind) => {
      const value = inVariable(atomized({ code: item, kind }), scope)
      if (listed && isText(value.kind)) {
        pair(listed(value.code), label)
        return
      }
      each(right, scope, 'set', (other, otherKind) => {
        pair(compareCode(operator, value, { code: other, kind: otherKind }, true), label)
      })
    })
  })
  return result
}

/** `normalize-space(x) != ''` asks only whether the text has anything but white space. */
function blankComparison({ operator, left, right }: Comparison, scope: Scope): string | undefined {
  if (left.kind !== 'call' || left.name !== 'normalize-space' || constantText(right, scope) !== '') return undefined
  if (operator === '!=') return isTrue(left, scope)
  return operator === '=' ? `!${parenthesized(isTrue(left, scope))}` : undefined
}

/** `x = ("A", "B", "C")` as a lookup in a set, or as two comparisons. */
function literalList({ operator, right }: Comparison, scope: Scope): ((value: string) => string) | undefined {
  if (operator !== '=' || right.kind !== 'sequence' || right.items.length < 2) return undefined
  const texts = right.items.map((item) => constantText(item, scope))
  if (!texts.every((text) => text !== undefined)) return undefined
  const set = scope.code.unit.constant(new Set(texts), `set ${JSON.stringify(texts)}`)
  return (value) => `${set}.has(${value})`
}

export function valueComparison({ operator, left, right }: Comparison, scope: Scope): Value {
  const { code } = scope
  const a = inVariable(single(left, scope), scope)
  const compare = () => {
    const b = inVariable(single(right, scope), scope)
    return { b, condition: compareCode(operator, a, b, false) }
  }
  const { lines, result } = code.capture(compare)
  if (!a.optional && !result.b.optional) {
    code.append(lines)
    return { code: `(${result.condition})`, kind: 'boolean', optional: false }
  }
  const value = code.declare('v')
  code.block(`if (${a.code} !== undefined)`, () => {
    code.append(lines)
    code.line(`if (${result.b.code} !== undefined) ${value} = ${result.condition}`)
  })
  return { code: value, kind: 'boolean', optional: true }
}

function quantified(expression: Binding, scope: Scope): string {
  const every = expression.kind === 'every'
  const { code } = scope
  const result = code.declare('t', String(every))
  code.labelled((label) => {
    each(expression.source, scope, 'set', (item, kind) => {
      const inner = withVariable(scope, expression.name, inVariable({ code: item, kind }, scope).code, kind)
      const holds = isTrue(expression.body, inner)
      code.block(`if (${every ? '!' : ''}${parenthesized(holds)})`, () => {
        code.line(`${result} = ${!every}`)
        code.line(`break ${label}`)
      })
    })
  })
  return result
}
