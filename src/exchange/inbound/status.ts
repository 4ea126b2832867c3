import { isFatal, type Rulebook, ruleIdsOf } from '@selfbill/pint-ae/rulebook'
import { type Envelope, MlsUnreadable, mlsIdentifiers, readMls, type Verdict } from '@selfbill/pint-ae/ubl'

/**
 * Reads the message level status in an envelope, which anybody may have sent. Refuses an envelope
 * that is unreadable, not a status, not addressed to us, or breaks the rules of a status. Pure. It
 * does not check whether the sender may judge the document.
 */
export async function readStatus(parts: StatusParts, source: string | Uint8Array): Promise<StatusRead> {
  const { EnvelopeUnreadable, readEnvelope } = await import('@selfbill/pint-ae/read-envelope')
  let envelope: Envelope
  try {
    envelope = readEnvelope(source, envelopeLimits)
  } catch (error) {
    if (!(error instanceof EnvelopeUnreadable)) throw error
    return refused('UNREADABLE', error.message)
  }
  if (envelope.docTypeId !== mlsIdentifiers.docTypeId || envelope.processId !== mlsIdentifiers.processId) {
    return refused('NOT_A_STATUS', `only statuses are received here; this is ${envelope.docTypeId}`)
  }
  // MLS_TO may request statuses at any sub-identifier of ours.
  if (!isSameId(mainIdOf(envelope.receiverId), mainIdOf(parts.serviceProviderId))) {
    return refused('NOT_FOR_US', `this is addressed to ${envelope.receiverId}`)
  }
  const findings = parts.rulebook.judge(envelope.document, 'mls')
  if (isFatal(findings)) {
    return refused('INVALID_STATUS', `the status breaks ${ruleIdsOf(findings).join(', ')}`)
  }
  try {
    const verdict = readMls(envelope.document)
    const matchesEnvelope =
      isSameId(verdict.senderId, envelope.senderId) && isSameId(verdict.receiverId, envelope.receiverId)
    if (matchesEnvelope) return { kind: 'read', verdict }
    return refused('INVALID_STATUS', 'sender or receiver of the status differs from its envelope')
  } catch (error) {
    if (!(error instanceof MlsUnreadable)) throw error
    return refused('INVALID_STATUS', error.message)
  }
}

/**
 * A status is about a page long; with many issues, a few hundred. Ten megabytes of issues are about
 * 200,000 elements.
 */
export const envelopeLimits = { bytesMax: 10 * 1024 * 1024, depthMax: 100, elementsMax: 300_000 }
const messageCharactersMax = 500

/** Plain data apart from the rule book, so that a thread can get it. */
export interface StatusParts {
  readonly rulebook: Rulebook
  /** Our own access point, `0242:…`. Statuses must be addressed to it, with any sub-identifier. */
  readonly serviceProviderId: string
}

export type StatusRead = { readonly kind: 'read'; readonly verdict: Verdict } | InboundRefused

export const refusalCodes = [
  'UNREADABLE',
  'NOT_A_STATUS',
  'NOT_FOR_US',
  'INVALID_STATUS',
  'WRONG_SENDER',
  'UNVERIFIED',
] as const

/**
 * Sending the same envelope again cannot succeed. The message quotes at most a part of the
 * envelope.
 */
export interface InboundRefused {
  readonly kind: 'refused'
  readonly code: (typeof refusalCodes)[number]
  readonly message: string
}

export function refused(code: InboundRefused['code'], message: string): InboundRefused {
  return { kind: 'refused', code, message: message.slice(0, messageCharactersMax) }
}

/** `0242:000306-AB1.X` → `0242:000306`: a provider may answer with any of its sub-identifiers. */
export function mainIdOf(serviceProviderId: string): string {
  return serviceProviderId.slice(0, '0242:000306'.length)
}

/** Service provider ids are case-insensitive. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
