import { passes } from '../interpreter/axes.ts'
import type { RuleFile } from '../rule-file/rule-file.ts'
import { AttributeNode } from '../values/values.ts'
import type { Element } from '../xml/element.ts'
import type { NodeTest } from '../xpath/ast.ts'
import type { Module } from './load.ts'
import { byPattern, type PatternRules, type PlacedRule, placedRules } from './rules-by-name.ts'

/**
 * The rules that attributes of a name can match, pattern by pattern. Few schemas have such rules:
 * for the others nobody visits an attribute.
 */
export class AttributeRules {
  readonly #places: readonly Place[]
  /** By name; documents may have any number of other names. */
  readonly #known = new Map<string, readonly PatternRules[]>()

  constructor(files: readonly RuleFile[], { rules }: Module, names?: ReadonlySet<string>) {
    this.#places = placedRules(files, rules, 'attributes', names).flatMap(({ alternatives, ...rule }) =>
      alternatives.flatMap(({ levels }) => levels.slice(-1).map(({ step: { test } }) => ({ ...rule, test }))),
    )
  }

  /** Whether a rule has attributes as its context. */
  get isEmpty(): boolean {
    return this.#places.length === 0
  }

  /** Those of the attribute at a place, in the order of the patterns. */
  of(owner: Element, at: number): readonly PatternRules[] {
    const name = owner.attributes[at] ?? ''
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const attribute = new AttributeNode(owner, at)
    const rules = new Map<number, Place>()
    for (const place of this.#places) if (passes(attribute, place.test, true)) rules.set(place.candidate.number, place)
    const patterns = byPattern([...rules.values()])
    if (this.#known.size < namesMax) this.#known.set(name, patterns)
    return patterns
  }
}

interface Place extends Omit<PlacedRule, 'alternatives'> {
  readonly test: NodeTest
}

/** Documents of one kind have fewer names of attributes. */
const namesMax = 1000
