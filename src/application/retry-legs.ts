import type { ApplyParts } from '../exchange/legs/apply.ts'
import { retryLeg } from '../exchange/legs/retry.ts'
import { countOfCause, type NamedLegs, stalledLegsIn, stalledLegsOfCause } from '../store/legs/leg-causes.ts'
import { type LegState, legOfTransmission } from '../store/legs/legs.ts'
import { stalledLegsOf } from '../store/legs/stalled-legs.ts'
import type { CappedCount } from '../store/overview/overview-summary.ts'

/**
 * Retries the stalled legs of a document, or one leg, in an organisation. `not_stalled`: there is
 * nothing to retry.
 */
export async function retryNamedLegs(
  parts: ApplyParts,
  orgId: string,
  named: NamedLegs,
): Promise<RetriedLegs | NothingStalled> {
  const legs = await stalledLegsIn(parts.db, orgId, named)
  const retried = await retryEach(parts, legs)
  return retried.length === 0 ? { refusal: 'not_stalled' } : { retried, left: { count: 0, isCapped: false } }
}

/**
 * Retries the legs that one cause stalled, longest waiting first: at most `retriedMax` at a time.
 * `left` counts the others.
 */
export async function retryLegsOfCause(
  parts: ApplyParts,
  { orgId, cause }: { readonly orgId: string | undefined; readonly cause: string },
): Promise<RetriedLegs> {
  const retried = await retryEach(parts, await stalledLegsOfCause(parts.db, orgId, cause, retriedMax))
  return { retried, left: await countOfCause(parts.db, { state: 'stalled', orgId }, cause) }
}

export interface RetriedLegs {
  /** Their transmission UUIDs. */
  readonly retried: readonly string[]
  readonly left: CappedCount
}

export interface NothingStalled {
  readonly refusal: 'not_stalled'
}

/** Each is a transaction of its own: the answer must not take long. */
export const retriedMax = 200

/**
 * Retries for an operator, who names no organisation: `id` is a transmission UUID, or a document
 * id for all of its stalled legs. Returns the transmission UUIDs.
 */
export async function retryById(parts: ApplyParts, id: string): Promise<readonly string[] | RetryRefusal> {
  const named = await legOfTransmission(parts.db, id)
  const retried = await retryEach(parts, named === undefined ? await stalledLegsOf(parts.db, id) : [named])
  return retried.length > 0 ? retried : { refusal: 'not_stalled', message: refusalOf(id, named) }
}

function refusalOf(id: string, leg: LegState | undefined): string {
  if (leg === undefined) return `there is no stalled leg of a transmission or document ${id}`
  if (leg.status !== 'STALLED') return `the leg ${id} is ${leg.status}, not STALLED`
  return `the leg ${id} was retried or settled meanwhile`
}

export interface RetryRefusal extends NothingStalled {
  readonly message: string
}

/** A leg that is not stalled any more is passed over. */
async function retryEach(parts: ApplyParts, legs: readonly LegState[]): Promise<readonly string[]> {
  const retried: string[] = []
  for (const leg of legs) {
    if (await retryLeg(parts, leg)) retried.push(leg.transmissionUuid)
  }
  return retried
}
