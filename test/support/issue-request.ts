import { strict as assert } from 'node:assert'
import { check } from '../../src/document/check.ts'
import { CreditNoteRequest, InvoiceRequest } from '../../src/document/document.ts'
import type { Family } from '../../src/document/family.ts'
import { type Issuing, issue } from '../../src/document/issue.ts'
import { type IssuedDocument, isCreditNote } from '../../src/document/issued.ts'
import { BusinessProfile } from '../../src/document/objects/business-profile.ts'
import type { Party } from '../../src/document/objects/party.ts'
import { readJson } from '../../src/json/read.ts'
import { aBuyer, jsonOf, type Members } from './requests.ts'

/** A document from a request that must be accepted, with fixed identifiers; what is wrong with it fails the test. */
export function issued(family: Family, request: Members, buyer: Members = aBuyer()): IssuedDocument {
  const issuing = issueRequest(family, request, buyer)
  if ('document' in issuing) return issuing.document
  throw new assert.AssertionError({ message: `refused: ${JSON.stringify(Object.fromEntries(issuing.errors))}` })
}

/** Reads, checks and issues a request as the service does. */
export function issueRequest(family: Family, request: Members, buyer: Members = aBuyer()): Issuing {
  const sent = readJson(jsonOf(request))
  const checked = isCreditNote(family) ? check(CreditNoteRequest, sent) : check(InvoiceRequest, sent)
  if ('errors' in checked) return checked
  return issue(family, checked.value, {
    id: '01980000-0000-7000-8000-000000000001',
    documentNumber: 'SB-000001',
    attachmentIds: (checked.value.attachments ?? []).map((_, at) => `01980000-0000-7000-8000-0000000001${10 + at}`),
    buyer: partyOf(buyer),
  })
}

/** The party of a profile that must be accepted. */
export function partyOf(profile: Members): Party {
  const checked = check(BusinessProfile, readJson(jsonOf(profile)))
  if ('value' in checked) return checked.value
  throw new assert.AssertionError({ message: `refused: ${JSON.stringify(Object.fromEntries(checked.errors))}` })
}
