import { creditMessages } from './table/credit.ts'
import { documentMessages } from './table/documents.ts'
import { faultMessages } from './table/faults.ts'
import { fieldMessages } from './table/fields.ts'
import { fileMessages } from './table/files.ts'
import { jsonMessages } from './table/json.ts'
import { lookupMessages } from './table/lookups.ts'
import { requestMessages } from './table/requests.ts'
import { warningMessages } from './table/warnings.ts'

/**
 * Every message of the API: English and Arabic side by side, by id. A row without Arabic does not
 * compile. `{name}` is the place of a value. In Arabic, backticks enclose text that runs left to
 * right, such as a name or a code. Source of the English: docs/contract.md#errors.
 */
export const messages = {
  ...faultMessages,
  ...fieldMessages,
  ...jsonMessages,
  ...documentMessages,
  ...creditMessages,
  ...requestMessages,
  ...lookupMessages,
  ...fileMessages,
  ...warningMessages,
}
