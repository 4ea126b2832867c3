import type { Element } from '../../xml/element.ts'
import { nameIdOf } from '../generator/node-test.ts'
import { passes } from '../interpreter/axes.ts'
import type { Focus } from '../interpreter/focus.ts'
import { itemsOf } from '../interpreter/interpreter.ts'
import { truthOf } from '../interpreter/items.ts'
import type { Alternative } from '../rule-file/match-pattern.ts'
import type { RuleFile } from '../rule-file/rule-file.ts'
import { type Expression, type NodeTest, partsOf } from '../xpath/ast.ts'

import type { Module } from './load.ts'

/**
 * Which rules elements of a name can meet, as far as the name alone decides, pattern after pattern.
 * It is worked out when the name is first seen, from the rules whose contexts end in that name and
 * the few that end in any.
 */
export class Meetings {
  /** How many patterns there are: each is a pass over the document. */
  readonly passes: number
  private readonly byName = new Map<number, Place[]>()
  private readonly ofAnyName: Place[] = []
  /** By name id; undefined until one comes. */
  private readonly known: (readonly Meeting[] | undefined)[] = []

  constructor(files: readonly RuleFile[], { rules }: Module) {
    const patterns = files.flatMap((file) => file.patterns)
    this.passes = patterns.length
    let number = 0
    for (const [pass, pattern] of patterns.entries()) {
      for (const { alternatives } of pattern.rules) {
        const run = rules[number]
        if (!run) throw new Error('every rule has a function')
        for (const alternative of alternatives) this.place(alternative, pass, { number, run })
        number += 1
      }
    }
  }

  /** In the order of the patterns, without those that have nothing to say. */
  of(element: Element): readonly Meeting[] {
    return this.known[element.nameId] ?? this.meetingsOf(element)
  }

  private place(alternative: Alternative, pass: number, candidate: Candidate): void {
    const step = alternative.levels.at(-1)?.step
    if (step === undefined) return
    const nameId = nameIdOf(step.test)
    const place = { test: step.test, conditions: step.predicates.filter(dependsOnName), pass, candidate }
    if (nameId === undefined) this.ofAnyName.push(place)
    else this.byName.set(nameId, [...(this.byName.get(nameId) ?? []), place])
  }

  private meetingsOf(element: Element): readonly Meeting[] {
    const { nameId } = element
    const candidates = new Map<number, Place>()
    for (const place of [...(this.byName.get(nameId) ?? []), ...this.ofAnyName]) {
      const { number } = place.candidate
      if (!candidates.has(number) && canMatch(place, element)) candidates.set(number, place)
    }
    const places = [...candidates.values()].sort((one, other) => one.candidate.number - other.candidate.number)
    const meetings = [...Map.groupBy(places, ({ pass }) => pass)].map(([pass, met]) => ({
      pass,
      candidates: met.map(({ candidate }) => candidate),
    }))
    // A name that only one document has is not remembered.
    if (nameId < 0) return meetings
    // A gap in an array makes it slow.
    while (this.known.length < nameId) this.known.push(undefined)
    this.known[nameId] = meetings
    return meetings
  }
}

/** What elements of one name meet in one pattern, its rules in their order. */
export interface Meeting {
  readonly pass: number
  readonly candidates: readonly Candidate[]
}

/** A rule that an element may meet; `run` says whether it did. */
interface Candidate {
  readonly number: number
  readonly run: (element: Element, out: Out) => boolean
}

/** Findings as they come: the number of the assertion, the element, and so on. */
export type Out = (number | Element)[]

/**
 * A rule with one of the ways in which its context can match: what it asks of the element itself,
 * as far as its name decides.
 */
interface Place {
  readonly test: NodeTest
  readonly conditions: readonly Expression[]
  readonly pass: number
  readonly candidate: Candidate
}

/** Whether any element of that name can match. */
function canMatch({ test, conditions }: Place, element: Element): boolean {
  if (!passes(element, test, false)) return false
  return conditions.every((condition) => truthOf(itemsOf(condition, nameFocus(element))))
}

/** Predicates whose value is the same for all elements of one name, whatever their prefix. */
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
  return { item, position: 1, size: () => 1, current: item, document: item, variable: none, call: none }
}

const textFunctions: ReadonlySet<string> = new Set(['not', 'starts-with', 'ends-with', 'contains', 'true', 'false'])
