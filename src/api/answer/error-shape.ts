import { writeJson } from '../../json/write.ts'
import { isLoss } from '../../store/database/database.ts'
import { ShareExceeded, ThreadBusy } from '../../threads/job.ts'
import { Fault, type FaultCode } from '../faults.ts'

/**
 * The contract's error body: `errors` with one message, or one per field. Source:
 * docs/contract.md#errors.
 */
export function errorBody(fault: Fault): string {
  return writeJson({ errors: errorsOf(fault) })
}

/** The member `errors`: one message, or one per field. */
export function errorsOf({ fields, message }: Fault): Readonly<Record<string, string>> {
  return fields === undefined ? { message } : Object.fromEntries(fields)
}

/**
 * The Fault that answers an error: `unavailable` when the database is lost or out of reach,
 * `internal` for every other failure of ours, without details.
 */
export function faultOf(error: unknown): Fault {
  return callersFault(error) ?? new Fault(isLoss(error) ? 'unavailable' : 'internal')
}

/** A failure of ours. Log it: the caller does not see the cause. */
export function isFailure(error: unknown): boolean {
  return callersFault(error) === undefined
}

function callersFault(error: unknown): Fault | undefined {
  if (error instanceof Fault) return error
  if (error instanceof ShareExceeded) return new Fault('rate_exceeded', [], undefined, retryAfterSeconds)
  if (error instanceof ThreadBusy) return new Fault('unavailable')
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? frameworkFaults.get(code)?.() : undefined
}

/**
 * Replaces the code of a Fault for an operation with its own limit or media type, so that the
 * message fits the operation.
 */
export function substituteFault(error: unknown, substitutes: Partial<Record<FaultCode, FaultCode>>): unknown {
  const code = callersFault(error)?.code
  const substitute = code === undefined ? undefined : substitutes[code]
  return substitute === undefined ? error : new Fault(substitute)
}

/** The largest document occupies a thread for some seconds. */
const retryAfterSeconds = 5

/** Errors of the HTTP framework as our Faults. */
const frameworkFaults: ReadonlyMap<string, () => Fault> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', () => new Fault('media_type_unsupported')],
  ['FST_ERR_BAD_URL', () => new Fault('route_not_found', ['the address cannot be read'])],
])
