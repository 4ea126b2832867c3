import { type Html, html } from '@selfbill/pint-ae/html'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { ValidationResult } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { assetAddress } from '../../assets.ts'
import type { Sentence } from '../../language/words.ts'
import { packed } from '../../packed.ts'
import { longText } from '../../parts/field.ts'
import { idempotencyField } from '../../parts/idempotency.ts'
import type { Call } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { withReadings } from './ambiguous-numbers.ts'
import { filesPart } from './attached-files.ts'
import { draftFields } from './draft-fields.ts'
import { draftWords } from './draft-words.ts'
import { jsonText, readableJson, stepsOf, valueAt } from './edit-json.ts'
import { enterButton } from './enter-button.ts'
import { fieldsOf } from './fields.ts'
import { type Editing, findingList } from './finding-list.ts'
import { fieldFor } from './place.ts'
import { type Refused, refused, refusedFields } from './refused.ts'
import { formOf, lineCount } from './request-of.ts'
import { fieldsOfSections, openSections } from './sections/sections.ts'
import { carriedMax, type DraftState } from './state.ts'
import { type Judged, verdict } from './verdict.ts'

/** What an editor is for: a new document, or the repair of a failed one. */
export interface Target {
  readonly family: Family
  readonly profileId: string
  /** Where the form is sent. */
  readonly action: string
  /** Where "Cancel" leads. */
  readonly cancel: string
  /** What the form carries beside the request. */
  readonly hidden: Html
  /** What an empty document number means. */
  readonly numberHint: Sentence
  /** Whether the form takes files: a repair leaves those of the document alone. */
  readonly hasFiles?: true
}

export interface Shown {
  readonly state: DraftState
  /** The findings of the document as it was stored. */
  readonly findings?: readonly ValidationResult[]
  readonly judged?: Judged | undefined
  readonly before?: Judged
  readonly refusal?: SelfbillError | undefined
  /** The buttons below the verdict. */
  readonly send?: Html | undefined
  /** Below the lines: what they come to. */
  readonly totals?: Html | undefined
  /** Below the lines: what was billed before. */
  readonly billed?: Html | undefined
  /** Above the fields of the other party. */
  readonly picker?: Html | undefined
  /** Fields that lack something, by name, before anything was checked. */
  readonly lacking?: ReadonlyMap<string, string>
}

/**
 * The form of a document before it is sent, as fields or as JSON. All of it is one form whose
 * buttons say what to do, so that nothing that was typed is lost and no script is needed.
 */
export async function editor(call: Call, target: Target, shown: Shown): Promise<Html> {
  const { say } = call
  const { family, profileId } = target
  const { state, judged } = shown
  const refusal =
    shown.refusal && withReadings(call, shown.refusal, (path) => valueAt(state.request, stepsOf(path) ?? []))
  const isForm = state.mode === 'form'
  // Findings are of what was stored or checked; what was refused since may be free of them.
  const found = refusal === undefined ? (judged?.findings ?? shown.findings ?? []) : []
  const problems = new Map([
    ...(shown.lacking ?? []),
    ...problemsOf(family, refusal?.findings ?? found, refusedFields(family, refusal, state.request), state.request),
  ])
  const { request, lines } = state
  const open = openSections({ family, request, lines, asked: state.open ?? [], wrong: new Set(problems.keys()) })
  const more = fieldsOfSections(open, family, request, lines)
  const names = isForm ? fieldsOf(family, lines, more).map(({ name }) => name) : []
  const editing: Editing = {
    request: state.request,
    shown: new Set(names),
    refusal,
    profilePath: `/console/settings/profiles/${encodeURIComponent(profileId)}`,
  }
  const carried = await packed(jsonText(state.request))
  if (carried.length > carriedMax) return html`<p class="notice warning">${say(draftWords.repairTooLarge)}</p>`
  return html`<script src="${assetAddress('draft.js')}" defer></script>
<form class="draft" id="draft" method="post" action="${target.action}" autocomplete="off"\
 enctype="${target.hasFiles && 'multipart/form-data'}">
${enterButton(say(draftWords.check), 'enter')}${target.hidden}${idempotencyField()}
<input type="hidden" name="mode" value="${state.mode}">
<input type="hidden" name="lines" value="${state.lines.join(',')}">
<input type="hidden" name="open" value="${open.join(',')}">
<input type="hidden" name="base" value="${carried}">
${
  judged === undefined
    ? repairs(call, family, found, editing)
    : verdict(call, judged, { before: shown.before, editing })
}
${refused(call, family, refusal, editing)}
${shown.send}
${tabs(call, state)}
${
  isForm
    ? draftFields(call, family, {
        request,
        open,
        form: formOf(request, family, lines, more),
        lines: state.lines,
        count: lineCount(state.request),
        refusedPaste: state.refusedPaste,
        unitSearch: state.unitSearch,
        action: target.action,
        numberHint: target.numberHint,
        // Loaded with the first form: it needs the whole dictionary of fields.
        help: (await import('./field-help.ts')).fieldHelp,
        picker: shown.picker,
        billed: shown.billed,
        totals: shown.totals,
        problems,
        files: target.hasFiles && filesPart(call, { ...state, action: target.action, refused: refusal?.fields ?? {} }),
      })
    : jsonField(call, state)
}
<div class="actions"><button class="primary" type="submit" name="do" value="check" formnovalidate>${
    judged === undefined ? say(draftWords.check) : say(draftWords.checkAgain)
  }</button>
<a class="button" href="${target.cancel}">${say(draftWords.cancel)}</a></div>
</form>`
}

/** Findings of a failed document, each with what can be done about it. */
function repairs(
  call: Call,
  family: Family,
  findings: readonly ValidationResult[],
  editing: Editing,
): Html | undefined {
  const list = findingList(call, family, findings, editing)
  return list && html`<section class="card stack"><h2>${call.say(draftWords.repairFindings)}</h2>${list}</section>`
}

/** They send the form, so that what was typed goes along. */
function tabs({ say }: Call, { mode, request }: DraftState): Html | undefined {
  if (mode === 'form' && !fitsJson(request)) return undefined
  const tab = (value: 'form' | 'json', label: string) =>
    html`<button type="submit" name="do" value="${value}" formnovalidate aria-current="${value === mode && 'page'}">\
${label}</button>`
  return html`<div class="tabs" role="group" aria-label="${say(draftWords.tabs)}">${tab('form', say(draftWords.form))}
${tab('json', say(draftWords.json))}</div>`
}

/** Whether the text of the request, with its quotes escaped, leaves the page below 100 kB. */
function fitsJson(request: DraftState['request']): boolean {
  const text = readableJson(request)
  return text.length + 4 * (text.match(/["&<>']/g)?.length ?? 0) <= jsonWeightMax
}

const jsonWeightMax = 28_000

function jsonField({ say }: Call, { request, text }: DraftState): Html {
  return html`<section class="card">${longText('request', say(draftWords.repairRequest), {
    value: text ?? readableJson(request),
    rows: 26,
    direction: 'ltr',
    isRequired: true,
  })}</section>`
}

/** The message of each field: what the API refused, or the first finding to repair. */
function problemsOf(
  family: Family,
  findings: readonly ValidationResult[],
  refused: Refused,
  request: JsonValue,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  const add = (path: string, text: string) => {
    const name = fieldFor(path, family, request)?.name
    if (name !== undefined && !problems.has(name)) problems.set(name, text)
  }
  for (const [path, text] of refused) add(path, text)
  for (const { flag, field, text } of findings) if (flag === 'fatal' && field !== null) add(field, text)
  return problems
}
