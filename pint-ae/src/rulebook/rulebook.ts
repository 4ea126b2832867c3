import type { Assertion, Schema } from '@selfbill/schematron/engine'
import type { Element } from '@selfbill/schematron/xml'
import type { Flag, RuleFinding } from './findings/finding.ts'
import { flagOf, ruleFindings } from './findings/finding.ts'
import type { RuleSet } from './rule-set.ts'
import type { RuleSetIdentity } from './rule-set-identity.ts'

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
  /**
   * The rules in force for a document that was issued on this day (`yyyy-MM-dd`): a new version of
   * the rules judges the documents from its day on. Undefined: the document does not say.
   */
  on(issueDate: string | undefined): Rulebook
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

/** What a rule book is made of. */
export interface RulebookParts {
  /** The rules of a set, compiled; asked for once a set. */
  schemaOf(set: RuleSet): Pick<Schema, 'assertions' | 'evaluate'>
  identityOf(set: RuleSet): RuleSetIdentity
  /** Whether a file (the `source` of an assertion) has rules of ours that the official set lacks. */
  isGap(file: string): boolean
}

export function rulebookFrom(parts: RulebookParts): Rulebook {
  const schemaOf = once(parts.schemaOf)
  const isOfficial = ({ source }: Assertion): boolean => !parts.isGap(source)
  const judgeTogether = (...judged: readonly Judged[]): readonly RuleFinding[] =>
    ruleFindings(
      judged.map(({ root, set }) => ({ root, found: schemaOf(set).evaluate(root) })),
      isOfficial,
    )
  const book: Rulebook = {
    rules: (set = 'self-billing') =>
      schemaOf(set).assertions.map((assertion) => ruleOf(assertion, isOfficial(assertion))),
    judge: (root, set = 'self-billing') => judgeTogether({ root, set }),
    judgeTogether,
    identity: once(parts.identityOf),
    on: () => book,
  }
  return book
}

/** The same rules until the day of a later rule book, which then judges in their place. */
export function succeededBy(first: Rulebook, later: readonly LaterRulebook[]): Rulebook {
  const newestFirst = later.toSorted((one, other) => (one.from < other.from ? 1 : -1))
  const on = (day: string | undefined) => newestFirst.find(({ from }) => day !== undefined && day >= from)?.rulebook
  return { ...first, on: (day) => on(day) ?? first }
}

export interface LaterRulebook {
  /** The first day, `yyyy-MM-dd`, of the issue dates that it judges. */
  readonly from: string
  readonly rulebook: Rulebook
}

/** The same function, called once for each set. */
function once<Result extends object>(make: (set: RuleSet) => Result): (set: RuleSet) => Result {
  const made = new Map<RuleSet, Result>()
  return (set) => {
    const result = made.get(set) ?? make(set)
    made.set(set, result)
    return result
  }
}

function ruleOf(assertion: Assertion, official: boolean): Rule {
  const { id, message: text, context, test, attributes } = assertion
  return { id, flag: flagOf(assertion), text, context, test, terms: attributes.terms?.split(' ') ?? [], official }
}
