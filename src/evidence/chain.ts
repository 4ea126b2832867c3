import { createHash } from 'node:crypto'

/**
 * The link of a document in the chain of its organisation and family: SHA-256, hexadecimal, over
 * what was fixed when it was created and over the previous link. The database computes the same in
 * the transaction of the create (src/store/documents/chain.ts).
 */
export function linkOf(entry: ChainEntry): string {
  return sha256(
    [
      chainFormat,
      entry.orgId,
      entry.family,
      entry.sequence,
      entry.documentId,
      entry.requestSha256,
      entry.answerSha256,
      entry.ublSha256,
      entry.previous,
    ].join('|'),
  )
}

/** Digests are SHA-256, hexadecimal. */
export interface ChainEntry {
  readonly orgId: string
  readonly family: string
  readonly sequence: number
  readonly documentId: string
  readonly requestSha256: string
  readonly answerSha256: string
  readonly ublSha256: string
  /** Empty for the first link. */
  readonly previous: string
}

const chainFormat = 'selfbill-chain-1'

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
