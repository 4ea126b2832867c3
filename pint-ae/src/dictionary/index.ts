// An entry for the service alone: what the fields of documents mean.

import { answerFields } from './answer-fields.ts'
import { documentFields } from './document-fields.ts'
import type { FieldTable } from './field-words.ts'
import { lineFields } from './line-fields.ts'
import { partyFields } from './party-fields.ts'
import { paymentFields } from './payment-fields.ts'

export { businessTerms } from './business-terms.ts'
export { Dictionary, everywhere, type FieldTable, type FieldWords } from './field-words.ts'
export { termsOf } from './terms-of.ts'

/** The fields of documents, business profiles and agreements. */
export const fieldsOfDocuments: readonly FieldTable[] = [
  documentFields,
  partyFields,
  lineFields,
  paymentFields,
  answerFields,
]
