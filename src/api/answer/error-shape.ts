import { writeJson } from '../../json/write.ts'
import { isLoss } from '../../store/database/database.ts'
import { ShareExceeded, ThreadBusy } from '../../threads/job.ts'
import { Fault, type FaultCode } from '../faults.ts'

/**
 * The contract's error body: `errors` with one message, or one per field. Source: contract
 * "Errors".
 */
export function errorBody(fault: Fault): string {
  return writeJson({ errors: errorsOf(fault) })
}

/** The member `errors`: the message, or a message for each field. */
export function errorsOf({ fields, message }: Fault): Readonly<Record<string, string>> {
  return fields === undefined ? { message } : Object.fromEntries(fields)
}

/**
 * What the caller is told of any error: `unavailable` when the database was lost or cannot be had,
 * `internal` for every other failure of ours, without a word more.
 */
export function faultOf(error: unknown): Fault {
  return callersFault(error) ?? new Fault(isLoss(error) ? 'unavailable' : 'internal')
}

/** A failure of ours: to be logged, since the caller is not told what it was. */
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
 * The same error where bodies are larger than elsewhere, or of another kind: the sentence that says
 * so is another.
 */
export function toldAs(error: unknown, others: Partial<Record<FaultCode, FaultCode>>): unknown {
  const code = callersFault(error)?.code
  const other = code === undefined ? undefined : others[code]
  return other === undefined ? error : new Fault(other)
}

/** A work thread takes some seconds for the largest document. */
const retryAfterSeconds = 5

/** What the HTTP framework refuses by itself, in our words. */
const frameworkFaults: ReadonlyMap<string, () => Fault> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', () => new Fault('media_type_unsupported')],
  ['FST_ERR_BAD_URL', () => new Fault('route_not_found', ['the address cannot be read'])],
])
