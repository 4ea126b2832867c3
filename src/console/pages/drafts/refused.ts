import { type Html, html } from '@selfbill/pint-ae/html'
import { type JsonValue, stepsOf, valueAt } from '@selfbill/pint-ae/json'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import type { Call } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { draftWords } from './draft-words.ts'
import { type Editing, findingList, findingsMax, linked } from './finding-list.ts'
import { instruction } from './instruction.ts'
import { fieldFor, placeWords, requiredWithin } from './place.ts'
import { refusedWords } from './refused-words.ts'

/**
 * Why nothing was computed, and what the rules say of the rest, in one list: every message as a
 * link to its field where the page has one.
 */
export function refused(
  call: Call,
  family: Family,
  refusal: SelfbillError | undefined,
  editing: Editing,
): Html | undefined {
  if (refusal === undefined) return undefined
  const { say } = call
  const lines = linesOf(call, family, refusal, editing)
  const listed = lines.length === 0 ? [html`<bdi>${refusal.message}</bdi>`] : lines.slice(0, findingsMax)
  return html`<section class="card stack"><h2>${say(draftWords.problems)}</h2>
<ul class="problems">${listed.map((line) => html`<li>${line}</li>`)}</ul>
${findingList(call, family, refusal.findings, editing)}${waitingRules(call, refusal)}</section>`
}

function linesOf({ say }: Call, family: Family, refusal: SelfbillError, editing: Editing): readonly Html[] {
  // Several members can be one field: its message is read once.
  const problems = new Map(
    refusedFields(family, refusal, editing.request).map(([path, text]) => {
      const name = fieldFor(path, family)?.name
      return [`${name ?? path} ${text}`, { path, name, text }]
    }),
  )
  return [...problems.values()].map(({ path, text }) => {
    const isMissing = refusal.codes[path]?.id === 'mandatory'
    const toDo = isMissing ? instruction(say, path, family, editing, 'fatal') : undefined
    if (toDo !== undefined) return linked(toDo, path, family, editing.shown)
    const words = placeWords(say, path, family)
    if (words === undefined) return html`<code>${path}</code> <bdi>${text}</bdi>`
    return html`${linked(words, path, family, editing.shown)}: <bdi>${text}</bdi>`
  })
}

/** The rules that wait for a correction: nothing is said of them. */
function waitingRules({ say }: Call, { rulesNotJudged: rules }: SelfbillError): Html | undefined {
  if (rules === undefined || rules.length === 0) return undefined
  return html`<details><summary>${say(refusedWords.waiting, { count: rules.length })}</summary>
<p class="hint"><bdi dir="ltr">${rules.join(' ')}</bdi></p></details>`
}

/** The messages of a refusal by path. A missing object is asked for by each field that it needs. */
export function refusedFields(family: Family, refusal: SelfbillError | undefined, request: JsonValue): Refused {
  return Object.entries(refusal?.fields ?? {}).flatMap(([path, text]) => {
    const steps = stepsOf(path)
    const isMissing = steps !== undefined && valueAt(request, steps) === undefined
    const needed = isMissing ? requiredWithin(path, family) : []
    return needed.length === 0 ? [[path, text]] : needed.map(({ name }) => [name, text])
  })
}

export type Refused = readonly (readonly [path: string, text: string])[]
