import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { transmissionsWithoutLeg } from '../../store/after-restore.ts'
import { openLegs } from '../../store/legs/open-legs.ts'
import { overdueLegs } from '../../store/legs/overdue-legs.ts'
import { stalledLegs } from '../../store/legs/stalled-legs.ts'
import type { OrgOption } from '../org-option.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'
import { decodeFileText, readTextFile } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'
import { overdueLine, stalledLine } from './leg-lines.ts'

/** Prints one of four lists, a line for each leg, access point or transmission. */
export async function listLegs(terminal: Terminal, config: Config, options: ListOptions): Promise<number> {
  const { org, stalled, overdue, open, unknown } = options
  if (unknown !== undefined) return listUnknown(terminal, config, unknown)
  if (open) return countOpen(terminal, config)
  if (!stalled && !overdue) throw new UsageError('name one list: --stalled, --overdue, --open or --unknown FILE')
  return withStore(config, async (store) => {
    const organisation = org === undefined ? undefined : await findOrganisation(store, org)
    const lines = stalled
      ? (await stalledLegs(store.database, organisation?.id)).map(stalledLine)
      : (await overdueLegs(store.database, organisation?.id)).map(overdueLine)
    for (const line of lines) terminal.print(line)
    return 0
  })
}

interface ListOptions extends OrgOption {
  readonly stalled?: true | undefined
  readonly overdue?: true | undefined
  readonly open?: true | undefined
  readonly unknown?: string | undefined
}

async function countOpen(terminal: Terminal, config: Config): Promise<number> {
  return withStore(config, async ({ database }) => {
    for (const { accessPoint, legs } of await openLegs(database))
      terminal.print(printable(`${accessPoint}  ${legs} legs`))
    return 0
  })
}

async function listUnknown(terminal: Terminal, config: Config, file: string): Promise<number> {
  const text = file === '-' ? decodeFileText(await buffer(terminal.stdin), 'the input') : await readTextFile(file)
  const uuids = text.split(/\s+/).filter((word) => word !== '')
  const wrong = uuids.find((word) => !uuidSyntax.test(word))
  if (wrong !== undefined) throw new UsageError(`${file}: "${wrong.slice(0, 100)}" is not a UUID`)
  const distinct = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
  return withStore(config, async ({ database }) => {
    for (const uuid of await transmissionsWithoutLeg(database, distinct)) terminal.print(uuid)
    return 0
  })
}

const uuidSyntax = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
