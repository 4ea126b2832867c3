import { named, oneOf } from '@selfbill/pint-ae/document'
import { notBlank } from './parameters.ts'

/** How a table is written to a file: `?format=`. */
export const tableFormat = notBlank(named('TableFormat', oneOf(['csv', 'xlsx'])))
