import { instantAt } from '@selfbill/pint-ae/document'
import type { Config } from '../../config/config.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import type { Row } from '../../store/database/database.ts'
import { erasePerson } from '../../store/people/erase-person.ts'
import { personWords } from '../../store/people/person-words.ts'
import { personalData } from '../../store/people/personal-data.ts'
import { removeUser } from '../../store/people/users.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import type { OrgOption } from '../org-option.ts'
import { printable } from '../printable.ts'
import { Refused } from '../refused.ts'
import { printJson } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { requirePerson } from './users.ts'

/** Prints what the service knows about a person, a removed one too: an object of JSON a line. */
export async function printPersonalData(
  terminal: Terminal,
  config: Config,
  named: string,
  { org }: OrgOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const { orgId, id } = await requirePerson(store, named, org)
    for await (const { table, row } of personalData(store.database, orgId, id))
      printJson(terminal, { table, ...withInstants(row) })
    await auditCommand(store, { orgId, action: 'exportUser', target: { kind: 'user', id } })
    return 0
  })
}

/** Removes a person and erases what is known about them, but for what the audit log says. */
export async function eraseUser(
  terminal: Terminal,
  config: Config,
  named: string,
  { org, yes }: OrgOption & YesOption,
): Promise<number> {
  return withStore(config, async (store) => {
    const { orgId, id, name, removedAt } = await requirePerson(store, named, org)
    const question = `Erase ${printable(name)}, with all drafts? Nothing brings them back.`
    if (!(await isConfirmed(terminal, question, { yes }))) return 1
    const words = await personWords(store.database, orgId, id)
    if (removedAt === undefined && (await removeUser(store.database, orgId, id, Date.now())) === 'last_admin')
      throw new Refused('the last administrator of an organisation must stay one')
    if (!(await erasePerson(store.database, orgId, id, words))) throw new Refused(`there is no user ${named}`)
    await auditCommand(store, { orgId, action: 'eraseUser', target: { kind: 'user', id } })
    terminal.print(`The user ${id} was erased. The audit log keeps the name for five years.`)
    return 0
  })
}

function withInstants(row: Row): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'number' && /(^|_)at$/.test(column) ? instantAt(value) : value,
    ]),
  )
}
