import { setImmediate } from 'node:timers/promises'
import { encoded, stringOf, type Text } from '../../text.ts'
import { type Room, smallBytesMax } from '../room.ts'
import { integer, optionalText } from './columns.ts'
import { type Database, type Row, type Statement, sql } from './database.ts'

/**
 * A text in the database. A short one came with its row. A long one is read when it is needed, part after part, so that it never stands in
 * memory as a whole and nobody waits while it is copied. Its row must not change until it is read.
 */
export class StoredText {
  /** Undefined for a long one. */
  readonly whole: string | undefined
  readonly bytes: number
  readonly #select: (expression: string, ...values: readonly number[]) => Promise<Text>

  constructor(
    whole: string | undefined,
    bytes: number,
    select: (expression: string, ...values: readonly number[]) => Promise<Text>,
  ) {
    this.whole = whole
    this.bytes = bytes
    this.#select = select
  }

  /** A short one as it is, a long one in parts as bytes, whose memory another thread can take over. */
  async *parts(): AsyncGenerator<Text, void, undefined> {
    if (this.whole !== undefined) return yield this.whole
    let read = 0
    for (let from = 1; read < this.bytes; from += partCharacters) {
      const part = await this.#select('substr(@, $1, $2)', from, partCharacters)
      if (part.length === 0) throw new Error('a stored text has changed while it was read')
      for await (const bytes of inBytes(part)) {
        read += bytes.length
        yield bytes
      }
    }
  }

  /** All parts, for another thread. */
  async inParts(): Promise<readonly Text[]> {
    const parts: Text[] = []
    for await (const part of this.parts()) parts.push(part)
    return parts
  }

  /** So many of its last characters. */
  async end(characters: number): Promise<string> {
    if (this.whole !== undefined) return this.whole
    const from = `case when length(@) > $1 then length(@) - $1 + 1 else 1 end`
    return stringOf(await this.#select(`substr(@, ${from}, $1)`, characters))
  }

  /** For a text that is used as a whole on this thread. */
  async string(): Promise<string> {
    let read = ''
    for await (const part of this.parts()) read += stringOf(part)
    return read
  }
}

/** Takes room for the long ones of them. Rejects when there is none. */
export async function takeRoom(room: Room, ...texts: readonly StoredText[]): Promise<void> {
  const bytes = texts.reduce((total, text) => total + (text.whole === undefined ? text.bytes : 0), 0)
  if (bytes > 0) await room.take(bytes)
}

/** Selects a text column for `storedText`: the text if it is short, and its length. */
export function shortText(table: string, column: string): string {
  const name = `${table}${column}`
  const bytes = `octet_length(${name})`
  return `case when ${bytes} <= ${smallBytesMax} then ${name} end as ${column}, ${bytes} as ${column}_bytes`
}

/** The text of a column that was selected with `shortText`, in the row that `place` names. */
export function storedText(db: Database, row: Row, column: string, { keys, statement }: TextPlace): StoredText {
  return new StoredText(optionalText(row, column), integer(row, `${column}_bytes`), async (expression, ...values) => {
    const selected = expression
      .replaceAll('@', column)
      .replaceAll(/\$(\d)/g, (_, number) => `$${Number(number) + keys}`)
    const [read] = await db.query({ ...statement(db.dialect.longText(selected), values), isLong: true })
    const part = read?.part
    return typeof part === 'string' || part instanceof Uint8Array ? part : ''
  })
}

export interface TextPlace {
  /** How many parameters name the row; the values come after them. */
  readonly keys: number
  /** Selects an expression over the row, as `part`. */
  statement(expression: string, values: readonly number[]): Statement
}

/** Where the texts of a revision are; a revision never changes. */
export function inRevision({ orgId, id, revision }: RevisionKey): TextPlace {
  return {
    keys: 3,
    statement: (expression, values) =>
      sql(
        `select ${expression} as part from revisions where org_id = $1 and document_id = $2 and revision = $3`,
        orgId,
        id,
        revision,
        ...values,
      ),
  }
}

export interface RevisionKey {
  readonly orgId: string
  readonly id: string
  readonly revision: number
}

async function* inBytes(part: Text): AsyncGenerator<Uint8Array> {
  if (typeof part !== 'string') return yield part
  for (let at = 0; at < part.length; ) {
    let end = at + encodedAtOnce
    // A character of two units stays in one piece.
    if (isHighSurrogate(part.charCodeAt(end - 1))) end += 1
    yield encoded(part.slice(at, end))
    at = end
    await setImmediate()
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

const partCharacters = 2_000_000
/** What a string of the database driver costs to encode: a few milliseconds, also in Arabic. */
const encodedAtOnce = 500_000
