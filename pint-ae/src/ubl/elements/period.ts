import { branch, type Element } from '@selfbill/schematron/xml'
import { billingFrequencies } from '../../codelists/codelists.ts'
import type { InvoicePeriod } from '../../document/objects/period.ts'
import { cac, cbc } from '../names.ts'
import { textLeaf } from './leaves.ts'

/**
 * A billing period (IBG-14, IBG-26). A description that is a frequency code is written as a code
 * (BTAE-06).
 */
export function invoicePeriod(sent: InvoicePeriod | undefined): Element | undefined {
  if (sent === undefined) return undefined
  const { description } = sent
  const isFrequency = description !== undefined && billingFrequencies.has(description)
  return branch(
    cac.InvoicePeriod,
    [
      textLeaf(cbc.StartDate, sent.start_date, 'start_date'),
      textLeaf(cbc.EndDate, sent.end_date, 'end_date'),
      textLeaf(isFrequency ? cbc.DescriptionCode : cbc.Description, description, 'description'),
    ],
    'invoice_period',
  )
}
