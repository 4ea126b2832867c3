import type { Organisation } from '../../../store/accounts/organisations.ts'
import type { Store } from '../../../store/store.ts'
import { Fault } from '../../faults.ts'

/** The caller's organisation from the database: the cached one may be some seconds old. */
export async function requireOrganisation(
  { organisations }: Pick<Store, 'organisations'>,
  orgId: string,
): Promise<Organisation> {
  const organisation = await organisations.find(orgId)
  if (!organisation) throw new Fault('unauthenticated')
  return organisation
}
