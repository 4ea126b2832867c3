import { isFatal, type Rulebook, ruleIdsOf } from '../../rulebook/rulebook.ts'
import type { Envelope } from '../../ubl/network/envelope.ts'
import type { Verdict } from '../../ubl/network/mls.ts'
import { MlsUnreadable, mlsIdentifiers, readMls } from '../../ubl/network/mls.ts'
import { EnvelopeUnreadable, readEnvelope } from '../../ubl/network/read-envelope.ts'

/**
 * The message level status in an envelope that anybody may have written to us, or why it is none
 * that counts: unreadable, something else, addressed to another, in breach of the rules of a
 * status. Pure; whether its sender has a say is another matter.
 */
export function readStatus(parts: StatusParts, source: string | Uint8Array): StatusRead {
  let envelope: Envelope
  try {
    envelope = readEnvelope(source, envelopeLimits)
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
    return refused('INVALID_STATUS', `the status breaks ${ruleIdsOf(findings).join(', ')}`)
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

/**
 * A status is a page; one with many issues a few hundred. Ten megabytes of issues are some 200,000
 * elements.
 */
export const envelopeLimits = { bytesMax: 10 * 1024 * 1024, depthMax: 100, elementsMax: 300_000 }
const messageCharactersMax = 500

/** Plain data but for the rule book, so that another thread can do the same. */
export interface StatusParts {
  readonly rulebook: Rulebook
  /** Our own access point, `0242:…`: whom statuses must be addressed to, at any of its desks. */
  readonly serviceProviderId: string
}

export type StatusRead = { readonly kind: 'read'; readonly verdict: Verdict } | InboundRefused

/** Never worth bringing again. The message quotes what came, at most in part. */
export interface InboundRefused {
  readonly kind: 'refused'
  readonly code: 'UNREADABLE' | 'NOT_A_STATUS' | 'NOT_FOR_US' | 'INVALID_STATUS' | 'WRONG_SENDER'
  readonly message: string
}

export function refused(code: InboundRefused['code'], message: string): InboundRefused {
  return { kind: 'refused', code, message: message.slice(0, messageCharactersMax) }
}

/** `0242:000306-AB1.X` → `0242:000306`: a provider may answer from any of its desks. */
export function seatOf(serviceProviderId: string): string {
  return serviceProviderId.slice(0, '0242:000306'.length)
}

/** Identifiers of service providers are the same in either case of letters. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
