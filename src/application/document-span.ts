import type { Family } from '@selfbill/pint-ae/document'
import { inSpan } from '../tracing/span.ts'

/**
 * Runs the issuing of a document in a span. It is the producer of the document's legs and events,
 * by OpenTelemetry's conventions for messaging: its place in the trace is stored with them.
 */
export function inDocumentSpan<Result extends object>(
  operation: 'create' | 'resubmit',
  family: Family,
  work: () => Promise<Result>,
): Promise<Result> {
  const attributes = {
    'messaging.system': 'selfbill',
    'messaging.operation.name': operation,
    'messaging.operation.type': 'create',
    'selfbill.family': family,
  }
  return inSpan(`${operation} document`, { kind: 'producer', attributes }, async (span) => {
    const result = await work()
    if ('refusal' in result) span.set({ 'selfbill.refusal': String(result.refusal) })
    return result
  })
}
