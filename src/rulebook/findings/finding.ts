import type { Assertion, Finding } from '../../schematron/schema.ts'
import type { Element } from '../../xml/element.ts'
import { locationOf } from '../../xml/location.ts'
import { ruleSetOf } from '../rule-set.ts'
import { fieldOf, hasOrigins } from './field.ts'
import { type Fix, fixOf, type ProfileParty } from './repair.ts'
import { attributeAsked, textFound } from './text-found.ts'

/** One finding, as validation_results shows it. Source: contract, "meta_info and Peppol status"; decisions §6. */
export interface RuleFinding {
  readonly flag: Flag
  /** The rule's id in upper case: IBR-128-AE. */
  readonly reasonCode: string
  readonly text: string
  /** XPath into the generated UBL, or into the tax data document. */
  readonly location: string
  /** The expression that was evaluated. */
  readonly test: string
  /** The caller's JSON path; null when no member is to blame, or the document did not come as JSON. */
  readonly field: string | null
  /** The text that was found there, at most 200 characters; null when there is none, or more than one. */
  readonly value: string | null
  /** What surely repairs it, as a JSON Patch against the caller's document; null when nothing is sure. */
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

/** What the engine found, tree after tree, told to people: at most 1,000 findings, then one that counts the rest. */
export function ruleFindings(
  judged: readonly FoundIn[],
  isOfficial: (assertion: Assertion) => boolean,
): readonly RuleFinding[] {
  const [first] = judged
  if (!first || judged.every(({ found }) => found.length === 0)) return none
  const listed: RuleFinding[] = []
  let rest: readonly Finding[] = []
  for (const { root, found } of judged) {
    if (found.length === 0) continue
    const isWritten = hasOrigins(root)
    const profileParty = ruleSetOf(root) === 'billing' ? 'accounting_supplier_party' : 'accounting_customer_party'
    const room = findingsMax - listed.length
    for (const finding of found.slice(0, room)) {
      listed.push(ruleFinding(finding, isOfficial(finding.assertion), isWritten, profileParty))
    }
    rest = rest.concat(found.slice(room))
  }
  return rest.length === 0 ? listed : [...listed, moreFindings(first.root, rest)]
}

export interface FoundIn {
  readonly root: Element
  readonly found: readonly Finding[]
}

/** Whatever else a rule file calls it, a rule that is no warning is fatal. */
export function flagOf({ flag }: Assertion): Flag {
  return flag === 'warning' ? 'warning' : 'fatal'
}

export const findingsMax = 1000

/** Stands between what a rule says and why it could not be evaluated. */
export const afterError = ' This could not be evaluated: '

function ruleFinding(
  { assertion, element, message, error }: Finding,
  official: boolean,
  isWritten: boolean,
  profileParty: ProfileParty,
): RuleFinding {
  const field = isWritten ? fieldOf(element, assertion.attributes.field ?? schemeMember(element, assertion)) : null
  const value = textFound(element, assertion, isWritten)
  return {
    flag: flagOf(assertion),
    reasonCode: assertion.id.toUpperCase(),
    text: error === undefined ? message : `${message}${afterError}${error}.`,
    location: locationOf(element),
    test: assertion.test,
    field,
    value,
    fix: fixOf({ id: assertion.id, element, field, value, profileParty }),
    official,
  }
}

/** A test of an identifier's scheme is about the member beside it: `endpoint_id`, `endpoint_scheme_id`. */
function schemeMember({ origin, children }: Element, { test }: Assertion): string | undefined {
  if (children.length > 0 || origin?.endsWith('id') !== true || attributeAsked(test) !== 'schemeID') return undefined
  return `../${origin.slice(0, -2)}scheme_id`
}

/** What is not listed: as bad as the worst of it. */
function moreFindings(root: Element, rest: readonly Finding[]): RuleFinding {
  return {
    flag: rest.some(({ assertion }) => flagOf(assertion) === 'fatal') ? 'fatal' : 'warning',
    reasonCode: 'MORE-FINDINGS',
    text: `${rest.length} more findings are not listed.`,
    location: locationOf(root),
    test: '',
    field: null,
    value: null,
    fix: null,
    official: false,
  }
}

const none: readonly RuleFinding[] = []
