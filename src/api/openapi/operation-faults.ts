import { needsAccount } from '../declaration/access.ts'
import { type RequestBody, refusalsOf } from '../declaration/request-body.ts'
import type { FaultCode } from '../faults.ts'
import { isChange, isRepeatable, type Operation } from '../operation.ts'

/** The faults an operation may answer: its own and those of every operation of its kind. */
export function faultsOf(operation: Operation): readonly FaultCode[] {
  // From the gate; an operation that holds no memory always passes.
  const ofGate: FaultCode[] = operation.memory?.fixedBytes === 0 ? [] : ['share_exceeded', 'unavailable']
  const ofBody = bodyFaults(operation.body)
  if (!needsAccount(operation)) return [...new Set([...ofAny, ...ofGate, ...ofBody, ...operation.faults])]
  // `unavailable`: the database or the keys of a trusted issuer are out of reach.
  const ofAccount: FaultCode[] = [
    'unauthenticated',
    'version_unknown',
    'rate_exceeded',
    'scope_missing',
    'phase_2_not_subscribed',
    'internal',
    'unavailable',
  ]
  // A batch says it of a line, and XML is only judged.
  const mayBeInDoubt = isChange(operation) && operation.body.kind !== 'ndjson' && operation.body.kind !== 'xml'
  const ofChange: FaultCode[] = mayBeInDoubt ? ['outcome_unknown'] : []
  const ofIdempotency: FaultCode[] = isRepeatable(operation)
    ? ['parameter_invalid', 'idempotency_running', 'idempotency_key_reused']
    : []
  const ofQuery: FaultCode[] = operation.query === undefined ? [] : ['parameter_invalid']
  return [
    ...new Set([
      ...ofAny,
      ...ofGate,
      ...ofAccount,
      ...ofBody,
      ...ofChange,
      ...ofIdempotency,
      ...ofQuery,
      ...operation.faults,
    ]),
  ]
}

/** Of the HTTP server, before it knows the operation. */
const ofAny: readonly FaultCode[] = ['headers_too_large']

function bodyFaults(body: RequestBody): readonly FaultCode[] {
  const { tooLarge, wrongType } = refusalsOf(body)
  if (body.kind === 'none') return []
  if (body.kind === 'form') return [tooLarge]
  const ofFile: FaultCode[] = [tooLarge, wrongType, 'body_compressed']
  return body.kind === 'xml' ? ofFile : [...ofFile, 'json_unreadable']
}
