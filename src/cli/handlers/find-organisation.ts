import { allOrganisations, type Organisation } from '../../store/accounts/organisations.ts'
import type { Store } from '../../store/store.ts'
import { Refused } from '../refused.ts'
import { UsageError } from '../usage-error.ts'

/**
 * The organisation with this name; without a name, the only one. Throws `UsageError` when a name is
 * needed, and `Refused` when there is no such organisation.
 */
export async function findOrganisation(store: Store, name: string | undefined): Promise<Organisation> {
  const organisations = await allOrganisations(store.database)
  const known = organisations.map((organisation) => organisation.name).join(', ')
  if (name === undefined) {
    const [only, ...others] = organisations
    if (only && others.length === 0) return only
    if (only === undefined) throw new Refused('there is no organisation yet')
    throw new UsageError(`name the organisation with --org: ${known}`)
  }
  const organisation = organisations.find((candidate) => candidate.name === name)
  if (!organisation) throw new Refused(`there is no organisation "${name}"${known === '' ? '' : `; there is ${known}`}`)
  return organisation
}
