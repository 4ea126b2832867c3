import { answerEnum, type Family, isCreditNote } from '@selfbill/pint-ae/document'
import type { Static } from 'typebox'

/** The type of a document in snapshots and logs. */
export const DocumentType = answerEnum('DocumentType', ['INVOICE', 'CREDIT_NOTE'])
export type DocumentType = Static<typeof DocumentType>

export function documentTypeOf(family: Family): DocumentType {
  return isCreditNote(family) ? 'CREDIT_NOTE' : 'INVOICE'
}
