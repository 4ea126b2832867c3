import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config/config.ts'
import { withStore } from '../../service/open-store.ts'
import { transmissionsWithoutLeg } from '../../store/after-restore.ts'
import { overdueLegs } from '../../store/legs/overdue-legs.ts'
import { stalledLegs } from '../../store/legs/stalled-legs.ts'
import type { OrgOption } from '../org-option.ts'
import { decodeFileText, readTextFile } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'
import { overdueLine, stalledLine } from './leg-lines.ts'

/** Prints one of three lists, a line for each leg or transmission. */
export async function listLegs(config: Config, { org, stalled, overdue, unknown }: ListOptions): Promise<number> {
  if (unknown !== undefined) return listUnknown(config, unknown)
  if (!stalled && !overdue) throw new UsageError('name one list: --stalled, --overdue or --unknown FILE')
  return withStore(config, async (store) => {
    const organisation = org === undefined ? undefined : await findOrganisation(store, org)
    const lines = stalled
      ? (await stalledLegs(store.database, organisation?.id)).map(stalledLine)
      : (await overdueLegs(store.database, organisation?.id)).map(overdueLine)
    for (const line of lines) console.log(line)
    return 0
  })
}

interface ListOptions extends OrgOption {
  readonly stalled?: true | undefined
  readonly overdue?: true | undefined
  readonly unknown?: string | undefined
}

async function listUnknown(config: Config, file: string): Promise<number> {
  const text = file === '-' ? decodeFileText(await buffer(process.stdin), 'the input') : await readTextFile(file)
  const uuids = text.split(/\s+/).filter((word) => word !== '')
  const wrong = uuids.find((word) => !uuidSyntax.test(word))
  if (wrong !== undefined) throw new UsageError(`${file}: "${wrong.slice(0, 100)}" is not a UUID`)
  const distinct = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
  return withStore(config, async ({ database }) => {
    for (const uuid of await transmissionsWithoutLeg(database, distinct)) console.log(uuid)
    return 0
  })
}

const uuidSyntax = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
