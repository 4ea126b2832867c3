import { callDepthMax } from '../interpreter/file-focus.ts'
import type { DeclaredFunction, Parameter } from '../rule-file/declared-function.ts'
import { isSingle } from '../xpath/analyse.ts'
import type { AtomicType, Call, Expression, SequenceType } from '../xpath/ast.ts'
import { argument, collected } from './arguments.ts'
import { Code, type Kind, type Scope, Unsupported, type Value, type Variable } from './code.ts'
import { conditional } from './conditional.ts'
import { atomized, castCode, decimalCode, isExact, isNumber } from './convert-code.ts'
import { single, singleItem } from './expression.ts'

import { bind, fileScope, withPresent } from './scope.ts'

/**
 * A call of a function that the rule file declares: one JavaScript function for each combination of
 * argument kinds.
 */
export function declaredCall(call: Call, scope: Scope): Value | undefined {
  const declared = scope.functions.get(`${call.name}#${call.arguments.length}`)
  if (!declared) throw new Unsupported(call.name)
  const result = resultOf(declared)
  const values = declared.parameters.map((parameter, at) => parameterValue(parameter, argument(call, at), scope))
  const signature = values.map(({ kind, optional }) => `${kind}${optional ? '?' : ''}`).join(',')
  const { unit } = scope.code
  const name = unit.once(`function ${scope.file} ${declared.name}(${signature})`, () => unit.temp('f'))
  if (unit.refused.has(name)) throw new Unsupported(call.name)
  if (!unit.written.has(name)) write(name, declared, values, scope)
  return { code: `${name}(${values.map(({ code }) => code).join(', ')})`, ...result }
}

/** The conversion of a parameter, a variable or a result to its declared type. */
export function convertValue(expression: Extract<Expression, { kind: 'convert' }>, scope: Scope): Value | undefined {
  const { operand, type } = expression
  const wanted = atomicType(type)
  if (operand.kind === 'call' && operand.name === '#value-of' && wanted === 'boolean') {
    // A boolean written as text and read back is the same boolean.
    const selected = argument(operand, 0)
    if (isSingle(selected)) return { code: isBoolean(selected, scope), kind: 'boolean', optional: false }
  }
  if (operand.kind === 'let')
    return withLet(operand, scope, (body, inner) => convertValue({ ...expression, operand: body }, inner))
  return converted(singleItem(operand, scope), type, scope)
}

/** A variable inside a function, evaluated on first use. */
function withLet<Result>(
  { name, source, body }: Extract<Expression, { source: Expression }>,
  scope: Scope,
  use: (body: Expression, inner: Scope) => Result,
): Result {
  const variable = lazyVariable(source, scope)
  return use(body, bind(scope, name, variable))
}

function isBoolean(expression: Expression, scope: Scope): string {
  const value = single(expression, scope)
  if (value.kind !== 'boolean' || value.optional) throw new Unsupported('text read back as a boolean')
  return value.code
}

/**
 * Writes a function without parameters that computes a variable once; the code of the variable is a
 * call to it.
 */
function lazyVariable(source: Expression, scope: Scope): Variable {
  const { code } = scope
  const name = code.temp('g')
  const held = code.temp('v')
  const done = code.temp('t')
  const { lines, result } = code.capture(() => materialized(source, scope))
  code.line(`let ${held}, ${done} = false`)
  code.block(`const ${name} = () =>`, () => {
    code.block(`if (!${done})`, () => {
      code.append(lines)
      code.line(`${held} = ${result.code}`)
      code.line(`${done} = true`)
    })
    code.line(`return ${held}`)
  })
  return { ...result, code: `${name}()` }
}

/** The value of a variable: one value, or an array. */
export function materialized(source: Expression, scope: Scope): Variable {
  if (isSingle(source) || source.kind === 'convert') {
    const value = singleItem(source, scope)
    return { ...value, many: false }
  }
  const { array, kind } = collected(source, scope)
  return { code: array, kind, optional: false, many: true }
}

/** The name is fixed before the body is written: a function may call itself. */
function write(name: string, declared: DeclaredFunction, values: readonly Value[], scope: Scope): void {
  const { written, refused } = scope.code.unit
  const before = written.size
  written.add(name)
  try {
    writeFunction(name, declared, values, scope)
  } catch (error) {
    // Functions written in the meantime may call this one.
    for (const other of [...written].slice(before)) refused.add(other)
    throw error
  }
}

function writeFunction(name: string, declared: DeclaredFunction, values: readonly Value[], outer: Scope): void {
  const code = new Code(outer.code.unit)
  const parameters = values.map(() => code.temp('p'))
  let scope: Scope = { ...fileScope(outer), code, item: undefined, current: undefined, position: undefined }
  for (const [at, { name: parameter }] of declared.parameters.entries()) {
    const value = values[at]
    const parameterCode = parameters[at]
    if (value && parameterCode) scope = bind(scope, parameter, { ...value, code: parameterCode, many: false })
  }
  const body = bodyValue(declared.body, scope)
  outer.code.unit.functions.push(
    [
      `function ${name}(${parameters.join(', ')}) {`,
      `if (++depth > ${callDepthMax}) tooDeep()`,
      code.text,
      `const result = ${body.code}`,
      'depth--',
      'return result',
      '}',
    ].join('\n'),
  )
}

function bodyValue(body: Expression, scope: Scope): Value {
  if (body.kind === 'let') return withLet(body, scope, bodyValue)
  return body.kind === 'convert' ? (convertValue(body, scope) ?? refuse('a sequence')) : single(body, scope)
}

function resultOf({ body }: DeclaredFunction): { readonly kind: Kind; readonly optional: boolean } {
  if (body.kind !== 'convert') throw new Unsupported('a function without a declared result')
  const kind = atomicType(body.type)
  // An integer counts as a decimal and stays an integer.
  return { kind: kind === 'decimal' ? 'exact' : kind, optional: body.type.occurrence === '?' }
}

function parameterValue({ type }: Parameter, expression: Expression, scope: Scope): Value {
  if (!type) return isSingle(expression) ? singleItem(expression, scope) : refuse('a sequence as a parameter')
  const write = (part: Expression) => converted(singleItem(part, scope), type, scope)
  // Each branch is converted by itself: one may be an element and the other a number.
  return expression.kind === 'if' ? conditional(expression, scope, write) : write(expression)
}

function converted(value: Value, type: SequenceType, scope: Scope): Value {
  const wanted = atomicType(type)
  const { code } = scope
  const made = withPresent(value, scope, (present) => {
    const plain = atomized(present)
    if (plain.kind === wanted) return plain
    if (plain.kind === 'untyped') return castCode(present, wanted)
    if (wanted === 'decimal' && isExact(plain.kind)) return { code: decimalCode(plain), kind: 'exact' }
    if (wanted === 'integer' && plain.kind === 'int') return { code: `decimalOfInt(${plain.code})`, kind: 'integer' }
    if (wanted === 'double' && isNumber(plain.kind)) return castCode(plain, 'double')
    throw new Unsupported(`${plain.kind} as ${wanted}`)
  })
  if (type.occurrence === '?' || !made.optional) return made
  const held = code.declare('v', made.code)
  code.line(`if (${held} === undefined) missing('a value')`)
  return { code: held, kind: made.kind, optional: false }
}

function atomicType({ item, occurrence }: SequenceType): Exclude<AtomicType, 'dayTimeDuration'> {
  if (occurrence === '*' || occurrence === '+') throw new Unsupported('a type of many')
  switch (item) {
    case 'atomic':
    case 'item':
    case 'node':
    case 'element':
    case 'attribute':
    case 'text':
    case 'document':
    case 'comment':
    case 'instruction':
    case 'none':
    case 'dayTimeDuration':
      throw new Unsupported(`the type ${item}`)
    default:
      return item
  }
}

function refuse(what: string): never {
  throw new Unsupported(what)
}
