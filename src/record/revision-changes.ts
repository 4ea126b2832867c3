import { Decimal } from '../decimal/decimal.ts'
import { type JsonValue, readJson } from '../json/read.ts'
import type { Writable } from '../json/write.ts'
import type { RuleFinding } from '../rulebook/rulebook.ts'

/**
 * What a revision of a document changed in the one before it: the members whose values differ, by
 * their paths and in the order of the answer, and the findings that are gone, still there, or new.
 * Bounded: a document of ten thousand lines may differ in all of them.
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

/** A revision as it is told apart from another. */
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

/** `from` is absent for a member that is new, `to` for one that is gone. */
export type Change = { readonly path: string; readonly from?: Writable; readonly to?: Writable }

export type FindingChanges = {
  readonly cured: readonly FindingKey[]
  readonly left: readonly FindingKey[]
  readonly new: readonly FindingKey[]
  readonly omitted: number
}

/** What makes a finding the same in two revisions. */
export type FindingKey = Pick<RuleFinding, 'flag' | 'reasonCode' | 'field' | 'location'>

export function findingChanges(before: readonly FindingKey[], after: readonly FindingKey[]): FindingChanges {
  const [known, found] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  const cured = before.filter((finding) => !found.has(keyOf(finding)))
  const left = after.filter((finding) => known.has(keyOf(finding)))
  const fresh = after.filter((finding) => !known.has(keyOf(finding)))
  const kept = [cured, left, fresh].map((findings) => findings.slice(0, findingsMax).map(told))
  const omitted = [cured, left, fresh].reduce((total, { length }) => total + Math.max(0, length - findingsMax), 0)
  return { cured: kept[0] ?? [], left: kept[1] ?? [], new: kept[2] ?? [], omitted }
}

const changesMax = 500
const findingsMax = 200
const textMax = 200

function keyOf({ reasonCode, field, location }: FindingKey): string {
  return `${reasonCode} ${field ?? location}`
}

function told({ flag, reasonCode, field, location }: FindingKey): FindingKey {
  return { flag, reasonCode, field, location }
}

type Reported = JsonValue | undefined

function compare(from: Reported, to: Reported, path: string, report: (change: Change) => void): void {
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

/**
 * A leaf that gave way to an object, or the other way round, is told beside the object's members.
 */
function reportLeaf(from: Reported, to: Reported, path: string, report: (change: Change) => void): void {
  if (isSame(from, to)) return
  report({ path, ...(isLeaf(from) && { from: shown(from) }), ...(isLeaf(to) && { to: shown(to) }) })
}

function isLeaf(value: Reported): value is null | boolean | string | Decimal {
  return value !== undefined && !(value instanceof Map) && !isList(value)
}

function isList(value: Reported): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function namesOf(value: Reported): Iterable<string> {
  return value instanceof Map ? value.keys() : []
}

function memberOf(value: Reported, name: string): Reported {
  return value instanceof Map ? value.get(name) : undefined
}

function isSame(from: Reported, to: Reported): boolean {
  return from instanceof Decimal && to instanceof Decimal ? from.equals(to) : from === to
}

/** A long text is told by its beginning. */
function shown(value: null | boolean | string | Decimal): Writable {
  if (typeof value !== 'string' || value.length <= textMax) return value
  return `${value.slice(0, textMax).toWellFormed()}…`
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
