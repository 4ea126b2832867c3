import assert from 'node:assert/strict'
import { updateOrganisation } from '../../../src/store/accounts/organisations.ts'
import { removeExpired } from '../../../src/store/keeping/remove-expired.ts'
import { removingOrganisations } from '../../../src/store/keeping/retentions.ts'
import { sql } from '../databases/any-row.ts'
import type { Tenant, TestService } from './test-service.ts'

/** Lets the retention of all documents of an organisation pass. Returns how many lost their content. */
export async function removeContentOf(running: TestService, tenant: Tenant): Promise<number> {
  const { database } = running.service.parts.store
  await database.query(
    sql("update documents set issue_date = '2011-05-05', created_at = 1 where org_id = $1", tenant.orgId),
  )
  await updateOrganisation(database, tenant.orgId, { retention: { removes: true, years: 5 } })
  const organisation = (await removingOrganisations(database)).find(({ orgId }) => orgId === tenant.orgId)
  assert.ok(organisation)
  return removeExpired(database, organisation, Date.now())
}
