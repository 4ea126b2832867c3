import { readFile } from 'node:fs/promises'
import { v7 } from 'uuid'
import { installation } from '../installation.ts'
import { addOrganisation, allOrganisations } from '../store/accounts/organisations.ts'
import { addProfile } from '../store/accounts/profiles.ts'
import { failedConstraint } from '../store/constraints.ts'
import { addUser } from '../store/people/users.ts'
import type { Store } from '../store/store.ts'

/**
 * The first start puts these into an empty embedded database, so that people can try the service.
 */
export const demoOrganisation = 'Demo'
export const demoProfileId = 'BP-DEMO000001'

/**
 * Adds the demo organisation with a business profile and an operator to a database without
 * organisations.
 */
export async function seedDemo(store: Store): Promise<void> {
  if ((await allOrganisations(store.database)).length > 0) return
  const party = await readFile(new URL('examples/business-profile.json', installation), 'utf8')
  const now = Date.now()
  try {
    const { id: orgId } = await addOrganisation(store.database, {
      id: v7(),
      name: demoOrganisation,
      defaultApiVersion: '20260101',
      hasPhase2: true,
      createdAt: now,
    })
    const name = 'Demo administrator'
    await addUser(store.database, { orgId, id: v7(), name, email: undefined, role: 'operator', createdAt: now })
    await addProfile(store.database, { orgId, profileId: demoProfileId, party, status: 'ACTIVE', createdAt: now })
  } catch (error) {
    // Another process has just seeded the database.
    if (failedConstraint(error) !== 'organisation_name') throw error
  }
}
