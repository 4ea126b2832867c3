import type { CreditNoteContent, DocumentContent } from '../document/answer.ts'
import type { ComputedDocument } from '../document/computed-document.ts'
import type { Element } from '../xml/element.ts'
import { creditNote } from './credit-note.ts'
import { invoice } from './invoice.ts'

/**
 * The UBL 2.1 document of an issued document: PINT AE Self-Billing 1.0.4 for purchases, PINT AE
 * Billing for sales. Each element says by its `origin` which member of the request it was written
 * from; what the service computed has none of its own.
 */
export function ublDocument(issued: ComputedDocument): Element {
  const { content } = issued
  return isCreditNoteContent(content) ? creditNote(issued, content) : invoice(issued, content)
}

function isCreditNoteContent(content: DocumentContent): content is CreditNoteContent {
  return 'credit_note_type_code' in content
}
