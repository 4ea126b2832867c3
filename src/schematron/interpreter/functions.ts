import { Decimal } from '../../decimal/decimal.ts'
import { Element } from '../../xml/element.ts'
import { EvaluationError } from '../errors.ts'
import { cast, normalizeSpace, textOf } from '../values/cast.ts'
import { calculate, compareGeneral, compareValues, isNumeric, numeric } from '../values/operate.ts'
import { regexOf } from '../values/regex.ts'
import { codePointsOf, substring, tokenize, translate } from '../values/text.ts'
import { Atomic, AttributeNode, documentName, type Item, isNode } from '../values/values.ts'
import type { Call, Expression } from '../xpath/ast.ts'
import { atomicTypes, schemaTypes } from '../xpath/token-reader.ts'
import { atomized, type Focus, firstTwo, itemsOf, singleOf, truth } from './interpreter.ts'

/** Calls a function of XPath, a constructor of XML Schema, or one that a rule file declares. */
export function* callFunction(call: Call, focus: Focus): Generator<Item> {
  const known = functions.get(call.name)
  if (known) {
    yield* known.run(new Arguments(call.arguments, focus), focus)
    return
  }
  const type = constructorType(call.name)
  if (type) {
    const value = singleOf(itemsOf(parameterOf(call), focus))
    if (value) yield cast(value, type)
    return
  }
  const parameters = call.arguments.map((argument) => [...itemsOf(argument, focus)])
  yield* focus.call(`${call.name}#${call.arguments.length}`, parameters)
}

/** Whether a function of that name takes so many arguments. */
export function takesArguments(name: string, count: number): boolean {
  const known = functions.get(name)
  if (known) return count >= known.least && count <= known.most
  return constructorType(name) !== undefined && count === 1
}

/** The type that `xs:decimal(…)` and its like make. */
export function constructorType(name: string) {
  return name.startsWith(`{${schemaTypes}}`) ? atomicTypes.get(name.slice(schemaTypes.length + 2)) : undefined
}

function parameterOf(call: Call): Expression {
  const [parameter] = call.arguments
  if (!parameter) throw new Error('a constructor has one argument')
  return parameter
}

/** The arguments of one call, evaluated when they are asked for. */
class Arguments {
  readonly count: number
  private readonly expressions: readonly Expression[]
  private readonly focus: Focus

  constructor(expressions: readonly Expression[], focus: Focus) {
    this.count = expressions.length
    this.expressions = expressions
    this.focus = focus
  }

  items(at: number, asSet = false): Generator<Item> {
    return itemsOf(this.expression(at), this.focus, asSet)
  }

  single(at: number): Atomic | undefined {
    return singleOf(this.items(at))
  }

  /** A string argument; none counts as "". Only strings and untyped text are taken. */
  text(at: number): string {
    const value = this.single(at)
    if (!value) return ''
    if (value.type !== 'string' && value.type !== 'untyped')
      throw new EvaluationError(`an xs:${value.type} is no string`)
    return textOf(value)
  }

  /** A string argument that is the context item when it is left out. */
  textOrContext(at: number): string {
    if (at < this.count) return this.text(at)
    const { item } = this.focus
    if (item === undefined) throw new EvaluationError('there is no context item')
    return item instanceof Atomic ? textOf(item) : item.value
  }

  number(at: number): number {
    const value = this.single(at)
    if (!value) throw new EvaluationError('a number is missing')
    return Number(cast(numeric(value), 'double').value)
  }

  truth(at: number): boolean {
    return truth(this.expression(at), this.focus)
  }

  private expression(at: number): Expression {
    const expression = this.expressions[at]
    if (!expression) throw new Error('an argument is missing')
    return expression
  }
}

interface XPathFunction {
  readonly least: number
  readonly most: number
  readonly run: (parameters: Arguments, focus: Focus) => Iterable<Item>
}

function define(least: number, most: number, run: XPathFunction['run']): XPathFunction {
  return { least, most, run }
}

/** A function of strings and a value of one type. */
function value(
  least: number,
  most: number,
  type: 'string' | 'boolean',
  run: (parameters: Arguments, focus: Focus) => string | boolean,
): XPathFunction {
  return define(least, most, (parameters, focus) => [new Atomic(type, run(parameters, focus))])
}

function integer(count: number): Atomic {
  return new Atomic('integer', Decimal.of(count))
}

function isEmpty(items: Iterator<Item>): boolean {
  return items.next().done === true
}

function* numberOf(parameters: Arguments, focus: Focus): Generator<Item> {
  const items = parameters.count === 0 ? (focus.item === undefined ? [] : [focus.item]) : parameters.items(0)
  const found = singleOf(items)
  try {
    yield new Atomic('double', found ? cast(found, 'double').value : Number.NaN)
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    yield new Atomic('double', Number.NaN)
  }
}

function* stringOf(parameters: Arguments): Generator<Item> {
  if (parameters.count === 0) {
    yield new Atomic('string', parameters.textOrContext(0))
    return
  }
  const items = firstTwo(parameters.items(0))
  if (items.length > 1) throw new EvaluationError('several items where one is expected')
  const [only] = items
  yield new Atomic('string', only === undefined ? '' : only instanceof Atomic ? textOf(only) : only.value)
}

/** A rounding: an empty sequence stays empty, the type stays. */
function rounding(decimal: (value: Decimal) => Decimal, double: (value: number) => number): XPathFunction {
  return define(1, 1, function* (parameters) {
    const found = parameters.single(0)
    if (!found) return
    const { type, value: number } = numeric(found)
    yield new Atomic(type, number instanceof Decimal ? decimal(number) : double(Number(number)))
  })
}

function* sum(parameters: Arguments): Generator<Item> {
  let total: Atomic | undefined
  for (const item of atomized(parameters.items(0))) total = total ? calculate('+', total, item) : numeric(item)
  if (total) yield total
  else yield* parameters.count > 1 ? parameters.items(1) : [integer(0)]
}

function* average(parameters: Arguments): Generator<Item> {
  const values = [...atomized(parameters.items(0))]
  if (values.length === 0) return
  const total = values.map(numeric).reduce((left, right) => calculate('+', left, right))
  yield calculate('div', total, integer(values.length))
}

/** The least or the greatest value; untyped text counts as a double, and NaN wins over all. */
function extreme(operator: '<' | '>'): XPathFunction {
  return define(1, 1, function* (parameters) {
    let found: Atomic | undefined
    for (const item of atomized(parameters.items(0))) {
      const candidate = item.type === 'untyped' ? cast(item, 'double') : item
      if (Number.isNaN(candidate.value)) found = candidate
      else if (!found || (!Number.isNaN(found.value) && compareValues(operator, candidate, found))) found = candidate
    }
    if (found) yield found
  })
}

function nameOfNode(part: 'name' | 'local-name' | 'namespace-uri'): XPathFunction {
  return value(0, 1, 'string', (parameters, focus) => {
    const [node, second] = parameters.count === 0 ? [focus.item] : firstTwo(parameters.items(0))
    if (second) throw new EvaluationError('several items where one is expected')
    if (node === undefined) return ''
    if (!isNode(node)) throw new EvaluationError('only nodes have names')
    if (node instanceof Element) {
      if (node.nameId === documentName.id) return ''
      return part === 'name' ? node.name.qualified : part === 'local-name' ? node.name.local : node.name.namespace
    }
    if (!(node instanceof AttributeNode)) return ''
    const namespace = node.name.startsWith('{') ? node.name.slice(1, node.name.indexOf('}')) : ''
    return part === 'namespace-uri' ? namespace : node.name.slice(namespace === '' ? 0 : namespace.length + 2)
  })
}

function matches(parameters: Arguments): boolean {
  const regex = regexOf(parameters.text(1), parameters.count > 2 ? parameters.text(2) : '')
  return regex.test(parameters.text(0))
}

function replace(parameters: Arguments): string {
  const regex = regexOf(parameters.text(1), parameters.count > 3 ? parameters.text(3) : '')
  if (regex.test('')) throw new EvaluationError('the pattern matches nothing at all')
  // `$12` is `$1` and a 2 when there are fewer groups; both read it that way. `\$` is a dollar.
  const replacement = parameters
    .text(2)
    .replace(/\\(.)|\$&|\$`|\$'/g, (all, escaped) => (escaped === '$' ? '$$' : (escaped ?? `$${all}`)))
  return parameters.text(0).replace(new RegExp(regex.source, `${regex.flags}g`), replacement)
}

function tokens(parameters: Arguments): Item[] {
  const flags = parameters.count > 2 ? parameters.text(2) : ''
  const [text, pattern] = [parameters.text(0), parameters.text(1)]
  return tokenize(text, pattern, flags).map((part) => new Atomic('string', part))
}

function* distinct(parameters: Arguments): Generator<Item> {
  const seen: Atomic[] = []
  for (const item of atomized(parameters.items(0))) {
    const value = item.type === 'untyped' ? new Atomic('string', item.value) : item
    const known = seen.some(
      (other) =>
        isNumeric(other) === isNumeric(value) &&
        (isNumeric(value) || other.type === value.type) &&
        (compareGeneral('=', other, value) || (Number.isNaN(other.value) && Number.isNaN(value.value))),
    )
    if (known) continue
    seen.push(value)
    yield value
  }
}

function* occurrences(parameters: Arguments, least: number, most: number): Generator<Item> {
  const items = [...parameters.items(0)]
  if (items.length < least || items.length > most)
    throw new EvaluationError(`${items.length} items where ${least} to ${most} are expected`)
  yield* items
}

function contextOf(focus: Focus): Item[] {
  if (focus.current === undefined) throw new EvaluationError('there is no current node')
  return [focus.current]
}

const functions: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  // What xsl:value-of makes: the values as text with a separator, itself untyped.
  ['#value-of', define(2, 2, valueText)],
  ['true', value(0, 0, 'boolean', () => true)],
  ['false', value(0, 0, 'boolean', () => false)],
  ['not', value(1, 1, 'boolean', (parameters) => !parameters.truth(0))],
  ['boolean', value(1, 1, 'boolean', (parameters) => parameters.truth(0))],
  ['exists', value(1, 1, 'boolean', (parameters) => !isEmpty(parameters.items(0, true)))],
  ['empty', value(1, 1, 'boolean', (parameters) => isEmpty(parameters.items(0, true)))],
  ['count', define(1, 1, (parameters) => [integer([...parameters.items(0)].length)])],
  ['sum', define(1, 2, sum)],
  ['avg', define(1, 1, average)],
  ['min', extreme('<')],
  ['max', extreme('>')],
  ['round', rounding((decimal) => decimal.roundHalfUp(), Math.round)],
  ['floor', rounding((decimal) => decimal.floor(), Math.floor)],
  ['ceiling', rounding((decimal) => decimal.ceiling(), Math.ceil)],
  ['abs', rounding((decimal) => decimal.abs(), Math.abs)],
  ['number', define(0, 1, numberOf)],
  ['string', define(0, 1, stringOf)],
  ['data', define(1, 1, (parameters) => atomized(parameters.items(0)))],
  ['normalize-space', value(0, 1, 'string', (parameters) => normalizeSpace(parameters.textOrContext(0)))],
  ['string-length', define(0, 1, (parameters) => [integer(codePointsOf(parameters.textOrContext(0)).length)])],
  [
    'substring',
    value(2, 3, 'string', (parameters) => {
      const text = parameters.text(0)
      const start = parameters.number(1)
      return substring(text, start, parameters.count > 2 ? parameters.number(2) : undefined)
    }),
  ],
  ['substring-before', value(2, 2, 'string', (parameters) => before(parameters.text(0), parameters.text(1)))],
  ['substring-after', value(2, 2, 'string', (parameters) => after(parameters.text(0), parameters.text(1)))],
  ['starts-with', value(2, 2, 'boolean', (parameters) => parameters.text(0).startsWith(parameters.text(1)))],
  ['ends-with', value(2, 2, 'boolean', (parameters) => parameters.text(0).endsWith(parameters.text(1)))],
  ['contains', value(2, 2, 'boolean', (parameters) => parameters.text(0).includes(parameters.text(1)))],
  ['concat', value(2, 99, 'string', (parameters) => concatenated(parameters))],
  [
    'string-join',
    value(2, 2, 'string', (parameters) => [...atomized(parameters.items(0))].map(textOf).join(parameters.text(1))),
  ],
  [
    'translate',
    value(3, 3, 'string', (parameters) => translate(parameters.text(0), parameters.text(1), parameters.text(2))),
  ],
  ['upper-case', value(1, 1, 'string', (parameters) => parameters.text(0).toUpperCase())],
  ['lower-case', value(1, 1, 'string', (parameters) => parameters.text(0).toLowerCase())],
  ['matches', value(2, 3, 'boolean', matches)],
  ['replace', value(3, 4, 'string', replace)],
  ['tokenize', define(2, 3, tokens)],
  ['name', nameOfNode('name')],
  ['local-name', nameOfNode('local-name')],
  ['namespace-uri', nameOfNode('namespace-uri')],
  ['reverse', define(1, 1, (parameters) => [...parameters.items(0)].reverse())],
  ['distinct-values', define(1, 1, distinct)],
  ['string-to-codepoints', define(1, 1, (parameters) => codePointsOf(parameters.text(0)).map(integer))],
  [
    'codepoints-to-string',
    value(1, 1, 'string', (parameters) =>
      [...atomized(parameters.items(0))]
        .map((item) => String.fromCodePoint(Number(cast(item, 'double').value)))
        .join(''),
    ),
  ],
  ['position', define(0, 0, (_, focus) => [integer(focus.position)])],
  ['last', define(0, 0, (_, focus) => [integer(focus.size())])],
  ['current', define(0, 0, (_, focus) => contextOf(focus))],
  ['root', define(0, 0, (_, focus) => [focus.document])],
  ['zero-or-one', define(1, 1, (parameters) => occurrences(parameters, 0, 1))],
  ['exactly-one', define(1, 1, (parameters) => occurrences(parameters, 1, 1))],
  ['one-or-more', define(1, 1, (parameters) => occurrences(parameters, 1, Number.POSITIVE_INFINITY))],
])

function* valueText(parameters: Arguments): Generator<Item> {
  yield new Atomic('untyped', [...atomized(parameters.items(0))].map(textOf).join(parameters.text(1)))
}

function concatenated(parameters: Arguments): string {
  let text = ''
  for (let at = 0; at < parameters.count; at += 1) {
    const part = parameters.single(at)
    if (part) text += textOf(part)
  }
  return text
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? '' : text.slice(0, at)
}

function after(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? '' : text.slice(at + mark.length)
}
