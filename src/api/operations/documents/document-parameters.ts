import Type from 'typebox'
import { type Family, familyTitles } from '../../../document/family.ts'
import { Fault } from '../../../faults.ts'

/** `{id}` of a document: a UUID; a malformed one is answered like an unknown one. */
export const documentParameters = { id: Type.String({ description: 'The id of the document', format: 'uuid' }) }

/** 404, the same for an unknown id and for a document of another organisation. */
export function documentNotFound(family: Family, id: string): Fault {
  return new Fault('document_not_found', [familyTitles[family], id])
}
