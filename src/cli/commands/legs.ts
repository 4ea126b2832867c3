import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { DatabaseClock } from '../../clock/database-clock.ts'
import type { Config } from '../../config/config.ts'
import type { ApplyParts } from '../../exchange/legs/apply.ts'
import { NotStalled, retryStalled } from '../../exchange/legs/retry.ts'
import { unobserved } from '../../exchange/observer.ts'
import { defaultPolicy } from '../../exchange/worker/worker.ts'
import { withStore } from '../../service/open-store.ts'
import { transmissionsWithoutLeg } from '../../store/after-restore.ts'
import { type OverdueLeg, overdueLegs } from '../../store/legs/overdue-legs.ts'
import { type StalledLeg, stalledLegs } from '../../store/legs/stalled-legs.ts'
import type { Store } from '../../store/store.ts'
import { printable } from '../printable.ts'
import { readTextFile, textOf } from '../text-file.ts'
import { UsageError } from '../usage-error.ts'
import { organisationNamed } from './organisation-named.ts'

/**
 * `legs --stalled` or `--overdue`: a line for each leg that waits for a person, or for its status; `legs --unknown FILE`: a line for
 * each transmission of the file that is none of ours. Works while the service runs.
 */
export async function listLegs(config: Config, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options })
  const { org, stalled, overdue, unknown } = values
  const isOneList = [stalled, overdue, unknown].filter((list) => list !== undefined).length === 1
  if (!isOneList) throw new UsageError('name one list: --stalled, --overdue or --unknown FILE')
  if (unknown !== undefined) {
    if (org !== undefined) throw new UsageError('what is unknown is of no organisation')
    return listUnknown(config, unknown)
  }
  return withStore(config, async (store) => {
    const organisation = org === undefined ? undefined : await organisationNamed(store, org)
    const lines = stalled
      ? (await stalledLegs(store.database, organisation?.id)).map(stalledLine)
      : (await overdueLegs(store.database, organisation?.id)).map(overdueLine)
    for (const line of lines) console.log(line)
    return 0
  })
}

const options = {
  org: { type: 'string' },
  stalled: { type: 'boolean' },
  overdue: { type: 'boolean' },
  unknown: { type: 'string' },
} as const

async function listUnknown(config: Config, file: string): Promise<number> {
  const said = file === '-' ? textOf(await buffer(process.stdin), 'the input') : await readTextFile(file)
  const uuids = said.split(/\s+/).filter((word) => word !== '')
  const wrong = uuids.find((word) => !uuidSyntax.test(word))
  if (wrong !== undefined) throw new UsageError(`${file}: "${wrong.slice(0, 100)}" is no UUID`)
  const lowered = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
  return withStore(config, async ({ database }) => {
    for (const uuid of await transmissionsWithoutLeg(database, lowered)) console.log(uuid)
    return 0
  })
}

const uuidSyntax = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * `retry ID`: a stalled leg is due again; the running service takes it with its next look. `retry --because TEXT`: all whose last
 * error holds the text, of the thousand that wait longest. Exit 1 when what was named is not stalled.
 */
export async function retryLegs(config: Config, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { because: { type: 'string' }, org: { type: 'string' } },
    allowPositionals: true,
  })
  const { because, org } = values
  const [id, ...more] = positionals
  if (more.length > 0 || (id === undefined) === (because === undefined))
    throw new UsageError('name one transmission or document, or what stalled them with --because')
  if (because?.trim() === '') throw new UsageError('--because says a part of the error')
  if (org !== undefined && because === undefined) throw new UsageError('--org goes with --because')
  return withStore(config, async (store) => {
    const organisation = org === undefined ? undefined : await organisationNamed(store, org)
    const clock = await DatabaseClock.open(store.database)
    const common = { db: store.database, clock, random: Math.random }
    const parts = { ...common, policy: defaultPolicy, observer: unobserved }
    if (id !== undefined) return retryNamed(parts, id)
    const stalled = await stalledBy(store, because ?? '', organisation?.id)
    if (stalled.length === 0) console.log('No stalled leg was stopped by that.')
    // One that is no longer stalled says so, and is in the way of no other.
    for (const uuid of stalled) await retryNamed(parts, uuid)
    return 0
  })
}

async function retryNamed(parts: ApplyParts, id: string): Promise<number> {
  try {
    for (const uuid of await retryStalled(parts, id)) console.log(`The leg ${uuid} is due again.`)
    return 0
  } catch (error) {
    if (!(error instanceof NotStalled)) throw error
    console.error(`selfbill retry: ${error.message}`)
    return 1
  }
}

async function stalledBy(store: Store, because: string, orgId: string | undefined): Promise<readonly string[]> {
  const legs = await stalledLegs(store.database, orgId)
  return legs.filter((leg) => reasonOf(leg).includes(because)).map(({ transmissionUuid }) => transmissionUuid)
}

/** As the list shows it. */
function reasonOf({ transmissionResponse }: StalledLeg): string {
  const facts = transmissionResponse === null ? {} : JSON.parse(transmissionResponse)
  return String(facts.transmissionError ?? 'no answer').replaceAll(/\s+/g, ' ')
}

function stalledLine(leg: StalledLeg): string {
  const since = new Date(leg.since).toISOString()
  const { documentNumber, family, attempts, transmissionUuid } = leg
  return printable(
    `${transmissionUuid}  ${documentNumber}  ${family}  ${legName(leg)}  ${attempts} attempts  since ${since}  ${reasonOf(leg)}`,
  )
}

function overdueLine(leg: OverdueLeg): string {
  const { documentNumber, family, receiverId, transmissionUuid } = leg
  const receipt = new Date(leg.receiptAt).toISOString()
  const since = new Date(leg.overdueAt).toISOString()
  return printable(
    `${transmissionUuid}  ${documentNumber}  ${family}  ${legName(leg)}  receipt ${receipt}  overdue since ${since}  ${receiverId}`,
  )
}

/** `C3`, `C5`, and for a report beyond the first `C5/R`, `C5/W`. */
function legName({ corner, report }: StalledLeg | OverdueLeg): string {
  return report === null ? corner : `${corner}/${report}`
}
