import { createHash } from 'node:crypto'
import type { OutgoingDocument } from '../../gateway.ts'
import { type ChoosingFacts, specialEndpoints } from './scripts.ts'

/** What the sandbox needs from a document, which it reads once, in pieces. */
export interface DocumentFacts extends ChoosingFacts {
  /** The SHA-256 of its bytes, in Base64. */
  readonly digest: string
}

/** `onPiece` gets every piece. */
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
    // Both patterns are ASCII, and no byte of another UTF-8 character is.
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

/** Stops at a colon, so that a text of nothing but `:EndpointID` is read only once. */
const endpointElement = /:EndpointID[^<>:]*>(1\d{9})</g
const firstReport = /:DocumentTypeCode>[ \t\r\n]*S[ \t\r\n]*</
/** Longer than any match in a document that we write. */
const overlapCharacters = 1_000
