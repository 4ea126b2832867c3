import type { Clock } from '../clock/clock.ts'
import type { Database } from '../store/database/database.ts'
import { type RunningInstance, recentInstances, silentMs } from '../store/instances.ts'

/**
 * An instance that uses the database; undefined without one. The rows of a fresh backup look like
 * running instances, so rows of the last minute are watched until they have been silent for a
 * minute: only an instance that runs renews its row. `onWait`: it will take so long.
 */
export async function findRunningInstance(
  db: Database,
  clock: Pick<Clock, 'sleep'>,
  onWait: (ms: number) => void,
): Promise<RunningInstance | undefined> {
  let before = await recentInstances(db)
  if (before.size === 0) return undefined
  onWait(silentMs)
  for (let waited = 0; waited < silentMs && before.size > 0; waited += lookMs) {
    await clock.sleep(lookMs)
    const now = await recentInstances(db)
    const renewed = [...now].find(([id, { seenAt }]) => before.get(id)?.seenAt !== seenAt)
    if (renewed !== undefined) return renewed[1]
    before = now
  }
  return undefined
}

const lookMs = 1_000
