import type { JsonValue } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import type { Family } from '../../../console/pages/documents/family.ts'
import { exampleOf } from '../../../console/pages/drafts/example.ts'
import { gulfDate } from '../../../console/pages/drafts/gulf-date.ts'

/** A CSV file that can be uploaded as it is: two documents, the first with two lines. */
export function exampleFile(family: Family, now: number): string {
  const members = leavesOf(exampleOf(family, gulfDate(now)))
  const ofLine = members.filter(([path]) => path.startsWith(linePrefix))
  const ofDocument = members.filter(([path]) => !path.startsWith(linePrefix))
  const headings = ['document', ...ofDocument.map(([path]) => path), ...ofLine.map(([path]) => path)]
  const row = (document: string, isFirst: boolean) => [
    document,
    ...ofDocument.map(([, value]) => (isFirst ? value : '')),
    ...ofLine.map(([, value]) => value),
  ]
  const rows = [headings, row('1', true), row('1', false), row('2', true)]
  // The mark makes spreadsheets read it as UTF-8.
  return `\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`
}

/** Paths and texts as the import names them: fields of a line begin with `line.`. */
function leavesOf(value: JsonValue, path = ''): readonly (readonly [path: string, text: string])[] {
  if (value instanceof Map) {
    return [...value].flatMap(([name, member]) => leavesOf(member, path === '' ? name : `${path}.${name}`))
  }
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value
    return path === 'document_lines'
      ? leavesOf(items[0] ?? null, 'line')
      : items.flatMap((item, at) => leavesOf(item, `${path}[${at}]`))
  }
  return typeof value === 'string' || value instanceof Decimal ? [[path, String(value)]] : []
}

const linePrefix = 'line.'

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
