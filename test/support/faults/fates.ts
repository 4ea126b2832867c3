import type { LegStatus } from '../../../src/store/legs/legs.ts'
import type { Behaviour } from '../network/phoss-ap-stub.ts'
import { Random } from '../random.ts'

/**
 * What an access point and the network beyond it make of a transmission, however often and by
 * whomever it is handed over.
 */
export interface Fate {
  /** The first times it is handed over nothing comes of it. */
  readonly inVain: readonly Behaviour[]
  readonly behaviour: Behaviour
  /** Where the access point goes on trying by itself: what comes of that, and when. */
  readonly isDeliveredLater: boolean
  readonly laterMs: number
  /** The status that follows the delivery. */
  readonly says: 'AP' | 'AB' | 'RE' | 'nothing'
  /** It is there before whoever handed the transmission over is answered. */
  readonly isStatusFirst: boolean
  readonly isStatusTwice: boolean
  /** The instance that is being brought the status is killed over it. */
  readonly killsOverStatus: boolean
}

/** The same for the same seed, other party and corner. */
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

/** A withdrawal is taken as it is. */
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
const delivering = ['delivered', 'delivered', 'unreported', 'lost', 'half', 'garbage', 'huge', 'crashed'] as const
const goingOn = ['retrying', 'receiver-error'] as const
const refusing = ['unregistered', 'given-up', 'refused', 'no-dns'] as const

/** Where the leg of a transmission of that fate ends. */
export function endOf(fate: Fate): LegStatus {
  const isGoingOn = goingOn.some((kind) => kind === fate.behaviour)
  const isDelivered = isGoingOn ? fate.isDeliveredLater : delivering.some((kind) => kind === fate.behaviour)
  const isOutOfAttempts = fate.behaviour === 'given-up' || (isGoingOn && !isDelivered)
  if (isOutOfAttempts || fate.behaviour === 'no-dns') return 'STALLED'
  if (!isDelivered) return 'FAILED'
  if (fate.says === 'nothing') return 'SUBMITTED'
  return fate.says === 'RE' ? 'REJECTED' : 'APPROVED'
}
