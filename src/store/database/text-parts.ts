import type { Text } from '@selfbill/pint-ae/text'
import { isPacked, partBytes, partsOf, type StorableText, unpack } from '../../text/packing.ts'
import { bytes, word } from './columns.ts'
import { blobPackings, type Database, handedOver, isLoss, type PartPacking, type Statement, sql } from './database.ts'
import { readInTurn } from './reading-turns.ts'

/** Locates the parts of a text: `name` is the text's column, in the row that `owner` names. */
export interface TextPlace {
  readonly orgId: string
  readonly owner: string
  readonly name: string
}

/** The owner of the texts of a revision. */
export function revisionOwner(documentId: string, revision: number): string {
  return `${documentId}/${revision}`
}

/** The value for a text's column: the text, or nothing if it is stored in parts. */
export function columnOf(text: StorableText): Text {
  return isPacked(text) ? '' : text
}

/** The value for the column beside it: how many bytes are stored in parts; null if none are. */
export function bytesInParts(text: StorableText): number | null {
  return isPacked(text) ? text.bytes : null
}

/**
 * An expression for the length of a text in bytes, null if there is no text. SQLite gets the length
 * of a short text without reading it.
 */
export function textLength(column: string): string {
  return `coalesce(nullif(octet_length(${column}), 0), ${column}_bytes, octet_length(${column}))`
}

/** Statements that store the parts of a text; empty for a short one. */
export function insertParts(place: TextPlace, text: StorableText): readonly Statement[] {
  return partsOf(text).map((content, part) => insertPart(place, part, 'gzip', content))
}

/** Statements that store a file in parts, as it is. */
export function insertPlainParts(place: TextPlace, file: Uint8Array): readonly Statement[] {
  const count = Math.ceil(file.length / partBytes)
  return Array.from({ length: count }, (_, part) =>
    // Its own memory: the database takes over what it is given.
    insertPart(place, part, 'plain', file.slice(part * partBytes, (part + 1) * partBytes)),
  )
}

function insertPart(
  { orgId, owner, name }: TextPlace,
  part: number,
  packing: keyof typeof blobPackings,
  content: Uint8Array,
): Statement {
  return {
    ...handedOver(
      sql(
        `insert into text_parts (org_id, owner, name, part, packing, content) values ($1, $2, $3, $4, $5, $6)`,
        orgId,
        owner,
        name,
        part,
        packing,
        content,
      ),
    ),
    part: { content: 5, packing: 4, inObjects: blobPackings[packing] },
  }
}

/** A text stored in parts. Its rows never change while somebody may read it. */
export class TextParts {
  readonly bytes: number
  readonly orgId: string
  readonly #db: TextSource
  readonly #place: TextPlace

  constructor(db: TextSource, place: TextPlace, bytes: number) {
    this.#db = db
    this.#place = place
    this.orgId = place.orgId
    this.bytes = bytes
  }

  async *forwards(): AsyncGenerator<Uint8Array, void, undefined> {
    let left = this.bytes
    for (let part = 0; left > 0; part += 1) {
      const read = await this.#unpacked(this.#select('part = $4', part), left)
      left -= read.length
      if (left < 0) throw new TextDamaged()
      yield read
    }
  }

  async *backwards(): AsyncGenerator<Uint8Array, void, undefined> {
    let left = this.bytes
    for (let passed = 0; left > 0; passed += 1) {
      const read = await this.#unpacked(this.#select('true order by part desc limit 1 offset $4', passed), left)
      left -= read.length
      yield read
    }
  }

  #select(which: string, at: number): Statement {
    const { orgId, owner, name } = this.#place
    const text = `select packing, content from text_parts where org_id = $1 and owner = $2 and name = $3 and ${which}`
    return sql(text, orgId, owner, name, at)
  }

  #blob(reference: Uint8Array): Promise<Uint8Array> {
    return readObject(this.#db, this.orgId, reference)
  }

  async #unpacked(statement: Statement, left: number): Promise<Uint8Array> {
    const [row] = await readInTurn(this.#db, this.orgId, statement)
    if (row === undefined) throw new TextDamaged()
    const packing = word(row, 'packing', packings)
    const isObject = packing === 'gzip-blob' || packing === 'plain-blob'
    const content = isObject ? await this.#blob(bytes(row, 'content')) : bytes(row, 'content')
    if (packing === 'plain' || packing === 'plain-blob') return content
    return unpack(content, Math.min(left, partBytes)).catch((error: unknown) => {
      throw new TextDamaged({ cause: error })
    })
  }
}

/** An object that a row names. Rejects with `TextDamaged` if it is missing or changed. */
export async function readObject({ blobs }: TextSource, orgId: string, reference: Uint8Array): Promise<Uint8Array> {
  if (blobs === undefined) throw new Error('a stored text is in an object store: BLOBS_URL must be set')
  try {
    return await blobs.get(orgId, reference)
  } catch (error) {
    if (isLoss(error)) throw error
    throw new TextDamaged({ cause: error })
  }
}

/** Where texts are read: the database, and the object store beside it. */
export type TextSource = Pick<Database, 'query' | 'blobs'>

/** A part of a text is missing or differs from what was stored. */
export class TextDamaged extends Error {
  override readonly name = 'TextDamaged'

  constructor(options?: ErrorOptions) {
    super('a part of a stored text is missing or damaged', options)
  }
}

const packings: readonly PartPacking[] = ['plain', 'gzip', ...Object.values(blobPackings)]
