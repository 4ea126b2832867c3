import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { type RuleFile, readRuleFile, SchematronError } from '@selfbill/schematron/engine'
import { compileFiles } from '../../schematron/src/compiled/compile-files.ts'
import type { CompiledSchema } from '../../schematron/src/compiled/compiled-schema.ts'
import { EvaluationError, ExpressionError } from '../../schematron/src/errors.ts'
import { effort } from '../support/effort.ts'
import { Random } from '../support/random.ts'
import { type JudgedDocument, recordedDocuments, verdict } from '../support/rules/judged-documents.ts'
import { type Mutant, mutantsOf } from '../support/rules/rule-mutants.ts'

// Deliberate mistakes in the rule files: the recorded verdicts (test/golden/rule-verdicts.txt.gz) must
// reveal nearly all of them.

const isLong = effort === 'long'
const seed = 1
const sampled = 150

test('a mistake in a rule file changes a recorded verdict', () => {
  const { shared, own, gaps } = readOurRuleFiles()
  const files = [...shared, ...(own.get('self-billing') ?? []), ...gaps].map(readRuleFile)
  const all = files.flatMap(mutantsOf)
  const mutants = isLong ? all : new Random(seed).shuffled(all).slice(0, sampled)
  const documents = new Documents(recordedDocuments())
  const survivors = mutants.filter((mutant) => !documents.notice(mutant)).map(({ what }) => what)
  const score = (100 * (mutants.length - survivors.length)) / mutants.length
  console.log(
    `rule mutants, seed ${seed}: ${score.toFixed(1)} % of ${mutants.length} are noticed, of ${all.length} in all`,
  )
  if (isLong) console.log(survivors.join('\n'))
  assert.ok(score >= 95, survivors.join('\n'))
})

class Documents {
  readonly #documents: readonly JudgedDocument[]
  /** The verdicts of the unchanged rules, by document, computed when needed. */
  readonly #verdicts = new Map<string, { schema: CompiledSchema; known: (string | undefined)[] }>()

  constructor(documents: readonly JudgedDocument[]) {
    this.#documents = documents
  }

  notice(mutant: Mutant): boolean {
    const schema = compiled(mutant.file)
    if (!schema) return true
    const { known, schema: original } = this.#without(mutant)
    return this.#order(mutant).some((at) => {
      const root = this.#documents[at]?.root
      if (!root) return false
      const expected = known[at] ?? verdict(original.evaluate(root))
      known[at] = expected
      return verdict(schema.evaluate(root)) !== expected
    })
  }

  #without({ key, original }: Mutant): { schema: CompiledSchema; known: (string | undefined)[] } {
    const found = this.#verdicts.get(key)
    if (found) return found
    const made = { schema: compileFiles([original]), known: [] }
    this.#verdicts.set(key, made)
    return made
  }

  /** The documents of the rule itself come first: they reveal most mistakes. */
  #order({ ids }: Mutant): number[] {
    const places = [...this.#documents.keys()]
    const isOwn = (at: number) => ids.includes(this.#documents[at]?.ruleId ?? '')
    return [...places.filter(isOwn), ...places.filter((at) => !isOwn(at))]
  }
}

/** Undefined if the mistake would already fail at the start. */
function compiled(file: RuleFile): CompiledSchema | undefined {
  try {
    return compileFiles([file])
  } catch (error) {
    if (error instanceof SchematronError || error instanceof ExpressionError || error instanceof EvaluationError)
      return undefined
    throw error
  }
}
