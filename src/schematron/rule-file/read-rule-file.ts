import type { Element } from '../../xml/element.ts'
import { readXml, XmlUnreadable } from '../../xml/read.ts'
import { scanXml } from '../../xml/scan.ts'
import { ExpressionError, SchematronError } from '../errors.ts'
import { takesArguments } from '../interpreter/functions.ts'
import { normalizeSpace } from '../values/blanks.ts'
import { type Expression, partsOf } from '../xpath/ast.ts'
import { functionNamespace, parseExpression } from '../xpath/parser.ts'
import { simplify } from '../xpath/simplify.ts'
import { schemaTypes } from '../xpath/token-reader.ts'
import { type DeclaredFunction, readFunction, xslNamespace } from './declared-function.ts'

import { alternativesOf } from './match-pattern.ts'

import type { Assertion, Check, Let, Pattern, Rule, RuleFile, SchematronSource } from './rule-file.ts'

/**
 * Reads one Schematron file: parses every expression and checks every prefix, variable and
 * function. Unsupported content is refused, never skipped.
 *
 * @throws SchematronError
 */
export function readRuleFile(source: SchematronSource): RuleFile {
  try {
    return new RuleFileReader(source).file()
  } catch (error) {
    if (error instanceof XmlUnreadable) throw new SchematronError(`${source.name}: ${error.message}`)
    throw error
  }
}

class RuleFileReader {
  readonly #source: SchematronSource
  readonly #namespaces = new Map<string, string>([
    ['xs', schemaTypes],
    ['xsd', schemaTypes],
    ['fn', functionNamespace],
  ])
  readonly #functions = new Map<string, DeclaredFunction>()
  readonly #root: Element

  constructor(source: SchematronSource) {
    this.#source = source
    this.#root = source.isKnown === true ? scanXml(source.text, depthMax) : readXml(source.text)
  }

  file(): RuleFile {
    const root = this.#root
    if (root.name.local !== 'schema' || root.name.namespace !== schematronNamespace)
      this.#refuse('this is not an ISO Schematron schema')
    const binding = root.attribute('queryBinding')
    if (binding !== undefined && binding !== 'xslt2')
      this.#refuse(`the query binding ${binding} is not supported, only xslt2`)
    for (const child of root.children) {
      if (!isSchematron(child, 'ns')) continue
      this.#namespaces.set(this.#required(child, 'prefix'), this.#required(child, 'uri'))
    }
    const declarations = root.children.filter((child) => child.name.namespace === xslNamespace)
    for (const declaration of declarations) this.#declareFunction(declaration)
    const scope = new Set<string>()
    const lets = this.#lets(root, scope, 'schema')
    const patterns = root.children
      .filter((child) => isSchematron(child, 'pattern'))
      .map((child) => this.#pattern(child, scope))
    this.#refuseOthers(root, insideSchema)
    for (const declared of this.#functions.values())
      this.#refuseUnknown(
        declared.body,
        new Set([...scope, ...declared.parameters.map(({ name }) => name)]),
        `function ${declared.name}`,
      )
    return { name: this.#source.name, lets, functions: this.#functions, patterns }
  }

  #declareFunction(declaration: Element): void {
    const where = `function ${declaration.attribute('name') ?? ''}`
    const declared = this.#placed(where, () => readFunction(declaration, this.#namespaces))
    this.#functions.set(`${declared.name}#${declared.parameters.length}`, declared)
  }

  #pattern(pattern: Element, outer: ReadonlySet<string>): Pattern {
    const id = pattern.attribute('id') ?? ''
    if (pattern.attribute('abstract') === 'true' || pattern.attribute('is-a') !== undefined) {
      this.#refuse(`pattern ${id}: abstract patterns are not supported`)
    }
    const scope = new Set(outer)
    const lets = this.#lets(pattern, scope, `pattern ${id}`)
    const rules = pattern.children
      .filter((child) => isSchematron(child, 'rule'))
      .map((child) => this.#rule(child, id, scope))
    this.#refuseOthers(pattern, insidePattern)
    return { lets, rules }
  }

  #rule(rule: Element, pattern: string, outer: ReadonlySet<string>): Rule {
    const context = this.#required(rule, 'context')
    const where = `rule ${context}`
    if (rule.attribute('abstract') === 'true') this.#refuse(`${where}: abstract rules are not supported`)
    const alternatives = this.#placed(where, () => {
      const expression = simplify(parseExpression(context, this.#namespaces))
      this.#refuseUnknown(expression, outer, where)
      return alternativesOf(expression)
    })
    const scope = new Set(outer)
    const lets = this.#lets(rule, scope, where)
    const checks = rule.children
      .filter((child) => isSchematron(child, 'assert') || isSchematron(child, 'report'))
      .map((child) => this.#check(child, context, pattern, scope))
    this.#refuseOthers(rule, insideRule)
    return { context, alternatives, lets, checks }
  }

  #check(element: Element, context: string, pattern: string, scope: ReadonlySet<string>): Check {
    const id = this.#required(element, 'id')
    const test = this.#required(element, 'test')
    const parts = this.#messageParts(element, id, scope)
    const assertion: Assertion = {
      id,
      flag: element.attribute('flag') ?? '',
      test,
      context,
      message: normalizeSpace(parts.map((part) => (typeof part === 'string' ? part : `{${part.text}}`)).join('')),
      isReport: element.name.local === 'report',
      pattern,
      source: this.#source.name,
      attributes: foreignAttributes(element),
    }
    const message = parts.map((part) => (typeof part === 'string' ? part : part.expression))
    return { assertion, test: this.#expression(test, scope, id), message }
  }

  #messageParts(element: Element, id: string, scope: ReadonlySet<string>): MessagePart[] {
    return (element.pieces ?? (element.children.length > 0 ? element.children : [element.text])).flatMap((piece) => {
      if (typeof piece === 'string') return [piece]
      if (isSchematron(piece, 'value-of')) {
        const text = this.#required(piece, 'select')
        return [{ text, expression: this.#expression(text, scope, id) }]
      }
      if (isSchematron(piece, 'name'))
        return [{ text: 'name()', expression: this.#expression(piece.attribute('path') ?? 'name()', scope, id) }]
      return this.#messageParts(piece, id, scope)
    })
  }

  #lets(parent: Element, scope: Set<string>, where: string): Let[] {
    return parent.children
      .filter((child) => isSchematron(child, 'let'))
      .map((child) => {
        const name = this.#required(child, 'name')
        const value = this.#expression(this.#required(child, 'value'), scope, `${where}, let ${name}`)
        scope.add(name)
        return { name, value }
      })
  }

  #expression(text: string, scope: ReadonlySet<string>, where: string): Expression {
    return this.#placed(where, () => {
      const expression = simplify(parseExpression(text, this.#namespaces))
      this.#refuseUnknown(expression, scope, where)
      return expression
    })
  }

  /** Refuses variables and functions that are not declared. */
  #refuseUnknown(expression: Expression, scope: ReadonlySet<string>, where: string): void {
    this.#placed(where, () => checkNames(expression, scope, this.#functions))
  }

  /** Runs `act` and adds the place to the message of an ExpressionError. */
  #placed<Result>(where: string, act: () => Result): Result {
    try {
      return act()
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      throw new SchematronError(`${this.#source.name}: ${where}: ${error.message}, at position ${error.at + 1}`)
    }
  }

  #required(element: Element, attribute: string): string {
    const value = element.attribute(attribute)
    return value ?? this.#refuse(`${element.name.local} without ${attribute}`)
  }

  #refuseOthers(parent: Element, known: ReadonlySet<string>): void {
    for (const { name } of parent.children) {
      if (name.namespace === schematronNamespace && !known.has(name.local))
        this.#refuse(`${name.local} inside ${parent.name.local} is not supported`)
      if (name.namespace === xslNamespace && parent !== this.#root)
        this.#refuse(`${name.qualified} inside ${parent.name.local} is not supported`)
    }
  }

  #refuse(reason: string): never {
    throw new SchematronError(`${this.#source.name}: ${reason}`)
  }
}

const insideSchema: ReadonlySet<string> = new Set([
  ...['ns', 'let', 'pattern', 'title', 'p', 'phase', 'diagnostics', 'properties'],
])
const insidePattern: ReadonlySet<string> = new Set(['let', 'rule', 'title', 'p'])
const insideRule: ReadonlySet<string> = new Set(['let', 'assert', 'report', 'p'])
const depthMax = 100

type MessagePart = string | { readonly text: string; readonly expression: Expression }

function checkNames(expression: Expression, scope: ReadonlySet<string>, functions: ReadonlyMap<string, unknown>): void {
  if (expression.kind === 'variable' && !scope.has(expression.name)) {
    throw new ExpressionError(`the variable $${expression.name} is not declared`, expression.at)
  }
  if (expression.kind === 'call') {
    const { name, arguments: parameters } = expression
    if (!takesArguments(name, parameters.length) && !functions.has(`${name}#${parameters.length}`)) {
      throw new ExpressionError(`there is no function ${name} with ${parameters.length} arguments`, expression.at)
    }
  }
  if (
    expression.kind === 'for' ||
    expression.kind === 'some' ||
    expression.kind === 'every' ||
    expression.kind === 'let'
  ) {
    checkNames(expression.source, scope, functions)
    checkNames(expression.body, new Set([...scope, expression.name]), functions)
  } else for (const part of partsOf(expression)) checkNames(part, scope, functions)
}

function foreignAttributes(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (let at = 0; at < element.attributes.length; at += 2) {
    const name = element.attributes[at] ?? ''
    if (name.startsWith('{')) attributes[name.slice(name.indexOf('}') + 1)] = element.attributes[at + 1] ?? ''
  }
  return attributes
}

function isSchematron(element: Element, local: string): boolean {
  return element.name.local === local && element.name.namespace === schematronNamespace
}

const schematronNamespace = 'http://purl.oclc.org/dsdl/schematron'
