import { isFatal, type Rulebook } from '../rulebook/rulebook.ts'
import type { LegState } from '../store/legs.ts'
import { legOfTransmission } from '../store/legs.ts'
import { noteOnLeg } from '../store/settle-leg.ts'
import type { Verdict } from '../ubl/mls.ts'
import { MlsUnreadable, mlsIdentifiers, readMls } from '../ubl/mls.ts'
import type { Envelope } from '../ubl/sbdh.ts'
import { EnvelopeUnreadable, readEnvelope } from '../ubl/sbdh.ts'
import type { Applied, ApplyParts } from './apply.ts'
import { applyToLeg } from './apply.ts'

/**
 * The way in for what the network sends us: envelopes with message level statuses, written by anybody. A status settles its leg
 * once, and only when it comes from who may judge it. Duplicates, late and contradicting ones are noted in the document's log
 * and change nothing final. Everything that is wrong with what came in is answered; rejects only when the database cannot
 * be reached, and then the same envelope may be brought again.
 */
export async function receiveInbound(parts: InboundParts, source: string | Uint8Array): Promise<InboundResult> {
  const read = verdictIn(parts, source)
  if (read.kind === 'refused') return read
  const envelope = typeof source === 'string' ? new TextEncoder().encode(source) : source
  for (let turn = 0; turn < turnsMax; turn++) {
    const result = await settle(parts, read.verdict, envelope)
    if (result !== 'overtaken') return result
  }
  throw new Error(`who may judge transmission ${read.verdict.referenceId} changed ${turnsMax} times`)
}

/** `overtaken`: while it was written, somebody recorded who answers for the receiver; then the sender is looked at again. */
async function settle(
  parts: InboundParts,
  verdict: Verdict,
  envelope: Uint8Array,
): Promise<InboundResult | 'overtaken'> {
  const leg = await legOfTransmission(parts.db, verdict.referenceId)
  if (leg === undefined) return { kind: 'unknown', verdict }
  const standing = standingOf(parts, leg, verdict)
  if (standing === 'stranger') {
    const message = `A status from ${verdict.senderId}, who has no say on this leg; it changes nothing (MLS ${verdict.id})`
    await noteOnLeg(parts.db, leg, { event: `MLS_REFUSED_${leg.corner}`, message }, parts.clock.now())
    return refused('WRONG_SENDER', `${verdict.senderId} may not judge transmission ${verdict.referenceId}`)
  }
  const isVerified = standing === 'judge'
  const isStill = (fresh: LegState) => standingOf(parts, fresh, verdict) === standing
  const applied = await applyToLeg(parts, leg, { kind: 'verdict', verdict, isVerified, envelope }, isStill)
  return applied === 'ignored' ? 'overtaken' : { kind: 'taken', verdict, isVerified, applied }
}

/** It becomes known once, and does not change after that. */
const turnsMax = 3

export interface InboundParts extends ApplyParts {
  readonly rulebook: Rulebook
  /** Our own access point, and the tax authority: `0242:…`. */
  readonly serviceProviderId: string
  readonly authorityId: string
}

/** What became of an envelope: `taken` also when the status was only noted; `unknown`: about no transmission of ours. */
export type InboundResult =
  | {
      readonly kind: 'taken'
      readonly verdict: Verdict
      /** False: nothing says who answers for the receiver of this leg, so the sender was believed. */
      readonly isVerified: boolean
      readonly applied: Exclude<Applied, 'ignored'>
    }
  | { readonly kind: 'unknown'; readonly verdict: Verdict }
  | InboundRefused

/** Never worth bringing again. The message quotes what came, at most in part. */
export interface InboundRefused {
  readonly kind: 'refused'
  readonly code: 'UNREADABLE' | 'NOT_A_STATUS' | 'NOT_FOR_US' | 'INVALID_STATUS' | 'WRONG_SENDER'
  readonly message: string
}

function verdictIn(
  parts: InboundParts,
  source: string | Uint8Array,
): { readonly kind: 'read'; readonly verdict: Verdict } | InboundRefused {
  let envelope: Envelope
  try {
    envelope = readEnvelope(source, limits)
  } catch (error) {
    if (!(error instanceof EnvelopeUnreadable)) throw error
    return refused('UNREADABLE', error.message)
  }
  if (envelope.docTypeId !== mlsIdentifiers.docTypeId || envelope.processId !== mlsIdentifiers.processId) {
    return refused('NOT_A_STATUS', `nothing but statuses is received; this is ${envelope.docTypeId}`)
  }
  // Statuses may be asked for at any desk of ours (MLS_TO).
  if (!isSame(seatOf(envelope.receiverId), seatOf(parts.serviceProviderId))) {
    return refused('NOT_FOR_US', `this is addressed to ${envelope.receiverId}`)
  }
  const findings = parts.rulebook.judge(envelope.document, 'mls')
  if (isFatal(findings)) {
    const broken = [...new Set(findings.map(({ reasonCode }) => reasonCode))].join(', ')
    return refused('INVALID_STATUS', `the status breaks ${broken}`)
  }
  try {
    const verdict = readMls(envelope.document)
    const isOfItsEnvelope =
      isSame(verdict.senderId, envelope.senderId) && isSame(verdict.receiverId, envelope.receiverId)
    if (isOfItsEnvelope) return { kind: 'read', verdict }
    return refused('INVALID_STATUS', 'sender and receiver of the status are not those of its envelope')
  } catch (error) {
    if (!(error instanceof MlsUnreadable)) throw error
    return refused('INVALID_STATUS', error.message)
  }
}

/** A status is a page; one with many issues a few hundred. */
const limits = { bytesMax: 10 * 1024 * 1024, depthMax: 100 }
const messageCharactersMax = 500

function refused(code: InboundRefused['code'], message: string): InboundRefused {
  return { kind: 'refused', code, message: message.slice(0, messageCharactersMax) }
}

/** C5 is one known authority. For C3 it is whoever the access point said had confirmed receipt; who that is may not be known. */
function standingOf(parts: InboundParts, leg: LegState, verdict: Verdict): 'judge' | 'unverified' | 'stranger' {
  const judge = leg.corner === 'C5' ? parts.authorityId : leg.receiverProviderId
  if (judge === null) return 'unverified'
  const isJudge =
    leg.corner === 'C5' ? isSame(verdict.senderId, judge) : isSame(seatOf(verdict.senderId), seatOf(judge))
  return isJudge ? 'judge' : 'stranger'
}

/** `0242:000306-AB1.X` → `0242:000306`: a provider may answer from any of its desks. */
function seatOf(serviceProviderId: string): string {
  return serviceProviderId.slice(0, '0242:000306'.length)
}

/** Identifiers of service providers are the same in either case of letters. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
