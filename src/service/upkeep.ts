import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'

/** Drops, every hour, what nobody may ask for any more. Any number of instances may do so. */
export function startUpkeep(store: Store, now: () => number, log: Logger): Upkeep {
  const forget = () => {
    const time = now()
    const upkeep = Promise.all([store.idempotency.forget(time), store.webhookDeliveries.forget(time - deliveriesMs)])
    upkeep.catch((error: unknown) => log.error({ err: error }, 'the upkeep failed'))
  }
  const timer = setInterval(forget, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

export interface Upkeep {
  stop(): void
}

const everyMs = 3_600_000
/** How long it can be seen what became of a delivery. */
const deliveriesMs = 30 * 24 * 3_600_000
