import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import { check } from '../../src/document/check.ts'
import { CreditNoteRequest, InvoiceRequest } from '../../src/document/document.ts'
import { issue } from '../../src/document/issue.ts'
import type { IssuedDocument } from '../../src/document/issued.ts'
import { CustomerParty, type Party } from '../../src/document/objects/party.ts'
import { readJson } from '../../src/json/read.ts'
import { aBuyer, jsonOf, type Members } from './requests.ts'

/**
 * The document that a request of the builders becomes, with fixed identifiers: an invoice, or a credit note when the request
 * has a credit note's type code. Fails when the request is refused.
 */
export function anIssued(request: Members, buyer: Members = aBuyer()): IssuedDocument {
  const text = jsonOf(request)
  const isCreditNote = 'credit_note_type_code' in request
  return isCreditNote ? issuedCreditNote(text, buyer) : issuedInvoice(text, buyer)
}

/** The party of a business profile. */
export function aProfileParty(buyer: Members = aBuyer()): Party {
  return checked(CustomerParty, jsonOf(buyer))
}

function issuedInvoice(text: string, buyer: Members): IssuedDocument {
  return issued('purchase-invoices', checked(InvoiceRequest, text), buyer)
}

function issuedCreditNote(text: string, buyer: Members): IssuedDocument {
  return issued('purchase-credit-notes', checked(CreditNoteRequest, text), buyer)
}

function issued(
  family: IssuedDocument['family'],
  request: Parameters<typeof issue>[1],
  buyer: Members,
): IssuedDocument {
  const attachmentIds = (request.attachments ?? []).map(
    (_, at) => `01980000-0000-7000-9000-${String(at).padStart(12, '0')}`,
  )
  const minted = { id: fixedId, documentNumber: 'SB-000001', attachmentIds, buyer: aProfileParty(buyer) }
  const issuing = issue(family, request, minted)
  assert(!('errors' in issuing), `refused: ${JSON.stringify('errors' in issuing && [...issuing.errors])}`)
  return issuing.document
}

function checked<Schema extends TSchema>(schema: Schema, text: string) {
  const read = check(schema, readJson(text))
  assert(!('errors' in read), `refused: ${JSON.stringify('errors' in read && [...read.errors])}`)
  return read.value
}

export const fixedId = '01980000-0000-7000-8000-000000000001'
