import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'

/**
 * Drops what nobody may ask for any more: a minute after the start, so that it is done by a process that is started anew every half hour
 * too, and every hour from then on. Any number of instances may do so. `compatibility` is the setting of the service as a whole.
 */
export function startUpkeep({ store, now, log, compatibility }: UpkeepParts, times: UpkeepTimes = usualTimes): Upkeep {
  let isOver = false
  let underWay: Promise<unknown> = Promise.resolve()
  const forget = async () => {
    const time = now()
    const isStopped = () => isOver
    await store.idempotency.forget(time, isStopped)
    await store.webhookDeliveries.forget(time - deliveriesMs, isStopped)
    if (!isStopped()) await store.clients.forgetSealedSecrets(compatibility, time)
  }
  const next = (afterMs: number) => {
    const timer = setTimeout(() => {
      underWay = forget()
        .catch((error: unknown) => log.error({ err: error }, 'the upkeep failed'))
        .finally(() => {
          if (!isOver) timerNow = next(times.everyMs)
        })
    }, afterMs)
    return timer.unref()
  }
  let timerNow = next(times.firstMs)
  return {
    async stop() {
      isOver = true
      clearTimeout(timerNow)
      await underWay
    },
  }
}

export interface UpkeepParts {
  readonly store: Store
  readonly now: () => number
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
