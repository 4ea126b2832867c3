import assert from 'node:assert/strict'
import { check } from '../../../src/document/declaration/check.ts'
import { CreditNoteRequest, InvoiceRequest } from '../../../src/document/document.ts'
import { readJson } from '../../../src/json/read.ts'
import { aPurchaseCreditNote, aPurchaseInvoice, jsonOf, type Members } from './requests.ts'

/**
 * Throws unless each request is refused with these errors and no other; an empty object: it is
 * accepted.
 */
export function assertInvoices(cases: readonly Case[]): void {
  for (const [name, overrides, errors] of cases) {
    assert.deepEqual(errorsOf(InvoiceRequest, aPurchaseInvoice(overrides)), errors, `invoice: ${name}`)
  }
}

/** The same of credit notes. */
export function assertCreditNotes(cases: readonly Case[]): void {
  for (const [name, overrides, errors] of cases) {
    assert.deepEqual(errorsOf(CreditNoteRequest, aPurchaseCreditNote(overrides)), errors, `credit note: ${name}`)
  }
}

/** What a declaration says of a request; an empty object when nothing. */
export function errorsOf(schema: Parameters<typeof check>[0], request: Members): Errors {
  const checked = check(schema, readJson(jsonOf(request)))
  return 'errors' in checked ? Object.fromEntries(checked.errors) : {}
}

/** The same errors, told of a member at `path`. */
export function prefixed(path: string, errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).map(([at, message]) => [path + at, message]))
}

export type Case = readonly [name: string, overrides: Members, errors: Errors]

/** Message by the path of the field. */
export type Errors = Readonly<Record<string, string>>
