import type { OutgoingDocument } from '../../../src/exchange/gateway.ts'
import { outgoingDocument } from '../../../src/exchange/worker/outgoing-document.ts'
import { encoded } from '../../../src/text/text.ts'

/** A document as a gateway receives it, in parts as from a database. */
export function anOutgoing(...parts: readonly string[]): OutgoingDocument {
  const texts = parts.map(encoded)
  const stored = {
    bytes: texts.reduce((total, part) => total + part.length, 0),
    async *parts() {
      yield* texts
    },
  }
  return outgoingDocument(
    stored,
    () => false,
    () => undefined,
  )
}
