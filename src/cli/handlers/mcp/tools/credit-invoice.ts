import { Type } from '@selfbill/pint-ae/document'
import { ConfirmationInput, WriteContent, writeOnceConfirmed } from '../confirmed-write.ts'
import { IdInput } from '../inputs.ts'
import { documentPath } from '../links.ts'
import { requestText } from '../request-text.ts'
import { tool } from '../tool.ts'

/** The credit by reference: prices and VAT come from the invoice. */
export const creditInvoice = tool({
  name: 'credit_invoice',
  title: 'Credit an invoice',
  description:
    'Issues a credit note of an invoice, for some of its lines or for all that is left. Prices and VAT come from the ' +
    'invoice. That cannot be undone. The first call, without confirmation_code, only computes it. The same credit is ' +
    'issued once in 24 hours.',
  isWrite: true,
  input: Type.Object(
    {
      family: Type.Enum(['purchase-invoices', 'sales-invoices'] as const),
      id: IdInput,
      credit: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()], {
        description:
          'An object, or a JSON text where a number has more than 15 digits: discrepancy_response (the code of the ' +
          'reason) and, unless all is credited, lines with line and quantity; other members as in the API',
      }),
      confirmation_code: ConfirmationInput,
    },
    { additionalProperties: false },
  ),
  output: WriteContent,
  call({ family: invoices, id, credit, confirmation_code: code }, parts, signal) {
    const family = invoices === 'purchase-invoices' ? 'purchase-credit-notes' : 'sales-credit-notes'
    const write = { path: `${documentPath(invoices, id)}/credit-notes`, body: requestText(credit) }
    return writeOnceConfirmed(write, { family, code, signal }, parts)
  },
})
