import { randomUUID } from 'node:crypto'
import { addOrganisation, type NewOrganisation } from '../../../src/store/accounts/organisations.ts'
import { addProfile, type NewProfile } from '../../../src/store/accounts/profiles.ts'
import type { NewDocument } from '../../../src/store/documents/new-document.ts'
import type { Store } from '../../../src/store/store.ts'

/** Stores an organisation with one business profile; its documents need both. */
export async function anOrganisationWithProfile(
  store: Store,
): Promise<{ readonly orgId: string; readonly profileId: string }> {
  const organisation = await addOrganisation(store.database, anOrganisation())
  const profile = await addProfile(store.database, aProfile({ orgId: organisation.id }))
  return { orgId: organisation.id, profileId: profile.profileId }
}

export function anOrganisation(overrides: Partial<NewOrganisation> = {}): NewOrganisation {
  const id = randomUUID()
  return { id, name: `Organisation ${id}`, defaultApiVersion: '20260101', hasPhase2: true, createdAt: 1, ...overrides }
}

export function aProfile(overrides: Partial<NewProfile> & { readonly orgId: string }): NewProfile {
  return {
    profileId: 'BP-TEST000001',
    party: '{"name":"Falcon Trading"}',
    status: 'ACTIVE',
    createdAt: 1,
    ...overrides,
  }
}

/** A document's row for tests of the store, which does not look into its texts. */
export function aNewDocument(overrides: Partial<NewDocument> & { readonly orgId: string }): NewDocument {
  const id = overrides.id ?? randomUUID()
  return {
    id,
    family: 'purchase-invoices',
    profileId: 'BP-TEST000001',
    profileVersion: 1,
    documentNumber: `N-${id}`,
    apiVersion: '20260101',
    overallStatus: 'PENDING',
    request: '{}',
    answer: '{"document_currency_code":"AED"}',
    ubl: '<Invoice/>',
    findings: '[]',
    sha256: { request: 'a', answer: 'b', ubl: 'c' },
    failed: [],
    figures: {
      issueDate: '2026-02-03',
      currency: 'AED',
      payableAmount: '105.00',
      billedAmount: '105.00',
      vatInAed: 'S 100.00 5.00',
      orderNumber: undefined,
      taxAmount: '5.00',
      billedByName: 'Oasis Supplies',
      billedByVat: '123456789012303',
      billedToName: 'Falcon Trading',
      billedToVat: undefined,
    },
    billingReferences: [],
    attachments: [],
    events: [],
    legs: [],
    createdAt: 1_000,
    ...overrides,
  }
}
