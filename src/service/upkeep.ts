import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import { doEach } from '../clock/do-each.ts'
import { Loop } from '../clock/loop.ts'
import type { BuiltFeature } from '../features/feature.ts'
import { deleteUnusableSealedSecrets } from '../store/accounts/client-secrets.ts'
import { fillNumberKeys, sameNumbers } from '../store/documents/number-keys.ts'
import { fillSearchKeys } from '../store/documents/search-keys.ts'
import { fillSearchedNumbers } from '../store/documents/searched-numbers.ts'
import { forgetAuditEntries } from '../store/people/audit.ts'
import { forgetSessions } from '../store/people/sessions.ts'
import type { Store } from '../store/store.ts'
import { startFirstStatistics } from './first-statistics.ts'
import { startPacking } from './older-texts.ts'

/**
 * Deletes expired rows and completes what lists search by, a minute after the start, so that a
 * process that restarts every half hour does it too, and then every hour. Analyzes the new tables
 * of PostgreSQL, and packs older texts. Any number of instances may run it. `compatibility` is the
 * service-wide setting.
 */
export function startUpkeep(
  { store, clock, log, compatibility, alsoForgotten = [] }: UpkeepParts,
  times = defaultTimes,
): Upkeep {
  const isStopped = () => loop.stopping.aborted
  const forget = async () => {
    const time = clock.now()
    const { idempotency, database } = store
    const deletions = [
      () => idempotency.forgetAnswers(time, isStopped),
      () => idempotency.forgetMarks(time, isStopped),
      ...alsoForgotten.map((forget) => () => forget(time, isStopped)),
      () => forgetAuditEntries(database, time - auditMs, isStopped),
      async () => isStopped() || (await forgetSessions(database, time)),
      async () => isStopped() || (await deleteUnusableSealedSecrets(database, compatibility, time)),
    ]
    const works = [
      ...deletions,
      () => completeNumberKeys({ store, log }, isStopped),
      () => fillSearchKeys(database, isStopped),
      () => fillSearchedNumbers(database, isStopped),
    ]
    await doEach(
      works,
      (work) => work(),
      (failures) => `${failures} of ${works.length} works failed`,
    )
    return times.everyMs
  }
  const onTrouble = (error: unknown) => log.error({ err: error }, 'the upkeep failed')
  const loop = new Loop({ clock, turn: forget, everyMs: times.everyMs, onTrouble })
  loop.start(times.firstMs)
  const statistics = startFirstStatistics({ store, clock, log })
  const packing = startPacking({ store, clock, log })
  return {
    async stop() {
      await Promise.all([loop.stop(), statistics?.stop(), packing.stop()])
    },
  }
}

/**
 * Instances of an earlier version write documents without a number key, also beside this one. Two
 * of their numbers may read the same: they stay, and an operator learns of them.
 */
async function completeNumberKeys({ store, log }: Pick<UpkeepParts, 'store' | 'log'>, isOver: () => boolean) {
  for (const orgId of await fillNumberKeys(store.database, isOver)) {
    if (isOver()) return
    const documents = (await sameNumbers(store.database, orgId)).length
    if (documents > 0)
      log.warn({ orgId, documents }, 'documents have numbers that read the same: selfbill check lists them')
  }
}

export interface UpkeepParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
  readonly compatibility: string | undefined
  /** What features delete. */
  readonly alsoForgotten?: NonNullable<BuiltFeature['upkeep']>
}

export interface Upkeep {
  /** Interrupts the work; resolves when it no longer uses the database. */
  stop(): Promise<void>
}

export interface UpkeepTimes {
  readonly firstMs: number
  readonly everyMs: number
}

const defaultTimes: UpkeepTimes = { firstMs: 60_000, everyMs: 3_600_000 }
/** Five years (docs/decisions/0068); the database refuses to delete younger entries. */
const auditMs = 5 * 366 * 24 * 3_600_000
