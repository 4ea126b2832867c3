import Type from 'typebox'
import { mediaTypes } from '../../../codelists/codelists.ts'
import { familyTitles } from '../../../document/family.ts'
import { Fault } from '../../../faults.ts'
import { attachmentOf } from '../../../store/documents/attachments.ts'
import { asciiName, fileHeaders, namedFile } from '../../answer/content-disposition.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { operationOf } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

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
    faults: ['document_not_found', 'attachment_not_found'],
    async handle({ account, param, parts, room }) {
      const [id, attachmentId] = [param('id'), param('attachment_id')]
      const { database, documents } = parts.store
      const attachment = await attachmentOf(database, account.orgId, family, id, { id: attachmentId, room })
      if (attachment === undefined) {
        if (!(await documents.has(account.orgId, family, id))) throw documentNotFound(family, id)
        throw new Fault('attachment_not_found', [attachmentId])
      }
      return {
        status: 200,
        type: attachment.fileType,
        body: attachment.content,
        headers: {
          ...fileHeaders('attachment', attachment.fileName),
          'x-suggested-filename': asciiName(attachment.fileName),
          'content-security-policy': "default-src 'none'; sandbox",
        },
      }
    },
  })
}
