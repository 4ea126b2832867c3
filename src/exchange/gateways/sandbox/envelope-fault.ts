import { isFatal, type Rulebook, ruleIdsOf } from '@selfbill/pint-ae/rulebook'
import { stringOf } from '@selfbill/pint-ae/text'
import { envelopeInPieces } from '@selfbill/pint-ae/ubl'
import type { Transmission } from '../../gateway.ts'

/** A transmission without its document. */
export type TransmissionHeader = Omit<Transmission, 'document'>

/** The envelope of a document that was read in pieces, as one text. */
export async function envelopeOf(header: TransmissionHeader, read: readonly Uint8Array[]): Promise<string> {
  const bytes = read.reduce((total, piece) => total + piece.length, 0)
  const pieces = async function* () {
    yield* read
  }
  const envelope: Uint8Array[] = []
  const wanted = { ...header, instanceId: header.transmissionUuid, mlsTo: null }
  for await (const piece of (await envelopeInPieces(wanted, { bytes, pieces })).pieces) envelope.push(piece)
  return stringOf(Buffer.concat(envelope))
}

/**
 * Checks an envelope as the receiver would: reads it again, and judges a tax data document by its
 * rules. Returns a sentence about the first fault, or undefined.
 */
export async function envelopeFault(
  rulebook: Rulebook,
  header: TransmissionHeader,
  envelope: string,
): Promise<string | undefined> {
  const { EnvelopeUnreadable, readEnvelope } = await import('@selfbill/pint-ae/read-envelope')
  try {
    const read = readEnvelope(envelope)
    const changed = checkedMembers.filter((member) => read[member] !== header[member])
    if (read.instanceId !== header.transmissionUuid) return 'The envelope names another transmission'
    if (changed.length > 0) return `The envelope differs from the transmission: ${changed.join(', ')}`
    if (header.corner === 'C3') return undefined
    const findings = rulebook.judge(read.document, 'tdd')
    if (!isFatal(findings)) return undefined
    return `The tax data document breaks ${ruleIdsOf(findings).join(', ')}`
  } catch (error) {
    if (error instanceof EnvelopeUnreadable) return error.message
    throw error
  }
}

const checkedMembers = ['senderId', 'receiverId', 'docTypeId', 'processId', 'country', 'createdAt'] as const
