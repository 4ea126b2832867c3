import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { Config } from '../config/config.ts'
import { unobserved } from '../exchange/observer.ts'
import { NotStalled, retryStalled } from '../exchange/retry.ts'
import { defaultPolicy } from '../exchange/worker.ts'
import { exchangeClock } from '../service/open-sandbox-clock.ts'
import { withStore } from '../service/open-store.ts'
import { transmissionsWithoutLeg } from '../store/after-restore.ts'
import { type OverdueLeg, overdueLegs } from '../store/overdue-legs.ts'
import { type StalledLeg, stalledLegs } from '../store/stalled-legs.ts'
import { organisationNamed } from './organisation.ts'
import { UsageError } from './usage-error.ts'

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
  const said = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
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

/** `retry ID`: a stalled leg is due again; the running service takes it with its next look. Exit 1 when it is not stalled. */
export async function retryLeg(config: Config, args: readonly string[]): Promise<number> {
  const [id, ...more] = args
  if (id === undefined || more.length > 0) throw new UsageError('name one transmission or document')
  return withStore(config, async (store) => {
    const clock = await exchangeClock(config, store)
    const common = { db: store.database, clock, random: Math.random }
    const parts = { ...common, policy: defaultPolicy, observer: unobserved }
    try {
      for (const uuid of await retryStalled(parts, id)) console.log(`The leg ${uuid} is due again.`)
      return 0
    } catch (error) {
      if (!(error instanceof NotStalled)) throw error
      console.error(`selfbill retry: ${error.message}`)
      return 1
    }
  })
}

function stalledLine(leg: StalledLeg): string {
  const since = new Date(leg.since).toISOString()
  const facts = leg.transmissionResponse === null ? {} : JSON.parse(leg.transmissionResponse)
  const why = String(facts.transmissionError ?? 'no answer').replaceAll(/\s+/g, ' ')
  const { documentNumber, family, attempts, transmissionUuid } = leg
  return `${transmissionUuid}  ${documentNumber}  ${family}  ${legName(leg)}  ${attempts} attempts  since ${since}  ${why}`
}

function overdueLine(leg: OverdueLeg): string {
  const { documentNumber, family, receiverId, transmissionUuid } = leg
  const receipt = new Date(leg.receiptAt).toISOString()
  const since = new Date(leg.overdueAt).toISOString()
  return `${transmissionUuid}  ${documentNumber}  ${family}  ${legName(leg)}  receipt ${receipt}  overdue since ${since}  ${receiverId}`
}

/** `C3`, `C5`, and for a report beyond the first `C5/R`, `C5/W`. */
function legName({ corner, report }: StalledLeg | OverdueLeg): string {
  return report === null ? corner : `${corner}/${report}`
}
