import type { Config } from '../config/config.ts'
import { loginAddress } from '../people/login-link.ts'
import { findOrganisationByName } from '../store/accounts/organisations.ts'
import { firstAdmin } from '../store/people/users.ts'
import type { Store } from '../store/store.ts'
import { addLoginLink } from './login-link.ts'
import { demoOrganisation } from './seed.ts'
import { commandLineToken } from './token.ts'

/** A token of the demo organisation, for the demo and the first start. Default: 24 hours. */
export async function demoToken(store: Store, config: Config, lifetimeS?: number): Promise<string> {
  const organisation = await findOrganisationByName(store.database, demoOrganisation)
  if (!organisation) throw new Error('there is no demo organisation')
  return commandLineToken(store, config, organisation, { lifetimeS })
}

/** A link that signs the first administrator of the demo organisation in; undefined without one. */
export async function demoLoginAddress(store: Store, baseUrl: string): Promise<string | undefined> {
  const organisation = await findOrganisationByName(store.database, demoOrganisation)
  const user = organisation && (await firstAdmin(store.database, organisation.id))
  if (user === undefined) return undefined
  return loginAddress(baseUrl, await addLoginLink(store, user))
}
