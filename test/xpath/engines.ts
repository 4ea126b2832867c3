import type { Expression } from '@selfbill/schematron/engine'
import { Element } from '@selfbill/schematron/xml'
import { loadModule } from '../../schematron/src/compiled/load.ts'
import { runtime } from '../../schematron/src/compiled/runtime.ts'
import { type Document, type Listed, withDocument } from '../../schematron/src/document.ts'
import { EvaluationError, ExpressionError, IntegerTooLarge } from '../../schematron/src/errors.ts'
import { exists, isTrue } from '../../schematron/src/generator/boolean.ts'
import { Code, type Kind, type Scope, Unit, Unsupported } from '../../schematron/src/generator/code.ts'
import { each } from '../../schematron/src/generator/nodes.ts'
import { single, singleDirect, singleItem } from '../../schematron/src/generator/value.ts'
import type { Focus } from '../../schematron/src/interpreter/focus.ts'
import { itemsOf, truth } from '../../schematron/src/interpreter/interpreter.ts'
import { checkNames } from '../../schematron/src/rule-file/check-names.ts'
import { textOf } from '../../schematron/src/values/cast.ts'
import {
  Atomic,
  AttributeNode,
  childrenOf,
  type Item,
  keyOf,
  type RemarkNode,
  TextNode,
} from '../../schematron/src/values/values.ts'
import { positionOf } from '../../schematron/src/xml/location.ts'
import { functionNamespace, parseExpression } from '../../schematron/src/xpath/parser.ts'
import { simplify } from '../../schematron/src/xpath/simplify.ts'
import { schemaTypes } from '../../schematron/src/xpath/token-reader.ts'

// Our engines for the test of XPath: each returns, for an expression and an item, a line in the form
// of Evaluate.java.

/** @throws ExpressionError when the expression is refused */
export function parsed(text: string): Expression {
  const expression = simplify(parseExpression(text, namespaces))
  checkNames(expression, { hasVariable: () => false, hasFunction: () => false, checkCall: () => undefined })
  return expression
}

export function refusal(text: string): string | undefined {
  try {
    parsed(text)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}

/** The items of an expression by the reference engine. */
export function interpreted(expression: Expression, item: Item, document: Document): string {
  return outcome(() => line([...itemsOf(expression, focusOf(item, document))]))
}

/** Its truth value by the reference engine: `true`, `false` or `error …`. */
export function interpretedTruth(expression: Expression, item: Item, document: Document): string {
  return outcome(() => String(truth(expression, focusOf(item, document))))
}

function focusOf(item: Item, document: Document): Focus {
  const none = (): never => {
    throw new Error('the expression has no variables of its own')
  }
  const size = () => 1
  const { node, now } = document
  return {
    item,
    position: 1,
    size,
    current: item,
    document: node,
    now,
    keyed: none,
    foreign: none,
    variable: none,
    call: none,
  }
}

/** The generated code of an expression; a part that the generator leaves to the reference engine is undefined. */
export interface Generated {
  readonly listed: Listed
  readonly items: Run | undefined
  readonly truth: Run | undefined
}

type Run = (element: Element, document: Document) => string | undefined

export function generated(expression: Expression): Generated {
  const unit = new Unit({ each, single, singleItem, singleDirect, isTrue, exists })
  const write = (inside: (scope: Scope) => string | undefined): string | undefined => {
    const code = new Code(unit)
    try {
      const result = inside(scopeOf(code))
      return `${code.text}\nreturn ${result ?? 'out'}`
    } catch (error) {
      if (error instanceof Unsupported) return undefined
      throw error
    }
  }
  const items = write((scope) => {
    each(expression, scope, 'list', (item, kind) => scope.code.line(`out.push(${JSON.stringify(kind)}, ${item})`))
    return undefined
  })
  const condition = write((scope) => isTrue(expression, scope))
  const source = [
    `const { ${Object.keys(runtime).join(', ')} } = R`,
    ...unit.constants.map((_, at) => `const k${at} = K[${at}]`),
    'let D, depth = 0',
    ...unit.functions,
    `function items(el) {\nconst out = []\n${items ?? 'return out'}\n}`,
    `function test(el) {\n${condition ?? ''}\n}`,
    'function begin(document) { D = document }',
    `function end() {\n${unit.resets.join('\n')}\n}`,
    'return { begin, end, tests: [items, test], rules: [], matchers: [] }',
  ].join('\n')
  const module = loadModule(source, unit.constants)
  // As in a compiled schema, a large integer is left to the reference engine.
  const run = (at: number, read: (result: unknown) => string) => (element: Element, document: Document) => {
    module.begin(document)
    try {
      return outcome(() => read(module.tests[at]?.(element)))
    } catch (error) {
      if (error instanceof IntegerTooLarge) return undefined
      throw error
    } finally {
      module.end()
    }
  }
  const kinds = (result: unknown) => {
    if (!Array.isArray(result)) throw new Error('the generated code returns its items in an array')
    const shown: string[] = []
    for (let at = 0; at < result.length; at += 2) shown.push(generatedItem(result[at], result[at + 1]))
    return `(${shown.join(', ')})`
  }
  const numbers = new Int16Array(Math.max(0, ...unit.lists.keys()) + 1).fill(-1)
  for (const [nameId, list] of unit.lists) numbers[nameId] = list
  return {
    listed: { numbers, count: unit.lists.size },
    items: items === undefined ? undefined : run(0, kinds),
    truth: condition === undefined ? undefined : run(1, String),
  }
}

function scopeOf(code: Code): Scope {
  const none = new Map()
  return {
    code,
    item: { code: 'el', kind: 'element', optional: false },
    position: undefined,
    current: 'el',
    variables: none,
    literals: none,
    global: new Set(),
    functions: none,
    keys: none,
    documents: none,
    file: 0,
    place: '0.0',
  }
}

/** Attributes and texts are plain strings there, so only their values can be compared. */
function generatedItem(kind: Kind, value: unknown): string {
  if (value instanceof Element) return place(value)
  if (kind === 'exact') return `exact ${String(value)}`
  return `${kind} ${JSON.stringify(typeof value === 'number' ? value : String(value))}`
}

function outcome(evaluate: () => string): string {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof EvaluationError) return `error ${error.message}`
    if (error instanceof IntegerTooLarge) throw error
    return `crash ${String(error)}`
  }
}

function line(items: readonly Item[]): string {
  return `(${items.map((item) => (item instanceof Atomic ? atomic(item) : place(item))).join(', ')})`
}

function atomic(value: Atomic): string {
  const text = textOf(value)
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
  return `${value.type === 'untyped' ? 'untypedAtomic' : value.type} '${escaped}'`
}

function place(node: Exclude<Item, Atomic>): string {
  if (node instanceof AttributeNode) return `${place(node.owner)}/@${node.name}`
  if (!(node instanceof Element)) {
    const step = stepOf(node)
    const alike = [...childrenOf(node.owner)].filter((one) => !(one instanceof Element) && stepOf(one) === step)
    const above = place(node.owner)
    return `${above === '/' ? '' : above}/${step}[${alike.findIndex((one) => keyOf(one) === keyOf(node)) + 1}]`
  }
  if (!node.parent) return '/'
  const above = place(node.parent)
  const { namespace, local } = node.name
  return `${above === '/' ? '' : above}/${namespace === '' ? '' : `{${namespace}}`}${local}[${positionOf(node)}]`
}

function stepOf(node: TextNode | RemarkNode): string {
  if (node instanceof TextNode) return 'text()'
  return node.remark.kind === 'comment' ? 'comment()' : `processing-instruction(${node.remark.name})`
}

/** Runs `use` on every item that a path selects in a document. */
export function onContexts(
  root: Element,
  path: string,
  listed: Listed | undefined,
  use: (item: Item, document: Document) => void,
): void {
  const expression = parsed(path)
  withDocument(
    root,
    (document) => {
      for (const item of [...itemsOf(expression, focusOf(document.node, document))]) use(item, document)
    },
    listed,
    new Date(0),
  )
}

const namespaces = new Map([
  ['xs', schemaTypes],
  ['fn', functionNamespace],
  ['cbc', 'urn:cbc'],
  ['cac', 'urn:cac'],
  ['p', 'urn:p'],
])
