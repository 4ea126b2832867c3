import Type, { type Static } from 'typebox'
import { type Family, isCreditNote } from '../../document/family.ts'

/** What a document is, as snapshots and logs of the network say it. */
export const DocumentType = Type.Union([Type.Literal('INVOICE'), Type.Literal('CREDIT_NOTE')])
export type DocumentType = Static<typeof DocumentType>

export function documentTypeOf(family: Family): DocumentType {
  return isCreditNote(family) ? 'CREDIT_NOTE' : 'INVOICE'
}
