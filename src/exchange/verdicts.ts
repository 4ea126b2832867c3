import { legOfTransmission } from '../store/legs.ts'
import type { Applied, ApplyParts } from './apply.ts'
import { applyToLeg } from './apply.ts'
import type { Verdict } from './gateway.ts'

/**
 * A message level status has come in: it settles its leg once. Duplicates, late and contradicting ones are noted in the
 * document's log and change nothing final; `unknown` when no transmission of ours carries that UUID. Rejects when the
 * database cannot be reached: the gateway brings the verdict again.
 */
export async function receiveVerdict(parts: ApplyParts, verdict: Verdict): Promise<Applied | 'unknown'> {
  const leg = await legOfTransmission(parts.db, verdict.referenceId)
  if (leg === undefined) return 'unknown'
  return await applyToLeg(parts, leg, { kind: 'verdict', verdict }, () => true)
}
