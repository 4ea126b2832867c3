import type { Registry } from 'prom-client'
import { defaultAccessPoint } from '../../exchange/gateway.ts'
import type { InboundResult } from '../../exchange/inbound/inbound-result.ts'
import { refusalCodes } from '../../exchange/inbound/status.ts'
import type { DeliveryObserver } from '../../exchange/observer.ts'
import type { QueueFigure, QueueState } from '../../store/queue-figures.ts'
import { counter, gauge, histogram } from './instruments.ts'

/** Counts the delivery work of this instance. */
export function deliveryObserver(registry: Registry): DeliveryObserver {
  const attempts = counter(registry, 'selfbill_attempts_total', 'Finished attempts at legs, by outcome', [
    'corner',
    'outcome',
    'access_point',
  ])
  const asks = counter(
    registry,
    'selfbill_asks_total',
    'Questions to the gateway about transmissions in doubt, by answer',
    ['corner', 'answer', 'access_point'],
  )
  const submitsAgain = counter(
    registry,
    'selfbill_submits_again_total',
    'Transmissions submitted again although an earlier submit may have arrived',
    ['corner', 'access_point'],
  )
  const lapses = counter(
    registry,
    'selfbill_lapsed_leases_total',
    'Legs taken over from an instance that let its lease end',
    ['corner'],
  )
  const outcomes = counter(
    registry,
    'selfbill_leg_outcomes_total',
    'Legs that have ended (APPROVED, REJECTED, FAILED) or wait for a person (STALLED)',
    ['corner', 'status'],
  )
  const inbound = counter(registry, 'selfbill_inbound_envelopes_total', 'Inbound envelopes, by result', ['result'])
  const submits = histogram(
    registry,
    'selfbill_submit_duration_seconds',
    'From handing a transmission to the gateway to its answer',
    ['corner', 'outcome', 'access_point'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  )
  const latency = mlsLatency(registry)
  const gateway = gauge(
    registry,
    'selfbill_gateway_up',
    'Whether an access point works, as this instance has seen it',
    ['access_point'],
  )
  // Start every counter at 0: an alert sees the step to 1 only if the 0 was reported.
  for (const corner of ['C3', 'C5']) {
    for (const status of ['APPROVED', 'REJECTED', 'FAILED', 'STALLED']) outcomes.inc({ corner, status }, 0)
    lapses.inc({ corner }, 0)
  }
  for (const result of ['applied', 'noted', 'kept', 'unknown', ...refusalCodes.map(resultOfRefusal)])
    inbound.inc({ result }, 0)
  const at = (access_point: string): DeliveryObserver => ({
    attempted: (corner, outcome) => attempts.inc({ corner, outcome, access_point }),
    submitted: (corner, outcome, tookMs) => submits.observe({ corner, outcome, access_point }, tookMs / 1000),
    asked: (corner, answer) => asks.inc({ corner, answer, access_point }),
    submittedAgain: (corner) => submitsAgain.inc({ corner, access_point }),
    lapsed: (corner) => lapses.inc({ corner }),
    ended: (corner, status) => outcomes.inc({ corner, status }),
    judged(corner, code, sinceReceiptMs) {
      if (sinceReceiptMs !== null) latency.observe({ corner, code }, sinceReceiptMs / 1000)
    },
    gatewayChanged: (state) => gateway.set({ access_point }, state === 'closed' ? 1 : 0),
    received: (result) => inbound.inc({ result: inboundResult(result) }),
  })
  return {
    ...at(defaultAccessPoint),
    at(access_point) {
      gateway.set({ access_point }, 1)
      for (const corner of ['C3', 'C5']) {
        for (const outcome of outcomeKinds) attempts.inc({ corner, outcome, access_point }, 0)
        submitsAgain.inc({ corner, access_point }, 0)
      }
      return at(access_point)
    },
  }
}

const outcomeKinds = [
  'receipt',
  'transient',
  'permanent',
  'unknown',
  'underway',
  'stuck',
  'outage',
  'unsent',
  'unconfirmed',
]

function mlsLatency(registry: Registry) {
  return histogram(
    registry,
    'selfbill_mls_latency_seconds',
    'From the receipt of a leg to the message level status that settled it',
    ['corner', 'code'],
    // The network promises 20 and 25 minutes (MLS-1, MLS-2).
    [1, 5, 15, 60, 300, 600, 1200, 1500, 3600, 21_600, 86_400],
  )
}

/**
 * `applied`, `noted` or `kept`; `unknown`; or the reason of a refusal: `unreadable`,
 * `wrong_sender`, …
 */
function inboundResult(result: InboundResult): string {
  if (result.kind === 'taken') return result.applied
  return result.kind === 'refused' ? resultOfRefusal(result.code) : 'unknown'
}

function resultOfRefusal(code: (typeof refusalCodes)[number]): string {
  return code.toLowerCase()
}

/**
 * Gauges of the whole database, the same on every instance. The returned function takes undefined
 * when the database does not answer.
 */
export function legGauges(registry: Registry) {
  const legs = gauge(registry, 'selfbill_legs', 'Legs that have not ended, by state; of the whole database', [
    'corner',
    'state',
  ])
  const age = gauge(
    registry,
    'selfbill_oldest_leg_age_seconds',
    'Age of the leg that has waited longest, 0 when none waits; of the whole database',
    ['corner', 'waits_for'],
  )
  return (figures: readonly QueueFigure[] | undefined, now: number) => {
    legs.reset()
    age.reset()
    const oldest = new Map<string, { readonly labels: Record<'corner' | 'waits_for', string>; readonly at: number }>()
    for (const { corner, state, legs: count, at } of figures ?? []) {
      legs.set({ corner, state }, count)
      const waits_for = waitsFor[state]
      if (waits_for === undefined) continue
      const key = `${corner} ${waits_for}`
      const since = Math.min(at ?? Number.POSITIVE_INFINITY, oldest.get(key)?.at ?? Number.POSITIVE_INFINITY)
      oldest.set(key, { labels: { corner, waits_for }, at: since })
    }
    for (const { labels, at } of oldest.values()) age.set(labels, Math.max(0, (now - at) / 1000))
  }
}

/** What a leg waits for. A retry that is not due and a transmission in progress are not late. */
const waitsFor: Readonly<Partial<Record<QueueState, string>>> = {
  due: 'worker',
  submitted: 'mls',
  overdue: 'mls',
  stalled: 'person',
}
