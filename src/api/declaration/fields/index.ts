import type { FieldTable } from '@selfbill/pint-ae/dictionary'
import { accountFields } from './account-fields.ts'
import { approvalFields } from './approval-fields.ts'
import { deliveryFields } from './delivery-fields.ts'
import { listFields } from './list-fields.ts'
import { listedDocumentFields } from './listed-document-fields.ts'
import { logoFields } from './logo-fields.ts'
import { parameterFields } from './parameter-fields.ts'
import { ruleFields } from './rule-fields.ts'

/** What the fields of bodies and answers mean, beside those of documents and features. */
export const fieldsOfTheApi: readonly FieldTable[] = [
  listFields,
  listedDocumentFields,
  logoFields,
  accountFields,
  approvalFields,
  deliveryFields,
  ruleFields,
  parameterFields,
]
