import Type from 'typebox'
import { mediaTypes } from '../../../codelists/codelists.ts'
import { printedAttachment } from '../../../document/compatible-content.ts'
import { type Family, familyTitles, isCreditNote } from '../../../document/family.ts'
import { Fault } from '../../../faults.ts'
import type { IssuedFile } from '../../../issuing/issued-record.ts'
import type { StoredText } from '../../../store/database/stored-text.ts'
import { attachmentOf } from '../../../store/documents/attachments.ts'
import { stringOf } from '../../../text.ts'
import { asciiName, fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { type Answer, type Call, operationOf } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'
import { printedPdf } from './printed-document.ts'

/** The bytes of an attachment, as a file that no browser opens as anything else. Source: decisions §4. */
export function downloadAttachment(kind: DocumentKind) {
  const { family } = kind
  return operationOf({
    id: `${camelName(kind)}Attachment`,
    method: 'GET',
    path: `/api/${family}/{id}/attachments/{attachment_id}/download`,
    summary: `An attachment of a ${familyTitles[family].toLowerCase()}`,
    scope: 'documents:read',
    params: {
      ...documentParameters,
      attachment_id: Type.String({ description: 'attachments[].id of the document', format: 'uuid' }),
    },
    answers: {
      200: {
        description: 'The bytes, with the type they were sent with',
        type: mediaTypes,
        headers: { ...namedFile, 'X-Suggested-Filename': 'The same in ASCII, without more' },
      },
    },
    faults: ['document_not_found', 'attachment_not_found', 'prints_exceeded'],
    async handle(call) {
      const { account, parts, room } = call
      const [id, attachmentId] = [call.param('id'), call.param('attachment_id')]
      const { database, documents } = parts.store
      const attachment = await attachmentOf(database, account.orgId, family, id, { id: attachmentId, room })
      if (attachment !== undefined) return fileAnswer(attachment)
      const page = await printedPage(call, family)
      if (page !== undefined) return fileAnswer(page)
      if (!(await documents.has(account.orgId, family, id))) throw documentNotFound(family, id)
      throw new Fault('attachment_not_found', [attachmentId])
    },
  })
}

function fileAnswer({ fileName, fileType, content }: FileToSend): Answer {
  return {
    status: 200,
    type: fileType,
    body: content,
    headers: {
      ...fileHeaders('attachment', fileName),
      'x-suggested-filename': asciiName(fileName),
      'content-security-policy': "default-src 'none'; sandbox",
    },
  }
}

/**
 * Compatibility mode shows the page of a document without attachments as one of its own, under the document's id. Undefined for any
 * other. Source: docs/decisions/0053.
 */
async function printedPage(call: Call, family: Family): Promise<FileToSend | undefined> {
  const { account, compatibility, parts, room } = call
  const id = call.param('id')
  if (compatibility === undefined || call.param('attachment_id') !== id) return undefined
  const document = await parts.store.documents.find(account.orgId, family, id, room)
  if (!document || (await hasAttachments(document.answer))) return undefined
  const { file_name: fileName, file_type: fileType } = printedAttachment(id, isCreditNote(family))
  return { fileName, fileType, content: await printedPdf(document, call) }
}

/** Attachments stand before the lines, in the first part. */
async function hasAttachments(answer: StoredText): Promise<boolean> {
  for await (const part of answer.parts()) return stringOf(part).includes('"attachments":[')
  return false
}

type FileToSend = Omit<IssuedFile, 'id'>
