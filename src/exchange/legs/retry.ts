import type { LegState } from '../../store/legs/legs.ts'
import { type ApplyParts, applyToLeg } from './apply.ts'

/**
 * Makes a stalled leg due for one more attempt, after an operator has fixed the cause; the gateway
 * is asked first whether it already has the document. False, and nothing is changed, if the leg is
 * not stalled any more.
 */
export async function retryLeg(parts: ApplyParts, leg: LegState): Promise<boolean> {
  const isStill = (fresh: { readonly status: string }) => fresh.status === 'STALLED'
  return (await applyToLeg(parts, leg, { kind: 'retry' }, isStill)) === 'applied'
}
