import { randomUUID } from 'node:crypto'
import { type Html, html } from '@selfbill/pint-ae/html'
import type { Form } from '../http/form.ts'

/**
 * A form that is sent twice (a double click, a reload) does its work once: the key is made with the
 * page, and the API keeps the first answer for it. A corrected form gets a new key, because the API
 * refuses one key with two bodies.
 */
export function idempotencyField(): Html {
  return html`<input type="hidden" name="${fieldName}" value="${randomUUID()}">`
}

/** For the call that does the form's work. */
export function idempotencyOf(form: Form): { readonly idempotencyKey?: string } {
  const key = keyIn(form)
  return key === undefined ? {} : { idempotencyKey: key }
}

/** Undefined for anything that no page of ours holds: other text may not fit into a header. */
function keyIn(form: Form): string | undefined {
  const key = form.text(fieldName)
  return key !== undefined && /^[\w-]{1,100}$/.test(key) ? key : undefined
}

const fieldName = 'once'
