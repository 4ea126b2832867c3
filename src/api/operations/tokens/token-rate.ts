import type { Context } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'
import type { Tokens } from '../../parts.ts'

/**
 * Counts a token request of a client or an address. Both operations that issue tokens share the
 * count, so that neither bypasses the other's limit. Throws the Fault of the operation:
 * `rate_exceeded` where clients of another service know that sentence.
 */
export function countTokenRequest(
  { parts }: Pick<Context<Tokens>, 'parts'>,
  who: string,
  fault: 'tokens_exceeded' | 'rate_exceeded',
): void {
  const { isExceeded, limit: max, retryAfter } = parts.rateLimit.hit(who, 'issueToken', 'tokens')
  if (!isExceeded) return
  if (fault === 'rate_exceeded') throw new Fault(fault, {}, undefined, retryAfter)
  throw new Fault(fault, { max }, undefined, retryAfter)
}
