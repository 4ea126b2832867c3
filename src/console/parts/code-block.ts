import { type Html, html } from '@selfbill/pint-ae/html'

/** Code or data, which a keyboard can scroll. The label names it for screen readers. */
export function codeBlock(label: string, text: string): Html {
  return html`<pre class="code" dir="ltr" tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`
}
