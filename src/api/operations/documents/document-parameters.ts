import Type from 'typebox'
import { type Family, familyTitles } from '../../../document/family.ts'
import { profileIdShape } from '../../../document/objects/business-profile.ts'
import { Fault } from '../../faults.ts'
import { profileIdExamples } from '../../openapi/request-examples.ts'

/** `{id}` of a document: a UUID; a malformed one is answered like an unknown one. */
export const documentParameters = { id: Type.String({ description: 'The id of the document', format: 'uuid' }) }

/** `{business_profile_id}`: in whose name documents are issued. */
export function issuerParameter(description = 'In whose name the document is issued') {
  return { business_profile_id: Type.String({ description, ...profileIdShape, examples: profileIdExamples }) }
}

/** 404, the same for an unknown id and for a document of another organisation. */
export function documentNotFound(family: Family, id: string): Fault {
  return new Fault('document_not_found', [familyTitles[family], id])
}
