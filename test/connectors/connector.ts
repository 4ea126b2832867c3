import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { aClient } from '../support/service/clients.ts'
import { eachService, type StartService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'
import { noPython } from './python.ts'

/** A suite against the real service, or one line where there is no Python. */
export function eachConnector(name: string, suite: (start: StartService) => void): void {
  if (noPython === false) eachService(name, suite)
  else test(name, { skip: noPython })
}

/**
 * An organisation as the READMEs of the connectors describe it: the business profile BP-DEMO000001,
 * and a client for the ERP.
 */
export async function anOrganisation(running: TestService) {
  const tenant = await running.tenant({ scope: 'documents:read documents:write profiles' })
  const party = JSON.parse(readFileSync(new URL('../../examples/business-profile.json', import.meta.url), 'utf8'))
  const profile = await tenant.post('/api/business-profiles', { ...party, profile_id: 'BP-DEMO000001' })
  assert.equal(profile.status, 201, profile.text)
  const client = await aClient(running.service.parts.store, tenant.orgId)
  return { tenant, client }
}

/** What a test expects of an issued document. */
export interface Expected {
  readonly net: number
  readonly vat: number
  readonly payable: number
  readonly payableInAed?: number
  /** The VAT category of each line. */
  readonly categories: readonly string[]
}

/** Asserts that the document was issued with these figures and without a finding; returns it. */
export async function assertIssued(tenant: Tenant, family: string, number: string, expected: Expected) {
  const { json: list } = await tenant.get(`/api/${family}?document_number=${encodeURIComponent(number)}`)
  assert.equal(list.total_elements, 1, number)
  const [document] = list.content
  const { totals } = document
  assert.deepEqual(
    {
      net: totals.tax_exclusive_amount,
      vat: totals.tax_amount,
      payable: totals.payable_amount,
      ...(expected.payableInAed !== undefined && { payableInAed: totals.payable_amount_in_aed }),
      categories: document.document_lines.map(
        (line: { classified_tax_category: { id: string } }) => line.classified_tax_category.id,
      ),
    },
    expected,
    number,
  )
  assert.deepEqual(document.meta_info.peppol_status.validation_results, [], number)
  return document
}
