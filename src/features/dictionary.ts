import { Dictionary, fieldsOfDocuments } from '@selfbill/pint-ae/dictionary'
import { fieldsOfTheApi } from '../api/declaration/fields/index.ts'
import { agreementFields } from './agreements/fields.ts'
import { draftFields } from './drafts/fields.ts'
import { handledFields } from './handled/fields.ts'
import { monthFields } from './months/fields.ts'
import { noticeFields } from './notices/operations.ts'
import { participantFields } from './participants/fields.ts'
import { requestFields } from './requests/fields.ts'
import { supplierFields } from './suppliers/fields.ts'
import { uploadFields } from './uploads/fields.ts'
import { webhookFields } from './webhooks/fields.ts'

/**
 * What every field of the API means, for its reference. Apart from the list of features, because
 * the service starts without it.
 */
export const dictionary = new Dictionary([
  ...fieldsOfDocuments,
  ...fieldsOfTheApi,
  webhookFields,
  uploadFields,
  agreementFields,
  supplierFields,
  draftFields,
  handledFields,
  monthFields,
  participantFields,
  requestFields,
  noticeFields,
])
