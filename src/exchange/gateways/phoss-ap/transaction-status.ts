import { JsonObject } from './json-object.ts'

/**
 * What the access point's own records say of a transmission; undefined when the bytes are no such
 * record, or one of another transmission. Source: docs/network.md#access-point, `GET
 * /api/outbound/status`.
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
    word: record.text('status') ?? '',
    error,
    triesAgainAt: Number.isNaN(nextRetryAt) ? null : nextRetryAt,
  }
}

export interface TransactionStatus {
  /**
   * `underway`: the access point sends it, or will again, by itself. `given up`: it never will, and
   * says why the receiver cannot have it. `stranded`: it has stopped trying, for a trouble of its
   * own or because its attempts are used up.
   */
  readonly standing: 'underway' | 'delivered' | 'given up' | 'stranded'
  /** As the access point calls it: `permanently_failed`. */
  readonly word: string
  readonly error: string | null
  /** ms since 1970; null when no further attempt is planned. */
  readonly triesAgainAt: number | null
}

/**
 * `permanently_failed` stands for two things: the network says that the receiver cannot have it, or
 * the attempts are used up, because nobody answered or nobody confirmed. The second says nothing
 * for good; it may even have arrived.
 */
function isRefusal(error: string | null): boolean {
  return error !== null && lookupRefusals.test(error) && !isOwnTrouble(error)
}

/**
 * When it cannot ask the DNS at all it says that the receiver is not registered, and gives up at
 * once. That is no word about the receiver; only the technical details tell the two apart.
 */
export function isOwnTrouble(error: string | null): boolean {
  return error?.includes('Technical DNS failure') ?? false
}

/** Of the look-up: no such participant, or none with this kind of document. */
const lookupRefusals = /is not registered in the Peppol Network|Failed to resolve SMP endpoint/i

const standings: ReadonlyMap<string, TransactionStatus['standing']> = new Map([
  ['pending', 'underway'],
  ['sending', 'underway'],
  ['failed', 'underway'],
  ['sent', 'delivered'],
  ['rejected', 'given up'],
  ['permanently_failed', 'stranded'],
])
