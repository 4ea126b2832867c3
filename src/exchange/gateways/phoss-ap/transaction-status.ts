import { JsonObject } from './json-object.ts'

/**
 * Reads the access point's own record of a transmission. Undefined if the bytes are not a record,
 * or about another transmission. Source: docs/network.md#access-point, `GET /api/outbound/status`.
 */
export function readTransactionStatus(bytes: Buffer, transmissionUuid: string): TransactionStatus | undefined {
  const record = JsonObject.read(bytes)
  const about = record?.text('sbdhInstanceID')
  const standing = standings.get(record?.text('status') ?? '')
  if (record === undefined || standing === undefined || about?.toLowerCase() !== transmissionUuid.toLowerCase())
    return undefined
  const error = record.text('errorDetails')
  const nextRetryAt = Date.parse(record.text('nextRetryDT') ?? '')
  return {
    standing: standing === 'stranded' && isRefusal(error) ? 'given up' : standing,
    rawStatus: record.text('status') ?? '',
    error,
    triesAgainAt: Number.isNaN(nextRetryAt) ? null : nextRetryAt,
  }
}

export interface TransactionStatus {
  /**
   * `underway`: the access point is sending it, or will retry by itself. `given up`: it will never
   * send it, because the receiver cannot get it. `stranded`: it stopped trying, because of an error
   * of its own or because its attempts are used up.
   */
  readonly standing: 'underway' | 'delivered' | 'given up' | 'stranded'
  /** The access point's own word, such as `permanently_failed`. */
  readonly rawStatus: string
  readonly error: string | null
  /** ms since 1970; null when no further attempt is planned. */
  readonly triesAgainAt: number | null
}

/**
 * `permanently_failed` means one of two things: the network says that the receiver cannot get it,
 * or the attempts are used up. The second is not final; the document may even have arrived.
 */
function isRefusal(error: string | null): boolean {
  return error !== null && lookupRefusals.test(error) && !isOwnFault(error)
}

/**
 * If its DNS fails, phoss-ap says that the receiver is not registered, and gives up immediately.
 * Only the technical details show that the fault is its own.
 */
export function isOwnFault(error: string | null): boolean {
  return error?.includes('Technical DNS failure') ?? false
}

/** Lookup errors: no such participant, or none that accepts this kind of document. */
const lookupRefusals = /is not registered in the Peppol Network|Failed to resolve SMP endpoint/i

const standings: ReadonlyMap<string, TransactionStatus['standing']> = new Map([
  ['pending', 'underway'],
  ['sending', 'underway'],
  ['failed', 'underway'],
  ['sent', 'delivered'],
  ['rejected', 'given up'],
  ['permanently_failed', 'stranded'],
])
