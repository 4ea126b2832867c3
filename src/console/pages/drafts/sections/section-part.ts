import { type Html, html } from '@selfbill/pint-ae/html'
import type { Call } from '../../../route.ts'
import type { Family } from '../../documents/family.ts'
import type { FormField } from '../fields.ts'
import { type FilledIn, fieldOf } from '../form-field.ts'
import { frequencies, frequencyWords } from '../frequency-words.ts'
import { sectionWords } from './section-words.ts'
import { isFilled, type Section } from './sections.ts'

type Shown = Pick<FilledIn, 'form' | 'problems' | 'request' | 'open' | 'action'>

/** The open sections of a place in the form, and a button for each of the others. */
export function sectionParts(call: Call, family: Family, sections: readonly Section[], shown: Shown): Html {
  const [open, closed] = [true, false].map((isOpen) => sections.filter(({ id }) => shown.open.includes(id) === isOpen))
  const buttons = (closed ?? []).map((section) => openButton(call, family, section, shown))
  return html`${(open ?? []).map((section) => openSection(call, section, shown))}\
${buttons.length > 0 && html`<div class="actions">${buttons}</div>`}`
}

/**
 * A button of the form, so that it works without scripts. Fields that are not shown would make the
 * page heavy.
 */
export function openButton(
  { say }: Pick<Call, 'say'>,
  family: Family,
  section: Section,
  { request, action }: Pick<Shown, 'request' | 'action'>,
): Html {
  const { id, title } = section
  const mark = isFilled(section, family, request) && html` (${say(sectionWords.filled)})`
  return html`<button class="quiet" name="do" value="${`open-${id}`}" formnovalidate\
 formaction="${`${action}#open-${id}`}">+ ${title(say)}${mark}</button>`
}

/** The fields, those of one entry or object together. */
export function openSection(call: Pick<Call, 'say'>, { id, title, fields }: Section, shown: Shown): Html {
  const { say } = call
  const groups = Map.groupBy(fields, ({ group }) => group?.key ?? '')
  const hasEntries = fields.some(({ group }) => group?.key.endsWith(']'))
  return html`<details class="${id.startsWith('line-') ? 'section whole' : 'section card'}" id="${`open-${id}`}" open>\
<summary>${title(say)}</summary>
<div class="stack">${fields.some(({ list }) => list === 'frequencies') && frequencyList(say)}\
${[...groups.values()].map((own) =>
  groupPart(say, own, (field) => fieldOf(call, field, shown)),
)}${hasEntries && html`<p class="hint">${say(sectionWords.clearHint)}</p>`}</div></details>`
}

function groupPart(say: Call['say'], fields: readonly FormField[], one: (field: FormField) => Html): Html {
  const title = fields[0]?.group?.title(say)
  const shown = html`<div class="draft-fields">${fields.map(one)}</div>`
  return title === undefined ? shown : html`<fieldset><legend>${title}</legend>${shown}</fieldset>`
}

function frequencyList(say: Call['say']): Html {
  const options = frequencies.map((code) => html`<option value="${code}">${say(frequencyWords[code])}</option>`)
  return html`<datalist id="frequencies">${options}</datalist>`
}
