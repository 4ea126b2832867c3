import { Decimal } from '../decimal.ts'
import { EvaluationError, ExpressionError } from '../errors.ts'
import { constructorType } from '../interpreter/functions.ts'
import { regexOf } from '../values/regex.ts'
import type { Call, Expression } from '../xpath/ast.ts'
import { aggregate } from './aggregate.ts'
import { argument, collected } from './arguments.ts'
import { formOf, isNodeKind, type Kind, type Need, type Scope, Unsupported, type Use, type Value } from './code.ts'
import { atomized, castCode, doubleCode, isNumber, isText, type Plain, textCode } from './convert-code.ts'
import { each, exists, isTrue, single, singleItem } from './expression.ts'
import { declaredCall } from './function.ts'
import { eachOfKey } from './key.ts'

import { inVariable, loop, parenthesized, withPresent } from './scope.ts'

/** A call as a condition; undefined when its result is not boolean. */
export function callTruth(call: Call, scope: Scope): string | undefined {
  switch (call.name) {
    case 'true':
    case 'false':
      return call.name
    case 'not':
      return `!${parenthesized(isTrue(argument(call, 0), scope))}`
    case 'boolean':
      return isTrue(argument(call, 0), scope)
    case 'exists':
      return exists(argument(call, 0), scope)
    case 'empty':
      return `!${parenthesized(exists(argument(call, 0), scope))}`
    case 'starts-with':
      return `${texts(call, scope, 0)}.startsWith(${texts(call, scope, 1)})`
    case 'ends-with':
      return `${texts(call, scope, 0)}.endsWith(${texts(call, scope, 1)})`
    case 'contains':
      return `${texts(call, scope, 0)}.includes(${texts(call, scope, 1)})`
    case 'matches':
      return matches(call, scope)
    default:
      return undefined
  }
}

/** Whether a text that is only used as a condition is non-empty; undefined for any other call. */
export function textTruth(call: Call, scope: Scope): string | undefined {
  return call.name === 'normalize-space' ? `hasText(${textOrContext(call, scope)})` : undefined
}

/** A call that gives at most one value; undefined when it gives a sequence. */
export function callValue(call: Call, scope: Scope): Value | undefined {
  const condition = callTruth(call, scope)
  if (condition !== undefined) return one(condition, 'boolean')
  const type = constructorType(call.name)
  if (type) return withPresent(singleItem(argument(call, 0), scope), scope, (value) => castCode(value, type))
  const text = textFunction(call, scope)
  if (text !== undefined) return one(text, 'string')
  switch (call.name) {
    case 'count':
    case 'sum':
    case 'min':
    case 'max':
    case 'avg':
      return aggregate(call, scope)
    case 'round':
    case 'floor':
    case 'ceiling':
    case 'abs': {
      const { name } = call
      if (call.arguments.length > 1) throw new Unsupported('rounding to decimals')
      return withPresent(single(argument(call, 0), scope), scope, (value) => rounded(name, value))
    }
    case 'number':
      return numberOf(call, scope)
    case 'string-length':
      return one(`lengthOf(${textOrContext(call, scope)})`, 'int')
    case 'position':
      if (scope.position === undefined) throw new Unsupported('position() here')
      return one(scope.position, 'int')
    case 'last':
      if (scope.size === undefined) throw new Unsupported('last() here')
      return one(scope.size, 'int')
    case 'current':
      if (scope.current === undefined) throw new Unsupported('current() here')
      return one(scope.current, 'element')
    case 'root':
      if (scope.item && !isNodeKind(scope.item.kind)) throw new Unsupported('the root above a value')
      return one('D.node', 'element')
    case 'current-date':
      return one('(Math.floor(D.now.getTime() / 86400000) * 86400)', 'date')
    case 'current-time':
      return one('((D.now.getTime() % 86400000) / 1000)', 'time')
    case 'current-dateTime':
      return one('(D.now.getTime() / 1000)', 'dateTime')
    case '#value-of':
      return { ...one(valueText(call, scope), 'untyped') }
    default:
      return call.name.startsWith('{') ? declaredCall(call, scope) : undefined
  }
}

/** Loops over a call that gives a sequence; returns false for any other call. */
export function eachOfCall(call: Call, scope: Scope, need: Need, use: Use): boolean {
  switch (call.name) {
    case 'string-to-codepoints':
      loop(scope, scope.code.declare('a', `codePointsOf(${texts(call, scope, 0)})`), (item) => use(item, 'int'))
      return true
    case 'tokenize': {
      const flags = call.arguments.length > 2 ? required(call, scope, 2) : "''"
      const parts = `tokenize(${texts(call, scope, 0)}, ${required(call, scope, 1)}, ${flags})`
      loop(scope, scope.code.declare('a', parts), (item) => use(item, 'string'))
      return true
    }
    case 'reverse': {
      const { array, kind } = collected(argument(call, 0), scope)
      const at = scope.code.temp('i')
      scope.code.block(`for (let ${at} = ${array}.length - 1; ${at} >= 0; ${at}--)`, () => use(`${array}[${at}]`, kind))
      return true
    }
    case 'key':
      eachOfKey(call, scope, need, use)
      return true
    case 'data':
      each(argument(call, 0), scope, need === 'set' ? 'set' : need, (code, kind) => {
        const plain = atomized({ code, kind })
        use(plain.code, plain.kind)
      })
      return true
    case 'distinct-values': {
      const set = scope.code.declare('a', 'new Set()')
      each(argument(call, 0), scope, need, (code, kind) => {
        const plain = inVariable(atomized({ code, kind }), scope)
        if (!isText(plain.kind)) throw new Unsupported('distinct values that are not text')
        scope.code.block(`if (!${set}.has(${plain.code}))`, () => {
          scope.code.line(`${set}.add(${plain.code})`)
          use(plain.code, plain.kind)
        })
      })
      return true
    }
    default:
      return false
  }
}

/** A text known without a document: concatenated literals, and variables that hold one. */
export function constantText(expression: Expression, scope: Scope): string | undefined {
  if (expression.kind === 'literal') return typeof expression.value === 'string' ? expression.value : undefined
  if (expression.kind === 'variable') return scope.literals.get(expression.name)
  if (expression.kind !== 'call') return undefined
  if (expression.name === 'concat') {
    const parts = expression.arguments.map((part) => constantText(part, scope))
    return parts.every((part) => part !== undefined) ? parts.join('') : undefined
  }
  if (expression.name !== 'codepoints-to-string') return undefined
  const [points] = expression.arguments
  const items = points?.kind === 'sequence' ? points.items : points ? [points] : []
  const values = items.map((item) =>
    item.kind === 'literal' && item.value instanceof Decimal ? item.value.toNumber() : undefined,
  )
  const isKnown = values.every((value) => value !== undefined && value > 31 && value < 0xd800)
  return isKnown ? String.fromCodePoint(...values.map(Number)) : undefined
}

/**
 * The usual test for a value in a list, `not(contains(x, ' ')) and contains(' A B ', concat(' ', x,
 * ' '))`, becomes a lookup in a set. The list must have single spaces between and around its
 * entries; then the empty text is not an entry.
 */
export function codeListTest(expression: Extract<Expression, { left: Expression }>, scope: Scope): string | undefined {
  const { left, right } = expression
  const inner = left.kind === 'call' && left.name === 'not' ? left.arguments[0] : undefined
  if (inner?.kind !== 'call' || inner.name !== 'contains' || right.kind !== 'call' || right.name !== 'contains')
    return undefined
  const value = argument(inner, 0)
  const wrapped = argument(right, 1)
  const list = constantText(argument(right, 0), scope)
  if (list === undefined || wrapped.kind !== 'call' || wrapped.name !== 'concat' || wrapped.arguments.length !== 3)
    return undefined
  const [before, again, after] = wrapped.arguments
  const blanks = [argument(inner, 1), before, after].every((part) => part && constantText(part, scope) === ' ')
  if (!blanks || !again || formOf(again) !== formOf(value)) return undefined
  if (list.length < 3 || !list.startsWith(' ') || !list.endsWith(' ') || list.includes('  ')) return undefined
  const { unit } = scope.code
  const set = unit.once(`set ${list}`, () => unit.constant(new Set(list.trim().split(' '))))
  return `${set}.has(${textOf(value, scope)})`
}

/** A string argument; "" when it is missing. */
function textOf(expression: Expression, scope: Scope): string {
  const constant = constantText(expression, scope)
  if (constant !== undefined) return JSON.stringify(constant)
  const value = single(expression, scope)
  if (!isText(value.kind)) throw new Unsupported(`a string from ${value.kind}`)
  const held = inVariable(value, scope)
  return held.optional ? `(${held.code} ?? '')` : held.code
}

function texts(call: Call, scope: Scope, at: number): string {
  return textOf(argument(call, at), scope)
}

/** A string argument that must be there. */
function requiredText(expression: Expression, scope: Scope): string {
  const constant = constantText(expression, scope)
  if (constant !== undefined) return JSON.stringify(constant)
  const value = inVariable(single(expression, scope), scope)
  if (!isText(value.kind)) throw new Unsupported(`a string from ${value.kind}`)
  if (value.optional) scope.code.line(`if (${value.code} === undefined) missing('a string')`)
  return value.code
}

function required(call: Call, scope: Scope, at: number): string {
  return requiredText(argument(call, at), scope)
}

function textOrContext(call: Call, scope: Scope): string {
  if (call.arguments.length > 0) return texts(call, scope, 0)
  if (!scope.item) throw new Unsupported('no context item')
  return inVariable({ code: textCode(scope.item), kind: 'string' }, scope).code
}

function textFunction(call: Call, scope: Scope): string | undefined {
  switch (call.name) {
    case 'normalize-space':
      return `normalizeSpace(${textOrContext(call, scope)})`
    case 'string':
      return stringOf(call, scope)
    case 'concat':
      return `(${call.arguments.map((part) => anyText(part, scope)).join(' + ')})`
    case 'string-join':
      return joined(argument(call, 0), call.arguments.length > 1 ? required(call, scope, 1) : "''", scope)
    case 'substring': {
      const [text, ...places] = call.arguments
      if (!text) return undefined
      const numbers = places.map((place) => doubleOf(place, scope))
      return `substring(${[textOf(text, scope), ...numbers].join(', ')})`
    }
    case 'substring-before':
      return `before(${texts(call, scope, 0)}, ${texts(call, scope, 1)})`
    case 'substring-after':
      return `after(${texts(call, scope, 0)}, ${texts(call, scope, 1)})`
    case 'translate':
      return `translate(${texts(call, scope, 0)}, ${required(call, scope, 1)}, ${required(call, scope, 2)})`
    case 'upper-case':
      return `${texts(call, scope, 0)}.toUpperCase()`
    case 'lower-case':
      return `${texts(call, scope, 0)}.toLowerCase()`
    case 'codepoints-to-string':
      return codePointText(argument(call, 0), scope)
    case 'name':
    case 'local-name':
    case 'namespace-uri':
      return nodeName(call, scope)
    default:
      return undefined
  }
}

function stringOf(call: Call, scope: Scope): string {
  if (call.arguments.length === 0) return textOrContext(call, scope)
  return anyText(argument(call, 0), scope)
}

/** The text of any single value; "" when it is missing. */
function anyText(expression: Expression, scope: Scope): string {
  const constant = constantText(expression, scope)
  if (constant !== undefined) return JSON.stringify(constant)
  const value = inVariable(single(expression, scope), scope)
  const text = textCode(value)
  return value.optional ? `(${value.code} === undefined ? '' : ${text})` : text
}

function valueText(call: Call, scope: Scope): string {
  return joined(argument(call, 0), texts(call, scope, 1), scope)
}

function joined(expression: Expression, separator: string, scope: Scope): string {
  const { code } = scope
  const parts = code.declare('a', '[]')
  each(expression, scope, 'list', (item, kind) => code.line(`${parts}.push(${textCode({ code: item, kind })})`))
  return `${parts}.join(${separator})`
}

function codePointText(expression: Expression, scope: Scope): string {
  const { code } = scope
  const points = code.declare('a', '[]')
  each(expression, scope, 'list', (item, kind) => {
    if (kind !== 'int' && kind !== 'integer') throw new Unsupported('code points that are not integers')
    code.line(`${points}.push(${doubleCode({ code: item, kind })})`)
  })
  return `characters(${points})`
}

function nodeName(call: Call, scope: Scope): string {
  const node = call.arguments.length > 0 ? singleItem(argument(call, 0), scope) : scope.item
  if (node?.kind !== 'element') throw new Unsupported('the name of an item that is not an element')
  const name = call.name === 'name' ? 'qualifiedName' : call.name === 'local-name' ? 'localName' : 'namespaceOf'
  return node.optional ? `(${node.code} === undefined ? '' : ${name}(${node.code}))` : `${name}(${node.code})`
}

/** A constant pattern is compiled once, and refused here when it is wrong. */
function matches(call: Call, scope: Scope): string {
  const [, patternExpression, flagsExpression] = call.arguments
  if (!patternExpression) throw new Error('matches lacks an argument')
  const pattern = constantText(patternExpression, scope)
  const flags = flagsExpression ? constantText(flagsExpression, scope) : ''
  const text = texts(call, scope, 0)
  if (pattern !== undefined && flags !== undefined) {
    try {
      return `isMatch(${scope.code.unit.constant(regexOf(pattern, flags), `regex ${flags}/${pattern}`)}, ${text})`
    } catch (error) {
      if (error instanceof EvaluationError) throw new ExpressionError(error.message, patternExpression.at)
      throw error
    }
  }
  const dynamic = [patternExpression, ...(flagsExpression ? [flagsExpression] : [])].map((part) =>
    requiredText(part, scope),
  )
  return `isMatch(regexOf(${dynamic.join(', ')}), ${text})`
}

function rounded(name: string, value: Plain): Plain {
  const plain = atomized(value)
  const number = plain.kind === 'untyped' ? { code: doubleCode(plain), kind: 'double' as const } : plain
  const { code, kind } = number
  if (!isNumber(kind)) throw new Unsupported(`${name} of ${kind}`)
  if (kind === 'double') return { code: `Math.${name === 'ceiling' ? 'ceil' : name}(${code})`, kind }
  if (kind === 'numeric') return { code: `${name}Numeric(${code})`, kind }
  if (kind === 'int') return name === 'abs' ? { code: `Math.abs(${code})`, kind } : number
  return { code: `${code}.${name === 'round' ? 'roundHalfUp' : name}()`, kind }
}

function numberOf(call: Call, scope: Scope): Value {
  if (call.arguments.length === 0 && !scope.item) throw new Unsupported('no context item')
  const value =
    call.arguments.length === 0 && scope.item
      ? { ...scope.item, ...atomized(scope.item) }
      : single(argument(call, 0), scope)
  if (isText(value.kind)) return one(`number(${value.code})`, 'double')
  if (value.kind === 'boolean') throw new Unsupported('the number of a boolean')
  if (!isNumber(value.kind)) throw new Unsupported(`the number of ${value.kind}`)
  const held = inVariable(value, scope)
  const double = doubleCode(held)
  return one(held.optional ? `(${held.code} === undefined ? NaN : ${double})` : double, 'double')
}

function doubleOf(expression: Expression, scope: Scope): string {
  const value = inVariable(single(expression, scope), scope)
  if (value.optional) scope.code.line(`if (${value.code} === undefined) missing('a number')`)
  return doubleCode(value)
}

function one(code: string, kind: Kind): Value {
  return { code, kind, optional: false }
}
