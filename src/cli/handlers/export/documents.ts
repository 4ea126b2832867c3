import { instantAt } from '@selfbill/pint-ae/document'
import type { EvidenceFile } from '../../../evidence/listed-member.ts'
import type { DocumentFiles } from '../../../features/feature.ts'
import type { Database } from '../../../store/database/database.ts'
import { type DocumentBlock, documentFacts } from '../../../store/leaving/document-facts.ts'
import type { WriteFile } from './export-folder.ts'

/**
 * The documents of a block of sequences as lines of JSON: their facts, their place in the chain,
 * and each file of their evidence pack, as text or as a file of its own.
 */
export async function* documentLines(
  db: Database,
  block: DocumentBlock,
  { documentFiles, write, now }: DocumentParts,
): AsyncGenerator<string> {
  for (const facts of await documentFacts(db, block)) {
    const { orgId, family } = block
    const found = await documentFiles(db, { orgId, family, id: facts.id })
    if (found === undefined) throw new Error(`the document ${facts.id} is gone`)
    const { link, files: stored } = found
    const files: unknown[] = []
    const folder = `files/${family}/${facts.document_sequence}`
    for await (const file of stored) files.push(await exportedFile(file, folder, write))
    const chain = link && {
      request_sha256: link.requestSha256,
      answer_sha256: link.answerSha256,
      ubl_sha256: link.ublSha256,
      previous: link.previous,
      link: link.link,
    }
    yield `${JSON.stringify({ ...facts, exported_at: instantAt(now()), chain: chain ?? null, files })}\n`
  }
}

export interface DocumentParts {
  readonly documentFiles: DocumentFiles
  readonly write: WriteFile
  readonly now: () => number
}

/** A text of up to a megabyte stands in the line; an attachment or a longer text gets a file. */
async function exportedFile({ path, about, content }: EvidenceFile, folder: string, write: WriteFile) {
  const pieces = piecesOf(content)
  const isText = !path.startsWith('attachments/')
  const head: Uint8Array[] = []
  let bytes = 0
  for (let next = await pieces.next(); ; next = await pieces.next()) {
    if (next.done === true) break
    head.push(next.value)
    bytes += next.value.length
    if (bytes > textBytesMax) break
  }
  if (isText && bytes <= textBytesMax) return { path, about, text: Buffer.concat(head).toString('utf8') }
  async function* whole() {
    yield* head
    yield* pieces
  }
  const { path: file, ...digest } = await write(`${folder}/${path}`, whole())
  return { path, about, file, ...digest }
}

async function* piecesOf(content: EvidenceFile['content']): AsyncGenerator<Uint8Array, void, undefined> {
  if (typeof content === 'string') yield Buffer.from(content)
  else if (content instanceof Uint8Array) yield content
  else yield* content
}

const textBytesMax = 1024 * 1024
