import { nameIdOf, parentIdOf } from '../generator/node-test.ts'
import { passes } from '../interpreter/axes.ts'
import type { Focus } from '../interpreter/focus.ts'
import { itemsOf } from '../interpreter/interpreter.ts'
import { truthOf } from '../interpreter/items.ts'
import { type Alternative, matchesDocument } from '../rule-file/match-pattern.ts'
import type { Rule, RuleFile } from '../rule-file/rule-file.ts'
import { documentName, type Node } from '../values/values.ts'
import type { Element } from '../xml/element.ts'
import { type Expression, type NodeTest, partsOf } from '../xpath/ast.ts'
import type { FlatFindings, Module } from './load.ts'

/**
 * The rules that elements of a name can match below a parent of a name, pattern by pattern, as far
 * as the two names decide. Computed when the two first appear together, from the rules whose
 * contexts end in the element's name and the few that end in any.
 */
export class RulesByName {
  /** The number of patterns; each is a pass over the document. */
  readonly passes: number
  readonly #byName = new Map<number, Place[]>()
  readonly #ofAnyName: Place[] = []
  readonly #ofDocument: Place[] = []
  /** By name id, then by the number of the parent; undefined until they appear. */
  readonly #known: ((readonly PatternRules[] | undefined)[] | undefined)[] = []
  /** The parents that contexts name, from 1, by name id: all others are alike, and have 0. */
  readonly #parents: Int16Array
  readonly #parentsCount: number

  constructor(files: readonly RuleFile[], { rules }: Pick<Module, 'rules'>, names?: ReadonlySet<string>) {
    this.passes = files.flatMap((file) => file.patterns).length
    const placed = placedRules(files, rules, 'elements', names)
    for (const { pass, alternatives, candidate } of placed)
      for (const alternative of alternatives) this.#place(alternative, pass, candidate)
    const parents = new Set(placed.flatMap(({ alternatives }) => alternatives.flatMap((one) => parentIdOf(one) ?? [])))
    this.#parents = new Int16Array(Math.max(0, ...parents) + 1)
    for (const [at, id] of [...parents].entries()) this.#parents[id] = at + 1
    this.#parentsCount = parents.size
  }

  /** Whether a rule has the document node as its context. */
  get hasDocumentRules(): boolean {
    return this.#ofDocument.length > 0
  }

  /** In the order of the patterns, without those that cannot match. */
  of(element: Element): readonly PatternRules[] {
    const parent = element.parent === undefined ? 0 : (this.#parents[element.parent.nameId] ?? 0)
    return this.#known[element.nameId]?.[parent] ?? this.#patternsOf(element, parent)
  }

  #place(alternative: Alternative, pass: number, candidate: Candidate): void {
    const step = alternative.levels.at(-1)?.step
    if (step === undefined) return
    const nameId = nameIdOf(step.test)
    const conditions = step.predicates.filter(dependsOnName)
    const place = { test: step.test, conditions, parentId: parentIdOf(alternative), pass, candidate }
    if (matchesDocument(alternative)) this.#ofDocument.push(place)
    else if (nameId === undefined) this.#ofAnyName.push(place)
    else this.#byName.set(nameId, [...(this.#byName.get(nameId) ?? []), place])
  }

  #patternsOf(element: Element, parent: number): readonly PatternRules[] {
    const { nameId } = element
    const candidates = new Map<number, Place>()
    const places =
      nameId === documentName.id ? this.#ofDocument : [...(this.#byName.get(nameId) ?? []), ...this.#ofAnyName]
    for (const place of places) {
      const { number } = place.candidate
      if (!candidates.has(number) && canMatch(place, element)) candidates.set(number, place)
    }
    const patterns = byPattern([...candidates.values()])
    // Names that only one document has are not cached.
    if (nameId < 0) return patterns
    // A gap in an array makes it slow.
    while (this.#known.length < nameId) this.#known.push(undefined)
    const known = this.#known[nameId] ?? Array.from({ length: this.#parentsCount + 1 }, () => undefined)
    known[parent] = patterns
    this.#known[nameId] = known
    return patterns
  }
}

/** The rules that nodes of one name can match in one pattern, in order. */
export interface PatternRules {
  readonly pass: number
  readonly candidates: readonly Candidate[]
}

/** A rule that a node may match; `run` returns whether it did. */
interface Candidate {
  readonly number: number
  readonly run: (node: Node, out: FlatFindings) => boolean
}

/** The rules for nodes of one kind, in the files of these names. */
export function placedRules(
  files: readonly RuleFile[],
  runs: Module['rules'],
  nodes: Rule['nodes'],
  names: ReadonlySet<string> | undefined,
): readonly PlacedRule[] {
  const all = files
    .flatMap(({ name, patterns }) => patterns.map(({ rules }) => ({ rules, isIn: names?.has(name) ?? true })))
    .flatMap(({ rules, isIn }, pass) => rules.map((rule) => ({ rule, pass, isIn })))
  return all.flatMap(({ rule, pass, isIn }, number) => {
    const run = runs[number]
    if (!run) throw new Error('every rule has a function')
    return isIn && rule.nodes === nodes ? [{ pass, alternatives: rule.alternatives, candidate: { number, run } }] : []
  })
}

export interface PlacedRule {
  readonly pass: number
  readonly alternatives: readonly Alternative[]
  readonly candidate: Candidate
}

/** In the order of the patterns and of their rules. */
export function byPattern(
  rules: readonly { readonly pass: number; readonly candidate: Candidate }[],
): readonly PatternRules[] {
  const sorted = [...rules].sort((one, other) => one.candidate.number - other.candidate.number)
  const patterns: { readonly pass: number; readonly candidates: Candidate[] }[] = []
  for (const { pass, candidate } of sorted) {
    const last = patterns.at(-1)
    if (last?.pass === pass) last.candidates.push(candidate)
    else patterns.push({ pass, candidates: [candidate] })
  }
  return patterns
}

/**
 * A rule with one alternative of its context: the conditions on the element itself that its name
 * decides, and the name of the parent where the context has one.
 */
interface Place {
  readonly test: NodeTest
  readonly conditions: readonly Expression[]
  readonly parentId: number | undefined
  readonly pass: number
  readonly candidate: Candidate
}

function canMatch({ test, conditions, parentId }: Place, element: Element): boolean {
  if (parentId !== undefined && parentId !== element.parent?.nameId) return false
  if (!passes(element, test, false)) return false
  return conditions.every((condition) => truthOf(itemsOf(condition, nameFocus(element))))
}

/** Predicates that have the same value for all elements of one name, whatever their prefix. */
function dependsOnName(expression: Expression): boolean {
  if (expression.kind === 'literal') return expression.type === 'string'
  if (expression.kind === 'and' || expression.kind === 'or' || expression.kind === 'compare')
    return partsOf(expression).every(dependsOnName)
  if (expression.kind !== 'call') return false
  const [first, second] = expression.arguments
  if (
    expression.name === 'ends-with' &&
    first?.kind === 'call' &&
    first.name === 'name' &&
    first.arguments.length === 0
  ) {
    return second?.kind === 'literal' && typeof second.value === 'string' && !second.value.includes(':')
  }
  if (expression.name === 'local-name' || expression.name === 'namespace-uri') return expression.arguments.length === 0
  return textFunctions.has(expression.name) && expression.arguments.every(dependsOnName)
}

function nameFocus(item: Element): Focus {
  const none = () => []
  return {
    item,
    position: 1,
    size: () => 1,
    current: item,
    document: item,
    now: undefined,
    variable: none,
    call: none,
    keyed: none,
    foreign: () => item,
  }
}

const textFunctions: ReadonlySet<string> = new Set(['not', 'starts-with', 'ends-with', 'contains', 'true', 'false'])
