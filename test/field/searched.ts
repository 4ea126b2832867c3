import type { Assertion, Finding, Schema } from '@selfbill/schematron/engine'
import type { Element } from '@selfbill/schematron/xml'
import type { Random } from '../support/random.ts'
import { mutated } from './mutations.ts'
import { partsOf, type Vocabulary } from './parts.ts'

// A mutation by chance breaks few rules of a large schema. Here our engine, which is fast, says which
// mutations break a rule that no earlier one broke; only those go to Saxon.

/**
 * Few texts in which as many assertions as possible have a finding, each without an error. Every round
 * tries one mutation for each assertion that has none yet, often of a text that broke something.
 */
export function searched(
  schema: Schema,
  bases: readonly string[],
  { rounds, vocabulary, random, read }: SearchOptions,
): readonly string[] {
  const broken = new Map<string, ReadonlySet<Assertion>>()
  const seen = new Set<Assertion>()
  const parts = new Map(schema.assertions.map((one) => [one, partsOf(one, vocabulary)]))
  let latest = bases
  for (let round = 0; round < rounds; round += 1) {
    for (const [assertion, own] of random.shuffled([...parts])) {
      if (seen.has(assertion)) continue
      const [text = ''] = mutated(random.of(latest), [own], { count: 1, random })
      const root = read(text)
      const findings = root ? schema.evaluate(root) : []
      const found = new Set(findings.map((finding) => finding.assertion))
      if (findings.some(hasError) || [...found].every((one) => seen.has(one))) continue
      for (const one of found) seen.add(one)
      broken.set(text, found)
      latest = [...bases, ...latest.slice(-basesMax), text]
    }
  }
  return covering(broken)
}

export interface SearchOptions {
  readonly rounds: number
  readonly vocabulary: Vocabulary
  readonly random: Random
  readonly read: (text: string) => Element | undefined
}

/** How many texts with findings are mutated again: the latest have most. */
const basesMax = 4

function hasError({ error }: Finding): boolean {
  return error !== undefined
}

/** Texts that together have all findings; the one with most new ones comes first. */
function covering(broken: ReadonlyMap<string, ReadonlySet<Assertion>>): readonly string[] {
  const left = new Set([...broken.values()].flatMap((found) => [...found]))
  const chosen: string[] = []
  while (left.size > 0) {
    const news = [...broken].map(([text, found]) => ({
      text,
      found,
      size: [...found].filter((one) => left.has(one)).length,
    }))
    const best = news.reduce((one, other) => (other.size > one.size ? other : one))
    chosen.push(best.text)
    for (const one of best.found) left.delete(one)
  }
  return chosen
}
