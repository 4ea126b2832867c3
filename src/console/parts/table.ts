import { type Html, type HtmlValue, html } from '@selfbill/pint-ae/html'

/**
 * Rows of one kind. On a narrow screen each row becomes a card whose lines show the titles of the
 * columns. A `narrow` table has few and short columns, and stays a table everywhere.
 */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  look?: 'narrow',
): Html {
  const head = columns.map(({ title, align }) => html`<th scope="col" class="${align}">${title}</th>`)
  const body = rows.map(
    (row) =>
      html`<tr>${columns.map(({ title, align, cell, isHead }) =>
        isHead === true
          ? html`<th scope="row" class="${align}" data-title="${title}"><div>${cell(row)}</div></th>`
          : html`<td class="${align}" data-title="${title}"><div>${cell(row)}</div></td>`,
      )}</tr>`,
  )
  return html`<table class="${look === 'narrow' ? 'rows narrow' : 'rows'}"><caption class="unseen">${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table>`
}

export interface Column<Row> {
  readonly title: string
  /** `figure`: numbers, at the end of the column. */
  readonly align?: 'figure'
  /** The cell that names the row. */
  readonly isHead?: true
  cell(row: Row): HtmlValue
}
