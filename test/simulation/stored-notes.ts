import type { Row } from '../../src/store/database/database.ts'
import { Frame } from '../../src/text/frames.ts'
import { revisionPlaces } from '../../src/text/revision-frame.ts'

/** What the checks read of the answer of a revision: from its frame, or from its column. */
export function storedNote({ answer, packed }: Row): StoredNote {
  const isPacked = packed instanceof Uint8Array
  return JSON.parse(isPacked ? decoder.decode(new Frame(packed).textAt(answerPlace)) : String(answer))
}

export interface StoredNote {
  readonly note: string
  readonly billing_reference?: readonly { readonly id: string }[]
  readonly document_lines: readonly { readonly quantity: number }[]
}

const decoder = new TextDecoder()
const answerPlace = revisionPlaces.indexOf('answer')
