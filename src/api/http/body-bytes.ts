/**
 * The bytes of a body, copied into one piece of memory as its parts arrive, so that no part is
 * kept. Source: docs/decisions/0055.
 */
export class BodyBytes {
  readonly #announced: number | undefined
  #memory = none
  #length = 0

  /** `announced`: Content-Length, if there is one. No more bytes than that may come. */
  constructor(announced: number | undefined) {
    this.#announced = announced
  }

  get length(): number {
    return this.#length
  }

  add(part: Uint8Array): void {
    const length = this.#length + part.length
    if (length > this.#memory.length) this.#grow(Math.max(length, this.#announced ?? Math.max(firstBytes, 2 * length)))
    this.#memory.set(part, this.#length)
    this.#length = length
  }

  /** Gives the memory away. With a kept announcement it has no room beside the bytes. */
  take(): Buffer {
    const bytes = this.#memory.subarray(0, this.#length)
    this.#memory = none
    this.#length = 0
    return bytes
  }

  /** The body is refused: nobody needs what arrived of it. */
  drop(): void {
    freeBody(this.take())
  }

  /** The system provides the pages of new memory when something is written there. */
  #grow(bytes: number): void {
    const memory = Buffer.allocUnsafeSlow(bytes)
    memory.set(this.#memory.subarray(0, this.#length))
    freeBody(this.#memory)
    this.#memory = memory
  }
}

/**
 * Frees the memory of a large body whose request has ended, instead of with the next collection: a
 * storm of them held 800 MB, and started collections of the whole heap. The bytes must not be used
 * any more.
 */
export function freeBody(body: unknown): void {
  if (!(body instanceof Uint8Array) || !(body.buffer instanceof ArrayBuffer)) return
  if (body.buffer.byteLength >= largeBytes) body.buffer.transfer(0)
}

/**
 * The pieces of an answer; frees the body after the last one. Not when they are broken off, because
 * work whose caller has gone may still read it.
 */
export async function* thenFreeBody<Piece>(pieces: AsyncIterable<Piece>, body: unknown): AsyncGenerator<Piece> {
  yield* pieces
  freeBody(body)
}

/**
 * Frees a part of a body that has been copied or is not wanted, if it has its memory alone. V8
 * frees many of them only with a collection of the whole heap: refused bodies held 280 MB.
 * The part must not be used any more.
 */
export function freePart(part: Uint8Array): void {
  const { buffer } = part
  if (buffer instanceof ArrayBuffer && part.length === buffer.byteLength && part.length >= largePartBytes)
    buffer.transfer(0)
}

const none = Buffer.alloc(0)
/** Less is not worth a system call. */
const largeBytes = 256 * 1024
const largePartBytes = 16 * 1024
/** What Node reads at once from a connection. */
const firstBytes = 64 * 1024
