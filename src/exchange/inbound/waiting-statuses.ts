import type { Verdict } from '@selfbill/pint-ae/ubl'
import { doEach } from '../../clock/do-each.ts'
import { type LegEntry, type LegState, legsOfTransmissions } from '../../store/legs/legs.ts'
import { noteOnLeg } from '../../store/legs/settle-legs.ts'
import {
  addWaitingStatus,
  decidableTransmissions,
  hasWaitingStatuses,
  lookAgainAt,
  removeWaitingStatus,
  takeWaitingStatuses,
  type WaitingStatus,
  type WaitingTransmission,
  waitingMax,
} from '../../store/legs/waiting-statuses.ts'
import { successMessages } from '../../store/log/success-messages.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'
import type { InboundResult } from './inbound-result.ts'
import { type InboundParts, settleByStatus, standingOf } from './judges.ts'
import { mainIdOf, refused } from './status.ts'

/**
 * Statuses that come before a receipt names the receiver's access point. Anybody may have sent
 * them, so they settle nothing yet: at most ten for each leg wait, for a day. Then they are applied
 * in their order, or refused with a log entry. Source: docs/decisions/0110.
 */

/** Whether nobody knows yet who may judge the leg. */
export async function mustWait(parts: InboundParts, leg: LegState, verdict: Verdict): Promise<boolean> {
  if (standingOf(parts, leg, verdict) !== 'unverified') return false
  if (beforeReceipt.has(leg.status)) return true
  // Its receipt named nobody: those that wait already come first.
  return leg.status === 'SUBMITTED' && (await hasWaitingStatuses(parts.db, leg))
}

const beforeReceipt: ReadonlySet<string> = new Set(['PENDING', 'SENDING', 'RETRYING', 'STALLED'])

/**
 * `awaited`: what comes first. `overtaken`: the leg has changed meanwhile, so check the sender
 * again.
 */
export async function keepWaiting(
  { db, clock }: InboundParts,
  leg: LegState,
  verdict: Verdict,
  envelope: Uint8Array,
  awaited: 'receipt' | 'earlier',
): Promise<InboundResult | 'overtaken'> {
  const { senderId, id: mlsId, responseCode } = verdict
  const now = clock.now()
  const entry = {
    event: `MLS_UNVERIFIED_${leg.corner}`,
    message: successMessages.MLS_UNVERIFIED(responseCode, senderId, mlsId, awaited),
  }
  const added = await addWaitingStatus(db, leg, { senderId, mlsId, envelope, entry }, now)
  if (added === 'changed') return 'overtaken'
  if (added !== 'full') return { kind: 'taken', verdict, isVerified: false, applied: 'kept' }
  const why = `${waitingMax} statuses, or 10 MB of them, wait for its receipt already`
  await noteOnLeg(db, leg, refusalEntry(leg, verdict, why), now)
  return refused('UNVERIFIED', `${senderId} cannot be checked: ${why}`)
}

/**
 * Decides the statuses of legs that have their receipt meanwhile, or have waited for a day. Returns
 * how many transmissions it looked at. One that fails does not stop the others.
 */
export async function decideWaitingStatuses(
  parts: InboundParts,
  look: OrganisationLook,
  limit: number,
): Promise<number> {
  const now = parts.clock.now()
  const found = await decidableTransmissions(look, { now, before: now - dayMs, limit })
  await doEach(
    found,
    (transmission) => decide(parts, transmission, now),
    (failures) => `the waiting statuses of ${failures} transmissions could not be decided`,
  )
  return found.length
}

/**
 * Decides the statuses that have waited for the receipt, so that a later one does not overtake
 * them. `decided`: there were some, and the leg may have changed. `elsewhere`: another instance
 * decides them now.
 */
export async function decideEarlier(parts: InboundParts, leg: LegState): Promise<'none' | 'decided' | 'elsewhere'> {
  if (leg.status !== 'SUBMITTED' || !(await hasWaitingStatuses(parts.db, leg))) return 'none'
  const decided = await decide(parts, leg, parts.clock.now())
  if (decided === undefined) return 'elsewhere'
  return decided > 0 ? 'decided' : 'none'
}

/** Returns how many do not wait any more; undefined while another instance has them. */
async function decide(
  parts: InboundParts,
  transmission: WaitingTransmission,
  now: number,
): Promise<number | undefined> {
  const { orgId, transmissionUuid } = transmission
  const waiting = await takeWaitingStatuses(parts.db, transmission, now, now + heldMs)
  if (waiting.length === 0) return undefined
  const senders = new Set(waiting.map(({ senderId }) => mainIdOf(senderId).toLowerCase()))
  const left: WaitingStatus[] = []
  for (const status of waiting) {
    const legs = await legsOfTransmissions(parts.db, orgId, [transmissionUuid])
    const leg = legs.get(transmissionUuid)
    if (leg !== undefined && !(await decideOne(parts, leg, status, senders.size, now))) left.push(status)
  }
  const [oldest] = left
  if (oldest !== undefined)
    await lookAgainAt(parts.db, transmission, Math.min(now + againMs, oldest.receivedAt + dayMs))
  return waiting.length - left.length
}

/**
 * True if the status does not wait any more. A receipt that names nobody (the access point was
 * asked about it) leaves only what the senders say: one sender is believed, as it always was; of
 * several nobody knows which one to believe.
 */
async function decideOne(
  parts: InboundParts,
  leg: LegState,
  waiting: WaitingStatus,
  senders: number,
  now: number,
): Promise<boolean> {
  const { status } = await parts.statuses.read(Uint8Array.from(waiting.envelope))
  const verdict = status.kind === 'read' ? status.verdict : undefined
  const isDecidable =
    leg.receiverProviderId !== undefined ||
    (!beforeReceipt.has(leg.status) && (leg.status !== 'SUBMITTED' || senders === 1))
  if (isDecidable && verdict !== undefined) {
    const result = await settleByStatus(parts, leg, verdict, waiting.envelope)
    if (result === 'overtaken') return false
    parts.observer.received(result)
    await removeWaitingStatus(parts.db, leg, waiting)
    return true
  }
  if (verdict !== undefined && now < waiting.receivedAt + dayMs) return false
  const why =
    verdict === undefined
      ? 'it can no longer be read'
      : 'no receipt has shown within 24 hours who answers for the receiver'
  const entry = refusalEntry(leg, { ...waiting, ...verdict }, why)
  await removeWaitingStatus(parts.db, leg, waiting, { entry, now })
  parts.observer.received(refused('UNVERIFIED', why))
  return true
}

interface Dropped {
  readonly senderId: string
  readonly id?: string
  readonly mlsId?: string
  readonly responseCode?: Verdict['responseCode']
}

function refusalEntry({ corner }: LegState, dropped: Dropped, why: string): LegEntry {
  const what = dropped.responseCode === undefined ? 'a status' : `${dropped.responseCode}`
  const message = `Dropped ${what} from ${dropped.senderId}: ${why} (MLS ${dropped.id ?? dropped.mlsId})`
  return { event: `MLS_REFUSED_${corner}`, message }
}

const dayMs = 86_400_000
/** How long one instance has for a decision: after that another may have ended it. */
const heldMs = 15_000
/** How soon an undecided one is looked at again. */
const againMs = 60_000
