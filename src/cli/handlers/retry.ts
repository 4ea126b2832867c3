import { retryById } from '../../application/retry-legs.ts'
import { DatabaseClock } from '../../clock/database-clock.ts'
import { systemIds, systemRandom } from '../../clock/ids.ts'
import type { Config } from '../../config/config.ts'
import type { ApplyParts } from '../../exchange/legs/apply.ts'
import { unobserved } from '../../exchange/observer.ts'
import { defaultPolicy } from '../../exchange/worker/worker.ts'
import { auditCommand } from '../../service/audit-command.ts'
import { withStore } from '../../service/open-store.ts'
import { legOfTransmission } from '../../store/legs/legs.ts'
import { stalledLegs } from '../../store/legs/stalled-legs.ts'
import type { Store } from '../../store/store.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import type { OrgOption } from '../org-option.ts'
import type { Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { findOrganisation } from './find-organisation.ts'
import { lastError } from './leg-rows.ts'

/** Makes stalled legs due again. Exit 1 when the named leg or document is not stalled. */
export async function retryLegs(
  terminal: Terminal,
  config: Config,
  id: string | undefined,
  options: RetryOptions,
): Promise<number> {
  const { because, org } = options
  if ((id === undefined) === (because === undefined)) {
    throw new UsageError('name one transmission or document, or use --because TEXT')
  }
  if (because?.trim() === '') throw new UsageError('--because needs a part of the error')
  if (org !== undefined && because === undefined) throw new UsageError('--org needs --because')
  return withStore(config, async (store) => {
    const organisation = org === undefined ? undefined : await findOrganisation(store, org)
    const clock = await DatabaseClock.open(store.database)
    const parts = {
      db: store.database,
      clock,
      ids: systemIds,
      random: systemRandom,
      policy: defaultPolicy,
      observer: unobserved,
    }
    if (id !== undefined) return retryNamed(terminal, parts, id)
    const stalled = await stalledBecause(store, because ?? '', organisation?.id)
    if (stalled.length === 0) terminal.print('No stalled leg has this error.')
    else if (!(await isConfirmed(terminal, `Send ${stalled.length} stalled legs again?`, options))) return 1
    // A leg that stopped being stalled prints an error; the others are still retried.
    for (const uuid of stalled) await retryNamed(terminal, parts, uuid)
    return 0
  })
}

interface RetryOptions extends OrgOption, YesOption {
  readonly because?: string | undefined
}

async function retryNamed(terminal: Terminal, parts: ApplyParts, id: string): Promise<number> {
  const retried = await retryById(parts, id)
  if ('refusal' in retried) {
    terminal.warn(`selfbill retry: ${retried.message}`)
    return 1
  }
  for (const uuid of retried) {
    const leg = await legOfTransmission(parts.db, uuid)
    const target = { kind: 'transmission', id: uuid }
    if (leg) await auditCommand({ database: parts.db }, { orgId: leg.orgId, action: 'retryLegs', target })
    terminal.print(`The leg ${uuid} is due again.`)
  }
  return 0
}

/** `stalledLegs` returns the 1,000 that wait longest. */
async function stalledBecause(store: Store, text: string, orgId: string | undefined): Promise<readonly string[]> {
  const legs = await stalledLegs(store.database, orgId)
  return legs.filter((leg) => lastError(leg).includes(text)).map(({ transmissionUuid }) => transmissionUuid)
}
