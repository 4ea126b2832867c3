import { mediaTypes } from '@selfbill/pint-ae/code-lists'
import { type Family, familyTitles, isCreditNote, printedAttachment, Type } from '@selfbill/pint-ae/document'
import type { RecordFile } from '../../../record/draft.ts'
import { heldBytesOf } from '../../../store/database/stored-bytes.ts'
import type { StoredText } from '../../../store/database/stored-text.ts'
import { type AttachmentToRead, attachmentOf } from '../../../store/documents/attachments.ts'
import { ContentRemoved, removedAtOf } from '../../../store/documents/content-removed.ts'
import { findDocument, hasDocument } from '../../../store/documents/find-document.ts'
import type { FileAnswer } from '../../answer/answer.ts'
import { asciiName, fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { Fault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Printing } from '../../parts.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'
import { printedPdf } from './printed-document.ts'

/**
 * The bytes of an attachment, as a file that browsers open only as its declared type. Source:
 * docs/contract.md#operations.
 */
export function downloadAttachment(kind: DocumentKind) {
  const { family } = kind
  return operationWith<Basics & Printing>()({
    id: `${camelName(kind)}Attachment`,
    method: 'GET',
    path: `/api/${family}/{id}/attachments/{attachment_id}/download`,
    summary: `Download an attachment of a ${familyTitles[family].toLowerCase()}`,
    access: { kind: 'scopes', scopes: ['documents:read'] },
    params: {
      ...documentParameters,
      attachment_id: Type.String({ format: 'uuid' }),
    },
    answers: {
      200: {
        description: 'The bytes, with their original type',
        type: mediaTypes,
        headers: { ...namedFile, 'X-Suggested-Filename': 'The file name alone, in ASCII' },
      },
    },
    faults: ['document_not_found', 'content_removed', 'attachment_not_found', 'prints_exceeded', 'printing_missing'],
    async handle(call) {
      const { account, parts, room } = call
      const { id, attachment_id: attachmentId } = call.params
      const { database } = parts.store
      const attachment = await attachmentOf(database, account.orgId, family, id, attachmentId)
      if (attachment !== undefined) return storedFileAnswer(attachment, room)
      const page = attachmentId === id ? await printedPage(call, family, id) : undefined
      if (page !== undefined) return { ...fileHead(page), body: page.content }
      if (!(await hasDocument(database, account.orgId, family, id))) throw documentNotFound(family, id)
      const removedAt = await removedAtOf(database, account.orgId, id)
      if (removedAt !== undefined) throw new ContentRemoved(id, removedAt)
      throw new Fault('attachment_not_found', { id: attachmentId })
    },
  })
}

/**
 * Streams the file in pieces, and other requests are answered between them. The first piece is read
 * beforehand: a file that cannot be read is answered like any other failure.
 */
async function storedFileAnswer(
  attachment: AttachmentToRead,
  room: AccountContext['room'],
): Promise<FileAnswer<200, string>> {
  const { content } = attachment
  await room.take(heldBytesOf(content.bytes))
  const pieces = content.pieces()
  const first = await pieces.next()
  const head = fileHead(attachment)
  const start = first.value ?? new Uint8Array(0)
  if (start.length === content.bytes) return { ...head, body: start }
  return {
    ...head,
    body: '',
    stream: joined(start, pieces),
    headers: { ...head.headers, 'content-length': String(content.bytes) },
  }
}

async function* joined(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

function fileHead({ fileName, fileType }: Pick<FileToSend, 'fileName' | 'fileType'>) {
  return {
    status: 200 as const,
    type: fileType,
    headers: {
      ...fileHeaders('attachment', fileName),
      'x-suggested-filename': asciiName(fileName),
      'content-security-policy': "default-src 'none'; sandbox",
    },
  }
}

/**
 * In compatibility mode a document without attachments lists its printed page as an attachment,
 * under the document's id. Undefined for any other document. Source: docs/decisions/0053.
 */
async function printedPage(
  call: AccountContext<Basics & Printing>,
  family: Family,
  id: string,
): Promise<FileToSend | undefined> {
  const { account, compatibility, parts, room } = call
  if (compatibility === undefined) return undefined
  const document = await findDocument(parts.store.database, account.orgId, family, id, room)
  if (!document || (await hasAttachments(document.answer))) return undefined
  const { file_name: fileName, file_type: fileType } = printedAttachment(id, isCreditNote(family))
  return { fileName, fileType, content: await printedPdf(document, call) }
}

/** Attachments come before the lines, in the first part. */
async function hasAttachments(answer: StoredText): Promise<boolean> {
  for await (const part of answer.strings()) return part.includes('"attachments":[')
  return false
}

type FileToSend = Omit<RecordFile, 'id'>
