import { EvaluationError } from '../errors.ts'
import { cast } from '../values/cast.ts'
import { compareGeneral, isNumeric } from '../values/operate.ts'
import {
  Atomic,
  AttributeNode,
  documentName,
  type Item,
  isNode,
  type Node,
  pieceStep,
  RemarkNode,
} from '../values/values.ts'
import { Element, writtenName } from '../xml/element.ts'
import { positionOf } from '../xml/location.ts'
import type { Call, Expression } from '../xpath/ast.ts'
import { signatures } from '../xpath/signatures.ts'
import { atomicTypes, schemaTypes } from '../xpath/token-reader.ts'
import { Arguments, define, integer, value, type XPathFunction } from './arguments.ts'
import { dateFunctions } from './date-functions.ts'
import { type Evaluate, type Focus, topOf } from './focus.ts'
import { atomized, firstTwo, singleOf } from './items.ts'
import { numberFunctions } from './number-functions.ts'

import { sequenceFunctions } from './sequence-functions.ts'
import { textFunctions } from './text-functions.ts'

/**
 * Calls an XPath function, a constructor of XML Schema, or a function that a rule file declares.
 */
export function* callFunction(call: Call, focus: Focus, itemsOf: Evaluate): Generator<Item> {
  const known = functionNamed(call.name)
  if (known) {
    yield* known.run(new Arguments(call.arguments, focus, itemsOf), focus)
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

/** Whether a function of that name accepts that number of arguments. */
export function takesArguments(name: string, count: number): boolean {
  if (name === '#value-of') return count === 2
  const known = signatures.get(name)
  if (known) return count >= known.least && count <= known.most
  return constructorType(name) !== undefined && count === 1
}

/** All functions of XPath, which the signatures describe. */
export function functionNames(): readonly string[] {
  return allFunctions.flatMap((functions) => [...functions.keys()])
}

function functionNamed(name: string): XPathFunction | undefined {
  for (const functions of allFunctions) {
    const found = functions.get(name)
    if (found) return found
  }
  return undefined
}

/** The type that a constructor such as `xs:decimal(…)` makes. */
export function constructorType(name: string) {
  return name.startsWith(`{${schemaTypes}}`) ? atomicTypes.get(name.slice(schemaTypes.length + 2)) : undefined
}

function parameterOf(call: Call): Expression {
  const [parameter] = call.arguments
  if (!parameter) throw new Error('a constructor has one argument')
  return parameter
}

/** Functions about booleans, sequences and nodes. */
const otherFunctions: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  ['true', value('boolean', () => true)],
  ['false', value('boolean', () => false)],
  ['not', value('boolean', (parameters) => !parameters.truth(0))],
  ['boolean', value('boolean', (parameters) => parameters.truth(0))],
  ['exists', value('boolean', (parameters) => !isEmpty(parameters.items(0, true)))],
  ['empty', value('boolean', (parameters) => isEmpty(parameters.items(0, true)))],
  ['count', define((parameters) => [integer([...parameters.items(0)].length)])],
  ['data', define((parameters) => atomized(parameters.items(0)))],
  ['name', nameOfNode('name')],
  ['local-name', nameOfNode('local-name')],
  ['namespace-uri', nameOfNode('namespace-uri')],
  ['path', define(pathOfNode)],
  ['reverse', define((parameters) => [...parameters.items(0)].reverse())],
  ['distinct-values', define(distinct)],
  ['position', define((_, focus) => [integer(focus.position)])],
  ['last', define((_, focus) => [integer(focus.size())])],
  ['current', define((_, focus) => contextOf(focus))],
  ['root', define((_, focus) => [topOf(focus)])],
  ['error', define(failed)],
  ['key', define(keyed)],
  ['document', define(foreignNode)],
  ['doc', define(foreignNode)],
  ['zero-or-one', define((parameters) => occurrences(parameters, 0, 1))],
  ['exactly-one', define((parameters) => occurrences(parameters, 1, 1))],
  ['one-or-more', define((parameters) => occurrences(parameters, 1, Number.POSITIVE_INFINITY))],
])

const allFunctions = [otherFunctions, textFunctions, numberFunctions, sequenceFunctions, dateFunctions]

function failed(parameters: Arguments): never {
  throw new EvaluationError(
    parameters.count > 1 ? parameters.text(1) : 'the rule file ends the evaluation with an error',
  )
}

function keyed(parameters: Arguments, focus: Focus): Item[] {
  const name = parameters.single(0)
  return [...focus.keyed(String(name?.value), [...atomized(parameters.items(1))])]
}

function foreignNode(parameters: Arguments, focus: Focus): Item[] {
  return [focus.foreign(String(parameters.single(0)?.value))]
}

/** `/Q{urn:u}a[1]/Q{}b[2]/@c`. Source: XPath and XQuery Functions 3.1, 14.5. */
function pathOfNode(parameters: Arguments, focus: Focus): Item[] {
  const [node, second] = parameters.count === 0 ? [focus.item] : firstTwo(parameters.items(0))
  if (second) throw new EvaluationError('several items where one is expected')
  if (node === undefined) return []
  if (!isNode(node)) throw new EvaluationError('only nodes have paths')
  return [new Atomic('string', pathText(node))]
}

function pathText(node: Node): string {
  if (!(node instanceof Element)) {
    if (node instanceof AttributeNode)
      return `${pathText(node.owner)}/@${node.name.startsWith('{') ? 'Q' : ''}${node.name}`
    const above = pathText(node.owner)
    return `${above === '/' ? '' : above}/${pieceStep(node)}`
  }
  if (!node.parent) return '/'
  const above = pathText(node.parent)
  return `${above === '/' ? '' : above}/Q{${node.name.namespace}}${node.name.local}[${positionOf(node)}]`
}

function isEmpty(items: Iterator<Item>): boolean {
  return items.next().done === true
}

function nameOfNode(part: 'name' | 'local-name' | 'namespace-uri'): XPathFunction {
  return value('string', (parameters, focus) => {
    const [node, second] = parameters.count === 0 ? [focus.item] : firstTwo(parameters.items(0))
    if (second) throw new EvaluationError('several items where one is expected')
    if (node === undefined) return ''
    if (!isNode(node)) throw new EvaluationError('only nodes have names')
    if (node instanceof Element) {
      if (node.nameId === documentName.id) return ''
      return part === 'name' ? node.name.qualified : part === 'local-name' ? node.name.local : node.name.namespace
    }
    if (node instanceof RemarkNode) return part === 'namespace-uri' ? '' : node.remark.name
    if (!(node instanceof AttributeNode)) return ''
    const end = node.name.startsWith('{') ? node.name.indexOf('}') : 0
    if (part === 'namespace-uri') return node.name.slice(1, Math.max(end, 1))
    if (part === 'local-name') return node.name.slice(end === 0 ? 0 : end + 1)
    return end === 0 ? node.name : writtenName(node.owner.attributes, node.name)
  })
}

function* distinct(parameters: Arguments): Generator<Item> {
  const seen: Atomic[] = []
  for (const item of atomized(parameters.items(0))) {
    // Untyped text stays untyped, and is compared as a string.
    const value = item.type === 'untyped' ? new Atomic('string', item.value) : item
    const known = seen.some(
      (other) =>
        isNumeric(other) === isNumeric(value) &&
        (isNumeric(value) || other.type === value.type) &&
        (compareGeneral('=', other, value) || (Number.isNaN(other.value) && Number.isNaN(value.value))),
    )
    if (known) continue
    seen.push(value)
    yield item
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
