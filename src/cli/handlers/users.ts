import { instantAt } from '@selfbill/pint-ae/document'
import { v7 } from 'uuid'
import type { Config } from '../../config/config.ts'
import { emailAddress } from '../../people/email-address.ts'
import { isAbove, type Role } from '../../security/roles.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { failedConstraint } from '../../store/constraints.ts'
import {
  addUser as addStored,
  changeUser,
  findUser,
  findUserByEmail,
  listUsers as listStored,
  removeUser as removeStored,
  type User,
} from '../../store/people/users.ts'
import type { Store } from '../../store/store.ts'
import type { OrgOption } from '../org-option.ts'
import { Refused } from '../refused.ts'
import { type JsonOption, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'

/** The people of an organisation, oldest first. */
export async function listUsers(
  terminal: Terminal,
  config: Config,
  { org, ...form }: OrgOption & JsonOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const { id } = await findOrganisation(store, org)
    printRows(terminal, (await listStored(store.database, id, { limit: usersMax })).map(rowOf), columns, form)
    return 0
  })
}

/** Prints the id of the new person, who signs in with a login link or at the provider. */
export async function addUser(
  terminal: Terminal,
  config: Config,
  name: string,
  { org, email: given, role }: AddOptions,
): Promise<number> {
  const email = given === undefined ? undefined : emailAddress(given)
  if (given !== undefined && email === undefined)
    throw new UsageError('--email must be an e-mail address, such as name@example.ae')
  return withStore(config, async (store) => {
    const { id: orgId } = await findOrganisation(store, org)
    const user = { orgId, id: v7(), name, email, role, createdAt: Date.now() }
    try {
      await addStored(store.database, user)
    } catch (error) {
      if (failedConstraint(error) === 'user_email') throw new Refused(`there is a user ${email} already`)
      throw error
    }
    await auditCommand(store, {
      orgId,
      action: 'createUser',
      target: { kind: 'user', id: user.id },
      detail: { name, email, role },
    })
    terminal.print(user.id)
    return 0
  })
}

interface AddOptions extends OrgOption {
  readonly email?: string | undefined
  readonly role: Role
}

/** Removes a person, by id or e-mail address. */
export async function removeUser(
  terminal: Terminal,
  config: Config,
  named: string,
  { org }: OrgOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const { orgId, id } = await requireUser(store, named, org)
    requireChanged(await removeStored(store.database, orgId, id, Date.now()), named)
    await auditCommand(store, { orgId, action: 'removeUser', target: { kind: 'user', id } })
    terminal.print('All sessions of the user ended; tokens are refused within 30 seconds.')
    return 0
  })
}

/** Gives a person another role. Only here can it be `operator`. */
export async function setRole(
  terminal: Terminal,
  config: Config,
  named: string,
  role: Role,
  { org }: OrgOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const { orgId, id, role: former } = await requireUser(store, named, org)
    const changed = await changeUser(store.database, orgId, id, { role }, Date.now())
    printRows(terminal, [rowOf(requireChanged(changed, named))], columns, {})
    await auditCommand(store, { orgId, action: 'changeUser', target: { kind: 'user', id }, detail: { role } })
    if (isAbove(role, former)) terminal.print('All sessions and login links of the user ended: the new role is higher.')
    return 0
  })
}

async function requireUser(store: Store, named: string, org: string | undefined): Promise<User> {
  const user = await requirePerson(store, named, org)
  if (user.removedAt !== undefined) throw new Refused(`there is no user ${named}`)
  return user
}

/** A removed person too, by id: the e-mail address goes with the removal. */
export async function requirePerson(store: Store, named: string, org: string | undefined): Promise<User> {
  const { id: orgId } = await findOrganisation(store, org)
  const user = named.includes('@')
    ? await findUserByEmail(store.database, orgId, named.toLowerCase())
    : await findUser(store.database, orgId, named)
  if (user === undefined) throw new Refused(`there is no user ${named}`)
  return user
}

function requireChanged(changed: User | 'last_admin' | undefined, named: string): User {
  if (changed === undefined) throw new Refused(`there is no user ${named}`)
  if (changed === 'last_admin') throw new Refused('the last administrator of an organisation must stay one')
  return changed
}

const columns = ['user_id', 'role', 'name', 'email'] as const

function rowOf({ id, name, email, role, createdAt }: User) {
  return { user_id: id, role, name, email: email ?? null, created_at: instantAt(createdAt) }
}

const usersMax = 10_000
