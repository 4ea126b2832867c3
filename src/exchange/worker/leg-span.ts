import type { ClaimedLeg } from '../../store/legs/leg-queue.ts'
import { originOfQueued } from '../../tracing/origin.ts'
import type { SpanSettings } from '../../tracing/span.ts'
import type { Outcome } from '../gateway.ts'

/**
 * The span of one attempt at a leg: the consumer of what the create queued, by OpenTelemetry's
 * conventions for messaging.
 */
export function spanOf(leg: ClaimedLeg, now: number): SpanSettings {
  const { documentId, transmissionUuid, corner, report, attempts, createdAt, trace } = leg
  // The age of a withdrawal says nothing about the trace, which is its document's.
  const ageMs = report === 'W' ? Number.POSITIVE_INFINITY : now - createdAt
  return {
    kind: 'consumer',
    origin: originOfQueued(trace, { attempt: attempts, ageMs }),
    attributes: {
      'messaging.system': 'selfbill',
      'messaging.operation.name': 'submit',
      'messaging.operation.type': 'process',
      'messaging.destination.name': corner,
      'messaging.message.id': transmissionUuid,
      'selfbill.document.id': documentId,
      'selfbill.attempt': attempts,
      ...(report !== undefined && { 'selfbill.report': report }),
    },
  }
}

/** `underway`: the access point keeps trying. `unconfirmed`: it answered and is asked once more. */
export function isFailure({ kind }: Outcome): boolean {
  return kind !== 'receipt' && kind !== 'underway' && kind !== 'unconfirmed'
}
