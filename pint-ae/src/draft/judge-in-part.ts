import type { Family } from '../document/family.ts'
import { gulfTime } from '../document/gulf-time.ts'
import { jsonText, stepsOf, valueAt, withoutValue, withValue } from '../json/edit.ts'
import { JsonUnreadable, type JsonValue, readJson } from '../json/read.ts'
import type { CatalogueRule } from '../rulebook/catalogue/catalogue.ts'
import type { Rulebook, RuleFinding } from '../rulebook/rulebook.ts'
import { affectedBy, isAffected, isWithin } from './affected-members.ts'
import type { Ids } from './ids.ts'
import { computeDraft, judgeComputed, setOf } from './make-judged-document.ts'
import type { ReadableDraft } from './readable-draft.ts'
import { standInFor } from './stand-ins.ts'

/** What the rules say about the sound part of a request that the checks refused. */
export interface JudgedInPart {
  readonly findings: readonly RuleFinding[]
  /** The ids of the rules that need what was refused, in the order of the catalogue. */
  readonly notJudged: readonly string[]
}

/**
 * Judges a refused request as far as that is sure. Values that the checks accept stand in for the
 * refused members, and every rule that depends on one of them is left out, as is every finding
 * about one. Undefined where nothing is sure: the text is not JSON, the errors cover too much, or
 * the request names the lines of an invoice. Source: docs/decisions/0171.
 */
export async function judgeInPart(
  draft: ReadableDraft,
  rulebook: Rulebook,
  catalogueOn: (issueDate: string) => Promise<readonly CatalogueRule[]>,
  ids: Ids,
): Promise<JudgedInPart | undefined> {
  const sent = draft.credits === undefined ? readable(draft.text) : undefined
  if (sent === undefined) return undefined
  const completed = withStandIns(draft, sent, rulebook, ids)
  if (completed === undefined) return undefined
  const { computed, replaced } = completed
  const affected = new Set([...replaced].flatMap(affectedBy))
  const catalogue = await catalogueOn(computed.document.content.issue_date)
  const judged = judgeComputed(computed, {}, rulebook, ids, () => undefined)
  const set = setOf(draft.family)
  const rules = catalogue.filter(({ sets }) => sets.includes(set) || sets.includes('tdd'))
  const unsure = rules.filter(
    ({ id, dependsOn }) =>
      readsTheDatabase.has(id) || [...dependsOn, ...(readsAMark[id] ?? [])].some(isAmong(affected)),
  )
  const unsureKeys = new Set(unsure.map(({ id, official }) => keyOf(id, official)))
  const findings = judged.findings.filter(
    ({ reasonCode, official, field }) =>
      !unsureKeys.has(keyOf(reasonCode, official)) &&
      reasonCode !== 'MORE-FINDINGS' &&
      ![...replaced].some((path) => field !== null && isWithin(field, path)),
  )
  return { findings, notJudged: [...new Set(unsure.map(({ id }) => id))] }
}

/** What no stand-in can show: these rules need the documents that are stored. */
const readsTheDatabase: ReadonlySet<string> = new Set([
  'SB-AGREEMENT',
  'SB-DUPLICATE',
  'SB-CREDIT-UNKNOWN',
  'SB-CREDIT-ITSELF',
  'SB-CREDIT-EARLY',
  'SB-CREDIT-EXCESS',
])

/** Rules that read a mark of the service, and the member that the mark follows from. */
const readsAMark: Readonly<Record<string, readonly string[]>> = { 'SB-FUTURE': ['issue_date'] }

function isAmong(affected: ReadonlySet<string>) {
  return (member: string) => isAffected(member, affected)
}

function keyOf(id: string, official: boolean): string {
  return `${id} ${official}`
}

function readable(text: string): JsonValue | undefined {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof JsonUnreadable) return undefined
    throw error
  }
}

/** The draft with stand-ins for what the checks refuse, computed; and the paths of these members. */
function withStandIns(draft: ReadableDraft, sent: JsonValue, rulebook: Rulebook, ids: Ids) {
  const [today] = gulfTime(draft.issuedAt)
  const tries = new Map<string, number>()
  const replaced = new Set<string>()
  let request = withoutValue(sent, ['expected_totals'])
  for (let round = 0; round < roundsMax; round += 1) {
    const computed = computeDraft({ ...draft, text: jsonText(request) }, rulebook, ids, () => undefined)
    if (!('refusal' in computed)) return { computed, replaced }
    const { errors } = computed.refusal
    if (errors.size > errorsMax || errors.has('message') || computed.refusal.unreadable !== undefined) return undefined
    for (const path of errors.keys()) {
      const place = nextPlace(path, tries)
      if (place === undefined) return undefined
      replaced.add(place.path)
      const made = replacedAt(request, draft.family, place, today)
      if (made === undefined) return undefined
      request = made
    }
  }
  return undefined
}

/** The largest number of rounds that a request with one fault for each kind of check has taken is 3. */
const roundsMax = 8
const errorsMax = 200

interface Place {
  readonly path: string
  /** Whether a stand-in did not help. */
  readonly isAgain: boolean
}

/** A member, first with a stand-in, then without a value; then the object around it. */
function nextPlace(refused: string, tries: Map<string, number>): Place | undefined {
  for (let path = refused; path !== ''; path = parentOf(path)) {
    const count = tries.get(path) ?? 0
    if (count >= 2) continue
    tries.set(path, count + 1)
    return { path, isAgain: count > 0 }
  }
  return undefined
}

function replacedAt(request: JsonValue, family: Family, { path, isAgain }: Place, today: string) {
  const steps = stepsOf(path)
  // A member with another name than ours have is unknown, and at fault for that.
  if (steps === undefined) return withoutNamed(request, path)
  const standIn = isAgain ? undefined : standInFor(family, steps, { request, today })
  if (standIn !== undefined) return withValue(request, steps, standIn)
  // An item stays in its place, so that the others keep theirs.
  if (typeof steps.at(-1) === 'number') return withValue(request, steps, null)
  return withoutValue(request, steps)
}

function withoutNamed(request: JsonValue, path: string): JsonValue | undefined {
  const around = parentOf(path)
  const steps = around === '' ? [] : stepsOf(around)
  const name = path.slice(around === '' ? 0 : around.length + 1)
  return steps === undefined || !(valueAt(request, steps) instanceof Map)
    ? undefined
    : withoutValue(request, [...steps, name])
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')))
}
