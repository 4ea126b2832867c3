import { DatabaseClock } from '../../clock/database-clock.ts'
import type { Config } from '../../config/config.ts'
import { durationMs, durationWords } from '../../exchange/gateways/sandbox/duration.ts'
import { TooFarAhead } from '../../exchange/gateways/sandbox/sandbox-clock.ts'
import { openSandboxClock } from '../../service/open-sandbox-clock.ts'
import { withStore } from '../../service/open-store.ts'
import { UsageError } from '../usage-error.ts'

/** `sandbox advance 30m`: lets time pass there; a service that runs sees it within a second. */
export async function sandbox(config: Config, args: readonly string[]): Promise<number> {
  const [verb, duration, ...more] = args
  if (verb !== 'advance' || duration === undefined || more.length > 0) {
    throw new UsageError('the sandbox can do one thing: sandbox advance 30m')
  }
  const ms = durationMs(duration)
  if (ms === undefined) throw new UsageError(`the time to pass ${durationWords}`)
  return withStore(config, async (store) => {
    const time = await DatabaseClock.open(store.database)
    const clock = await openSandboxClock(config, store, time, () => undefined)
    if (clock === undefined) throw new UsageError('there is no sandbox: GATEWAY is another')
    try {
      await clock.advance(ms)
    } catch (error) {
      if (error instanceof TooFarAhead) throw new UsageError(error.message)
      throw error
    }
    console.log(`The sandbox has come to ${new Date(clock.now()).toISOString()}.`)
    return 0
  })
}
