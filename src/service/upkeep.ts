import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import { Loop } from '../clock/loop.ts'
import type { Store } from '../store/store.ts'

/**
 * Deletes expired rows a minute after the start, so that a process that restarts every half hour
 * does it too, and every hour from then on. Any number of instances may do so. `compatibility` is
 * the setting of the service as a whole.
 */
export function startUpkeep({ store, clock, log, compatibility }: UpkeepParts, times = usualTimes): Upkeep {
  const isStopped = () => loop.stopping.aborted
  const forget = async () => {
    const time = clock.now()
    await store.idempotency.forget(time, isStopped)
    await store.webhookDeliveries.forget(time - deliveriesMs, isStopped)
    if (!isStopped()) await store.clients.forgetSealedSecrets(compatibility, time)
    return times.everyMs
  }
  const onTrouble = (error: unknown) => log.error({ err: error }, 'the upkeep failed')
  const loop = new Loop({ clock, turn: forget, everyMs: times.everyMs, onTrouble })
  loop.start(times.firstMs)
  return loop
}

export interface UpkeepParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
  readonly compatibility: string | undefined
}

export interface Upkeep {
  /** Breaks it off; resolves when the database is no longer asked for anything. */
  stop(): Promise<void>
}

export interface UpkeepTimes {
  readonly firstMs: number
  readonly everyMs: number
}

const usualTimes: UpkeepTimes = { firstMs: 60_000, everyMs: 3_600_000 }
/** How long it can be seen what became of a delivery. */
const deliveriesMs = 30 * 24 * 3_600_000
