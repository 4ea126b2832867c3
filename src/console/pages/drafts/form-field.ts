import { type Html, html } from '@selfbill/pint-ae/html'
import type { JsonValue } from '@selfbill/pint-ae/json'
import type { Form } from '../../http/form.ts'
import type { Sentence } from '../../language/words.ts'
import { choice, field, fieldId } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import { draftWords } from './draft-words.ts'
import type { fieldHelp } from './field-help.ts'
import type { FormField } from './fields.ts'
import type { ShownLines } from './line-actions.ts'
import type { DraftState } from './state.ts'

export interface FilledIn extends ShownLines {
  readonly request: JsonValue
  /** The sections that are open. */
  readonly open: readonly string[]
  readonly form: Form
  readonly problems: ReadonlyMap<string, string>
  readonly numberHint: Sentence
  /** Below the lines: what they come to. */
  readonly totals: Html | undefined
  /** Below the lines: what was billed before. */
  readonly billed: Html | undefined
  /** The line whose unit is looked for. */
  readonly unitSearch: DraftState['unitSearch']
  /** The files of the document, where the form takes some. */
  readonly files: Html | undefined
  /** Above the fields of the other party. */
  readonly picker: Html | undefined
  /** Says what the fields of a group mean. */
  readonly help: typeof fieldHelp
}

/** A field with its value and what is wrong with it. */
export function fieldOf(
  { say }: Pick<Call, 'say'>,
  declared: FormField,
  { form, problems }: Pick<FilledIn, 'form' | 'problems'>,
): Html {
  const { name, label, hint, choices, kind, initial: _initial, category: _category, group: _group, ...rest } = declared
  const value = form.text(name)
  const problem = problems.get(name)
  if (kind === 'flag') {
    return html`<label class="check"><input type="checkbox" id="${fieldId(name)}" name="${name}" value="1"\
 checked="${value !== undefined}"> <span>${say(label)}</span></label>`
  }
  const options = {
    ...rest,
    isDecimal: kind === 'number',
    autocomplete: 'form',
    value,
    problem,
    ...(hint !== undefined && { hint: say(hint) }),
  }
  if (choices === undefined) return field(name, say(label), options)
  const listed = choices.map(([code, text]) => ({ value: code, label: text === undefined ? '–' : say(text) }))
  const shown = value ?? ''
  // What the list does not have stays chosen: nothing, or a value from elsewhere.
  const isListed = listed.some((one) => one.value === shown)
  const all = isListed
    ? listed
    : [{ value: shown, label: value === undefined ? '–' : say(draftWords.notListed, { value }) }, ...listed]
  return choice(name, say(label), all, { ...options, value: shown })
}
