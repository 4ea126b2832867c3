import { readFile } from 'node:fs/promises'
import { v7 } from 'uuid'
import { failedConstraint } from '../store/constraints.ts'
import type { Store } from '../store/store.ts'

/**
 * The first start puts these into an empty embedded database, so that people can try the service.
 */
export const demoOrganisation = 'Demo'
export const demoProfileId = 'BP-DEMO000001'

/** Adds the demo organisation and its business profile to a database without organisations. */
export async function seedDemo(store: Store): Promise<void> {
  if ((await store.organisations.list()).length > 0) return
  const party = await readFile(new URL('../../examples/business-profile.json', import.meta.url), 'utf8')
  const now = Date.now()
  try {
    const { id: orgId } = await store.organisations.create({
      id: v7(),
      name: demoOrganisation,
      defaultApiVersion: '20260101',
      hasPhase2: true,
      createdAt: now,
    })
    await store.profiles.add({ orgId, profileId: demoProfileId, party, status: 'ACTIVE', createdAt: now })
  } catch (error) {
    // Another process has just seeded the database.
    if (failedConstraint(error) !== 'organisation_name') throw error
  }
}
