import { type Document, type Listed, withDocument } from '../document.ts'
import { EvaluationError, IntegerTooLarge } from '../errors.ts'
import type { Finding, Observer } from '../finding.ts'
import type { Generated } from '../generator/schema.ts'
import { findingOf, reportTo } from '../interpreter/message.ts'
import type { Assertion, Check, Pattern, Rule, RuleFile } from '../rule-file/rule-file.ts'
import { AttributeNode, attributesOf, isPiece, type Node, nodesIn } from '../values/values.ts'
import type { Element } from '../xml/element.ts'
import { AttributeRules } from './attribute-rules.ts'
import type { FlatFindings, Module } from './load.ts'
import type { Reference } from './reference.ts'
import { byPattern, type PatternRules, placedRules, RulesByName } from './rules-by-name.ts'

/**
 * Rule files compiled to JavaScript. A run visits each element once and tries the rules that its
 * name can match. The generated code has no `try`: an error ends the run, which is then repeated
 * with a guard around each context and each test.
 */
export class CompiledSchema {
  readonly assertions: readonly Assertion[]
  /**
   * The expressions left to the reference engine, each with the reason. Empty for rules that are to
   * be fast.
   */
  readonly interpreted: readonly string[]
  readonly #parts: SchemaParts
  readonly #module: Module
  readonly #rules: readonly PlacedRule[]
  readonly #checks: readonly PlacedCheck[]
  readonly #checksByRule = new Map<number, NumberedCheck[]>()
  readonly #rulesByName: RulesByName
  readonly #attributeRules: AttributeRules
  readonly #pieceRules: readonly PatternRules[]
  readonly #reference: Reference
  readonly #listed: Listed
  readonly #now: (() => Date) | undefined

  /** `names`: the files whose rules apply; all of them by default. */
  constructor(parts: SchemaParts, now?: () => Date, names?: ReadonlySet<string>) {
    const { files, module } = parts
    this.#parts = parts
    this.#now = now
    this.#reference = parts.reference
    this.#module = module
    this.interpreted = parts.generated.interpreted
    this.#rules = files
      .flatMap(({ patterns }, file) => patterns.map((pattern) => ({ pattern, file })))
      .flatMap(({ pattern, file }, pass) => pattern.rules.map((rule) => ({ rule, pattern, pass, file })))
    this.#checks = this.#rules.flatMap((placed, ruleNumber) =>
      placed.rule.checks.map((check) => ({ ...placed, ruleNumber, check })),
    )
    for (const [number, placed] of this.#checks.entries()) {
      const known = this.#checksByRule.get(placed.ruleNumber) ?? []
      known.push({ number, placed })
      this.#checksByRule.set(placed.ruleNumber, known)
    }
    const inForce = this.#checks.filter(({ file }) => names?.has(files[file]?.name ?? '') ?? true)
    this.assertions = [...new Set(inForce.map(({ check }) => check.assertion))]
    this.#rulesByName = new RulesByName(files, module, names)
    this.#attributeRules = new AttributeRules(files, module, names)
    this.#pieceRules = byPattern(placedRules(files, module.rules, 'pieces', names))
    this.#listed = listedOf(parts.generated.lists)
  }

  get source(): string {
    return this.#parts.generated.source
  }

  /** The same rules without those of other files: nothing is compiled again. */
  only(names: ReadonlySet<string>): CompiledSchema {
    return new CompiledSchema(this.#parts, this.#now, names)
  }

  evaluate(root: Element): Finding[] {
    return this.#run(root, (document) => this.#fast(document) ?? this.#guarded(document))
  }

  observe(root: Element, observer: Observer): Finding[] {
    return this.#run(root, (document) => this.#guarded(document, observer))
  }

  #run(root: Element, use: (document: Document) => Finding[]): Finding[] {
    const evaluate = (document: Document) => {
      this.#reference.begin(document)
      this.#module.begin(document)
      try {
        return use(document)
      } finally {
        this.#module.end()
        this.#reference.end()
      }
    }
    return withDocument(root, evaluate, this.#listed, this.#now?.())
  }

  /**
   * Undefined when an expression could not be evaluated. Each element runs through all patterns in
   * one visit; their findings are sorted at the end.
   */
  #fast({ node, elements }: Document): Finding[] | undefined {
    const rulesByName = this.#rulesByName
    const attributeRules = this.#attributeRules.isEmpty ? undefined : this.#attributeRules
    const out: FlatFindings = []
    try {
      if (this.#pieceRules.length > 0) {
        for (const one of nodesIn(node)) runPatterns(this.#patternsOf(one), one, out)
        return this.#findingsOf(out)
      }
      if (rulesByName.hasDocumentRules) runPatterns(rulesByName.of(node), node, out)
      for (let at = 0; at < elements.length; at += 1) {
        const element = elements[at]
        if (!element) continue
        runPatterns(rulesByName.of(element), element, out)
        if (attributeRules !== undefined) runAttributes(attributeRules, element, out)
      }
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof IntegerTooLarge) return undefined
      throw error
    }
    return this.#findingsOf(out)
  }

  /** In the order of the patterns, each in document order. */
  #findingsOf(out: FlatFindings): Finding[] {
    const found: { readonly check: PlacedCheck; readonly node: Node }[] = []
    for (let at = 0; at < out.length; at += 2) {
      const [check, node] = [this.#checks[Number(out[at])], out[at + 1]]
      if (check && node !== undefined && typeof node !== 'number') found.push({ check, node })
    }
    found.sort((one, other) => one.check.pass - other.check.pass)
    return found.map(({ check, node }) => this.#finding(check, node))
  }

  #finding(placed: PlacedCheck, node: Node, error?: string): Finding {
    const focusOf = () => this.#reference.focus(placed.file, placed.pattern, placed.rule, node)
    return findingOf(placed.check, node, focusOf, error)
  }

  #guarded({ node, elements }: Document, observer?: Observer): Finding[] {
    this.#module.unwind()
    const isVisited = !this.#attributeRules.isEmpty
    const judged =
      this.#pieceRules.length > 0
        ? [...nodesIn(node)]
        : [node, ...elements.flatMap((element) => [element, ...(isVisited ? attributesOf(element) : [])])]
    const findings: Finding[] = []
    for (let pass = 0; pass < this.#rulesByName.passes; pass += 1) {
      for (const one of judged) {
        const pattern = this.#patternsOf(one).find((patternRules) => patternRules.pass === pass)
        const rule = pattern?.candidates.find(({ number }) => this.#matches(number, one))?.number
        if (rule !== undefined) this.#checkRule(rule, one, findings, observer)
      }
    }
    return findings
  }

  #patternsOf(node: Node): readonly PatternRules[] {
    if (isPiece(node)) return this.#pieceRules
    return node instanceof AttributeNode ? this.#attributeRules.of(node.owner, node.at) : this.#rulesByName.of(node)
  }

  /** An error inside an alternative of a context means that it does not match. */
  #matches(rule: number, node: Node): boolean {
    const placed = this.#rules[rule]
    return (
      placed?.rule.alternatives.some((alternative, at) => {
        const again = () => this.#reference.match(placed.file, placed.pattern, alternative)(node)
        return this.#attempt(() => this.#module.matchers[rule]?.[at]?.(node) === true, again) === true
      }) ?? false
    )
  }

  #checkRule(rule: number, node: Node, findings: Finding[], observer: Observer | undefined): void {
    for (const { number, placed } of this.#checksByRule.get(rule) ?? []) {
      const again = () => this.#reference.test(placed.file, placed.pattern, placed.rule, placed.check)(node)
      const result = this.#attempt(() => this.#module.tests[number]?.(node) === true, again)
      const holds = typeof result === 'boolean' && result !== placed.check.assertion.isReport
      if (observer) reportTo(observer, placed.check.assertion, node, holds)
      if (!holds) findings.push(this.#finding(placed, node, typeof result === 'string' ? result : undefined))
    }
  }

  /**
   * The result, or the message of the error. `again` evaluates without the limits of generated
   * code.
   */
  #attempt(evaluate: () => boolean, again: () => boolean): boolean | string {
    try {
      return evaluate()
    } catch (error) {
      this.#module.unwind()
      if (error instanceof IntegerTooLarge) return this.#attempt(again, again)
      if (error instanceof EvaluationError) return error.message
      throw error
    }
  }
}

/** Rule files with the code that was generated from them. */
export interface SchemaParts {
  readonly files: readonly RuleFile[]
  readonly reference: Reference
  readonly generated: Pick<Generated, 'source' | 'lists' | 'interpreted'>
  readonly module: Module
}

interface PlacedRule {
  readonly rule: Rule
  readonly pattern: Pattern
  /** The number of the pattern among those of all files. */
  readonly pass: number
  readonly file: number
}

interface PlacedCheck extends PlacedRule {
  readonly check: Check
  readonly ruleNumber: number
}

interface NumberedCheck {
  readonly placed: PlacedCheck
  readonly number: number
}

function runPatterns(patterns: readonly PatternRules[], node: Node, out: FlatFindings): void {
  for (let at = 0; at < patterns.length; at += 1) {
    const candidates = patterns[at]?.candidates ?? none
    for (let rule = 0; rule < candidates.length; rule += 1) if (candidates[rule]?.run(node, out)) break
  }
}

const none: PatternRules['candidates'] = []

function runAttributes(rules: AttributeRules, element: Element, out: FlatFindings): void {
  for (let at = 0; at < element.attributes.length; at += 2) {
    const patterns = rules.of(element, at)
    if (patterns.length > 0) runPatterns(patterns, new AttributeNode(element, at), out)
  }
}

function listedOf(lists: ReadonlyMap<number, number>): Listed {
  const numbers = new Int16Array(Math.max(0, ...lists.keys()) + 1).fill(-1)
  for (const [nameId, list] of lists) numbers[nameId] = list
  return { numbers, count: lists.size }
}
