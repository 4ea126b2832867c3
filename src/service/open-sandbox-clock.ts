import type { Clock } from '../clock/clock.ts'
import { DatabaseClock } from '../clock/database-clock.ts'
import type { Config } from '../config/config.ts'
import { SandboxClock, type SandboxClockParts } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import type { Store } from '../store/store.ts'

/** The clock of the sandbox as it stands; undefined where the network is a real one, and time with it. */
export async function openSandboxClock(
  config: Config,
  store: Store,
  time: Clock,
  onTrouble: SandboxClockParts['onTrouble'],
): Promise<SandboxClock | undefined> {
  if (config.gateway.kind !== 'sandbox') return undefined
  return SandboxClock.open({ db: store.database, time, onTrouble })
}

/** The time of the exchange for a command, which writes beside the instances that run: theirs, not that of the machine. */
export async function exchangeClock(config: Config, store: Store): Promise<Clock> {
  const rethrow = (_: string, error: unknown) => {
    throw error
  }
  const time = await DatabaseClock.open(store.database)
  return (await openSandboxClock(config, store, time, rethrow)) ?? time
}
