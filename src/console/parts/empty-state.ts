import { type Html, html } from '../../html/html.ts'

/** A list without rows: says so, and what to do next. */
export function emptyState(title: string, hint: string, next?: Html): Html {
  return html`<div class="empty"><p class="strong">${title}</p><p>${hint}</p>${next}</div>`
}
