import { type Html, html } from '@selfbill/pint-ae/html'
import type { Form } from '../../http/form.ts'
import type { Sentence } from '../../language/words.ts'
import { choice, field } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import type { Family } from '../documents/family.ts'
import { draftWords } from './draft-words.ts'
import type { fieldHelp } from './field-help.ts'
import { documentFields, type FormField, lineFields, partyFields, paymentFields } from './fields.ts'
import { lineActions, type ShownLines } from './line-actions.ts'
import { partyLabel } from './place.ts'
import { unitWords } from './unit-words.ts'

export interface FilledIn extends ShownLines {
  readonly form: Form
  readonly problems: ReadonlyMap<string, string>
  readonly numberHint: Sentence
  /** Says what the fields of a group mean. */
  readonly help: typeof fieldHelp
}

/** The fields of a document in groups. Buttons add and remove lines, so no script is needed. */
export function draftFields(call: Call, family: Family, shown: FilledIn): Html {
  const { say } = call
  const { lines, action, help } = shown
  const one = (declared: FormField) => fieldOf(call, declared, shown)
  const line = (at: number, place: number) =>
    group(
      say(draftWords.lineTitle, { line: at + 1 }),
      [
        ...lineFields(at)
          .filter((declared) => isShown(declared, at, shown))
          // A hint is read once.
          .map(({ hint, ...declared }) => one({ ...declared, ...(place === 0 && hint !== undefined && { hint }) })),
        place === 0 && lines.length <= explainedLinesMax && help(call, family, lineFields(at)),
        lines.length > 1 &&
          html`<div class="actions line-actions"><button type="submit" name="do" value="remove-${at}" formnovalidate\
 formaction="${`${action}#lines`}">${say(draftWords.removeLine, { line: at + 1 })}</button></div>`,
      ],
      `line-${at}`,
    )
  return html`<p class="hint">${say(draftWords.required)}</p>
${group(say(draftWords.documentPart), [
  ...documentFields(family).map((declared) =>
    one(declared.name === 'document_number' ? { ...declared, hint: shown.numberHint } : declared),
  ),
  help(call, family, documentFields(family)),
])}
${group(say(partyLabel(family)), [...partyFields(family).map(one), help(call, family, partyFields(family))])}
<div class="line-groups" id="lines">${lines.map(line)}</div>
${lineActions(call, shown)}
${group(say(draftWords.payment), [...paymentFields.map(one), help(call, family, paymentFields)])}
${proposals(call)}`
}

/** Fields of one VAT category show when it is chosen, or when they have a value. */
function isShown({ name, category }: FormField, line: number, { form, problems }: FilledIn): boolean {
  if (category === undefined || form.text(name) !== undefined || problems.has(name)) return true
  return form.text(`document_lines[${line}].classified_tax_category.id`) === category
}

function group(title: string, fields: readonly (Html | false)[], id?: string): Html {
  return html`<fieldset class="card" id="${id}"><legend class="unseen">${title}</legend>\
<h2 aria-hidden="true">${title}</h2>
<div class="draft-fields">${fields}</div></fieldset>`
}

function fieldOf({ say }: Call, declared: FormField, { form, problems }: FilledIn): Html {
  const { name, label, hint, choices, initial: _initial, kind, category: _category, ...rest } = declared
  const value = form.text(name)
  const problem = problems.get(name)
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

/** What browsers propose while a person types. Other codes can be typed too. */
function proposals({ say }: Call): Html {
  const ofUnits = unitCodes.map((code) => html`<option value="${code}">${say(unitWords[code])}</option>`)
  const ofCurrencies = currencies.map((code) => html`<option value="${code}"></option>`)
  return html`<datalist id="units">${ofUnits}</datalist><datalist id="currencies">${ofCurrencies}</datalist>`
}

const unitCodes = Object.keys(unitWords).filter((code): code is keyof typeof unitWords =>
  Object.hasOwn(unitWords, code),
)

const currencies = ['AED', 'USD', 'EUR', 'GBP', 'SAR', 'QAR', 'KWD', 'BHD', 'OMR', 'INR', 'CNY'] as const

/** With more lines the page would be heavier than 100 kB, and its reader has filled in some. */
const explainedLinesMax = 3
