import { type Family, familyTexts, Type } from '@selfbill/pint-ae/document'
import { Fault } from '../../faults.ts'

/** `{id}` of a document: a UUID; a malformed one answers like an unknown one. */
export const documentParameters = { id: Type.String({ format: 'uuid' }) }

/** 404, the same for an unknown id and for another organisation's document. */
export function documentNotFound(family: Family, id: string): Fault {
  return new Fault('document_not_found', { kind: familyTexts(family), id })
}
