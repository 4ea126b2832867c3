import {
  type Call,
  type Expression,
  type Level,
  type NodeTest,
  type Pattern,
  partsOf,
  type RuleFile,
  type Rule as SchematronRule,
  type Step,
} from '@selfbill/schematron/engine'
import { figures } from './figures.ts'
import { groupedBy } from './grouped-by.ts'
import { type Place, places } from './places.ts'

/** What an assertion reads of a request. */
export interface FieldsRead {
  /**
   * The request members that are the sources of the elements and attributes that its test and the
   * conditions of the rule's context use. Amounts that the service computes for a line count as the
   * line; totals, computed from all lines, count as no member.
   */
  readonly fields: readonly string[]
  /**
   * All that its verdict depends on: `fields`, what decides whether an earlier rule of the pattern
   * takes the element instead, and `figures` for what is computed from several members.
   */
  readonly dependsOn: readonly string[]
}

/**
 * What each assertion of a rule reads. Follows the paths over every place that our documents can
 * have.
 */
export function fieldsRead(file: RuleFile, pattern: Pattern, rule: SchematronRule): readonly FieldsRead[] {
  const ofContext = new Reading()
  const ofEarlier = new Reading()
  const ofTests = rule.checks.map(() => new Reading())
  const earlier = pattern.rules.slice(0, pattern.rules.indexOf(rule))
  for (const place of candidates(rule)) {
    if (isMatchedEarlier(place, earlier) || !matches(place, rule, ofContext)) continue
    for (const other of earlier) matches(place, other, ofEarlier)
    const variables = new Map<string, Places>()
    const focus: Focus = { nodes: new Set([place]), context: place, variables }
    for (const { name, value } of [...file.lets, ...pattern.lets, ...rule.lets])
      variables.set(name, ofContext.evaluate(value, focus))
    for (const [at, { test }] of rule.checks.entries()) ofTests[at]?.read(test, focus)
  }
  return ofTests.map((ofTest) => ({
    fields: [...new Set([...ofContext.fields, ...ofTest.fields])].sort(),
    dependsOn: [...new Set([ofContext, ofEarlier, ofTest].flatMap(({ dependsOn }) => [...dependsOn]))].sort(),
  }))
}

/** The places with the name of the context's last step. */
function candidates({ alternatives }: SchematronRule): ReadonlySet<Place> {
  return new Set(
    alternatives.flatMap(({ levels }) => {
      const test = levels.at(-1)?.step.test
      return test?.kind === 'name' && test.local !== undefined ? (placesByName.get(test.local) ?? []) : places
    }),
  )
}

const placesByName: ReadonlyMap<string, readonly Place[]> = groupedBy(places, ({ local }) => local)

/**
 * Whether an earlier rule of the pattern always takes the place, so that this rule never sees it.
 */
function isMatchedEarlier(place: Place, earlier: readonly SchematronRule[]): boolean {
  return earlier.some(({ alternatives }) =>
    alternatives.some(({ levels, anchored }) => {
      const isCertain = levels.every(({ step }) => step.predicates.length === 0)
      return isCertain && new Reading().matches(place, levels, anchored)
    }),
  )
}

/** Whether a rule may apply to a place; only then its context's conditions count as read. */
function matches(place: Place, { alternatives }: SchematronRule, reading: Reading): boolean {
  const trials = alternatives.map(({ levels, anchored }) => {
    const trial = new Reading()
    return trial.matches(place, levels, anchored) ? trial : undefined
  })
  for (const trial of trials) if (trial !== undefined) reading.include(trial)
  return trials.some((trial) => trial !== undefined)
}

type Places = ReadonlySet<Place>

interface Focus {
  readonly nodes: Places
  /** The place that the rule is evaluated on. */
  readonly context: Place
  readonly variables: ReadonlyMap<string, Places>
}

class Reading {
  readonly fields = new Set<string>()
  readonly dependsOn = new Set<string>()

  include({ fields, dependsOn }: Reading): void {
    for (const field of fields) this.fields.add(field)
    for (const field of dependsOn) this.dependsOn.add(field)
  }

  /** Whether a place may match a pattern; see matchesAlternative. */
  matches(place: Place, levels: readonly Level[], anchored: boolean, at = levels.length - 1): boolean {
    const level = levels[at]
    if (!level || !passes(place, level.step.test) || place.isAttribute) return false
    const focus: Focus = { nodes: new Set([place]), context: place, variables: new Map() }
    if (!level.step.predicates.every((predicate) => this.#mayHold(predicate, focus))) return false
    if (at === 0) return !anchored || level.below || isDocument(place.parent)
    for (let above = place.parent; above && !isDocument(above); above = above.parent) {
      if (this.matches(above, levels, anchored, at - 1)) return true
      if (!level.below) return false
    }
    return false
  }

  /**
   * Evaluates an expression and records the places it selects, for their text or for their
   * existence.
   */
  read(expression: Expression, focus: Focus): Places {
    const found = this.evaluate(expression, focus)
    for (const place of found) {
      if (isAround(place, focus.context)) continue
      if (place.field !== '') this.fields.add(place.field)
      this.dependsOn.add(sourceOf(place))
    }
    return found
  }

  /**
   * The places an expression selects; empty for a value. Records the places it needs on the way.
   */
  evaluate(expression: Expression, focus: Focus): Places {
    switch (expression.kind) {
      case 'context':
        return focus.nodes
      case 'root':
        return new Set(rootOf(focus.context))
      case 'variable':
        return focus.variables.get(expression.name) ?? none
      case 'path':
        return this.evaluate(expression.right, { ...focus, nodes: this.evaluate(expression.left, focus) })
      case 'step':
        return this.#filtered(select(expression, focus.nodes), expression.predicates, focus)
      case 'filter':
        return this.#filtered(this.evaluate(expression.base, focus), expression.predicates, focus)
      case 'for':
      case 'some':
      case 'every':
      case 'let': {
        const variables = new Map(focus.variables).set(expression.name, this.evaluate(expression.source, focus))
        const body = { ...focus, variables }
        return expression.kind === 'for' || expression.kind === 'let'
          ? this.evaluate(expression.body, body)
          : this.#readAll([expression.body], body)
      }
      case 'if':
        this.read(expression.condition, focus)
        return union(this.evaluate(expression.consequence, focus), this.evaluate(expression.otherwise, focus))
      case 'sequence':
        return expression.items.reduce((all, item) => union(all, this.evaluate(item, focus)), none)
      case 'union':
      case 'intersect':
      case 'except':
        return union(this.evaluate(expression.left, focus), this.evaluate(expression.right, focus))
      case 'call':
        return this.#call(expression.name, expression.arguments, focus)
      default:
        return this.#readAll(partsOf(expression), focus)
    }
  }

  #call(name: string, parameters: readonly Expression[], focus: Focus): Places {
    if (name === 'current') return new Set([focus.context])
    // These functions use the context item when they have no argument.
    if (parameters.length === 0 && aboutContext.has(name)) return this.#readAll([{ kind: 'context', at: 0 }], focus)
    return this.#readAll(parameters, focus)
  }

  #readAll(expressions: readonly Expression[], focus: Focus): Places {
    for (const expression of expressions) this.read(expression, focus)
    return none
  }

  #filtered(found: Places, predicates: readonly Expression[], focus: Focus): Places {
    if (predicates.length === 0) return found
    return new Set(
      [...found].filter((place) =>
        predicates.every((predicate) => this.#mayHold(predicate, { ...focus, nodes: new Set([place]) })),
      ),
    )
  }

  /**
   * False only when a condition can never hold: it needs a place that we never write, or a text
   * other than the constant one.
   */
  #mayHold(predicate: Expression, focus: Focus): boolean {
    switch (predicate.kind) {
      case 'and':
        return this.#mayHold(predicate.left, focus) && this.#mayHold(predicate.right, focus)
      case 'or': {
        // Evaluates both sides, because both count as read.
        const [left, right] = [this.#mayHold(predicate.left, focus), this.#mayHold(predicate.right, focus)]
        return left || right
      }
      case 'step':
      case 'path':
        return !selectsNodes(predicate) || this.read(predicate, focus).size > 0
      case 'call':
        this.read(predicate, focus)
        return mayBeCalled(predicate, focus.nodes)
      case 'compare':
        return this.#mayEqual(predicate.operator, predicate.left, predicate.right, focus)
      default:
        this.read(predicate, focus)
        return true
    }
  }

  #mayEqual(operator: string, left: Expression, right: Expression, focus: Focus): boolean {
    const found = this.read(left, focus)
    this.read(right, focus)
    if (!selectsNodes(left)) return true
    const wanted = textsOf(right)
    if (found.size === 0) return false
    if (operator !== '=' || wanted === undefined) return true
    return [...found].some(({ constant }) => constant === undefined || wanted.includes(constant))
  }
}

const none: Places = new Set()
const aboutContext: ReadonlySet<string> = new Set(['string', 'normalize-space', 'string-length', 'number', 'data'])

function select({ axis, test }: Step, nodes: Places): Places {
  const found = new Set<Place>()
  for (const node of nodes) {
    // A text node counts as its element.
    if (axis === 'child' && test.kind === 'text') found.add(node)
    else for (const place of along(axis, node)) if (passes(place, test)) found.add(place)
  }
  return found
}

function along(axis: Step['axis'], place: Place): readonly Place[] {
  switch (axis) {
    case 'child':
      return place.children.filter(({ isAttribute }) => !isAttribute)
    case 'attribute':
      return place.children.filter(({ isAttribute }) => isAttribute)
    case 'self':
      return [place]
    case 'parent':
      return place.parent ? [place.parent] : []
    case 'descendant':
      return below(place)
    case 'descendant-or-self':
      return [place, ...below(place)]
    case 'ancestor':
      return above(place)
    case 'ancestor-or-self':
      return [place, ...above(place)]
    default:
      return place.parent?.children.filter(({ isAttribute }) => !isAttribute) ?? []
  }
}

function below(place: Place): readonly Place[] {
  return along('child', place).flatMap((child) => [child, ...below(child)])
}

function above(place: Place): readonly Place[] {
  return place.parent ? [place.parent, ...above(place.parent)] : []
}

function passes(place: Place, test: NodeTest): boolean {
  if (test.kind !== 'name') return true
  return !isDocument(place) && (test.local === undefined || test.local === place.local)
}

function isDocument(place: Place | undefined): boolean {
  return place !== undefined && place.parent === undefined
}

function rootOf(place: Place): readonly Place[] {
  return [above(place).at(-1) ?? place]
}

/** The member that a place is written from, or the object around what the service adds to it. */
function sourceOf({ field, parent }: Place): string {
  if (field !== '') return field
  return parent === undefined ? figures : sourceOf(parent)
}

/** A place around the context says nothing new about it. */
function isAround(place: Place, context: Place): boolean {
  return above(context).includes(place)
}

function selectsNodes(expression: Expression): boolean {
  if (expression.kind === 'path') return selectsNodes(expression.right)
  return expression.kind === 'step'
}

/**
 * The texts of a literal, of several, or of a boolean; undefined for a value that is not constant.
 */
function textsOf(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'literal') return [String(expression.value)]
  if (expression.kind === 'call' && (expression.name === 'true' || expression.name === 'false'))
    return [expression.name]
  if (expression.kind !== 'sequence') return undefined
  const texts = expression.items.map(textsOf)
  return texts.every((text) => text !== undefined) ? texts.flat() : undefined
}

/** `ends-with(local-name(), 'Time')` depends on the name only. */
function mayBeCalled({ name, arguments: [subject, part] }: Call, nodes: Places): boolean {
  if (name !== 'ends-with' || subject?.kind !== 'call' || subject.name !== 'local-name' || part?.kind !== 'literal')
    return true
  return [...nodes].some(({ local }) => local.endsWith(String(part.value)))
}

function union(left: Places, right: Places): Places {
  return new Set([...left, ...right])
}
