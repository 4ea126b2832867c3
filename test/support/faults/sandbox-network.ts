import { isPredefinedEndpoint } from '@selfbill/pint-ae/ubl'
import { type Script, specialEndpoints } from '../../../src/exchange/gateways/sandbox/scripts.ts'
import type { Database } from '../../../src/store/database/database.ts'
import type { LegStatus } from '../../../src/store/legs/legs.ts'
import { sql } from '../databases/any-row.ts'
import { type Ends, type Network, receiverOf, withWithdrawal } from './network.ts'
import type { DocumentRecord } from './records.ts'

/**
 * The sandbox as the network: its ledger is in the round's database, and docs/sandbox.md names
 * every final status.
 */
export function sandboxNetwork(db: Database, hasWithdrawals: boolean): Network {
  return {
    environment: { GATEWAY: 'sandbox', 'TUNING.sandbox_delay_ms': '40' },
    endsOf: (document) => endsOf(document, hasWithdrawals),
    losses: () => losses(db).catch(() => ['the database does not answer']),
    suffer: async () => undefined,
    close: async () => undefined,
  }
}

/** The other party's endpoint decides the final status of the legs, whatever happens before. */
function endsOf(document: DocumentRecord, hasWithdrawals: boolean): Ends {
  const receiver = receiverOf(document)
  const scripts = specialEndpoints.get(receiver)
  const ends = {
    C3: isPredefinedEndpoint('0235', receiver) ? ('NOT_REQUIRED' as const) : endOf(scripts?.c3),
    C5: endOf(scripts?.c5),
  }
  const withdrawn = endOf(scripts?.isForFirstReport === true ? undefined : scripts?.c5)
  return withWithdrawal(document, ends, hasWithdrawals ? withdrawn : undefined)
}

function endOf(script: Script | undefined): LegStatus {
  if (script === undefined) return 'APPROVED'
  if (script.failures > 0 && script.failure === 'permanent') return 'FAILED'
  if (script.failures > attemptsBeyond) return 'STALLED'
  const verdict = script.verdicts.find((saying) => saying !== 'stray')
  if (verdict === undefined) return 'SUBMITTED'
  return verdict.startsWith('RE') ? 'REJECTED' : 'APPROVED'
}

/** A message that got through with its n-th submission was not sent again. */
async function losses(db: Database): Promise<readonly string[]> {
  const rows = await db.query(
    sql('select transmission_uuid, script, submissions, received_at, verdict_due_at from sandbox_transmissions'),
  )
  return rows.flatMap((row) => {
    const name = String(row.script)
    const script = specialEndpoints.get(name.slice(3))?.[name.startsWith('C3') ? 'c3' : 'c5']
    const needed = (script?.failures ?? 0) + 1
    const found: string[] = []
    if (row.received_at !== null && Number(row.submissions) !== needed) {
      found.push(`${row.transmission_uuid} (${name}) got through at its ${needed}. submission of ${row.submissions}`)
    }
    if (row.verdict_due_at !== null) found.push(`${row.transmission_uuid} (${name}) was never given its status`)
    return found
  })
}

const attemptsBeyond = 1_000
