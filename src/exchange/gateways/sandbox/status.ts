import { createHash } from 'node:crypto'
import { mlsDocument, mlsIdentifiers, type Verdict, type VerdictIssue, writeEnvelope } from '@selfbill/pint-ae/ubl'
import { writeXml } from '@selfbill/schematron/xml'
import type { DueVerdict } from './ledger.ts'
import type { VerdictScript } from './scripts.ts'

/**
 * Writes a message level status of the sandbox in its envelope, as a receiver's access point or the
 * tax authority would send it. Its ids are derived from the transmission, so that a repeated status
 * is the same status.
 */
export function composeStatus(order: StatusOrder): string {
  const { due, verdictScript, now, random, toProviderId } = order
  const [code, reason] = verdictScript.split(':')
  const accepted = random < 0.2 ? 'AB' : 'AP'
  const isRejected = code === 'RE'
  const name = `${due.transmissionUuid} ${due.verdictsSent + 1}`
  const verdict: Verdict = {
    id: uuidOf(`status ${name}`),
    responseCode: isRejected ? 'RE' : code === 'AB' ? 'AB' : accepted,
    issuedAt: new Date(now).toISOString(),
    senderId: due.script.startsWith('C5') ? due.receiverId : receiverProviderId,
    receiverId: toProviderId,
    referenceId: verdictScript === 'stray' ? uuidOf(`nothing ${name}`) : due.transmissionUuid,
    description: isRejected ? 'The sandbox rejects documents of this endpoint' : null,
    issues: isRejected ? [issues[reason === 'FD' ? 'FD' : 'BV']] : [],
  }
  const header = {
    ...mlsIdentifiers,
    instanceId: uuidOf(`envelope ${name}`),
    senderId: verdict.senderId,
    receiverId: verdict.receiverId,
    country: 'AE',
    createdAt: now,
    mlsTo: null,
  }
  return writeEnvelope(header, writeXml(mlsDocument(verdict)))
}

interface StatusOrder {
  readonly due: DueVerdict
  readonly verdictScript: VerdictScript
  /** ms since 1970. */
  readonly now: number
  /** In [0, 1). */
  readonly random: number
  /** The sender of the transmission, `0242:…`. */
  readonly toProviderId: string
}

/** The access point of every receiver in the sandbox. */
export const receiverProviderId = '0242:990002'

const issues: Readonly<Record<'BV' | 'FD', VerdictIssue>> = {
  BV: { lineId: 'NA', description: 'A rule of the receiver is broken', statusReasonCode: 'BV' },
  FD: { lineId: 'NA', description: 'The receiver could not be reached', statusReasonCode: 'FD' },
}

/** The same UUID for the same name, in version 4 format. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
