import { type Html, html } from '@selfbill/pint-ae/html'
import { longText } from '../../parts/field.ts'
import type { Call } from '../../route.ts'
import { draftWords } from './draft-words.ts'
import { linesMax } from './fields.ts'
import { findingsMax } from './finding-list.ts'
import { pasteWords } from './paste-words.ts'
import { linesOfFormMax } from './pasted-lines.ts'
import type { DraftState } from './state.ts'

/** What the buttons and the paste box show of a form. */
export interface ShownLines {
  /** The lines that are shown, from 0. */
  readonly lines: readonly number[]
  /** How many lines the document has. */
  readonly count: number
  readonly refusedPaste: DraftState['refusedPaste']
  /** Where the form is sent: its buttons lead back to the line that they change. */
  readonly action: string
}

/** Below the lines: one more, other lines of a long document, and rows from a spreadsheet. */
export function lineActions(call: Call, shown: ShownLines): Html {
  const { say } = call
  const { lines, count, action } = shown
  const [first = 0, last = 0] = [lines[0], lines.at(-1)]
  const next = Math.max(count, last + 1)
  const isRun = last - first + 1 === lines.length && count > lines.length
  const move = (to: number, text: string) => html`<button type="submit" name="do" value="show-${to}" formnovalidate\
 formaction="${`${action}#lines`}">${text}</button>`
  return html`<div class="actions">${
    next < linesOfFormMax
      ? html`<button type="submit" name="do" value="add" formnovalidate formaction="${`${action}#line-${next}`}">\
${say(draftWords.addLine)}</button>`
      : html`<p class="hint">${say(pasteWords.tooMany, { count: linesOfFormMax })}</p>`
  }${first > 0 && move(Math.max(0, first - linesMax), say(pasteWords.earlier))}\
${last + 1 < count && move(last + 1, say(pasteWords.later))}\
${isRun && html`<p class="hint">${say(pasteWords.shown, { first: first + 1, last: last + 1, count })}</p>`}</div>
${pasteBox(call, shown)}`
}

function pasteBox({ say, format }: Call, { refusedPaste, action }: ShownLines): Html {
  const { text, problems = [] } = refusedPaste ?? {}
  const more = problems.length - findingsMax
  const hint = `${say(pasteWords.columns)} ${say(pasteWords.numbers)}`
  return html`<details class="card" id="paste" open="${refusedPaste !== undefined}">\
<summary>${say(pasteWords.title)}</summary><div class="stack">
${
  refusedPaste !== undefined &&
  html`<div role="alert"><p class="problem">${say(pasteWords.problems)}</p>
<ul class="problems">${problems.slice(0, findingsMax).map((problem) => html`<li>${problem(say)}</li>`)}\
${more > 0 && html`<li>${say(pasteWords.more, { count: format.number(more) })}</li>`}</ul></div>`
}
${longText('paste', say(pasteWords.rows), { value: text, hint, rows: 4 })}
<input type="hidden" name="paste_into" value="">
<div class="actions"><button type="submit" name="do" value="paste" formnovalidate\
 formaction="${`${action}#paste`}">${say(pasteWords.add)}</button></div></div></details>`
}
