import type { Static } from 'typebox'
import { message } from '../../messages/message.ts'
import { addRules, type Draft, namedObject, optional, type Report } from '../declaration/declare.ts'
import { date, longText } from '../declaration/leaves.ts'

/**
 * A billing period of the document (IBG-14). The rule book checks that it has a date (IBR-CO-19).
 */
export const InvoicePeriod = namedObject('Period', {
  start_date: optional(date()),
  end_date: optional(date()),
  description: optional(longText()),
})

/**
 * A billing period of one line (IBG-26): it must not end before it starts. Source:
 * docs/contract.md#document-line.
 */
export const LinePeriod = namedObject('Period', InvoicePeriod.properties)

addRules(LinePeriod, endsAfterStart)

export type InvoicePeriod = Static<typeof InvoicePeriod>

function endsAfterStart({ start_date: start, end_date: end }: Draft<InvoicePeriod>, report: Report): void {
  if (start !== undefined && end !== undefined && end < start)
    report('end_date', message('end_before_start', { field: 'end_date', start_field: 'start_date' }))
}
