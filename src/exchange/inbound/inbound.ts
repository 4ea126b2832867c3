import type { LegState } from '../../store/legs/legs.ts'
import { legOfTransmission } from '../../store/legs/legs.ts'
import { noteOnLeg } from '../../store/legs/settle-leg.ts'
import { describeSpan, linkSpan } from '../../tracing/active-span.ts'
import type { Verdict } from '../../ubl/network/mls.ts'
import type { ApplyParts } from '../legs/apply.ts'
import { applyToLeg } from '../legs/apply.ts'
import type { InboundResult } from './inbound-result.ts'
import { isSameId, mainIdOf, refused } from './status.ts'
import type { StatusReader } from './status-reader.ts'

/**
 * The way in for envelopes with message level statuses, which anybody in the network can send. A
 * status settles its leg once, and only if its sender may judge it. Duplicate, late and
 * contradicting statuses are only noted in the document's log. Faults in the envelope are returned.
 * Rejects only if the database is unreachable or too many envelopes wait; the same envelope may
 * then be sent again.
 */
export async function receiveInbound(parts: InboundParts, source: string | Uint8Array): Promise<InboundResult> {
  const { status, envelope } = await parts.statuses.read(source)
  if (status.kind === 'refused') return status
  const bytes = typeof envelope === 'string' ? new TextEncoder().encode(envelope) : envelope
  for (let tries = 0; tries < triesMax; tries++) {
    const result = await settle(parts, status.verdict, bytes)
    if (result !== 'overtaken') return result
  }
  throw new Error(`who may judge transmission ${status.verdict.referenceId} changed ${triesMax} times`)
}

/**
 * `overtaken`: the access point of the receiver was recorded meanwhile, so check the sender again.
 */
async function settle(
  parts: InboundParts,
  verdict: Verdict,
  envelope: Uint8Array,
): Promise<InboundResult | 'overtaken'> {
  const { db, batches } = parts
  const { referenceId } = verdict
  const leg = await (batches === undefined ? legOfTransmission(db, referenceId) : batches.legOf(referenceId))
  if (leg === undefined) return { kind: 'unknown', verdict }
  linkSpan(leg.trace)
  describeSpan({ 'selfbill.document.id': leg.documentId, 'messaging.message.id': leg.transmissionUuid })
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

/** The receiver's access point becomes known once and does not change after that. */
const triesMax = 3

export interface InboundParts extends ApplyParts {
  readonly statuses: StatusReader
  /** The tax authority: `0242:…`. */
  readonly authorityId: string
}

/**
 * C5 is judged by the tax authority; C3 by the access point that confirmed receipt, which may be
 * unknown.
 */
function standingOf(parts: InboundParts, leg: LegState, verdict: Verdict): 'judge' | 'unverified' | 'stranger' {
  const judge = leg.corner === 'C5' ? parts.authorityId : leg.receiverProviderId
  if (judge === undefined) return 'unverified'
  const isJudge =
    leg.corner === 'C5' ? isSameId(verdict.senderId, judge) : isSameId(mainIdOf(verdict.senderId), mainIdOf(judge))
  return isJudge ? 'judge' : 'stranger'
}
