import { type Family, familyTexts, profileIdShape, Type } from '@selfbill/pint-ae/document'
import { Fault } from '../../faults.ts'
import { profileIdExamples } from '../../openapi/request-examples.ts'

/** `{id}` of a document: a UUID; a malformed one answers like an unknown one. */
export const documentParameters = { id: Type.String({ description: 'The id of the document', format: 'uuid' }) }

/** `{business_profile_id}`: the business profile that issues the documents. */
export function issuerParameter(description = 'The business profile that issues the document') {
  return { business_profile_id: Type.String({ description, ...profileIdShape, examples: profileIdExamples }) }
}

/** 404, the same for an unknown id and for another organisation's document. */
export function documentNotFound(family: Family, id: string): Fault {
  return new Fault('document_not_found', { kind: familyTexts(family), id })
}
