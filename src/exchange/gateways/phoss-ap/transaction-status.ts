import { JsonObject } from './json-object.ts'

/**
 * What the access point's own records say of a transmission; undefined when the bytes are no such record, or one of another
 * transmission. Source: network.md §2.1, `GET /api/outbound/status`.
 */
export function readTransactionStatus(bytes: Buffer, transmissionUuid: string): TransactionStatus | undefined {
  const record = JsonObject.read(bytes)
  const about = record?.text('sbdhInstanceID')
  const standing = standings.get(record?.text('status') ?? '')
  if (record === undefined || standing === undefined || about?.toLowerCase() !== transmissionUuid.toLowerCase())
    return undefined
  const nextRetryAt = Date.parse(record.text('nextRetryDT') ?? '')
  return {
    standing,
    word: record.text('status') ?? '',
    error: record.text('errorDetails'),
    triesAgainAt: Number.isNaN(nextRetryAt) ? null : nextRetryAt,
  }
}

export interface TransactionStatus {
  /** `underway`: the access point sends it, or will again, by itself. */
  readonly standing: 'underway' | 'delivered' | 'given up'
  /** As the access point calls it: `permanently_failed`. */
  readonly word: string
  readonly error: string | null
  /** ms since 1970; null when no further attempt is planned. */
  readonly triesAgainAt: number | null
}

const standings: ReadonlyMap<string, TransactionStatus['standing']> = new Map([
  ['pending', 'underway'],
  ['sending', 'underway'],
  ['failed', 'underway'],
  ['sent', 'delivered'],
  ['rejected', 'given up'],
  ['permanently_failed', 'given up'],
])
