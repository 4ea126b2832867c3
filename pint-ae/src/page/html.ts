import { type Html, html, verbatim } from '../html/html.ts'
import { style } from './html-style.ts'
import type { Block, Cell, Fact, Label, Page, PartyBlock, Piece, Sum } from './page.ts'

/**
 * The page as a self-contained HTML document: no script or picture, and no link but to files beside it. Its only style is inline,
 * and the policy names it by hash. All caller text is escaped and isolated from the surrounding
 * text direction.
 */
export function htmlOf(page: Page): string {
  const { language, status } = page
  return String(html`<!DOCTYPE html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
<title>${page.title}</title>${styleElement}</head>
<body><main>
<header><div>${logoOf(page)}<h1>${labelOf(page.kind)}</h1><p class="number">${pieceOf({ figure: page.number })}</p></div>
<div class="status ${status.mood}"><strong>${labelOf(status.text)}</strong>\
${status.details.map((line) => html`<p>${labelOf(line)}</p>`)}</div></header>
${linesOf(page.blocks.map(blockOf))}<footer>${labelOf(page.foot)}</footer>
</main>${page.mark !== null && html`<div class="mark" aria-hidden="true">${page.mark}</div>`}</body></html>
`)
}

/** Only the signs of Base64 can be in it, whatever its caller sent. */
function logoOf({ logo }: Page): Html | undefined {
  if (logo === undefined) return undefined
  const base64 = logo.base64.replaceAll(/[^A-Za-z0-9+/=]/g, '')
  return verbatim(`<img class="logo" alt="" src="data:${logo.type};base64,${base64}">`)
}

const styleElement = verbatim(`<style>${style}</style>`)

function blockOf(block: Block): Html {
  switch (block.kind) {
    case 'facts':
      return html`<section>${titleOf(block.title)}${factsOf(block.facts)}</section>`
    case 'parties':
      return html`<section class="parties">${block.parties.map(partyOf)}</section>`
    case 'table':
      return tableOf(block)
    case 'sums':
      return html`<section class="sums">${titleOf(block.title)}<table>${block.sums.map(sumOf)}</table></section>`
    case 'text':
      return html`<section>${titleOf(block.title)}<p class="text">${pieceOf({ words: block.text })}</p>${
        block.arabic !== undefined && html`<p class="text" lang="ar" dir="rtl">${block.arabic}</p>`
      }</section>`
  }
}

function partyOf({ role, name, lines, facts }: PartyBlock): Html {
  return html`<article><h2>${labelOf(role)}</h2><p class="name">${pieceOf({ words: name })}</p>${lines.map(
    (line) => html`<p>${pieceOf(line)}</p>`,
  )}${factsOf(facts)}</article>`
}

function tableOf(table: Block & { readonly kind: 'table' }): Html {
  const widths = table.columns.map((column) => column.width)
  const head = table.columns.map(
    (column) => html`<th scope="col" class="${column.width}">${labelOf(column.title)}</th>`,
  )
  const rows = table.rows.map((row) => html`<tr>${row.map((cell, at) => cellOf(cell, widths[at] ?? 'wide'))}</tr>`)
  // A phone scrolls a wide table; the keyboard does too, once it has the focus.
  return html`<section>${titleOf(table.title)}\
<div class="scroll" role="region" aria-label="${spoken(table.title)}" tabindex="0">\
<table class="grid"><thead><tr>${head}</tr></thead><tbody>
${linesOf(rows)}</tbody></table></div></section>`
}

function cellOf(cell: Cell, width: string): Html {
  const below = cell.below.map((piece) => html`<small>${pieceOf(piece)}</small>`)
  return html`<td class="${width}">${pieceOf(cell.main)}${below}</td>`
}

function sumOf({ isStrong, label, amount, inAed }: Sum): Html {
  const below = inAed !== null && html`<small>${pieceOf(inAed)}</small>`
  return html`<tr class="${isStrong && 'strong'}"><th scope="row">${labelOf(label)}</th><td>${pieceOf(amount)}${below}</td></tr>`
}

function factsOf(facts: readonly Fact[]): Html | undefined {
  if (facts.length === 0) return undefined
  const items = facts.map(
    ({ label, value, arabic }) =>
      html`<div><dt>${labelOf(label)}</dt><dd>${pieceOf(value)}${
        arabic !== undefined && html`<small lang="ar">${pieceOf(arabic)}</small>`
      }</dd></div>`,
  )
  return html`<dl>${items}</dl>`
}

function titleOf(title: Label | null): Html | undefined {
  return title === null ? undefined : html`<h2>${labelOf(title)}</h2>`
}

function labelOf(label: Label): Html {
  if (typeof label === 'string') return html`${label}`
  return html`<span class="both"><span>${label.en}</span> <span lang="ar" dir="rtl">${label.ar}</span></span>`
}

function spoken(label: Label): string {
  return typeof label === 'string' ? label : `${label.en} · ${label.ar}`
}

function pieceOf(piece: Piece): Html {
  if ('words' in piece) return html`<bdi>${piece.words}</bdi>`
  const figure = html`<bdi dir="ltr">${piece.figure}</bdi>`
  return piece.link === undefined ? figure : html`<a href="${piece.link}">${figure}</a>`
}

/** One line of source each. */
function linesOf(parts: readonly Html[]): readonly Html[] {
  return parts.map(
    (part) => html`${part}
`,
  )
}
