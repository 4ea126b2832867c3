import { type Html, html } from '@selfbill/pint-ae/html'

/** Code or data, which a keyboard can scroll. The label names it for screen readers. */
export function codeBlock(label: string, text: string): Html {
  return html`<pre class="code" dir="ltr" tabindex="0" role="region" aria-label="${label}" data-copy>\
<code>${text}</code></pre>`
}

/** An id or an address, with a button that copies it where scripts run. */
export function copyable(text: string): Html {
  return html`<code data-copy>${text}</code>`
}

/** A sentence in which backticks enclose names of fields and codes. */
export function withCode(sentence: string): readonly (Html | string)[] {
  return sentence.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
}
