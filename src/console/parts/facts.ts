import { type Html, type HtmlValue, html } from '@selfbill/pint-ae/html'

/** What is known of one thing: pairs of a title and a value. Facts without a value are left out. */
export function facts(entries: readonly Fact[]): Html {
  const shown = entries.filter(([, value]) => value !== undefined && value !== null && value !== false)
  const pairs = shown.map(([title, value]) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)
  return html`<dl class="facts">${pairs}</dl>`
}

export type Fact = readonly [title: string, value: HtmlValue]
