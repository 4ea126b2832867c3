import { type Html, html } from '@selfbill/pint-ae/html'
import type { JsonValue } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import type { ValidationResult } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { badge } from '../../parts/badge.ts'
import { field, fieldId } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { foundPart } from '../documents/found.ts'
import { draftWords } from './draft-words.ts'
import { stepsOf, valueAt } from './edit-json.ts'
import { instruction } from './instruction.ts'
import { memberSentence } from './member-words.ts'
import { fieldFor, isOwnParty, placeWords } from './place.ts'
import { type Problem, problemsIn } from './problems.ts'

export type Words = Pick<Call, 'say' | 'format'>

/** What a person can change beside a finding. Absent where findings are only read. */
export interface Editing {
  readonly request: JsonValue
  /** The names of the fields that the page shows. */
  readonly shown: ReadonlySet<string>
  readonly refusal?: SelfbillError | undefined
  /** Where the own party is corrected. */
  readonly profilePath: string
}

export function findingList(
  words: Words,
  family: Family,
  findings: readonly ValidationResult[],
  editing?: Editing,
): Html | undefined {
  if (findings.length === 0) return undefined
  const problems = problemsIn(findings)
  const shown = problems.slice(0, findingsMax)
  const more = problems.length - shown.length
  // Two problems may be of one member: it can be typed once.
  const typed = new Set<string>()
  return html`<ul class="draft-findings">${shown.map(({ first: one, rules }) => {
    const isTyped = one.field !== null && typed.has(one.field)
    if (one.field !== null) typed.add(one.field)
    return html`<li>${problem(words, family, { first: one, rules }, editing)}\
${editing !== undefined && !isTyped && editor(words, family, one, editing)}</li>`
  })}</ul>
${more > 0 && html`<p>${words.say(draftWords.moreFindings, { count: more })}</p>`}`
}

/** A document of 10,000 lines can have a finding at each. */
export const findingsMax = 50

/** What to do, then why: the sentence of the rule, what was found, and all rules of one cause. */
function problem({ say }: Words, family: Family, { first, rules }: Problem, editing: Editing | undefined): Html {
  const { flag, text, field: path, fix } = first
  const severity = flag === 'fatal' ? badge('bad', say(draftWords.fatal)) : badge('warning', say(draftWords.warning))
  const found = first.value !== null && html` ${foundPart({ say }, first)}`
  const ids = rules.map((id) => html` <bdi dir="ltr"><code>${id}</code></bdi>`)
  const toDo =
    path === null || editing === undefined || fix !== null ? undefined : instruction(say, path, family, editing, flag)
  if (toDo === undefined) {
    return html`<p>${severity} <bdi>${text}</bdi></p>
<p class="hint">${path !== null && place(say, path, family, editing?.shown)}${found}${ids}</p>`
  }
  return html`<p>${severity} ${linked(toDo, path ?? '', family, editing?.shown)}</p>
<p class="hint"><bdi>${text}</bdi>${found}${ids}</p>`
}

/** Where it is, in words; a link to the field when the page has it. */
function place(say: Words['say'], path: string, family: Family, shown: ReadonlySet<string> | undefined): Html {
  const words = placeWords(say, path, family)
  if (words === undefined) return html`<bdi dir="ltr"><code>${path}</code></bdi>`
  return linked(words, path, family, shown)
}

/** Words about a field, as a link to it when the page has it. */
export function linked(words: string, path: string, family: Family, shown: ReadonlySet<string> | undefined): Html {
  const name = fieldFor(path, family)?.name
  return name !== undefined && shown?.has(name) === true
    ? html`<a href="#${fieldId(name)}">${words}</a>`
    : html`<span>${words}</span>`
}

function editor({ say }: Words, family: Family, one: ValidationResult, editing: Editing): Html | undefined {
  const { fix, field: path, flag } = one
  if (fix !== null && fix.length > 0) return fixBox(say, family, { ...one, fix }, editing.request)
  // A warning keeps nothing from being sent, so it needs no way out.
  if (flag !== 'fatal') return undefined
  if (path === null) return html`<p class="hint">${say(draftWords.repairComputed)}</p>`
  if (isOwnParty(path, family)) {
    return html`<p class="hint">${say(draftWords.repairProfile)}
<a href="${editing.profilePath}">${say(draftWords.profile)}</a></p>`
  }
  const name = fieldFor(path, family)?.name
  if (name !== undefined && editing.shown.has(name)) return undefined
  const steps = stepsOf(path)
  const value = steps === undefined ? undefined : valueAt(editing.request, steps)
  if (typeof value !== 'string' && !(value instanceof Decimal)) {
    return name === undefined ? html`<p class="hint">${say(draftWords.repairInJson)}</p>` : undefined
  }
  const label = say(draftWords.repairTyped, { field: placeWords(say, path, family) ?? path })
  return html`<input type="hidden" name="${`was:${path}`}" value="${String(value)}">
${field(`set:${path}`, label, { value: String(value), problem: editing.refusal?.fields[path] })}`
}

/** The one sure repair, ticked when the document cannot be sent without one. */
function fixBox(say: Words['say'], family: Family, { flag, fix }: Repairable, request: JsonValue): Html {
  const value = JSON.stringify(fix.map(({ path, value: text }) => [path, text]))
  const words = fix.map(({ path, value: text }) => repairWords(say, family, { member: memberOf(path), text }, request))
  return html`<label class="check"><input type="checkbox" name="fix" value="${value}"\
 checked="${flag === 'fatal'}"> <span>${words.join('; ')}</span></label>`
}

type Repairable = Pick<ValidationResult, 'flag'> & { readonly fix: NonNullable<ValidationResult['fix']> }

/** Whether a repair adds a value or changes one; a field can stand for several members. */
function repairWords(
  say: Words['say'],
  family: Family,
  { member, text: value }: { readonly member: string; readonly text: string },
  request: JsonValue,
): string {
  const steps = stepsOf(member)
  const isThere = steps !== undefined && valueAt(request, steps) !== undefined
  const field = placeWords(say, member, family) ?? member
  if (field === member || fieldFor(member, family)?.name === member) {
    return say(isThere ? draftWords.repairApply : draftWords.repairAdd, { field, value })
  }
  const sentence = memberSentence(member)
  const name = sentence === undefined ? (member.split('.').at(-1) ?? member) : say(sentence)
  return say(isThere ? draftWords.repairMember : draftWords.repairAddMember, { field, member: name, value })
}

/** `/document_lines/0/unit_code` → `document_lines[0].unit_code`. */
export function memberOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
