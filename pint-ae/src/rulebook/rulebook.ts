import { type Assertion, compileSchema, type Schema, SchematronError } from '@selfbill/schematron/engine'
import type { Element } from '@selfbill/schematron/xml'
import type { Flag, RuleFinding } from './findings/finding.ts'
import { flagOf, ruleFindings } from './findings/finding.ts'
import type { RuleFiles } from './rule-files.ts'
import type { RuleSet } from './rule-set.ts'
import { isDocumentSet } from './rule-set.ts'
import { type Digest, identityOf, type RuleSetIdentity } from './rule-set-identity.ts'

export { SchematronError as RulesUnreadable } from '@selfbill/schematron/engine'
export type { Flag, RuleFinding } from './findings/finding.ts'
export { isFatal, ruleIdsOf } from './findings/finding.ts'
export type { RuleSet } from './rule-set.ts'
export type { RuleSetIdentity } from './rule-set-identity.ts'

export interface Rulebook {
  /**
   * Every rule of a set, in the order of the files. An id appears twice when two contexts need an
   * assertion each.
   */
  rules(set?: RuleSet): readonly Rule[]
  /**
   * The findings of a document, official ones first; at most 1,000, then one that counts the rest.
   * The default set is self-billing.
   */
  judge(root: Element, set?: RuleSet): readonly RuleFinding[]
  /**
   * The same for several documents that pass or fail together, in order: at most 1,000 findings in
   * all.
   */
  judgeTogether(...judged: readonly Judged[]): readonly RuleFinding[]
  identity(set: RuleSet): RuleSetIdentity
}

export interface Judged {
  readonly root: Element
  readonly set: RuleSet
}

/** A rule as the catalogue shows it. */
export interface Rule {
  readonly id: string
  readonly flag: Flag
  readonly text: string
  readonly context: string
  readonly test: string
  /** The business terms of the rule: IBT-131, BTAE-10. */
  readonly terms: readonly string[]
  /** False for a rule of ours that the official set lacks. */
  readonly official: boolean
}

/**
 * A rule book from the texts of its files: pure. The rules of a set are compiled together, on first
 * use.
 */
export function rulebookOf(files: RuleFiles, gaps: boolean, digest: Digest): Rulebook {
  const ours = gaps ? files.gaps : []
  const gapNames = new Set(ours.map(({ name }) => name))
  const isOfficial = ({ source }: Assertion): boolean => !gapNames.has(source)
  const compiled = new Map<RuleSet, Schema>()
  const identities = new Map<RuleSet, RuleSetIdentity>()
  const schemaOf = (set: RuleSet): Schema => {
    const known = compiled.get(set)
    if (known) return known
    const own = files.own.get(set) ?? []
    const schema = compileSchema(isDocumentSet(set) ? [...files.shared, ...own, ...ours] : own)
    refuseUnnamed(schema.assertions)
    compiled.set(set, schema)
    return schema
  }
  const judgeTogether = (...judged: readonly Judged[]): readonly RuleFinding[] =>
    ruleFindings(
      judged.map(({ root, set }) => ({ root, found: schemaOf(set).evaluate(root) })),
      isOfficial,
    )
  return {
    rules: (set = 'self-billing') =>
      schemaOf(set).assertions.map((assertion) => ruleOf(assertion, isOfficial(assertion))),
    judge: (root, set = 'self-billing') => judgeTogether({ root, set }),
    judgeTogether,
    identity: (set) => {
      const identity = identities.get(set) ?? identityOf(set, files, gaps, digest)
      identities.set(set, identity)
      return identity
    },
  }
}

/** Findings and the catalogue name a rule by its id. */
function refuseUnnamed(assertions: readonly Assertion[]): void {
  const unnamed = assertions.find(({ id }) => id === '')
  if (unnamed)
    throw new SchematronError(`${unnamed.source}: rule ${unnamed.context}: assert without id: ${unnamed.test}`)
}

function ruleOf(assertion: Assertion, official: boolean): Rule {
  const { id, message: text, context, test, attributes } = assertion
  return { id, flag: flagOf(assertion), text, context, test, terms: attributes.terms?.split(' ') ?? [], official }
}
