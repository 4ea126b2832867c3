import { type Html, html } from '@selfbill/pint-ae/html'
import type { ShownNotice } from '../http/notice.ts'

/** A sentence about what has just happened. Trouble is announced at once. */
export function noticeBox({ tone, text }: ShownNotice): Html {
  return html`<p class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${text}</p>`
}
