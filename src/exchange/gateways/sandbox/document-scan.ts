import { createHash } from 'node:crypto'
import type { OutgoingDocument } from '../../gateway.ts'
import { type ChoosingFacts, specialEndpoints } from './scripts.ts'

/** What the sandbox has to know of a document, read once, piece by piece. */
export interface DocumentFacts extends ChoosingFacts {
  /** The SHA-256 of its bytes, in Base64. */
  readonly digest: string
}

/** `onPiece` sees every piece on the way. */
export async function scanDocument(
  document: OutgoingDocument,
  sender: string,
  onPiece: (piece: Uint8Array) => void = () => undefined,
): Promise<DocumentFacts> {
  const hash = createHash('sha256')
  let overlap = ''
  let specialEndpoint = ''
  let isFirstReport = false
  for await (const piece of document.pieces()) {
    onPiece(piece)
    hash.update(piece)
    // What is looked for is ASCII, and no byte of another character is.
    const text = overlap + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    if (specialEndpoint === '') specialEndpoint = specialEndpointIn(text, sender)
    isFirstReport ||= firstReport.test(text)
    overlap = text.slice(-overlapCharacters)
  }
  return { digest: hash.digest('base64'), specialEndpoint, isFirstReport }
}

function specialEndpointIn(text: string, sender: string): string {
  for (const [, endpoint = ''] of text.matchAll(endpointElement)) {
    if (specialEndpoints.has(endpoint) && endpoint !== sender) return endpoint
  }
  return ''
}

/**
 * Up to the next colon at most: a text that says nothing but `:EndpointID` is read once, not once
 * for each of them.
 */
const endpointElement = /:EndpointID[^<>:]*>(1\d{9})</g
const firstReport = /:DocumentTypeCode>[ \t\r\n]*S[ \t\r\n]*</
/** Longer than either of them, as we write it. */
const overlapCharacters = 1_000
