import { createHash } from 'node:crypto'
import type { Block, Cell, Fact, Page, Piece, Sum } from '../page/page.ts'
import { style } from './html-style.ts'

/**
 * The page as a self-contained HTML document: no script, picture or link. Its only style is inline,
 * and the policy names it by hash. All caller text is escaped and isolated from the surrounding
 * text direction.
 */
export function htmlOf(page: Page): string {
  const { language, status } = page
  return `<!DOCTYPE html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
<title>${escaped(page.title)}</title><style>${style}</style></head>
<body><main>
<header><div><h1>${escaped(page.kind)}</h1><p class="number">${pieceOf({ figure: page.number })}</p></div>
<div class="status ${status.mood}"><strong>${escaped(status.text)}</strong>\
${status.details.map((line) => `<p>${escaped(line)}</p>`).join('')}</div></header>
${page.blocks.map(blockOf).join('\n')}
<footer>${escaped(page.foot)}</footer>
</main></body></html>
`
}

/** The Content-Security-Policy of the page. */
export const htmlPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ')

function blockOf(block: Block): string {
  switch (block.kind) {
    case 'facts':
      return `<section>${titleOf(block.title)}${factsOf(block.facts)}</section>`
    case 'parties':
      return `<section class="parties">${block.parties
        .map(
          (party) =>
            `<article><h2>${escaped(party.role)}</h2><p class="name">${pieceOf({ words: party.name })}</p>${party.lines
              .map((line) => `<p>${pieceOf(line)}</p>`)
              .join('')}${factsOf(party.facts)}</article>`,
        )
        .join('')}</section>`
    case 'table':
      return tableOf(block)
    case 'sums':
      return `<section class="sums">${titleOf(block.title)}<table>${block.sums.map(sumOf).join('')}</table></section>`
    case 'text':
      return `<section>${titleOf(block.title)}<p class="text">${pieceOf({ words: block.text })}</p></section>`
  }
}

function tableOf(table: Block & { readonly kind: 'table' }): string {
  const widths = table.columns.map((column) => column.width)
  const head = table.columns.map((column) => `<th scope="col" class="${column.width}">${escaped(column.title)}</th>`)
  const rows = table.rows.map((row) => `<tr>${row.map((cell, at) => cellOf(cell, widths[at] ?? 'wide')).join('')}</tr>`)
  return `<section>${titleOf(table.title)}<table class="grid"><thead><tr>${head.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></section>`
}

function cellOf(cell: Cell, width: string): string {
  const below = cell.below.map((piece) => `<small>${pieceOf(piece)}</small>`).join('')
  return `<td class="${width}">${pieceOf(cell.main)}${below}</td>`
}

function sumOf({ isStrong, label, amount, inAed }: Sum): string {
  const attribute = isStrong ? ' class="strong"' : ''
  const below = inAed === null ? '' : `<small>${pieceOf(inAed)}</small>`
  return `<tr${attribute}><th scope="row">${escaped(label)}</th><td>${pieceOf(amount)}${below}</td></tr>`
}

function factsOf(facts: readonly Fact[]): string {
  if (facts.length === 0) return ''
  const items = facts.map(({ label, value }) => `<div><dt>${escaped(label)}</dt><dd>${pieceOf(value)}</dd></div>`)
  return `<dl>${items.join('')}</dl>`
}

function titleOf(title: string | null): string {
  return title === null ? '' : `<h2>${escaped(title)}</h2>`
}

function pieceOf(piece: Piece): string {
  return 'figure' in piece ? `<bdi dir="ltr">${escaped(piece.figure)}</bdi>` : `<bdi>${escaped(piece.words)}</bdi>`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
