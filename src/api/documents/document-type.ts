import Type, { type Static } from 'typebox'
import type { Family } from '../../document/family.ts'
import { isCreditNote } from '../../document/issued.ts'

/** What a document is, as snapshots and logs of the network say it. */
export const DocumentType = Type.Union([Type.Literal('INVOICE'), Type.Literal('CREDIT_NOTE')])
export type DocumentType = Static<typeof DocumentType>

export function documentTypeOf(family: Family): DocumentType {
  return isCreditNote(family) ? 'CREDIT_NOTE' : 'INVOICE'
}
