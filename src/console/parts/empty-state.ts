import { type Html, html } from '@selfbill/pint-ae/html'

/** A list without rows: says so, and what to do next. */
export function emptyState(title: string, hint: string, next?: Html): Html {
  return html`<div class="empty"><p class="strong">${title}</p><p>${hint}</p>${next}</div>`
}
