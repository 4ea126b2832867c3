import type { FaultCode } from '../../faults.ts'
import { isRepeatable, type Operation } from '../operation.ts'

/** The faults an operation may answer: its own, and those of every operation of its kind. */
export function faultsOf(operation: Operation): readonly FaultCode[] {
  // At the gate; what holds nothing passes it always.
  const crowded: FaultCode[] = operation.memory?.fixedBytes === 0 ? [] : ['share_exceeded', 'unavailable']
  if (operation.scope === undefined) return [...new Set([...crowded, ...operation.faults])]
  // `unavailable`: the database or the keys of a trusted issuer cannot be had.
  const guarded: FaultCode[] = [
    'unauthenticated',
    'version_unknown',
    'rate_exceeded',
    'forbidden',
    'internal',
    'unavailable',
  ]
  const bodied: FaultCode[] =
    operation.body === undefined
      ? []
      : [
          operation.bodyBytesMax === undefined ? 'payload_too_large' : 'body_too_large',
          'media_type_unsupported',
          'json_unreadable',
        ]
  const once: FaultCode[] = isRepeatable(operation)
    ? ['parameter_invalid', 'idempotency_running', 'idempotency_key_reused']
    : []
  const queried: FaultCode[] = operation.query === undefined ? [] : ['parameter_invalid']
  return [...new Set([...crowded, ...guarded, ...bodied, ...once, ...queried, ...operation.faults])]
}
