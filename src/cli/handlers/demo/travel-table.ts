import { ruleIdsOf } from '@selfbill/pint-ae/rulebook'
import type { Travel } from './travel.ts'
import { columnsMax, wrapText } from './wrap-text.ts'

/** The table of results at the end of the demo. */
export function travelTable(travels: readonly Travel[]): string {
  const head = ['document', 'sequence', 'payable', 'VAT', 'overall status', 'time', 'findings']
  const rows = travels.map((travel) => [
    travel.number,
    String(travel.sequence),
    travel.payable,
    travel.vat,
    travel.status,
    `${(travel.tookMs / 1000).toFixed(1)} s`,
    ruleIdsOf(travel.findings).join(' ') || '-',
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const lastAt = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const line = (cells: readonly string[]) => {
    const [first = '', ...more] = wrapText(cells.at(-1) ?? '', columnsMax - lastAt)
    const before = cells.slice(0, -1).map((cell, column) => `${cell.padEnd(widths[column] ?? 0)}  `)
    return [before.join('') + first, ...more.map((text) => ' '.repeat(lastAt) + text)].join('\n')
  }
  const rule = widths.map((width, column) => '-'.repeat(column === widths.length - 1 ? columnsMax - lastAt : width))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
