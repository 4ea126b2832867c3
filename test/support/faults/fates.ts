import type { LegStatus } from '../../../src/store/legs/legs.ts'
import type { Behaviour } from '../network/phoss-ap-stub.ts'
import { Random } from '../random.ts'

/**
 * What an access point and the network do with a transmission, however often and from which
 * instance they receive it.
 */
export interface Fate {
  /** The first attempts have no effect. */
  readonly inVain: readonly Behaviour[]
  readonly behaviour: Behaviour
  /** The outcome and time of the access point's own retries. */
  readonly isDeliveredLater: boolean
  readonly laterMs: number
  /** The status after the delivery. */
  readonly says: 'AP' | 'AB' | 'RE' | 'nothing'
  /** The status arrives before the answer to the submit. */
  readonly isStatusFirst: boolean
  readonly isStatusTwice: boolean
  /** The instance is killed while it receives the status. */
  readonly killsOverStatus: boolean
}

/** Always the same for one seed, other party and corner. */
export function fateOf(seed: number, receiver: string, corner: 'C3' | 'C5'): Fate {
  const random = new Random(seed * 1_000_003 + Number(receiver) * 2 + (corner === 'C5' ? 1 : 0))
  const kinds =
    random.below(4) > 0 ? delivering : random.below(3) > 0 ? goingOn : corner === 'C3' ? refusing : delivering
  return {
    inVain: random.below(5) > 0 ? [] : Array.from({ length: 1 + random.below(4) }, () => random.of(vain)),
    behaviour: random.of(kinds),
    isDeliveredLater: random.below(3) > 0,
    laterMs: 50 + random.below(500),
    says: random.of(['AP', 'AP', 'AP', 'AB', 'RE', 'nothing']),
    isStatusFirst: random.below(5) === 0,
    isStatusTwice: random.below(5) === 0,
    killsOverStatus: random.below(15) === 0,
  }
}

/** A withdrawal is always accepted. */
export const plainFate: Fate = {
  inVain: [],
  behaviour: 'delivered',
  isDeliveredLater: false,
  laterMs: 0,
  says: 'AP',
  isStatusFirst: false,
  isStatusTwice: false,
  killsOverStatus: false,
}

const vain = ['broken', 'disabled', 'redirect'] as const
const delivering = [
  'delivered',
  'delivered',
  'unreported',
  'lost',
  'half',
  'garbage',
  'huge',
  'switched',
  'crashed',
  'late',
  'reset',
  'proxy 429',
  'proxy 502',
  'proxy 504',
] as const
const goingOn = ['retrying', 'receiver-error'] as const
const refusing = ['unregistered', 'given-up', 'refused', 'no-dns'] as const

/** The final status of a leg with that fate. */
export function endOf(fate: Fate): LegStatus {
  const isGoingOn = goingOn.some((kind) => kind === fate.behaviour)
  const isDelivered = isGoingOn ? fate.isDeliveredLater : delivering.some((kind) => kind === fate.behaviour)
  const isOutOfAttempts = fate.behaviour === 'given-up' || (isGoingOn && !isDelivered)
  if (isOutOfAttempts || fate.behaviour === 'no-dns') return 'STALLED'
  if (!isDelivered) return 'FAILED'
  if (fate.says === 'nothing') return 'SUBMITTED'
  return fate.says === 'RE' ? 'REJECTED' : 'APPROVED'
}
