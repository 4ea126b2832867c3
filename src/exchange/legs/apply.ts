import type { Clock } from '../../clock/clock.ts'
import type { Ids } from '../../clock/ids.ts'
import type { Database } from '../../store/database/database.ts'
import type { LegChange, LegState } from '../../store/legs/legs.ts'
import { legAgain } from '../../store/legs/legs.ts'
import { noteOnLeg, settleLeg } from '../../store/legs/settle-legs.ts'
import type { NewWithdrawal, Settlement } from '../../store/legs/settled-legs.ts'
import { withStoredStatus } from '../../store/legs/stored-status.ts'
import type { DeliveryObserver } from '../observer.ts'
import { type Happening, transition } from './leg.ts'
import type { LegBatches } from './leg-batches.ts'
import type { RetryPolicy } from './try-again.ts'

/**
 * Applies a happening to a leg: decides and writes. If the row has changed since it was read, reads
 * it again and decides again. `mayWrite` checks the fresh row: a worker that has lost its lease
 * must not write.
 */
export async function applyToLeg(
  parts: ApplyParts,
  leg: LegState,
  happening: Happening,
  mayWrite: (leg: LegState) => boolean,
): Promise<Applied> {
  let current = leg
  for (let tries = 0; tries < triesMax; tries++) {
    const now = parts.clock.now()
    const decision = transition(current, happening, parts.policy, { now, random: parts.random() })
    if (decision.kind === 'nothing') return 'ignored'
    if (decision.kind === 'note') {
      await noteOnLeg(parts.db, current, decision.entry, now)
      return 'noted'
    }
    const isWithdrawn = parts.reportWithdrawals && isRefusal(current, decision.change)
    const withdrawal = isWithdrawn ? newWithdrawal(parts) : undefined
    if (await settle(parts, { leg: current, change: decision.change, now, withdrawal })) {
      notifyObserver(parts.observer, current, happening, decision.change, now)
      parts.onSettled?.(current.orgId)
      return 'applied'
    }
    const fresh = await legAgain(parts.db, leg)
    if (fresh === undefined || !mayWrite(fresh)) return 'ignored'
    current = fresh
  }
  throw new Error(`leg ${leg.transmissionUuid} changed ${triesMax} times while one change was being written`)
}

async function settle({ db, batches }: ApplyParts, settlement: Settlement): Promise<boolean> {
  const change = await withStoredStatus(db, settlement.leg.orgId, settlement.change)
  const stored = { ...settlement, change }
  return batches === undefined ? settleLeg(db, stored) : batches.settle(stored)
}

function newWithdrawal({ ids, accessPointForNew }: ApplyParts): NewWithdrawal {
  return { transmissionUuid: ids.transmission(), accessPoint: accessPointForNew?.() }
}

export interface ApplyParts {
  readonly db: Database
  /** Gathers legs that are settled at the same moment. Absent: a leg waits for no other. */
  readonly batches?: LegBatches
  readonly clock: Clock
  readonly ids: Pick<Ids, 'transmission'>
  /** In [0, 1). */
  readonly random: () => number
  readonly policy: RetryPolicy
  readonly observer: DeliveryObserver
  /** Called after every change of a leg, because its document may have changed with it. */
  readonly onSettled?: (orgId: string) => void
  /** Withdraw a document's report when the other party refuses the document. Default: false. */
  readonly reportWithdrawals?: boolean
  /** Default: a withdrawal goes through the access point of its report. */
  readonly accessPointForNew?: () => string
}

export type Applied = 'applied' | 'noted' | 'ignored'

function notifyObserver(
  observer: DeliveryObserver,
  leg: LegState,
  happening: Happening,
  change: LegChange,
  now: number,
): void {
  if (change.status !== leg.status && reportedStatuses.has(change.status)) observer.ended(leg.corner, change.status)
  if (happening.kind !== 'verdict') return
  // The clocks of two instances may differ slightly.
  const sinceReceiptMs = leg.submittedAt === undefined ? null : Math.max(0, now - leg.submittedAt)
  observer.judged(leg.corner, happening.verdict.responseCode, sinceReceiptMs)
}

/** True if the other party does not have the document and never will. */
function isRefusal({ corner, status }: LegState, change: LegChange): boolean {
  return corner === 'C3' && change.status !== status && (change.status === 'REJECTED' || change.status === 'FAILED')
}

const reportedStatuses: ReadonlySet<string> = new Set(['APPROVED', 'REJECTED', 'FAILED', 'STALLED'])

/** A row changes a handful of times in its life. More at one moment is a bug of ours. */
const triesMax = 10
