import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import { Loop } from '../clock/loop.ts'
import type { Store } from '../store/store.ts'

/**
 * Deletes expired rows a minute after the start, so that a process that restarts every half hour
 * does it too, and then every hour. Any number of instances may run it. `compatibility` is the
 * service-wide setting.
 */
export function startUpkeep({ store, clock, log, compatibility }: UpkeepParts, times = defaultTimes): Upkeep {
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
  /** Interrupts the work; resolves when it no longer uses the database. */
  stop(): Promise<void>
}

export interface UpkeepTimes {
  readonly firstMs: number
  readonly everyMs: number
}

const defaultTimes: UpkeepTimes = { firstMs: 60_000, everyMs: 3_600_000 }
/** How long finished deliveries stay listed. */
const deliveriesMs = 30 * 24 * 3_600_000
