import { type Message, message } from '@selfbill/pint-ae/messages'
import { visible } from './csv-cells.ts'

/** Which of day and month comes first in the dates of a file: a person says it, nobody guesses. */
export const dateOrders = ['dd/mm/yyyy', 'mm/dd/yyyy'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * A date as people write it (`3/4/2026`, `03.04.2026`) as yyyy-mm-dd, or why it cannot be read.
 * Undefined for any other text: it stays as it is, and the service checks it.
 */
export function dateIn(cell: string, column: string, order: DateOrder | undefined): string | Message | undefined {
  const [, one, , other, year] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(cell) ?? []
  if (one === undefined || other === undefined || year === undefined) return undefined
  const found = { column, value: visible(cell) }
  if (order === undefined) return message('cell_date_unclear', found)
  const [day, month] = order === 'dd/mm/yyyy' ? [one, other] : [other, one]
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(date) ? date : message('cell_date_impossible', { ...found, order })
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
