import { pack, type StorableText } from '../../text/packing.ts'
import type { PackedTexts } from '../../text/revision-frame.ts'
import type { Database, Statement } from '../database/database.ts'
import type { NewLeg } from '../legs/legs.ts'
import type { Blobs } from './blobs.ts'

/**
 * Wraps a database: the parts of texts that a transaction stores go into the object store first,
 * and the rows get references to them. If the process ends in between, objects without a row are
 * left over, never a row without its object.
 */
export function blobDatabase(database: Database, blobs: Blobs): Database {
  return {
    ...database,
    blobs,
    async transaction(statements, lane) {
      return await database.transaction(await stored(blobs, statements), lane)
    },
    async close() {
      await database.close()
      blobs.close()
    },
  }
}

async function stored(blobs: Blobs, statements: readonly Statement[]): Promise<readonly Statement[]> {
  if (statements.every(({ part }) => part === undefined)) return statements
  return await Promise.all(
    statements.map(async (statement) => {
      const { part, params } = statement
      const content = part === undefined ? undefined : params[part.content]
      const orgId = params[0]
      if (part === undefined || !(content instanceof Uint8Array) || typeof orgId !== 'string') return statement
      const reference = await blobs.put(orgId, content)
      const values = params.with(part.content, reference).with(part.packing, part.inObjects)
      return { ...statement, params: values, part: undefined, isHandedOver: false }
    }),
  )
}

/**
 * With an object store, packs all but the shortest texts of a document, so that they are stored as
 * parts, and so is the body of a frame; without one, returns the document as it is.
 */
export async function forBlobs<Document extends DocumentTexts>(db: Database, document: Document): Promise<Document> {
  if (db.blobs === undefined) return document
  const packed = async (text: StorableText) => (isText(text) ? await pack(text, blobBytesMin) : text)
  const [request, answer, ubl, findings] = await Promise.all(
    [document.request, document.answer, document.ubl, document.findings].map(packed),
  )
  if (request === undefined || answer === undefined || ubl === undefined || findings === undefined) return document
  const legs = await Promise.all(
    document.legs.map(async (leg) =>
      leg.documentXml === undefined ? leg : { ...leg, documentXml: await packed(leg.documentXml) },
    ),
  )
  const { packed: frame } = document
  const isBodyApart = frame !== undefined && frame.frame.length > blobBytesMin
  return { ...document, request, answer, ubl, findings, legs, ...(frame && { packed: { ...frame, isBodyApart } }) }
}

interface DocumentTexts {
  readonly request: StorableText
  readonly answer: StorableText
  readonly ubl: StorableText
  readonly findings: StorableText
  readonly packed?: PackedTexts | undefined
  readonly legs: readonly NewLeg[]
}

function isText(text: StorableText): text is Exclude<StorableText, { readonly parts: unknown }> {
  return typeof text === 'string' || text instanceof Uint8Array
}

/** An object smaller than this costs more than its bytes in a row. */
export const blobBytesMin = 1024
