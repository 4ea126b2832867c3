import type { DocumentRecord } from './make-record.ts'

/**
 * The record of a small document with its texts as bytes in one buffer, which moves to another
 * thread at once and without a copy. Returns the buffer too.
 */
export function withJoinedTexts(record: DocumentRecord): {
  readonly record: DocumentRecord
  readonly memory: ArrayBuffer
} {
  const { request, answer, ubl, taxData, answered } = record
  const texts = new Texts([request, answer, ubl, taxData, answered.after, record.dryRun])
  return {
    record: {
      ...record,
      request: texts.bytesOf(request),
      answer: texts.bytesOf(answer),
      ubl: texts.bytesOf(ubl),
      taxData: texts.bytesOf(taxData),
      answered: { ...answered, after: texts.bytesOf(answered.after) },
      ...(record.dryRun !== undefined && { dryRun: texts.bytesOf(record.dryRun) }),
    },
    memory: texts.memory,
  }
}

class Texts {
  readonly memory: ArrayBuffer
  readonly #bytes: Buffer
  #used = 0

  constructor(texts: readonly unknown[]) {
    const bytes = texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0), 0)
    this.memory = new ArrayBuffer(bytes)
    this.#bytes = Buffer.from(this.memory)
  }

  /** The bytes of a text; any other value as it is. */
  bytesOf<Kind>(text: Kind): Kind | Uint8Array {
    if (typeof text !== 'string') return text
    const length = this.#bytes.write(text, this.#used)
    this.#used += length
    return new Uint8Array(this.memory, this.#used - length, length)
  }
}
