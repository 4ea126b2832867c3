import type { JsonValue } from '@selfbill/pint-ae/json'
import type { Form } from '../../http/form.ts'
import { packed, unpacked } from '../../packed.ts'
import type { Call } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { jsonIn, jsonText, pointerSteps, stepsOf, valueAt, withEdit, withoutValue, withValue } from './edit-json.ts'
import { pressedIn } from './enter-button.ts'
import { lineFields, linesMax } from './fields.ts'
import type { Files } from './file-contents.ts'
import { pasteWords } from './paste-words.ts'
import { linesOfFormMax, type PasteProblem, withPasted } from './pasted-lines.ts'
import { initialRequest, lineCount, requestOf } from './request-of.ts'
import { fieldsOfSections } from './sections/sections.ts'
import { isUnit, unitSearchField, unitSearchMax } from './unit-search.ts'

/** What a person has entered: the request, and how the page shows it. */
export interface DraftState {
  readonly mode: Mode
  readonly request: JsonValue
  /** The lines that the form shows, from 0. */
  readonly lines: readonly number[]
  /** The sections that somebody has opened. */
  readonly open?: readonly string[]
  /** What was typed into the JSON, when it is not JSON. */
  readonly text?: string
  /** Whether something differs from what the page was made for, which is what was checked. */
  readonly isEdited: boolean
  /** The contents of files, whose digests the request has. */
  readonly files?: Files
  /** The line whose unit is looked for, and what was typed to find it. */
  readonly unitSearch?: UnitSearch
  /** Cells that were pasted and refused. */
  readonly refusedPaste?: { readonly text: string; readonly problems: readonly PasteProblem[] }
}

export type Mode = 'form' | 'json'

interface UnitSearch {
  readonly line: number
  readonly text: string
}

export type FormCall = Pick<Call, 'takeMemory'> & { readonly form: Form }

/** `otherwise`: what the form is about when its own field was lost. */
export async function stateIn(call: FormCall, family: Family, otherwise: JsonValue): Promise<DraftState> {
  const { form } = call
  const base = jsonIn((await unpacked(call, form.text('base')))?.toString() ?? '') ?? otherwise
  const lines = linesIn(form)
  if (form.text('mode') === 'json') {
    const text = form.exact('request')
    const typed = jsonIn(text)
    if (typed === undefined) return { mode: 'json', request: base, lines, text, isEdited: true }
    return edited(form, base, { mode: 'json', request: typed, lines })
  }
  const shown = (form.text('open') ?? '').split(',').slice(0, openMax)
  const more = fieldsOfSections(shown, family, base, lines)
  const [pressed, first, ...rest] = pressedIn(form).split('-')
  const asked = pressed === 'open' && first !== undefined ? [[first, ...rest].join('-')] : []
  const open = [...shown, ...asked]
  const state = edited(form, base, { mode: 'form', request: requestOf(base, form, family, lines, more), lines, open })
  if (pressed === 'paste') return pasted(form, family, state)
  if (pressed === 'units') {
    const text = form.text(unitSearchField)?.slice(0, unitSearchMax) ?? ''
    return { ...state, unitSearch: { line: Number(first), text } }
  }
  if (pressed === 'unit') return withUnit(state, Number(first), rest.join('-'))
  return pressed === 'show' ? withLinesFrom(state, Number(first)) : state
}

/** The state with the rows that were pasted, or with what is wrong with them. */
async function pasted(form: Form, family: Family, state: DraftState): Promise<DraftState> {
  const text = form.exact('paste')
  const made = withPasted(state.request, family, { text, into: form.text('paste_into') })
  if ('problems' in made) return { ...state, refusedPaste: { text, problems: made.problems } }
  if ((await packed(jsonText(made.request))).length > carriedMax) {
    return { ...state, refusedPaste: { text, problems: [(say) => say(pasteWords.tooLarge)] } }
  }
  return { ...state, request: made.request, lines: shownLines(made.request, made.lines), isEdited: true }
}

/** The state with the unit that was chosen for a line. */
function withUnit(state: DraftState, line: number, code: string): DraftState {
  if (!state.lines.includes(line) || !isUnit(code)) return state
  return { ...state, request: withValue(state.request, ['document_lines', line, 'unit_code'], code), isEdited: true }
}

/** More than a form has. */
const openMax = 20

/** What fits into a page of 100 kB beside the form: some hundred lines. */
export const carriedMax = 16_000

/** The same, showing other lines of a long document. */
function withLinesFrom(state: DraftState, first: number): DraftState {
  const wanted = Array.from({ length: linesMax }, (_, at) => first + at)
  return { ...state, lines: shownLines(state.request, wanted) }
}

function edited(form: Form, base: JsonValue, state: Omit<DraftState, 'isEdited'>): DraftState {
  const request = withEdits(form, base, state.request)
  return { ...state, request, isEdited: jsonText(request) !== jsonText(base) }
}

/** Applies the repairs that are ticked beside findings, and what was typed there. */
function withEdits(form: Form, base: JsonValue, request: JsonValue): JsonValue {
  let made = request
  // What is stored to be repaired later is stored as it was checked, whatever is ticked.
  const fixes = form.text('do') === storeUnrepaired ? [] : form.texts('fix')
  for (const [path, value] of fixes.flatMap(patchIn).slice(0, fixesMax)) {
    const steps = pointerSteps(path)
    // What the person changed by hand stays.
    if (String(valueAt(made, steps)) === String(valueAt(base, steps))) made = withValue(made, steps, value)
  }
  for (const name of form.names) {
    const field = name.startsWith('set:') ? name.slice('set:'.length) : ''
    const steps = stepsOf(field)
    // A field that was left alone must not undo what was edited elsewhere.
    const text = form.texts(name).find((one) => one !== form.text(`was:${field}`))
    if (text !== undefined && steps !== undefined) made = withEdit(made, steps, text)
  }
  return made
}

/** Issues a document that fails its rules; the repairs that the page proposes wait. */
export const storeUnrepaired = 'issue-unrepaired'

/** Each member that a check box repairs, with its value. Other content means nothing. */
function patchIn(text: string): readonly (readonly [path: string, value: string])[] {
  const parsed = jsonIn(text)
  if (!Array.isArray(parsed)) return []
  const pairs: readonly unknown[] = parsed
  return pairs.flatMap((pair) => {
    const [path, value]: readonly unknown[] = Array.isArray(pair) ? pair : []
    return typeof path === 'string' && path.length < pathCharactersMax && typeof value === 'string'
      ? [[path, value] as const]
      : []
  })
}

/** More than a page of findings offers. Each copies the list of lines. */
const fixesMax = 1_000
const pathCharactersMax = 500

/** One more line at the end, shown with the others. */
export function withNewLine(state: DraftState): DraftState {
  const next = Math.max(lineCount(state.request), ...state.lines.map((line) => line + 1))
  if (next >= linesOfFormMax) return state
  const blank = initialRequest(lineFields(next), state.request)
  // A long document shows its last lines; the others stay in the request.
  return { ...state, request: blank, lines: [...state.lines, next].slice(-linesMax) }
}

/** The lines behind the removed one move up. */
export function withoutLine(state: DraftState, removed: number): DraftState {
  if (state.lines.length <= 1 || !state.lines.includes(removed)) return state
  return {
    ...state,
    // Those of the lines would be of other lines.
    open: (state.open ?? []).filter((id) => !id.startsWith('line-')),
    request: withoutValue(state.request, ['document_lines', removed]),
    lines: state.lines.filter((line) => line !== removed).map((line) => (line > removed ? line - 1 : line)),
  }
}

/**
 * The lines that a form shows of a request: all, or when there are too many those that have
 * something to repair.
 */
export function shownLines(request: JsonValue, wanted: readonly number[] = []): readonly number[] {
  const count = Math.max(1, lineCount(request))
  if (count <= linesMax) return Array.from({ length: count }, (_, at) => at)
  const chosen = [...new Set(wanted)].filter((line) => line < count).toSorted((one, other) => one - other)
  return (chosen.length > 0 ? chosen : [0]).slice(0, linesMax)
}

function linesIn(form: Form): readonly number[] {
  const named = (form.text('lines') ?? '').split(',').filter((text) => /^\d{1,4}$/.test(text))
  const lines = [...new Set(named.map(Number))].slice(0, linesMax)
  return lines.length > 0 ? lines : [0]
}
