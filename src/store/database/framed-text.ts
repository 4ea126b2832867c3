import { Frame, FrameDamaged } from '../../text/frames.ts'
import type { Value } from './database.ts'
import { type LongText, StoredText } from './stored-text.ts'
import { TextDamaged, TextParts, type TextSource } from './text-parts.ts'

/**
 * A text in a frame that a row has in a column `packed`; undefined: the frame has no such text.
 * `bytes`: the text's length as the row has it. A damaged frame shows when the text is read.
 */
export function framedText(
  db: TextSource,
  packed: Value | undefined,
  { orgId, owner, place, bytes, column = '' }: FramePlace,
): StoredText | undefined {
  if (!(packed instanceof Uint8Array)) return undefined
  const frame = damageNoticed(() => frameOf(packed))
  if (frame instanceof TextDamaged) return damaged(bytes ?? 0, frame)
  if (frame.lengthAt(place) === undefined) return undefined
  const isAsStored = column === '' && frame.lengthAt(place) === bytes
  if (bytes === undefined || !isAsStored) return damaged(bytes ?? 0, new TextDamaged())
  if (!frame.isBodyApart) return new StoredText({ bytes, read: () => requireText(() => frame.textAt(place)) })
  const body = new TextParts(db, { orgId, owner, name: frameName }, frame.bodyBytes)
  return new StoredText('', new TextOfBody(frame, place, bytes, body))
}

/** Where a frame's text is: `owner` as in `TextPlace`. */
export interface FramePlace {
  readonly orgId: string
  readonly owner: string
  readonly place: number
  readonly bytes: number | undefined
  /** The text's own column: it is empty, or somebody changed the row. */
  readonly column?: Value | undefined
}

/** The name of the part that is the body of a frame. */
export const frameName = 'packed'

/** Of a frame whose body is stored as a part of a text. */
class TextOfBody implements LongText {
  readonly orgId: string
  readonly bytes: number
  readonly #frame: Frame
  readonly #place: number
  readonly #body: TextParts

  constructor(frame: Frame, place: number, bytes: number, body: TextParts) {
    this.orgId = body.orgId
    this.bytes = bytes
    this.#frame = frame
    this.#place = place
    this.#body = body
  }

  async *forwards(): AsyncGenerator<Uint8Array, void, undefined> {
    const parts: Uint8Array[] = []
    for await (const part of this.#body.forwards()) parts.push(part)
    // Memory of its own: other texts of the frame are in it, and a reader may move it to a thread.
    yield requireText(() => this.#frame.textAt(this.#place, Buffer.concat(parts))).slice()
  }

  /** A frame is short enough to be read as a whole. */
  backwards(): AsyncGenerator<Uint8Array, void, undefined> {
    return this.forwards()
  }
}

/** Two texts of a frame unpack it once. */
const frames = new WeakMap<Uint8Array, Frame>()

function frameOf(packed: Uint8Array): Frame {
  const frame = frames.get(packed) ?? new Frame(packed)
  frames.set(packed, frame)
  return frame
}

function damaged(bytes: number, error: TextDamaged): StoredText {
  return new StoredText({
    bytes,
    read: () => {
      throw error
    },
  })
}

/** Throws `TextDamaged` for a damaged frame. */
export function requireText<Result>(read: () => Result): Result {
  const result = damageNoticed(read)
  if (result instanceof TextDamaged) throw result
  return result
}

function damageNoticed<Result>(read: () => Result): Result | TextDamaged {
  try {
    return read()
  } catch (error) {
    if (error instanceof FrameDamaged) return new TextDamaged({ cause: error })
    throw error
  }
}
