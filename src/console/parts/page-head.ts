import { type Html, html } from '@selfbill/pint-ae/html'

/** The top of a page: its title, a sentence about it, and what can be done there. */
export function pageHead(title: string, { about, actions = [] }: PageHead = {}): Html {
  return html`<div class="page-head">
<div><h1>${title}</h1>${about !== undefined && html`<p class="about">${about}</p>`}</div>
${actions.length > 0 && html`<div class="actions">${actions}</div>`}
</div>`
}

interface PageHead {
  readonly about?: string
  /** Links and forms with a button. */
  readonly actions?: readonly Html[]
}
