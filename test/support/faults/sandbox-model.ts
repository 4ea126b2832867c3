import { type Script, specialEndpoints } from '../../../src/exchange/gateways/sandbox/scripts.ts'
import { type Database, sql } from '../../../src/store/database.ts'
import type { LegStatus } from '../../../src/store/legs.ts'
import { isPredefinedEndpoint } from '../../../src/ubl/predefined-endpoint.ts'
import type { Ends } from './losses.ts'
import type { DocumentRecord } from './records.ts'

/**
 * Where the legs of a document end in the sandbox, whatever happens on the way: the endpoint of the other party says it. A refusal by
 * the other party adds a withdrawal, where they are on.
 */
export function sandboxEnds(document: DocumentRecord, hasWithdrawals: boolean): Ends {
  const c3 = document.legs.find(({ corner }) => corner === 'C3')
  const endpoint = c3?.receiverId.replace('0235:', '') ?? ''
  const scripts = specialEndpoints.get(endpoint)
  const ends = {
    C3: isPredefinedEndpoint('0235', endpoint) ? ('NOT_REQUIRED' as const) : endOf(scripts?.c3),
    C5: endOf(scripts?.c5),
  }
  if (!hasWithdrawals || (ends.C3 !== 'REJECTED' && ends.C3 !== 'FAILED')) return { ...ends, withdrawal: [] }
  const sent = endOf(scripts?.isForFirstReport === true ? undefined : scripts?.c5)
  if (ends.C5 !== 'REJECTED') return { ...ends, withdrawal: [sent] }
  // A status that was overdue counted as an acceptance; the refusal came when the withdrawal was on its way.
  const isLate = document.entries.some(({ event }) => event === 'MLS_OVERDUE_C5')
  return { ...ends, withdrawal: isLate ? ['NOT_REQUIRED', sent] : ['NOT_REQUIRED'] }
}

function endOf(script: Script | undefined): LegStatus {
  if (script === undefined) return 'APPROVED'
  if (script.failures > 0 && script.failure === 'permanent') return 'FAILED'
  if (script.failures > attemptsBeyond) return 'STALLED'
  const verdict = script.verdicts.find((saying) => saying !== 'stray')
  if (verdict === undefined) return 'SUBMITTED'
  return verdict.startsWith('RE') ? 'REJECTED' : 'APPROVED'
}

/** What the network knows of each transmission. A message that got through with its n-th submission was not sent an n+1-st time. */
export async function sandboxLosses(db: Database): Promise<readonly string[]> {
  const rows = await db.query(
    sql('select transmission_uuid, script, submissions, received_at, verdict_due_at from sandbox_transmissions'),
  )
  return rows.flatMap((row) => {
    const name = String(row.script)
    const script = specialEndpoints.get(name.slice(3))?.[name.startsWith('C3') ? 'c3' : 'c5']
    const needed = (script?.failures ?? 0) + 1
    const losses: string[] = []
    if (row.received_at !== null && Number(row.submissions) !== needed) {
      losses.push(`${row.transmission_uuid} (${name}) got through at its ${needed}. submission of ${row.submissions}`)
    }
    if (row.verdict_due_at !== null) losses.push(`${row.transmission_uuid} (${name}) was never given its status`)
    return losses
  })
}

const attemptsBeyond = 1_000
