import { runtime } from '../compiled/runtime.ts'
import { ExpressionError, SchematronError } from '../errors.ts'
import type { Alternative } from '../rule-file/match-pattern.ts'
import type { Check, Let, Pattern, Rule, RuleFile } from '../rule-file/rule-file.ts'
import type { Node } from '../values/values.ts'
import type { Expression } from '../xpath/ast.ts'
import { exists, isTrue } from './boolean.ts'
import { constantText } from './call.ts'
import { Code, type Scope, Unit, Unsupported, type Variable } from './code.ts'
import { materialized } from './function.ts'
import { matcherCode } from './matcher.ts'
import { nameCode } from './name-code.ts'
import { nameCodeOf, parentIdOf } from './node-test.ts'
import { each } from './nodes.ts'

import { withContext } from './scope.ts'
import { single, singleDirect, singleItem } from './value.ts'

/**
 * Writes the JavaScript of rule files: one module with a small function for every test and every
 * alternative of a context. Unsupported expressions are left to the reference engine, through
 * `interpret`.
 *
 * @throws SchematronError for an invalid regular expression
 */
export function generateSchema(files: readonly RuleFile[], interpret: Interpret): Generated {
  return new SchemaGenerator(files, interpret).generate()
}

export interface Generated {
  /** Name ids stand between marks (name-code.ts). */
  readonly source: string
  readonly constants: readonly unknown[]
  /** Name id → list number, for `Document.lists`. */
  readonly lists: ReadonlyMap<number, number>
  /**
   * The expressions left to the reference engine, by assertion id or context, each with the reason.
   */
  readonly interpreted: readonly string[]
}

/** Makes functions for the expressions that the generator does not support. */
export interface Interpret {
  test(file: number, pattern: Pattern, rule: Rule, check: Check): (node: Node) => boolean
  match(file: number, pattern: Pattern, alternative: Alternative): (node: Node) => boolean
}

class SchemaGenerator {
  readonly #files: readonly RuleFile[]
  readonly #interpret: Interpret
  readonly #unit = new Unit({ each, single, singleItem, singleDirect, isTrue, exists })
  readonly #interpreted: string[] = []
  readonly #tests: string[] = []
  readonly #rules: string[] = []
  readonly #matchers: string[][] = []

  constructor(files: readonly RuleFile[], interpret: Interpret) {
    this.#files = files
    this.#interpret = interpret
  }

  generate(): Generated {
    for (const [at, file] of this.#files.entries()) {
      const declared = this.#declareShared(file.lets, this.#fileScope(at, file), file.name)
      const { variables, literals, global } = declared
      const fileScope = { ...declared, ofFile: { variables, literals, global } }
      for (const [number, pattern] of file.patterns.entries()) {
        const scope = this.#declareShared(pattern.lets, { ...fileScope, place: `${at}.${number}` }, file.name)
        for (const rule of pattern.rules) this.#rule(at, pattern, rule, scope)
      }
    }
    const { constants, lists } = this.#unit
    return { source: this.#source(), constants, lists, interpreted: this.#interpreted }
  }

  #fileScope(file: number, { functions, keys, documents }: RuleFile): Scope {
    return {
      code: new Code(this.#unit),
      item: { code: 'D.node', kind: 'element', optional: false },
      position: undefined,
      current: undefined,
      variables: new Map(),
      literals: new Map(),
      global: new Set(),
      functions,
      keys,
      documents,
      file,
      place: String(file),
    }
  }

  /**
   * Variables of a file or a pattern: each is a function that computes its value once per document.
   */
  #declareShared(lets: readonly Let[], outer: Scope, file: string): Scope {
    let scope = outer
    for (const { name, value } of lets) {
      const literal = constantText(value, scope)
      const variable = this.#variable(
        value,
        () => scope,
        `${file}: let ${name}`,
        (held, code, result) => [
          `let ${held}, ${held}Done = false`,
          `function ${held}Get() {`,
          `if (${held}Done) return ${held}`,
          code,
          `${held} = ${result}`,
          `${held}Done = true`,
          `return ${held}`,
          '}',
        ],
      )
      const variables = new Map(scope.variables)
      const literals = new Map(scope.literals)
      if (variable) {
        variables.set(name, { ...variable, code: `${variable.code}Get()` })
        this.#unit.resets.push(`${variable.code} = undefined; ${variable.code}Done = false`)
      } else variables.delete(name)
      if (literal === undefined) literals.delete(name)
      else literals.set(name, literal)
      scope = { ...scope, variables, literals, global: new Set([...scope.global, name]) }
    }
    return scope
  }

  /** Variables of a rule: each is a function of the node that caches its last result. */
  #declareLocal({ lets, nodes, context }: Rule, outer: Scope, place: string): Scope {
    let scope = outer
    for (const { name, value } of lets) {
      const where = `${place}rule ${context}, let ${name}`
      const variable = this.#variable(
        value,
        () => withContext(scope, nodes),
        where,
        (held, code, result) => [
          `let ${held}, ${held}Of`,
          `function ${held}Get(el) {`,
          `if (${held}Of === el) return ${held}`,
          code,
          `${held} = ${result}`,
          `${held}Of = el`,
          `return ${held}`,
          '}',
        ],
      )
      const variables = new Map(scope.variables)
      if (variable) {
        variables.set(name, { ...variable, code: `${variable.code}Get(el)` })
        this.#unit.resets.push(`${variable.code} = ${variable.code}Of = undefined`)
      } else variables.delete(name)
      const global = new Set(scope.global)
      global.delete(name)
      const literals = new Map(scope.literals)
      literals.delete(name)
      scope = { ...scope, variables, global, literals }
    }
    return scope
  }

  #variable(
    value: Expression,
    outer: () => Scope,
    where: string,
    write: (held: string, code: string, result: string) => string[],
  ): Variable | undefined {
    return this.#attempt(where, () => {
      const code = new Code(this.#unit)
      const held = this.#unit.temp('w')
      const variable = materialized(value, { ...outer(), code })
      this.#unit.functions.push(write(held, code.text, variable.code).join('\n'))
      return { ...variable, code: held }
    })
  }

  #rule(file: number, pattern: Pattern, rule: Rule, outer: Scope): void {
    const number = this.#rules.length
    const place = `${this.#files[file]?.name}: `
    const matchers = rule.alternatives.map((alternative, at) => {
      const name = `match${number}_${at}`
      const body = this.#attempt(`${place}context ${rule.context}`, () =>
        matcherCode(alternative, withContext({ ...outer, code: new Code(this.#unit) }, rule.nodes)),
      )
      const fallback = () => `return ${this.#unit.constant(this.#interpret.match(file, pattern, alternative))}(el)`
      this.#unit.functions.push(`function ${name}(el) {\n${body ?? fallback()}\n}`)
      return name
    })
    this.#matchers.push(matchers)
    const scope = this.#declareLocal(rule, outer, place)
    const lines = rule.checks.map((check) => {
      const at = this.#tests.length
      this.#test(file, pattern, rule, check, scope)
      return `if (${check.assertion.isReport ? '' : '!'}test${at}(el)) out.push(${at}, el)`
    })
    const name = `rule${number}`
    const head = rule.nodes === 'elements' ? dispatchCode(rule.alternatives, matchers) : unlessAny(matchers)
    this.#unit.functions.push([`function ${name}(el, out) {`, ...head, ...lines, 'return true', '}'].join('\n'))
    this.#rules.push(name)
  }

  #test(file: number, pattern: Pattern, rule: Rule, check: Check, outer: Scope): void {
    const name = `test${this.#tests.length}`
    const { assertion } = check
    const body = this.#attempt(`${assertion.source}: ${assertion.id}`, () => {
      const code = new Code(this.#unit)
      const condition = isTrue(check.test, withContext({ ...outer, code }, rule.nodes))
      code.line(`return ${condition}`)
      return code.text
    })
    const fallback = () => `return ${this.#unit.constant(this.#interpret.test(file, pattern, rule, check))}(el)`
    this.#unit.functions.push(`function ${name}(el) {\n${body ?? fallback()}\n}`)
    this.#tests.push(name)
  }

  /** The result of `write`, or undefined when an expression is not supported. */
  #attempt<Result>(where: string, write: () => Result): Result | undefined {
    try {
      return write()
    } catch (error) {
      if (error instanceof ExpressionError)
        throw new SchematronError(`${where}: ${error.message}, at position ${error.at + 1}`)
      if (!(error instanceof Unsupported)) throw error
      this.#interpreted.push(`${where}: ${error.message}`)
      return undefined
    }
  }

  #source(): string {
    const unit = this.#unit
    return [
      "'use strict'",
      `const { ${Object.keys(runtime).join(', ')} } = R`,
      ...unit.constants.map((_, at) => `const k${at} = K[${at}]`),
      'let D, depth = 0',
      ...unit.functions,
      'function begin(document) { D = document; depth = 0 }',
      'function unwind() { depth = 0 }',
      `function end() {\nD = undefined\n${unit.resets.join('\n')}\n}`,
      `const tests = [${this.#tests.join(', ')}]`,
      `const rules = [${this.#rules.join(', ')}]`,
      `const matchers = [${this.#matchers.map((names) => `[${names.join(', ')}]`).join(', ')}]`,
      'return { begin, end, unwind, tests, rules, matchers }',
      '',
    ].join('\n')
  }
}

function unlessAny(matchers: readonly string[]): string[] {
  return [`if (!(${matchers.map((matcher) => `${matcher}(el)`).join(' || ')})) return false`]
}

/**
 * Statements that return false unless an alternative matches; elements with another name are not
 * tried.
 */
function dispatchCode(alternatives: readonly Alternative[], matchers: readonly string[]): string[] {
  const byName = new Map<string, string[]>()
  for (const [at, alternative] of alternatives.entries()) {
    const last = alternative.levels.at(-1)
    const id = last && nameCodeOf(last.step.test)
    if (id === undefined) return unlessAny(matchers)
    byName.set(id, [...(byName.get(id) ?? []), matchCondition(alternative, `${matchers[at]}(el)`)])
  }
  const cases = [...byName].map(([id, conditions]) => {
    return conditions.includes('true')
      ? `case ${id}: break`
      : `case ${id}: if (${conditions.join(' || ')}) break; return false`
  })
  return ['switch (el.nameId) {', ...cases, 'default: return false', '}']
}

/**
 * Whether an element whose name fits matches the alternative: `matcher` is called only where the
 * names of element and parent do not decide.
 */
function matchCondition(alternative: Alternative, matcher: string): string {
  const { levels, anchored } = alternative
  const parentId = parentIdOf(alternative)
  const areNamesAll = levels.length === 1 || (levels.length === 2 && parentId !== undefined)
  const isAnywhere = levels.length === 1 || !anchored || levels[0]?.below === true
  const isDecided = areNamesAll && isAnywhere && levels.every(({ step }) => step.predicates.length === 0)
  if (parentId === undefined) return isDecided ? 'true' : matcher
  const parent = `el.parent.nameId === ${nameCode(parentId)}`
  return isDecided ? parent : `(${parent} && ${matcher})`
}
