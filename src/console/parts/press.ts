import { type Html, html } from '@selfbill/pint-ae/html'
import { idempotencyField } from './idempotency.ts'

/** A button that does one thing: a form of its own, with what the action needs to know. */
export function press(address: string, label: string, options: Press = {}): Html {
  const { fields = {}, look, about } = options
  return html`<form method="post" action="${address}">${idempotencyField()}${hidden(fields)}\
<button class="${look}" type="submit">${label}${about !== undefined && html`<span class="unseen"> ${about}</span>`}\
</button></form>`
}

interface Press {
  readonly fields?: Readonly<Record<string, string | undefined>>
  readonly look?: 'primary' | 'danger' | 'quiet'
  /** For screen readers, where a list has the same button many times. */
  readonly about?: string
}

/** Values that go with a form. Undefined ones are left out. */
export function hidden(fields: Readonly<Record<string, string | undefined>>): readonly Html[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
}
