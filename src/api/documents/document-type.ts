import type { Static } from 'typebox'
import { answerEnum } from '../../document/declaration/answer-shapes.ts'
import { type Family, isCreditNote } from '../../document/family.ts'

/** The type of a document in snapshots and logs. */
export const DocumentType = answerEnum('DocumentType', ['INVOICE', 'CREDIT_NOTE'])
export type DocumentType = Static<typeof DocumentType>

export function documentTypeOf(family: Family): DocumentType {
  return isCreditNote(family) ? 'CREDIT_NOTE' : 'INVOICE'
}
