import { inEnglish, message } from '@selfbill/pint-ae/messages'
import { DatabaseClock } from '../../clock/database-clock.ts'
import type { Config } from '../../config/config.ts'
import { durationMs } from '../../exchange/gateways/sandbox/duration.ts'
import { SandboxClock, TooFarAhead } from '../../exchange/gateways/sandbox/sandbox-clock.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { allOrganisations, type Organisation } from '../../store/accounts/organisations.ts'
import type { Store } from '../../store/store.ts'
import type { OrgOption } from '../org-option.ts'
import { printable } from '../printable.ts'
import { Refused } from '../refused.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'

/** Moves the sandbox clock of one organisation or of all. */
export async function advanceSandbox(
  terminal: Terminal,
  config: Config,
  duration: string,
  options: Options,
): Promise<number> {
  const { org, allOrganisations: isForAll } = options
  if (org !== undefined && isForAll === true) throw new UsageError('use --org or --all-organisations, not both')
  const ms = durationMs(duration)
  if (ms === undefined) throw new UsageError(inEnglish(message('must_be_duration', { field: 'DURATION' })))
  if (config.gateway.kind !== 'sandbox') throw new UsageError('there is no sandbox: GATEWAY has another value')
  return withStore(config, async (store) => {
    const organisations =
      isForAll === true ? await allOrganisations(store.database) : [await findOrganisation(store, org)]
    if (organisations.length === 0) throw new Refused('there is no organisation yet')
    return advance(terminal, store, organisations, ms)
  })
}

interface Options extends OrgOption {
  readonly allOrganisations?: true | undefined
}

/** Exit 1 when a clock would get too far ahead; the other clocks are still moved. */
async function advance(
  terminal: Terminal,
  store: Store,
  organisations: readonly Organisation[],
  ms: number,
): Promise<number> {
  const clock = new SandboxClock({ db: store.database, time: await DatabaseClock.open(store.database) })
  let code = 0
  for (const { id, name } of organisations) {
    try {
      const { now } = await clock.advance(id, ms)
      await auditCommand(store, {
        orgId: id,
        action: 'advanceSandboxClock',
        target: { kind: 'sandbox_clock' },
        detail: { by_ms: ms },
      })
      terminal.print(printable(`${name} is now at ${new Date(now).toISOString()}.`))
    } catch (error) {
      if (!(error instanceof TooFarAhead)) throw error
      terminal.warn(printable(`selfbill sandbox: ${name}: ${error.message}`))
      code = 1
    }
  }
  return code
}
