import type { WorkerPolicy } from '../../../src/exchange/worker/worker.ts'

/**
 * A policy whose every time is shorter by the same factor, as on a clock that runs faster: how its
 * times relate to each other and to those of an access point stays as it is in production.
 */
export function scaledPolicy(policy: WorkerPolicy, factor: number): WorkerPolicy {
  const scaled = (ms: number) => Math.max(1, Math.round(ms / factor))
  return {
    ...policy,
    backoffFirstMs: scaled(policy.backoffFirstMs),
    backoffLastMs: scaled(policy.backoffLastMs),
    patienceMs: scaled(policy.patienceMs),
    submitTimeoutMs: scaled(policy.submitTimeoutMs),
    absenceMs: scaled(policy.absenceMs),
    // Rounded apart, it could be less than four timeouts.
    leaseMs: Math.max(scaled(policy.leaseMs), 4 * scaled(policy.submitTimeoutMs)),
    pollMs: scaled(policy.pollMs),
    gatherMs: scaled(policy.gatherMs),
    doubtAfterMs: scaled(policy.doubtAfterMs),
    drainMs: scaled(policy.drainMs),
    breaker: {
      ...policy.breaker,
      openFirstMs: scaled(policy.breaker.openFirstMs),
      openLastMs: scaled(policy.breaker.openLastMs),
    },
  }
}
