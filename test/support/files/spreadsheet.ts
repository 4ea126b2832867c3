import { buffer } from 'node:stream/consumers'
import { type WrittenCell, writtenXlsx } from '../../../src/document-files/xlsx/written-xlsx.ts'
import type { Table } from './table.ts'

/** The table as an .xlsx file; every cell is a text unless `kinds` has its heading and it fits. */
export function asXlsx(
  { headings, rows }: Table,
  kinds: Readonly<Record<string, WrittenCell['kind']>> = {},
): Promise<Buffer> {
  const written = rows.map((cells) =>
    cells.map(
      (text, at) => ({ kind: /\d$/.test(text) ? (kinds[headings[at] ?? ''] ?? 'text') : 'text', text }) as const,
    ),
  )
  const sheet = { name: 'July', headings, rows: written, isRightToLeft: false }
  return buffer(writtenXlsx(sheet, new Date('2026-07-15T00:00:00Z')))
}
