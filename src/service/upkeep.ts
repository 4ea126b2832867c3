import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'

/** Drops, every hour, what nobody may ask for any more. Any number of instances may do so. */
export function startUpkeep(store: Store, now: () => number, log: Logger): Upkeep {
  const forget = () => {
    store.idempotency.forget(now()).catch((error: unknown) => log.error({ err: error }, 'the upkeep failed'))
  }
  const timer = setInterval(forget, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

export interface Upkeep {
  stop(): void
}

const everyMs = 3_600_000
