import { type Html, html } from '@selfbill/pint-ae/html'

/** A status as text with a shape: colour alone says nothing to some people. */
export function badge(tone: BadgeTone, text: string): Html {
  return html`<span class="badge ${tone}">${text}</span>`
}

/** `active`: under way; `quiet`: nothing to do and nothing good or bad about it. */
export type BadgeTone = 'good' | 'bad' | 'warning' | 'active' | 'quiet'
