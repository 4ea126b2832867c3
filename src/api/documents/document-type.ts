import Type, { type Static } from 'typebox'
import { type Family, isCreditNote } from '../../document/family.ts'

/** The type of a document in snapshots and logs. */
export const DocumentType = Type.Union([Type.Literal('INVOICE'), Type.Literal('CREDIT_NOTE')])
export type DocumentType = Static<typeof DocumentType>

export function documentTypeOf(family: Family): DocumentType {
  return isCreditNote(family) ? 'CREDIT_NOTE' : 'INVOICE'
}
