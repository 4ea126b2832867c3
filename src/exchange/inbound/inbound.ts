import type { LegState } from '../../store/legs/legs.ts'
import { legOfTransmission } from '../../store/legs/legs.ts'
import { noteOnLeg } from '../../store/legs/settle-leg.ts'
import type { Verdict } from '../../ubl/network/mls.ts'
import type { ApplyParts } from '../legs/apply.ts'
import { applyToLeg } from '../legs/apply.ts'
import type { InboundResult } from './inbound-result.ts'
import { isSame, refused, seatOf } from './status.ts'
import type { StatusReader } from './status-reader.ts'

/**
 * The way in for what the network sends us: envelopes with message level statuses, written by
 * anybody. A status settles its leg once, and only when it comes from who may judge it. Duplicates,
 * late and contradicting ones are noted in the document's log and change nothing final. Everything
 * that is wrong with what came in is answered; rejects only when the database cannot be reached or
 * too much waits to be read, and then the same envelope may be brought again.
 */
export async function receiveInbound(parts: InboundParts, source: string | Uint8Array): Promise<InboundResult> {
  const read = await parts.statuses.read(source)
  if (read.kind === 'refused') return read
  const envelope = typeof source === 'string' ? new TextEncoder().encode(source) : source
  for (let turn = 0; turn < turnsMax; turn++) {
    const result = await settle(parts, read.verdict, envelope)
    if (result !== 'overtaken') return result
  }
  throw new Error(`who may judge transmission ${read.verdict.referenceId} changed ${turnsMax} times`)
}

/**
 * `overtaken`: while it was written, somebody recorded who answers for the receiver; then the
 * sender is looked at again.
 */
async function settle(
  parts: InboundParts,
  verdict: Verdict,
  envelope: Uint8Array,
): Promise<InboundResult | 'overtaken'> {
  const leg = await legOfTransmission(parts.db, verdict.referenceId)
  if (leg === undefined) return { kind: 'unknown', verdict }
  const standing = standingOf(parts, leg, verdict)
  if (standing === 'stranger') {
    const message = `A status from ${verdict.senderId}, who has no say on this leg; it changes nothing (MLS ${verdict.id})`
    await noteOnLeg(parts.db, leg, { event: `MLS_REFUSED_${leg.corner}`, message }, parts.clock.now())
    return refused('WRONG_SENDER', `${verdict.senderId} may not judge transmission ${verdict.referenceId}`)
  }
  const isVerified = standing === 'judge'
  const isStill = (fresh: LegState) => standingOf(parts, fresh, verdict) === standing
  const applied = await applyToLeg(parts, leg, { kind: 'verdict', verdict, isVerified, envelope }, isStill)
  return applied === 'ignored' ? 'overtaken' : { kind: 'taken', verdict, isVerified, applied }
}

/** It becomes known once, and does not change after that. */
const turnsMax = 3

export interface InboundParts extends ApplyParts {
  readonly statuses: StatusReader
  /** The tax authority: `0242:…`. */
  readonly authorityId: string
}

/**
 * C5 is one known authority. For C3 it is whoever the access point said had confirmed receipt; who
 * that is may not be known.
 */
function standingOf(parts: InboundParts, leg: LegState, verdict: Verdict): 'judge' | 'unverified' | 'stranger' {
  const judge = leg.corner === 'C5' ? parts.authorityId : leg.receiverProviderId
  if (judge === null) return 'unverified'
  const isJudge =
    leg.corner === 'C5' ? isSame(verdict.senderId, judge) : isSame(seatOf(verdict.senderId), seatOf(judge))
  return isJudge ? 'judge' : 'stranger'
}
