import { type Html, html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../client/src/errors.ts'

/**
 * What the API says about fields that a form does not show, or about the request as a whole. The
 * messages of the form's own fields stand beside them.
 */
export function otherProblems(refusal: SelfbillError | undefined, shown: readonly string[]): Html | undefined {
  if (refusal === undefined) return undefined
  const fields = Object.entries(refusal.fields)
  const others = fields.filter(([name]) => !shown.includes(name))
  if (fields.length === 0) return list([html`<bdi>${refusal.message}</bdi>`])
  return others.length === 0
    ? undefined
    : list(others.map(([name, text]) => html`<code>${name}</code> <bdi>${text}</bdi>`))
}

function list(lines: readonly Html[]): Html {
  return html`<ul class="problems">${lines.map((line) => html`<li>${line}</li>`)}</ul>`
}
