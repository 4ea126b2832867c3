import { ExpressionError, SchematronError } from '../errors.ts'
import { normalizeSpace } from '../values/blanks.ts'
import { type Element, Remark } from '../xml/element.ts'
import type { Call, Expression } from '../xpath/ast.ts'
import { functionNamespace, parseExpression } from '../xpath/parser.ts'
import { simplify } from '../xpath/simplify.ts'
import { schemaTypes } from '../xpath/token-reader.ts'
import { type Assembled, assemble } from './assemble.ts'
import { checkNames, type DeclaredNames } from './check-names.ts'
import { type DeclaredFunction, readFunction, readKeyUse, xslNamespace } from './declared-function.ts'
import { ForeignDocuments } from './foreign-documents.ts'
import { alternativesOf, matchesDocument, withConditions } from './match-pattern.ts'
import { activePatterns } from './phase.ts'

import type {
  Assertion,
  Check,
  CompileOptions,
  Key,
  Let,
  Message,
  Note,
  Rule,
  RuleFile,
  SchematronFile,
  SchematronSource,
} from './rule-file.ts'
import { nodesMatchedBy, rulesByNodes, withoutIdle } from './rules-by-nodes.ts'
import { isSchematron } from './schematron-element.ts'
import { SharedVariables } from './shared-variables.ts'

/**
 * Reads one Schematron file: parses every expression and checks every prefix, variable and
 * function. Unsupported content is refused, never skipped.
 *
 * @throws SchematronError
 */
export function readRuleFile(source: SchematronSource): RuleFile {
  return readRuleFileWith({})(source)
}

/** The same for a schema that needs other files, a phase, parameters or a clock. */
export function readRuleFileWith(options: CompileOptions): (source: SchematronSource | SchematronFile) => RuleFile {
  return (source) => new RuleFileReader(source, options).file()
}

class RuleFileReader {
  readonly #options: CompileOptions
  readonly #namespaces = new Map<string, string>([
    ['xs', schemaTypes],
    ['xsd', schemaTypes],
    ['fn', functionNamespace],
  ])
  readonly #functions = new Map<string, DeclaredFunction>()
  readonly #keys = new Map<string, Key[]>()
  readonly #assembled: Assembled
  readonly #root: Element
  readonly #shared: SharedVariables
  readonly #documents: ForeignDocuments
  /** The diagnostics and the properties, by `kind id`. */
  readonly #notes: ReadonlyMap<string, Element>
  /** The file of the element being read. */
  #name: string
  #usesClock = false

  constructor(source: SchematronSource | SchematronFile, options: CompileOptions) {
    this.#options = options
    this.#name = source.name
    this.#assembled = assemble(source, options)
    this.#root = this.#assembled.root
    this.#documents = new ForeignDocuments(options)
    this.#shared = new SharedVariables((text, where) => this.#parsed(text, where), options.parameters ?? {})
    this.#notes = new Map(
      this.#root.children
        .filter((child) => isSchematron(child, 'diagnostics') || isSchematron(child, 'properties'))
        .flatMap(({ children }) =>
          children.map((child) => [`${child.name.local} ${child.attribute('id') ?? ''}`, child]),
        ),
    )
  }

  file(): RuleFile {
    const root = this.#root
    const name = this.#name
    const binding = root.attribute('queryBinding')
    if (binding !== undefined && !bindings.has(binding.toLowerCase()))
      this.#refuse(`the query binding ${binding} is not supported, only ${[...bindings].join(', ')}`)
    for (const child of root.children) {
      if (!isSchematron(child, 'ns')) continue
      this.#namespaces.set(this.#required(child, 'prefix'), this.#required(child, 'uri'))
    }
    const declarations = root.children.filter((child) => child.name.namespace === xslNamespace)
    for (const declaration of declarations) {
      if (declaration.name.local === 'key') this.#declareKey(declaration)
      else this.#declareFunction(declaration)
    }
    const { phase, patterns } = activePatterns(root, this.#options.phase, (reason) => this.#refuse(reason))
    this.#shared.declareSchema(this.#letTexts(root))
    if (phase) this.#placed('phase', () => this.#shared.declarePhase(this.#letTexts(phase)))
    const unknown = this.#shared.unknownParameter
    if (unknown !== undefined) this.#refuse(`there is no variable $${unknown} for this parameter`)
    for (const pattern of patterns)
      this.#in(pattern, () => this.#shared.declarePattern(pattern, this.#letTexts(pattern)))
    const read = patterns.map((pattern) => this.#in(pattern, () => this.#pattern(pattern)))
    this.#checkDeclared()
    const shared = this.#shared.ordered(this.#names(noVariables), (error, where) => this.#placedError(error, where))
    return {
      name,
      lets: shared.ofSchema,
      functions: this.#functions,
      keys: this.#keys,
      documents: this.#documents.read,
      patterns: read.map(({ rules }, at) => ({ lets: shared.ofPattern(patterns[at]), rules })),
      usesClock: this.#usesClock,
    }
  }

  /** Reads an element, which may come from an included file. */
  #in<Result>(element: Element, act: () => Result): Result {
    const outer = this.#name
    this.#name = this.#assembled.fileOf(element) ?? outer
    try {
      return act()
    } finally {
      this.#name = outer
    }
  }

  #declareFunction(declaration: Element): void {
    const where = `${declaration.name.local} ${declaration.attribute('name') ?? ''}`
    const declared = this.#placed(where, () => readFunction(declaration, this.#namespaces))
    const signature = `${declared.name}#${declared.parameters.length}`
    if (this.#functions.has(signature)) this.#refuse(`${where} is declared twice`)
    this.#functions.set(signature, declared)
  }

  #declareKey(declaration: Element): void {
    const name = this.#required(declaration, 'name')
    const match = this.#required(declaration, 'match')
    if (declaration.attribute('use') === undefined && declaration.children.length === 0) this.#refuse('key without use')
    const alternatives = this.#placed(`key ${name}`, () => alternativesOf(this.#parse(match)))
    if (alternatives.some((one) => nodesMatchedBy(one).join() !== 'elements' || matchesDocument(one)))
      this.#refuse(`key ${name}: a key finds elements only, not what ${match} may match`)
    const key = {
      alternatives,
      use: this.#placed(`key ${name}`, () => readKeyUse(declaration, this.#namespaces)),
    }
    this.#keys.set(name, [...(this.#keys.get(name) ?? []), key])
  }

  /** Functions and keys may use each other in any order, so their names are checked last. */
  #checkDeclared(): void {
    for (const { name, parameters, body } of this.#functions.values()) {
      const own = new Set(parameters.map((parameter) => parameter.name))
      const names = this.#names(own)
      this.#placed(`function ${name}`, () => checkNames(body, this.#outsidePhase(names, own)))
    }
    for (const [name, keys] of this.#keys) {
      for (const { alternatives, use } of keys) {
        const predicates = alternatives.flatMap(({ levels }) => levels.flatMap(({ step }) => step.predicates))
        for (const part of [use, ...predicates])
          this.#placed(`key ${name}`, () => checkNames(part, this.#outsidePhase(this.#names(noVariables))))
      }
    }
  }

  /** Functions and keys belong to no phase. */
  #outsidePhase(names: DeclaredNames, own = noVariables): DeclaredNames {
    const { hidden } = this.#shared
    return { ...names, hasVariable: (name) => (own.has(name) || !hidden.has(name)) && names.hasVariable(name) }
  }

  #pattern(pattern: Element): { readonly rules: readonly Rule[] } {
    const id = pattern.attribute('id') ?? ''
    const rules = pattern.children
      .filter((child) => isSchematron(child, 'rule'))
      .flatMap((child) => this.#in(child, () => this.#rule(child, pattern, id)))
    return { rules: withoutIdle(rules) }
  }

  #rule(rule: Element, pattern: Element, patternId: string): readonly Rule[] {
    const context = this.#required(rule, 'context')
    const where = `rule ${context}`
    const scope = new Set<string>()
    const alternatives = this.#placed(where, () => {
      const expression = this.#parse(context)
      checkNames(expression, this.#names(scope, pattern))
      return alternativesOf(withConditions(expression, (name) => this.#shared.isCondition(name, pattern)))
    })
    const lets = this.#lets(rule, scope, pattern, where)
    const checks = rule.children
      .filter((child) => isSchematron(child, 'assert') || isSchematron(child, 'report'))
      .map((child, at) =>
        this.#in(child, () => {
          const later = new Set(namesDeclaredAfter(child, rule))
          const own = present(rule, { id: 'id', role: 'role', flag: 'flag' })
          return this.#check(child, at, { context, rule: own, patternId, names: this.#names(scope, pattern, later) })
        }),
      )
    return this.#placed(where, () => rulesByNodes(alternatives, { context, lets, checks }))
  }

  #check(element: Element, at: number, { context, rule, patternId, names }: CheckPlace): Check {
    const id = element.attribute('id') ?? ''
    const test = this.#required(element, 'test')
    const where = id === '' ? `rule ${context}, ${element.name.local} ${at + 1}` : id
    const parts = this.#messageParts(element, where, names)
    const assertion: Assertion = {
      id,
      flag: element.attribute('flag') ?? '',
      test,
      context,
      message: normalizeSpace(parts.map((part) => (typeof part === 'string' ? part : `{${part.text}}`)).join('')),
      isReport: element.name.local === 'report',
      pattern: patternId,
      source: this.#name,
      attributes: foreignAttributes(element),
      ...(Object.keys(rule).length > 0 ? { rule } : {}),
    }
    return {
      assertion,
      role: element.attribute('role'),
      test: this.#expression(test, where, names),
      message: messageOf(parts),
      diagnostics: idsIn(element, 'diagnostics').map((note) => this.#note('diagnostic', note, where, names)),
      properties: idsIn(element, 'properties').map((note) => this.#note('property', note, where, names)),
    }
  }

  #note(kind: 'diagnostic' | 'property', id: string, where: string, names: DeclaredNames): Note {
    const element = this.#notes.get(`${kind} ${id}`) ?? this.#refuse(`${where}: there is no ${kind} ${id}`)
    const message = messageOf(this.#messageParts(element, `${where}, ${kind} ${id}`, names))
    return { id, ...present(element, { role: 'role', scheme: 'scheme', lang: xmlLang }), message }
  }

  #messageParts(element: Element, where: string, names: DeclaredNames): MessagePart[] {
    return (element.pieces ?? (element.children.length > 0 ? element.children : [element.text])).flatMap((piece) => {
      if (typeof piece === 'string') return [piece]
      if (piece instanceof Remark) return []
      const isValue =
        isSchematron(piece, 'value-of') || (piece.name.namespace === xslNamespace && piece.name.local === 'value-of')
      if (isValue) {
        const text = this.#required(piece, 'select')
        return [{ text, expression: this.#expression(text, where, names) }]
      }
      if (isSchematron(piece, 'name')) {
        const path = piece.attribute('path')
        const text = path === undefined ? 'name()' : path
        return [{ text: 'name()', expression: this.#expression(text, where, names) }]
      }
      if (piece.name.namespace === xslNamespace)
        this.#refuse(`${where}: ${piece.name.qualified} in a message is not supported`)
      return this.#messageParts(piece, where, names)
    })
  }

  #letTexts(parent: Element) {
    return parent.children
      .filter((child) => isSchematron(child, 'let'))
      .map((child) => {
        const name = this.#required(child, 'name')
        return { name, value: this.#required(child, 'value'), parent }
      })
  }

  /** The variables of a rule: each sees those before it. */
  #lets(rule: Element, scope: Set<string>, pattern: Element, where: string): Let[] {
    return this.#letTexts(rule).map(({ name, value }) => {
      if (scope.has(name)) this.#refuse(`${where}: let ${name} is declared twice`)
      const expression = this.#expression(value, `${where}, let ${name}`, this.#names(new Set(scope), pattern))
      scope.add(name)
      return { name, value: expression }
    })
  }

  /** What an expression can name in a pattern, with the variables of its rule. */
  #names(own: ReadonlySet<string>, pattern?: Element, later: ReadonlySet<string> = noVariables): DeclaredNames {
    return {
      hasVariable: (name) => !later.has(name) && (own.has(name) || this.#shared.has(name, pattern)),
      hasFunction: (signature) => this.#functions.has(signature),
      checkCall: (call) => this.#checkCall(call),
    }
  }

  #checkCall(call: Call): void {
    if (call.name === 'key') {
      const [first] = call.arguments
      if (first?.kind !== 'literal' || !this.#keys.has(String(first.value)))
        throw new ExpressionError('the schema does not declare this key', call.at)
    } else if (call.name === 'document' || call.name === 'doc') this.#documents.add(call, this.#name)
    else if (clockFunctions.has(call.name)) {
      if (!this.#options.now)
        throw new ExpressionError(`${call.name}() needs a clock: pass \`now\` to the compiler`, call.at)
      this.#usesClock = true
    }
  }

  #expression(text: string, where: string, names: DeclaredNames): Expression {
    const expression = this.#parsed(text, where)
    this.#placed(where, () => checkNames(expression, names))
    return expression
  }

  #parsed(text: string, where: string): Expression {
    return this.#placed(where, () => this.#parse(text))
  }

  #parse(text: string): Expression {
    return simplify(parseExpression(text, this.#namespaces))
  }

  /** Runs `act` and adds the place to the message of an ExpressionError. */
  #placed<Result>(where: string, act: () => Result): Result {
    try {
      return act()
    } catch (error) {
      throw error instanceof ExpressionError ? this.#placedError(error, where) : error
    }
  }

  #placedError({ message, at }: ExpressionError, where: string): SchematronError {
    return new SchematronError(`${this.#name}: ${where}: ${message}, at position ${at + 1}`)
  }

  #required(element: Element, attribute: string): string {
    const value = element.attribute(attribute)
    return value ?? this.#refuse(`${element.name.local} without ${attribute}`)
  }

  #refuse(reason: string): never {
    throw new SchematronError(`${this.#name}: ${reason}`)
  }
}

/** An assertion sees the variables above it, as in a stylesheet. */
function namesDeclaredAfter(check: Element, rule: Element): readonly string[] {
  const below = rule.children.slice(rule.children.indexOf(check) + 1)
  return below.filter((child) => isSchematron(child, 'let')).map((child) => child.attribute('name') ?? '')
}

interface CheckPlace {
  readonly context: string
  readonly rule: NonNullable<Assertion['rule']>
  readonly patternId: string
  readonly names: DeclaredNames
}

/**
 * All are evaluated with XPath 2, as by the stylesheets that the field's validators make of these
 * files. Source: the generated stylesheets of phive-rules, version 2.0 for every binding.
 */
const bindings: ReadonlySet<string> = new Set(['xslt2', 'xslt', 'xpath2', 'xpath'])
const noVariables: ReadonlySet<string> = new Set()
const clockFunctions: ReadonlySet<string> = new Set(['current-date', 'current-dateTime', 'current-time'])

type MessagePart = string | { readonly text: string; readonly expression: Expression }

function messageOf(parts: readonly MessagePart[]): Message {
  return parts.map((part) => (typeof part === 'string' ? part : part.expression))
}

function idsIn(element: Element, attribute: string): readonly string[] {
  return (element.attribute(attribute) ?? '').split(/[ \t\r\n]+/).filter((word) => word !== '')
}

/** The attributes that an element has, under their wanted names. */
function present<Key extends string>(
  element: Element,
  wanted: Readonly<Record<Key, string>>,
): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = {}
  for (const key in wanted) {
    const value = element.attribute(wanted[key])
    if (value !== undefined) found[key] = value
  }
  return found
}

const xmlLang = '{http://www.w3.org/XML/1998/namespace}lang'

function foreignAttributes(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (let at = 0; at < element.attributes.length; at += 2) {
    const name = element.attributes[at] ?? ''
    if (name.startsWith('{')) attributes[name.slice(name.indexOf('}') + 1)] = element.attributes[at + 1] ?? ''
  }
  return attributes
}
