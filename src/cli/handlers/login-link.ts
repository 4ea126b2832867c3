import type { Config } from '../../config/config.ts'
import { loginAddress } from '../../people/login-link.ts'
import { baseUrlOf } from '../../service/base-url.ts'
import { addLoginLink } from '../../service/login-link.ts'
import { withStore } from '../../service/open-store.ts'
import { findUser, findUserByEmail, firstAdmin, type User } from '../../store/people/users.ts'
import type { Store } from '../../store/store.ts'
import type { OrgOption } from '../org-option.ts'
import { Refused } from '../refused.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'

/** Prints a link that signs a person in once, within ten minutes. */
export async function printLoginLink(terminal: Terminal, config: Config, options: LinkOptions): Promise<number> {
  return withStore(config, async (store) => {
    const organisation = await findOrganisation(store, options.org)
    if (organisation.revokedAt !== undefined) throw new Refused(`${organisation.name} was revoked`)
    const user = await chosenUser(store, organisation.id, options)
    terminal.print(loginAddress(baseUrlOf(config), await addLoginLink(store, user)))
    return 0
  })
}

interface LinkOptions extends OrgOption {
  readonly email?: string | undefined
  readonly user?: string | undefined
}

async function chosenUser({ database }: Store, orgId: string, { email, user: id }: LinkOptions): Promise<User> {
  if (email !== undefined && id !== undefined) throw new UsageError('name the user by --email or by --user')
  if (email !== undefined) return known(await findUserByEmail(database, orgId, email.toLowerCase()), email)
  if (id !== undefined) return known(await findUser(database, orgId, id), id)
  const user = await firstAdmin(database, orgId)
  if (user === undefined)
    throw new Refused('nobody administers the organisation yet: selfbill user add NAME --role admin')
  return user
}

function known(user: User | undefined, named: string): User {
  if (user === undefined || user.removedAt !== undefined) throw new Refused(`there is no user ${named}`)
  return user
}
