import type { Context } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'
import type { Tokens } from '../../parts.ts'

/**
 * Counts a token request of a client or an address. Both operations that issue tokens share the
 * count, so that neither bypasses the other's limit. Throws the Fault `rate_exceeded`.
 */
export function countTokenRequest({ parts }: Pick<Context<Tokens>, 'parts'>, who: string): void {
  const rate = parts.rateLimit.hit(who, 'issueToken', 'tokens')
  if (rate.isExceeded) throw new Fault('rate_exceeded', {}, undefined, rate.retryAfter)
}
