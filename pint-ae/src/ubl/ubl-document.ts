import type { Element } from '@selfbill/schematron/xml'
import type { CreditNoteContent, DocumentContent } from '../document/answer.ts'
import type { ComputedDocument } from '../document/computed-document.ts'
import { creditNote } from './credit-note.ts'
import { invoice } from './invoice.ts'

/**
 * Writes a document as UBL 2.1: PINT AE Self-Billing 1.0.4 for purchases, PINT AE Billing for
 * sales. The `origin` of each element is the request member that it was written from. Computed
 * elements have no origin.
 */
export function ublDocument(document: ComputedDocument): Element {
  const { content } = document
  return isCreditNoteContent(content) ? creditNote(document, content) : invoice(document, content)
}

function isCreditNoteContent(content: DocumentContent): content is CreditNoteContent {
  return 'credit_note_type_code' in content
}
