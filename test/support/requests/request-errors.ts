import assert from 'node:assert/strict'
import { check, InvoiceRequest } from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import { byField, inEnglish } from '@selfbill/pint-ae/messages'
import { CreditNoteRequest } from '../../../pint-ae/src/document/document.ts'
import { aPurchaseCreditNote, aPurchaseInvoice, jsonOf, type Members } from './requests.ts'

/** Throws unless each request gets exactly these errors; an empty object means accepted. */
export function assertInvoices(cases: readonly Case[]): void {
  for (const [name, overrides, errors] of cases) {
    assert.deepEqual(errorsOf(InvoiceRequest, aPurchaseInvoice(overrides)), errors, `invoice: ${name}`)
  }
}

/** The same for credit notes. */
export function assertCreditNotes(cases: readonly Case[]): void {
  for (const [name, overrides, errors] of cases) {
    assert.deepEqual(errorsOf(CreditNoteRequest, aPurchaseCreditNote(overrides)), errors, `credit note: ${name}`)
  }
}

/** The errors of a request by its declaration; an empty object for a valid request. */
export function errorsOf(schema: Parameters<typeof check>[0], request: Members): Errors {
  const checked = check(schema, readJson(jsonOf(request)))
  return 'errors' in checked ? byField(checked.errors, inEnglish) : {}
}

/** The same errors for a member at `path`. */
export function prefixed(path: string, errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).map(([at, message]) => [path + at, message]))
}

export type Case = readonly [name: string, overrides: Members, errors: Errors]

/** Message by the path of the field. */
export type Errors = Readonly<Record<string, string>>

/** The answer without a valid token. */
export const unauthenticated = {
  errors: { message: 'Authentication required or invalid token' },
  error_codes: { message: { id: 'unauthenticated', values: {} } },
}
