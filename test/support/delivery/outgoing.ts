import { encoded } from '@selfbill/pint-ae/text'
import type { OutgoingDocument } from '../../../src/exchange/gateway.ts'
import { outgoingDocument } from '../../../src/exchange/worker/outgoing-document.ts'

/** A document as a gateway receives it, in pieces as from a database. */
export function anOutgoing(...pieces: readonly string[]): OutgoingDocument {
  const texts = pieces.map(encoded)
  const stored = {
    bytes: texts.reduce((total, piece) => total + piece.length, 0),
    async *pieces() {
      yield* texts
    },
  }
  return outgoingDocument(
    stored,
    () => false,
    () => undefined,
  )
}
