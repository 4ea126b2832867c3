import type { Assertion, Finding } from '@selfbill/schematron/engine'
import { attributeStep, type Element, locationOf } from '@selfbill/schematron/xml'
import { ruleSetOf } from '../rule-set.ts'
import { fieldOf, hasOrigins } from './field.ts'
import { type Fix, fixOf, type ProfileParty } from './repair.ts'
import { firstAttributeIn, textFound } from './text-found.ts'

/** One finding, as in validation_results. Source: docs/contract.md#status. */
export interface RuleFinding {
  readonly flag: Flag
  /** The rule's id in upper case: IBR-128-AE. */
  readonly reasonCode: string
  readonly text: string
  /** XPath into the generated UBL, or into the tax data document. */
  readonly location: string
  /** The expression that was evaluated. */
  readonly test: string
  /**
   * The caller's JSON path; null when no single member caused the finding, or the document was XML.
   */
  readonly field: string | null
  /** The text found there, at most 200 characters; null when it is missing or ambiguous. */
  readonly value: string | null
  /** A certain repair as a JSON Patch against the caller's document, or null. */
  readonly fix: Fix | null
  /** False for a rule of ours that the official set lacks. */
  readonly official: boolean
}

export type Flag = 'fatal' | 'warning'

/** Whether a document with these findings must not be sent. */
export function isFatal(findings: readonly RuleFinding[]): boolean {
  return findings.some(({ flag }) => flag === 'fatal')
}

/** The ids of the rules that findings are about, each once. */
export function ruleIdsOf(findings: readonly Pick<RuleFinding, 'reasonCode'>[]): readonly string[] {
  return [...new Set(findings.map(({ reasonCode }) => reasonCode))]
}

/**
 * Turns the engine's findings into rule findings, tree after tree: at most 1,000, then one that
 * counts the rest. For a document sent as JSON, findings that differ only in location become one,
 * the first: one member, such as a unit code, may be written to several elements.
 */
export function ruleFindings(
  judged: readonly FoundIn[],
  isOfficial: (assertion: Assertion) => boolean,
): readonly RuleFinding[] {
  const [first] = judged
  if (!first || judged.every(({ found }) => found.length === 0)) return none
  const listed: RuleFinding[] = []
  const rest: Finding[] = []
  const seen = new Set<string>()
  const list = ({ root, found }: FoundIn): void => {
    const isWritten = hasOrigins(root)
    const profileParty = ruleSetOf(root) === 'billing' ? 'accounting_supplier_party' : 'accounting_customer_party'
    for (const finding of found) {
      const place = placeOf(finding, isWritten)
      if (place.field !== null) {
        const key = JSON.stringify([finding.assertion.id, textOf(finding), finding.assertion.test, place])
        if (seen.has(key)) continue
        seen.add(key)
      }
      if (listed.length === findingsMax) rest.push(finding)
      else listed.push(ruleFinding(finding, isOfficial(finding.assertion), place, profileParty))
    }
  }
  for (const one of judged) if (one.found.length > 0) asDocument(one.root, () => list(one))
  return rest.length === 0 ? listed : [...listed, moreFindings(first.root, rest)]
}

export interface FoundIn {
  readonly root: Element
  readonly found: readonly Finding[]
}

/** Every rule that is not a `warning` is fatal, whatever flag its file gives it. */
export function flagOf({ flag }: Assertion): Flag {
  return flag === 'warning' ? 'warning' : 'fatal'
}

export const findingsMax = 1000

/** Separates the text of a rule from the reason why it could not be evaluated. */
export const afterError = ' This could not be evaluated: '

/** The member of the caller's request that a finding is about, and the text found there. */
function placeOf({ assertion, element, attribute }: Finding, isWritten: boolean): Pick<RuleFinding, 'field' | 'value'> {
  const field = isWritten ? fieldOf(element, assertion.attributes.field ?? schemeMember(element, assertion)) : null
  return { field, value: textFound(element, assertion, isWritten, attribute) }
}

function textOf({ message, error }: Finding): string {
  return error === undefined ? message : `${message}${afterError}${error}.`
}

function ruleFinding(
  finding: Finding,
  official: boolean,
  { field, value }: Pick<RuleFinding, 'field' | 'value'>,
  profileParty: ProfileParty,
): RuleFinding {
  const { assertion, element, attribute } = finding
  return {
    flag: flagOf(assertion),
    reasonCode: assertion.id.toUpperCase(),
    text: textOf(finding),
    location: `${locationOf(element)}${attributeStep(attribute)}`,
    test: assertion.test,
    field,
    value,
    fix: fixOf({ id: assertion.id, element, field, value, profileParty }),
    official,
  }
}

/**
 * A test of an identifier's scheme is about the scheme member beside it: `endpoint_scheme_id` for
 * `endpoint_id`.
 */
function schemeMember({ origin, children }: Element, { test }: Assertion): string | undefined {
  if (children.length > 0 || origin?.endsWith('id') !== true || firstAttributeIn(test) !== 'schemeID') return undefined
  return `../${origin.slice(0, -2)}scheme_id`
}

/** A document that is also a part of another, such as a report's, has locations of its own. */
function asDocument(root: Element, work: () => void): void {
  const { parent } = root
  root.parent = undefined
  try {
    work()
  } finally {
    root.parent = parent
  }
}

/** Counts the unlisted findings; fatal when one of them is. */
function moreFindings(root: Element, rest: readonly Finding[]): RuleFinding {
  return {
    flag: rest.some(({ assertion }) => flagOf(assertion) === 'fatal') ? 'fatal' : 'warning',
    reasonCode: 'MORE-FINDINGS',
    text: `${rest.length} more findings are not listed.`,
    location: `/${root.name.qualified}`,
    test: '',
    field: null,
    value: null,
    fix: null,
    official: false,
  }
}

const none: readonly RuleFinding[] = []
