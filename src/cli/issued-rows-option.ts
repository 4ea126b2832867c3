import { Option } from '@commander-js/extra-typings'
import { UsageError } from './usage-error.ts'

/** `--issued-rows ROWS`, to go on with an old import. */
export const issuedRowsOption = new Option(
  '--issued-rows <ROWS>',
  'after an interruption of more than a day: which of the rows that the command then names are issued, such as ' +
    '17-20,23, or none',
).argParser(readRows)

function readRows(text: string): readonly number[] {
  if (text.trim() === 'none') return []
  const rows: number[] = []
  for (const part of text.split(',')) {
    const [, from, to = from] = /^\s*(\d{1,7})(?:\s*-\s*(\d{1,7}))?\s*$/.exec(part) ?? []
    if (from === undefined || Number(to) < Number(from))
      throw new UsageError('--issued-rows must be rows such as 17-20,23, or none')
    for (let row = Number(from); row <= Number(to); row += 1) rows.push(row)
  }
  return rows
}
