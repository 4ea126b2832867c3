import { instantAt } from '@selfbill/pint-ae/document'
import type { Database, Row, Value } from '../database/database.ts'
import { sql } from '../database/database.ts'
import type { ExportedTable } from './tables.ts'

/** The rows of a table as lines of JSON, in the order of its key, read page by page. */
export async function* linesOfTable(db: Database, orgId: string, table: ExportedTable): AsyncGenerator<string> {
  let last: Row | undefined
  do {
    const rows = await db.query(pageOf(table, orgId, last))
    for (const row of rows) yield `${JSON.stringify(membersOf(row, table))}\n`
    last = rows.length === pageRows && table.key.length > 0 ? rows.at(-1) : undefined
  } while (last !== undefined)
}

const pageRows = 500

function pageOf({ table, key, columns, orgColumn, only }: ExportedTable, orgId: string, after: Row | undefined) {
  const organisation = orgColumn ?? 'org_id'
  const values = after === undefined ? [] : key.map((column) => after[column] ?? null)
  const places = values.map((_, at) => `$${at + 2}`).join(', ')
  return sql(
    `select ${Object.keys(columns).join(', ')} from ${table}
     where ${organisation} = $1 ${only === undefined ? '' : `and ${only.condition}`}
       ${after === undefined ? '' : `and (${key.join(', ')}) > (${places})`}
     order by ${[organisation, ...key].join(', ')} limit ${pageRows}`,
    orgId,
    ...values,
  )
}

function membersOf(row: Row, { columns }: ExportedTable): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, kind]) => [column, written(row[column] ?? null, kind)]),
  )
}

function written(value: Value, kind: ExportedTable['columns'][string]): unknown {
  if (value === null) return null
  if (kind === 'instant') return instantAt(Number(value))
  if (kind === 'flag') return Number(value) === 1
  if (kind === 'json') return JSON.parse(String(value))
  if (kind === 'number') return Number(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}
