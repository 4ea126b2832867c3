import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { transmissionsWithoutLeg } from '../../store/after-restore.ts'
import { openLegs } from '../../store/legs/open-legs.ts'
import { overdueLegs } from '../../store/legs/overdue-legs.ts'
import { stalledLegs } from '../../store/legs/stalled-legs.ts'
import type { OrgOption } from '../org-option.ts'
import { type JsonOption, printJson, printRows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { decodeFileText, readTextFile } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'
import { overdueColumns, overdueRow, stalledColumns, stalledRow } from './leg-rows.ts'

/** Prints one of four lists, a row for each leg, access point or transmission. */
export async function listLegs(terminal: Terminal, config: Config, options: ListOptions): Promise<number> {
  const { org, stalled, overdue, open, unknown, ...form } = options
  if (unknown !== undefined) return listUnknown(terminal, config, unknown, form)
  if (open) return countOpen(terminal, config, form)
  if (!stalled && !overdue) throw new UsageError('name one list: --stalled, --overdue, --open or --unknown FILE')
  return withStore(config, async (store) => {
    const organisation = org === undefined ? undefined : await findOrganisation(store, org)
    if (stalled)
      printRows(terminal, (await stalledLegs(store.database, organisation?.id)).map(stalledRow), stalledColumns, form)
    else
      printRows(terminal, (await overdueLegs(store.database, organisation?.id)).map(overdueRow), overdueColumns, form)
    return 0
  })
}

interface ListOptions extends OrgOption, JsonOption {
  readonly stalled?: true | undefined
  readonly overdue?: true | undefined
  readonly open?: true | undefined
  readonly unknown?: string | undefined
}

async function countOpen(terminal: Terminal, config: Config, form: JsonOption): Promise<number> {
  return withStore(config, async ({ database }) => {
    const rows = (await openLegs(database)).map(({ accessPoint, legs }) => ({ access_point: accessPoint, legs }))
    printRows(terminal, rows, ['access_point', 'legs'], form)
    return 0
  })
}

/** Without `--json` only the UUIDs, a line each, like the file. */
async function listUnknown(terminal: Terminal, config: Config, file: string, form: JsonOption): Promise<number> {
  const text = file === '-' ? decodeFileText(await buffer(terminal.stdin), 'the input') : await readTextFile(file)
  const uuids = text.split(/\s+/).filter((word) => word !== '')
  const wrong = uuids.find((word) => !uuidSyntax.test(word))
  if (wrong !== undefined) throw new UsageError(`${file}: "${wrong.slice(0, 100)}" is not a UUID`)
  const distinct = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
  return withStore(config, async ({ database }) => {
    for (const uuid of await transmissionsWithoutLeg(database, distinct)) {
      if (form.json === true) printJson(terminal, { transmission_uuid: uuid })
      else terminal.print(uuid)
    }
    return 0
  })
}

const uuidSyntax = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
