import { createHash } from 'node:crypto'
import { style } from '@selfbill/pint-ae/page'

/** The Content-Security-Policy of a document as HTML: its one style, named by its hash. */
export const htmlPolicy: string = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  // The logo, which is in the page itself.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ')
