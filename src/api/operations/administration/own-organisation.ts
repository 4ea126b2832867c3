import { findOrganisation, type Organisation } from '../../../store/accounts/organisations.ts'
import type { Database } from '../../../store/database/database.ts'
import { Fault } from '../../faults.ts'

/** The caller's organisation from the database: the cached one may be some seconds old. */
export async function requireOrganisation(db: Database, orgId: string): Promise<Organisation> {
  const organisation = await findOrganisation(db, orgId)
  if (!organisation) throw new Fault('unauthenticated')
  return organisation
}
