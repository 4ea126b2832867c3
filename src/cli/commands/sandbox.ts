import { parseArgs } from 'node:util'
import { DatabaseClock } from '../../clock/database-clock.ts'
import type { Config } from '../../config/config.ts'
import { durationMs, durationWords } from '../../exchange/gateways/sandbox/duration.ts'
import { SandboxClock, TooFarAhead } from '../../exchange/gateways/sandbox/sandbox-clock.ts'
import { withStore } from '../../service/open-store.ts'
import type { Organisation } from '../../store/accounts/organisations.ts'
import type { Store } from '../../store/store.ts'
import { printable } from '../printable.ts'
import { UsageError } from '../usage-error.ts'
import { organisationNamed } from './organisation-named.ts'

/**
 * `sandbox advance 30m`: lets time pass there, for every organisation or with `--org` for one; a service that runs sees it within a
 * second. Exit 1 when an organisation may not come so far; the others have.
 */
export async function sandbox(config: Config, args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { org: { type: 'string' } },
    allowPositionals: true,
  })
  const [verb, duration, ...more] = positionals
  if (verb !== 'advance' || duration === undefined || more.length > 0) {
    throw new UsageError('the sandbox can do one thing: sandbox advance 30m')
  }
  const ms = durationMs(duration)
  if (ms === undefined) throw new UsageError(`the time to pass ${durationWords}`)
  if (config.gateway.kind !== 'sandbox') throw new UsageError('there is no sandbox: GATEWAY is another')
  return withStore(config, async (store) => {
    const { org } = values
    const organisations = org === undefined ? await store.organisations.list() : [await organisationNamed(store, org)]
    if (organisations.length === 0) throw new UsageError('there is no organisation yet')
    return advance(store, organisations, ms)
  })
}

async function advance(store: Store, organisations: readonly Organisation[], ms: number): Promise<number> {
  const clock = new SandboxClock({ db: store.database, time: await DatabaseClock.open(store.database) })
  let code = 0
  for (const { id, name } of organisations) {
    try {
      const { now } = await clock.advance(id, ms)
      console.log(printable(`${name} has come to ${new Date(now).toISOString()}.`))
    } catch (error) {
      if (!(error instanceof TooFarAhead)) throw error
      console.error(printable(`selfbill sandbox: ${name}: ${error.message}`))
      code = 1
    }
  }
  return code
}
