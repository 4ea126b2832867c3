import { Decimal } from '@selfbill/schematron/decimal'
import { type JsonValue, readJson } from '../json/read.ts'
import type { Writable } from '../json/write.ts'
import type { RuleFinding } from '../rulebook/rulebook.ts'

/**
 * Compares a revision with the one before it: the members that differ, by path in the order of the
 * answer, and the findings that are gone, still there or new. Limited in length, because a document
 * of ten thousand lines may differ in all of them.
 */
export function revisionChanges(before: RevisionView, after: RevisionView): RevisionChanges {
  const changes: Change[] = []
  let omitted = 0
  const report = (change: Change) => {
    if (changes.length < changesMax) changes.push(change)
    else omitted += 1
  }
  compare(readJson(before.answer), readJson(after.answer), '', report)
  return { changes, changes_omitted: omitted, findings: findingChanges(before.findings, after.findings) }
}

/** The parts of a revision that are compared. */
export interface RevisionView {
  /** JSON of the answer. */
  readonly answer: string
  readonly findings: readonly FindingKey[]
}

export type RevisionChanges = {
  readonly changes: readonly Change[]
  readonly changes_omitted: number
  readonly findings: FindingChanges
}

/** A new member has no `from`; a removed member has no `to`. */
export type Change = { readonly path: string; readonly from?: Writable; readonly to?: Writable }

export type FindingChanges = {
  readonly cured: readonly FindingKey[]
  readonly left: readonly FindingKey[]
  readonly new: readonly FindingKey[]
  readonly omitted: number
}

/** Identifies a finding across two revisions. */
export type FindingKey = Pick<RuleFinding, 'flag' | 'reasonCode' | 'field' | 'location'>

export function findingChanges(before: readonly FindingKey[], after: readonly FindingKey[]): FindingChanges {
  const [known, found] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  const cured = before.filter((finding) => !found.has(keyOf(finding)))
  const left = after.filter((finding) => known.has(keyOf(finding)))
  const fresh = after.filter((finding) => !known.has(keyOf(finding)))
  const shownFindings = [cured, left, fresh].map((findings) => findings.slice(0, findingsMax).map(keyMembers))
  const omitted = [cured, left, fresh].reduce((total, { length }) => total + Math.max(0, length - findingsMax), 0)
  return { cured: shownFindings[0] ?? [], left: shownFindings[1] ?? [], new: shownFindings[2] ?? [], omitted }
}

const changesMax = 500
const findingsMax = 200
const textMax = 200

function keyOf({ reasonCode, field, location }: FindingKey): string {
  return `${reasonCode} ${field ?? location}`
}

function keyMembers({ flag, reasonCode, field, location }: FindingKey): FindingKey {
  return { flag, reasonCode, field, location }
}

type Value = JsonValue | undefined

function compare(from: Value, to: Value, path: string, report: (change: Change) => void): void {
  if (from instanceof Map || to instanceof Map) {
    const names = new Set([...namesOf(from), ...namesOf(to)])
    for (const name of names) compare(memberOf(from, name), memberOf(to, name), joined(path, name), report)
    if (isLeaf(from) || isLeaf(to)) reportLeaf(from, to, path, report)
  } else if (isList(from) || isList(to)) {
    const [left, right] = [isList(from) ? from : [], isList(to) ? to : []]
    const length = Math.max(left.length, right.length)
    for (let at = 0; at < length; at += 1) compare(left[at], right[at], `${path}[${at}]`, report)
    if (isLeaf(from) || isLeaf(to)) reportLeaf(from, to, path, report)
  } else reportLeaf(from, to, path, report)
}

/** Reports a leaf that became an object, or the reverse, in addition to the object's members. */
function reportLeaf(from: Value, to: Value, path: string, report: (change: Change) => void): void {
  if (isSame(from, to)) return
  report({ path, ...(isLeaf(from) && { from: shown(from) }), ...(isLeaf(to) && { to: shown(to) }) })
}

function isLeaf(value: Value): value is null | boolean | string | Decimal {
  return value !== undefined && !(value instanceof Map) && !isList(value)
}

function isList(value: Value): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function namesOf(value: Value): Iterable<string> {
  return value instanceof Map ? value.keys() : []
}

function memberOf(value: Value, name: string): Value {
  return value instanceof Map ? value.get(name) : undefined
}

function isSame(from: Value, to: Value): boolean {
  return from instanceof Decimal && to instanceof Decimal ? from.equals(to) : from === to
}

/** A long text is cut to its beginning. */
function shown(value: null | boolean | string | Decimal): Writable {
  if (typeof value !== 'string' || value.length <= textMax) return value
  return `${value.slice(0, textMax).toWellFormed()}…`
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
