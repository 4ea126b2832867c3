import type { Verdict } from '@selfbill/pint-ae/ubl'
import type { LegState } from '../../store/legs/legs.ts'
import { noteOnLeg } from '../../store/legs/settle-legs.ts'
import type { ApplyParts } from '../legs/apply.ts'
import { applyToLeg } from '../legs/apply.ts'
import type { InboundResult } from './inbound-result.ts'
import { isSameId, mainIdOf, refused } from './status.ts'
import type { StatusReader } from './status-reader.ts'

/**
 * Who may judge a leg: C5 the tax authority; C3 the access point that confirmed receipt, which may
 * be unknown.
 */
export function standingOf(parts: InboundParts, leg: LegState, verdict: Verdict): Standing {
  const judge = leg.corner === 'C5' ? parts.authorityId : leg.receiverProviderId
  if (judge === undefined) return 'unverified'
  const isJudge =
    leg.corner === 'C5' ? isSameId(verdict.senderId, judge) : isSameId(mainIdOf(verdict.senderId), mainIdOf(judge))
  return isJudge ? 'judge' : 'stranger'
}

type Standing = 'judge' | 'unverified' | 'stranger'

/**
 * Applies a status, unless its sender may not judge the leg. `overtaken`: the leg has changed
 * meanwhile, so check the sender again.
 */
export async function settleByStatus(
  parts: InboundParts,
  leg: LegState,
  verdict: Verdict,
  envelope: Uint8Array,
): Promise<InboundResult | 'overtaken'> {
  const standing = standingOf(parts, leg, verdict)
  if (standing === 'stranger') {
    const message = `Ignored a status from ${verdict.senderId}, which may not judge this leg (MLS ${verdict.id})`
    await noteOnLeg(parts.db, leg, { event: `MLS_REFUSED_${leg.corner}`, message }, parts.clock.now())
    return refused('WRONG_SENDER', `${verdict.senderId} may not judge transmission ${verdict.referenceId}`)
  }
  const isVerified = standing === 'judge'
  const isStill = (fresh: LegState) => standingOf(parts, fresh, verdict) === standing
  const applied = await applyToLeg(parts, leg, { kind: 'verdict', verdict, isVerified, envelope }, isStill)
  return applied === 'ignored' ? 'overtaken' : { kind: 'taken', verdict, isVerified, applied }
}

export interface InboundParts extends ApplyParts {
  readonly statuses: StatusReader
  /** The tax authority: `0242:…`. */
  readonly authorityId: string
}
