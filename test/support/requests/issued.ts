import assert from 'node:assert/strict'
import {
  type ComputedDocument,
  check,
  computeDocument,
  type Family,
  familyOfRequest,
  type Party,
  requests,
} from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import type { TSchema } from 'typebox'
import { CustomerParty } from '../../../pint-ae/src/document/objects/party.ts'
import { aBuyer, jsonOf, type Members } from './requests.ts'

/**
 * The document of a request from the builders, with fixed identifiers, in the family of its type
 * code. Fails if the request is refused.
 */
export function anIssued(request: Members, profile: Members = aBuyer()): ComputedDocument {
  const family = familyOfRequest(jsonOf(request))
  const checkedRequest = checked<(typeof requests)[Family]>(requests[family], jsonOf(request))
  const attachmentIds = (checkedRequest.attachments ?? []).map(
    (_, at) => `01980000-0000-7000-9000-${String(at).padStart(12, '0')}`,
  )
  const minted = { id: fixedId, documentNumber: 'SB-000001', attachmentIds, profile: aProfileParty(profile) }
  const issuing = computeDocument(family, checkedRequest, minted)
  assert(!('errors' in issuing), `refused: ${JSON.stringify('errors' in issuing && [...issuing.errors])}`)
  return issuing.document
}

/** What every draft of the tests of records has, apart from its text. */
export function aDraft() {
  return {
    family: 'purchase-invoices',
    profile: aProfileParty(),
    documentNumber: 'N-1',
    issuedAt: Date.UTC(2026, 10, 1),
    serviceProviderId: '0242:000001',
    authorityId: '0242:000006-TESTBED.3001',
    answerForm: { orgId: 'a', language: 'en', hasPhase2: true, isDryRun: false },
  } as const
}

/** The party of a business profile. */
export function aProfileParty(profile: Members = aBuyer()): Party {
  return checked(CustomerParty, jsonOf(profile))
}

function checked<Schema extends TSchema>(schema: Schema, text: string) {
  const read = check(schema, readJson(text))
  assert(!('errors' in read), `refused: ${JSON.stringify('errors' in read && [...read.errors])}`)
  return read.value
}

export const fixedId = '01980000-0000-7000-8000-000000000001'
