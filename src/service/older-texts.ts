import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import { Loop } from '../clock/loop.ts'
import { allOrganisations } from '../store/accounts/organisations.ts'
import { DatabaseAway } from '../store/database/database.ts'
import { packOlderTexts, withOlderTexts } from '../store/keeping/pack-older.ts'
import type { Store } from '../store/store.ts'

/**
 * Packs the texts of documents from before texts were packed: a page at a time, one organisation
 * after the other, and rests four times as long as a page took. A new start goes on where the last
 * one ended. Any number of instances may do it at once.
 */
export function startPacking({ store, clock, log }: PackingParts, times = defaultTimes): Loop {
  const { database, textPacking } = store
  const waiting: string[] = []
  const turn = async () => {
    // Somebody may run the migration that switches it on at any time.
    if (!textPacking.isOn) return times.firstMs
    if (waiting.length === 0) {
      const all = (await allOrganisations(database)).map(({ id }) => id)
      waiting.push(...(await withOlderTexts(database, all)))
    }
    const [orgId] = waiting
    if (orgId === undefined) return times.idleMs
    const began = clock.steady()
    const { isDone } = await packOlderTexts(database, orgId)
    if (isDone) {
      waiting.shift()
      log.info({ orgId }, 'the older texts of an organisation are packed')
    }
    return Math.max(times.restMs, 4 * (clock.steady() - began))
  }
  const onTrouble = (error: unknown) => {
    // One organisation's trouble must not hold up the others.
    waiting.shift()
    // An absent database is an outage, which is reported as one.
    if (!(error instanceof DatabaseAway)) log.error({ err: error }, 'older texts could not be packed')
  }
  const loop = new Loop({ clock, turn, everyMs: times.idleMs, onTrouble })
  loop.start(times.firstMs)
  return loop
}

interface PackingParts {
  readonly store: Pick<Store, 'database' | 'textPacking'>
  readonly clock: Clock
  readonly log: Logger
}

interface PackingTimes {
  readonly firstMs: number
  readonly restMs: number
  /** Until the next look when there is nothing to do. */
  readonly idleMs: number
}

const defaultTimes: PackingTimes = { firstMs: 60_000, restMs: 1_000, idleMs: 3_600_000 }
