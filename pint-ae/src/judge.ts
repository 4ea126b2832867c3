import { readJudged } from '@selfbill/schematron/read-xml'
import type { Element } from '@selfbill/schematron/xml'
import { ourRulebook } from '#rules'
import { isDate } from './document/declaration/leaves.ts'
import { gulfTime } from './document/gulf-time.ts'
import { judgedIn } from './rulebook/circumstances.ts'
import { inArabic } from './rulebook/findings/arabic.ts'
import type { Language } from './rulebook/findings/findings-in.ts'
import type { RuleSet } from './rulebook/rule-set.ts'
import { isFatal, type Rulebook, type RuleFinding } from './rulebook/rulebook.ts'
import { headerIn, isNamed, specifications } from './rulebook/specification.ts'

// The entry `@selfbill/pint-ae/judge`. It is apart because reading hostile XML needs libxml2.

export { XmlUnreadable } from '@selfbill/schematron/read-xml'

/**
 * Judges a document by the rules of its specification: a PINT AE invoice or credit note, a tax data
 * document or a message level status, in any encoding. The specification is its customisation id.
 *
 * @throws XmlUnreadable when it is not well-formed XML, or has a document type declaration
 * @throws SpecificationUnknown when our rules judge no such document
 */
export function judge(xml: string | Uint8Array, options: JudgeOptions = {}): Judgement {
  const { language = 'en', isOfficialOnly = false, now = new Date() } = options
  const root = readJudged(xml)
  const set = setOf(root)
  const rulebook = ourRulebook(!isOfficialOnly)
  const found = judgedAlone(rulebook, set, root, now)
  const { name, version } = rulebook.identity(set)
  return {
    set,
    rules: version === undefined ? name : `${name} ${version}`,
    isValid: !isFatal(found),
    findings: language === 'ar' ? found.map(inArabic) : found,
  }
}

export interface JudgeOptions {
  /** The language of the findings; English by default. */
  readonly language?: Language
  /** Without our own rules, which find what the official ones leave open. */
  readonly isOfficialOnly?: boolean
  /** Warns of documents that are issued in the future; the system's clock by default. */
  readonly now?: Date
}

export interface Judgement {
  readonly set: RuleSet
  /** The rules that judged, with their version: `PINT AE Self-Billing 1.0.4`. */
  readonly rules: string
  /** Whether no fatal rule failed. */
  readonly isValid: boolean
  /** Official ones first; at most 1,000, then one that counts the rest. */
  readonly findings: readonly RuleFinding[]
}

/** Our rules judge no such document: the message names what it is and what they know. */
export class SpecificationUnknown extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SpecificationUnknown'
  }
}

function setOf(root: Element): RuleSet {
  const id = headerIn(root, 'CustomizationID')
  const specification = specifications.find((known) => known.id === id)
  if (specification === undefined) {
    const known = specifications.map((one) => one.id).join(', ')
    throw new SpecificationUnknown(
      id === undefined
        ? `The document has no cbc:CustomizationID; known: ${known}`
        : `No rules judge cbc:CustomizationID ${id.slice(0, 200)}; known: ${known}`,
    )
  }
  const { roots, namespace, set } = specification
  if (roots.some((name) => isNamed(root, name, namespace))) return set
  throw new SpecificationUnknown(`/${root.name.qualified} is no document of ${id}; known: ${roots.join(', ')}`)
}

/** The findings of a document of any origin. Of the circumstances only the time is known. */
export function judgedAlone(rulebook: Rulebook, set: RuleSet, root: Element, now: Date): readonly RuleFinding[] {
  const [today] = gulfTime(now.getTime())
  const issueDate = root.children.find((child) => child.name.local === 'IssueDate')?.text.trim() ?? ''
  const isFuture = isDate(issueDate) && issueDate > today
  return judgedIn({ isFuture }, root, () => rulebook.judge(root, set))
}
