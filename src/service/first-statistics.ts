import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import { Loop } from '../clock/loop.ts'
import { DatabaseAway } from '../store/database/database.ts'
import { analyzeFirst } from '../store/database/first-statistics.ts'
import type { Store } from '../store/store.ts'

/** Sees to it that PostgreSQL soon knows its new tables. The embedded database needs nothing. */
export function startFirstStatistics({ store, clock, log }: StatisticsParts): Loop | undefined {
  const { database } = store
  if (database.dialect.name !== 'postgres') return undefined
  const turn = async () => {
    await analyzeFirst(database, () => loop.stopping.aborted)
    return everyMs
  }
  const onTrouble = (error: unknown) => {
    // An absent database is an outage, which is reported as one.
    if (!(error instanceof DatabaseAway)) log.error({ err: error }, 'the tables could not be analyzed')
  }
  const loop = new Loop({ clock, turn, everyMs, onTrouble })
  loop.start()
  return loop
}

interface StatisticsParts {
  readonly store: Pick<Store, 'database'>
  readonly clock: Clock
  readonly log: Logger
}

const everyMs = 5_000
