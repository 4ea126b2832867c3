import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { DocumentContent } from '../../document/answer.ts'
import type { ComputedAttachment, ComputedDocument } from '../../document/computed-document.ts'
import { cac, cbc } from '../names.ts'
import { inclusiveInDirham } from './inclusive-in-dirham.ts'

/**
 * Everything written as AdditionalDocumentReference: the total in AED of a document in another
 * currency (BTAE-20), the project of a credit note, which UBL has no element for (IBT-011, type
 * 50), and the attachments (IBG-24).
 */
export function additionalDocuments(
  { content, attachments }: ComputedDocument,
  projectOfCreditNote?: Project,
): readonly (Element | undefined)[] {
  return [totalInDirham(content), project(projectOfCreditNote), ...attachments.map(attachedFile)]
}

function totalInDirham(content: DocumentContent): Element | undefined {
  const total = inclusiveInDirham(content)
  if (total === undefined) return undefined
  return branch(cac.AdditionalDocumentReference, [
    leaf(cbc.ID, 'AED'),
    leaf(cbc.DocumentTypeCode, 'aedtotal-incl-vat'),
    leaf(cbc.DocumentDescription, `AED ${total}`),
  ])
}

function project(sent: Project): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    cac.AdditionalDocumentReference,
    [leaf(cbc.ID, sent.id, 'id'), leaf(cbc.DocumentTypeCode, '50')],
    'project_reference',
  )
}

type Project = DocumentContent['project_reference']

function attachedFile(file: ComputedAttachment, at: number): Element | undefined {
  const bytes = leaf(cbc.EmbeddedDocumentBinaryObject, file.file_content, 'file_content', [
    'mimeCode',
    file.file_type,
    'filename',
    file.file_name,
  ])
  return branch(
    cac.AdditionalDocumentReference,
    [leaf(cbc.ID, file.file_name, 'file_name'), branch(cac.Attachment, [bytes])],
    `attachments[${at}]`,
  )
}
