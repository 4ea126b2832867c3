import type { Verdict } from '@selfbill/pint-ae/ubl'
import { legOfTransmission } from '../../store/legs/legs.ts'
import { describeSpan, linkSpan } from '../../tracing/active-span.ts'
import type { InboundResult } from './inbound-result.ts'
import { type InboundParts, settleByStatus, standingOf } from './judges.ts'
import { decideEarlier, keepWaiting, mustWait } from './waiting-statuses.ts'

/**
 * The way in for envelopes with message level statuses, which anybody in the network can send. A
 * status settles its leg once, and only if its sender may judge it. It waits while nobody knows who
 * may (waiting-statuses.ts). Duplicate, late and contradicting statuses are only noted in the
 * document's log. Faults in the envelope are returned. Rejects only if the database is unreachable
 * or too many envelopes wait; the same envelope may then be sent again.
 */
export async function receiveInbound(parts: InboundParts, source: string | Uint8Array): Promise<InboundResult> {
  const { status, envelope } = await parts.statuses.read(source)
  if (status.kind === 'refused') return status
  const bytes = typeof envelope === 'string' ? new TextEncoder().encode(envelope) : envelope
  for (let tries = 0; tries < triesMax; tries++) {
    const result = await receiveStatus(parts, status.verdict, bytes)
    if (result !== 'overtaken') return result
  }
  throw new Error(`transmission ${status.verdict.referenceId} changed ${triesMax} times`)
}

/** `overtaken`: the leg has changed meanwhile, so check the sender again. */
async function receiveStatus(
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
  if (await mustWait(parts, leg, verdict)) return keepWaiting(parts, leg, verdict, envelope, 'receipt')
  const earlier = await decideEarlier(parts, leg)
  if (earlier === 'decided') return 'overtaken'
  // A stranger's status decides nothing, so it need not wait.
  if (earlier === 'elsewhere' && standingOf(parts, leg, verdict) === 'judge')
    return keepWaiting(parts, leg, verdict, envelope, 'earlier')
  return settleByStatus(parts, leg, verdict, envelope)
}

/** A leg changes a handful of times in its life. */
const triesMax = 10
