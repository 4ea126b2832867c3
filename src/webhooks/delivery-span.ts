import { entryId } from '../feed/cursor.ts'
import type { ClaimedDelivery } from '../store/webhooks/claim-deliveries.ts'
import { originOfQueued } from '../tracing/origin.ts'
import type { SpanSettings } from '../tracing/span.ts'

/**
 * The span of one attempt at a delivery: a consumer of the document's event, by OpenTelemetry's
 * conventions for messaging.
 */
export function spanOf({ row, attempts, trace, tracedAt }: ClaimedDelivery, now: number): SpanSettings {
  return {
    kind: 'consumer',
    origin: originOfQueued(trace, { attempt: attempts, ageMs: now - (tracedAt ?? now) }),
    attributes: {
      'messaging.system': 'selfbill',
      'messaging.operation.name': 'deliver',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'webhook',
      'messaging.message.id': entryId(row),
      'selfbill.document.id': row.documentId,
      'selfbill.attempt': attempts,
    },
  }
}
