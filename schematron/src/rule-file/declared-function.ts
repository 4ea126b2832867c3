import { ExpressionError } from '../errors.ts'
import type { Element } from '../xml/element.ts'
import type { Expression, SequenceType } from '../xpath/ast.ts'
import { parseExpression, parseSequenceType } from '../xpath/parser.ts'
import { simplify } from '../xpath/simplify.ts'
import type { Namespaces } from '../xpath/token-reader.ts'

/**
 * Reads an xsl:function: parameters, variables, sequence, value-of, text, choose and if. The body
 * becomes one expression, so no other file needs to know XSLT.
 *
 * @throws ExpressionError
 */
export function readFunction(element: Element, namespaces: Namespaces): DeclaredFunction {
  if (element.name.local !== 'function') throw new ExpressionError(`${element.name.qualified} is not supported`, 0)
  const qualified = element.attribute('name') ?? ''
  const [prefix = '', local] = qualified.split(':')
  const namespace = namespaces.get(prefix)
  if (local === undefined || namespace === undefined)
    throw new ExpressionError(`the name ${qualified} has no declared prefix`, 0)
  const reader = new BodyReader(namespaces)
  refuseUnread(element)
  const parameters = element.children
    .filter((child) => child.name.local === 'param')
    .map((child) => reader.parameter(child))
  const body = reader.body(
    element.children.filter((child) => child.name.local !== 'param'),
    element,
  )
  const result = reader.type(element)
  return { name: `{${namespace}}${local}`, parameters, body: result ? converted(body, result) : body }
}

/** The values that find a node by an xsl:key: its `use`, or its content. */
export function readKeyUse(element: Element, namespaces: Namespaces): Expression {
  const reader = new BodyReader(namespaces)
  refuseUnread(element)
  const use = element.attribute('use')
  return use === undefined ? reader.body(element.children, element) : simplify(parseExpression(use, namespaces))
}

/** Refuses an attribute that has a meaning in XSLT and that nothing here reads. */
function refuseUnread({ name: { local, qualified }, attributes }: Element): void {
  const known = instructions.get(local) ?? []
  const unread = attributes.find((name, at) => at % 2 === 0 && !name.startsWith('{') && !known.includes(name))
  if (unread !== undefined) throw new ExpressionError(`the attribute ${unread} of ${qualified} is not supported`, 0)
}

/** The attributes of the instructions. Those of serialisation change no value. */
const instructions: ReadonlyMap<string, readonly string[]> = new Map([
  ['key', ['name', 'match', 'use']],
  ['function', ['name', 'as', 'override', 'visibility']],
  ['param', ['name', 'as', 'required']],
  ['variable', ['name', 'as', 'select']],
  ['sequence', ['select']],
  ['value-of', ['select', 'separator', 'disable-output-escaping']],
  ['text', ['disable-output-escaping']],
  ['if', ['test']],
  ['choose', []],
  ['when', ['test']],
  ['otherwise', []],
  ['for-each', ['select']],
  ['message', ['select', 'terminate']],
])

export interface DeclaredFunction {
  /** `{namespace}local`. */
  readonly name: string
  readonly parameters: readonly Parameter[]
  /** Includes the conversion to the declared result type. */
  readonly body: Expression
}

export interface Parameter {
  readonly name: string
  readonly type: SequenceType | undefined
}

export const xslNamespace = 'http://www.w3.org/1999/XSL/Transform'

class BodyReader {
  readonly #namespaces: Namespaces

  constructor(namespaces: Namespaces) {
    this.#namespaces = namespaces
  }

  parameter(element: Element): Parameter {
    refuseUnread(element)
    if (element.children.length > 0 || element.text.trim() !== '')
      throw new ExpressionError(`${element.name.qualified} with a value is not supported`, 0)
    return { name: element.attribute('name') ?? '', type: this.type(element) }
  }

  type(element: Element): SequenceType | undefined {
    const text = element.attribute('as')
    return text === undefined ? undefined : parseSequenceType(text, this.#namespaces)
  }

  /**
   * A variable is visible to the instructions after it; the results of the others follow in order.
   */
  body(instructions: readonly Element[], parent: Element): Expression {
    if (instructions.length === 0) return textValue(parent.text.trim() === '' ? '' : parent.text)
    const [first, ...others] = instructions
    if (!first) return { kind: 'sequence', items: [], at: 0 }
    if (first.name.local === 'variable') {
      refuseUnread(first)
      const value = this.#selected(first)
      const type = this.type(first)
      const source = type ? converted(value, type) : value
      return { kind: 'let', name: first.attribute('name') ?? '', source, body: this.body(others, first), at: 0 }
    }
    const value = this.#instruction(first)
    return others.length === 0 ? value : { kind: 'sequence', items: [value, this.body(others, first)], at: 0 }
  }

  #instruction(element: Element): Expression {
    if (element.name.namespace !== xslNamespace)
      throw new ExpressionError(`${element.name.qualified} is not supported`, 0)
    refuseUnread(element)
    switch (element.name.local) {
      case 'sequence':
        return this.#expression(element, 'select')
      case 'value-of':
        return valueText(this.#selected(element), element.attribute('separator') ?? ' ')
      case 'text':
        return textValue(element.text)
      case 'if':
        return this.#when(element, { kind: 'sequence', items: [], at: 0 })
      case 'choose':
        return this.#choose(element)
      case 'for-each':
        return this.#forEach(element)
      case 'message':
        return this.#message(element)
      default:
        throw new ExpressionError(`${element.name.qualified} is not supported`, 0)
    }
  }

  #forEach(element: Element): Expression {
    const left = this.#expression(element, 'select')
    return { kind: 'map', left, right: this.body(element.children, element), at: 0 }
  }

  /** A message has no result; one that ends the transformation is an error. */
  #message(element: Element): Expression {
    const items: Expression[] =
      element.attribute('terminate') === 'yes' ? [{ kind: 'call', name: 'error', arguments: [], at: 0 }] : []
    return { kind: 'sequence', items, at: 0 }
  }

  #choose(element: Element): Expression {
    return element.children.reduceRight<Expression>(
      (otherwise, branch) => {
        const { local, qualified } = branch.name
        if (local !== 'when' && local !== 'otherwise')
          throw new ExpressionError(`${qualified} inside ${element.name.qualified} is not supported`, 0)
        refuseUnread(branch)
        return local === 'otherwise' ? this.body(branch.children, branch) : this.#when(branch, otherwise)
      },
      { kind: 'sequence', items: [], at: 0 },
    )
  }

  #when(element: Element, otherwise: Expression): Expression {
    const condition = this.#expression(element, 'test')
    return { kind: 'if', condition, consequence: this.body(element.children, element), otherwise, at: 0 }
  }

  #selected(element: Element): Expression {
    return element.attribute('select') === undefined
      ? this.body(element.children, element)
      : this.#expression(element, 'select')
  }

  #expression(element: Element, attribute: string): Expression {
    const text = element.attribute(attribute)
    if (text === undefined) throw new ExpressionError(`${element.name.qualified} without ${attribute}`, 0)
    return simplify(parseExpression(text, this.#namespaces))
  }
}

function converted(operand: Expression, type: SequenceType): Expression {
  return { kind: 'convert', operand, type, at: 0 }
}

function valueText(select: Expression, separator: string): Expression {
  return {
    kind: 'call',
    name: '#value-of',
    arguments: [select, { kind: 'literal', type: 'string', value: separator, at: 0 }],
    at: 0,
  }
}

function textValue(text: string): Expression {
  return valueText({ kind: 'literal', type: 'string', value: text, at: 0 }, '')
}
