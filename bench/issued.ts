import { partyOf } from '@selfbill/pint-ae/document'
import { systemIds } from '@selfbill/pint-ae/draft'
import { ourRulebook } from '@selfbill/pint-ae/our-rulebook'
import { firstEntries } from '../src/application/stored.ts'
import { type DocumentRecord, makeRecord } from '../src/record/make-record.ts'
import type { NewDocument } from '../src/store/documents/new-document.ts'
import { aBuyer, jsonOf, type Members } from '../test/support/requests/requests.ts'
import type { StoredTenant } from '../test/support/service/tenants.ts'

/** Our access point and the tax authority. */
export const networkIds = { serviceProviderId: '0242:000001', authorityId: '0242:000006-TESTBED.3001' }
const family = 'purchase-invoices' as const

/** A request issued once, without a database. Its texts are reused for any number of rows. */
export function issuedOnce(request: Members): DocumentRecord {
  const profile = partyOf('BP-BENCH00001', jsonOf(aBuyer()))
  const answerForm = { orgId: 'bench', language: 'en', hasPhase2: true, isDryRun: false } as const
  const rulebook = ourRulebook(true)
  const order = {
    family,
    text: jsonOf(request),
    profile,
    documentNumber: 'BENCH-1',
    issuedAt: Date.UTC(2026, 10, 1),
    answerForm,
    ...networkIds,
  }
  const result = makeRecord(order, rulebook, systemIds)
  if ('refusal' in result) throw new Error('the benchmark request is refused')
  return result.record
}

/**
 * The row of a tenant's document with those texts, its first log entries, and its legs, which are
 * due from the creation on.
 */
export function rowFor(tenant: StoredTenant, once: DocumentRecord, createdAt = 0): NewDocument {
  const id = systemIds.document()
  const transmissionUuids = { c3: systemIds.transmission(), c5: systemIds.transmission() }
  const issued = { ...once, id, documentNumber: id, transmissionUuids }
  const about = { orgId: tenant.orgId, family, revision: 1 }
  const network = { authorityId: networkIds.authorityId, accessPointForNew: () => 'default' }
  return {
    ...issued,
    orgId: tenant.orgId,
    profileId: tenant.profileId,
    family,
    profileVersion: 1,
    apiVersion: '20260101',
    overallStatus: issued.status.overallStatus,
    findings: '[]',
    ...firstEntries(issued, about, network),
    createdAt,
  }
}
