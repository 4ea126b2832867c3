import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import type { Statement } from '../../src/store/database/database.ts'
import { oneServer } from '../../src/store/database/postgres-layout.ts'

// Loaded before a test file (`--import`), for statements.citus.ts: writes each statement by which
// the service reads or changes rows of PostgreSQL, with the values of its first time, into the folder
// RECORD_STATEMENTS. Those of migrations run on a database without Citus first.

const folder = process.env.RECORD_STATEMENTS
const seen = new Set<string>()
if (folder !== undefined && isMainThread) {
  const file = join(folder, `${process.pid}.jsonl`)
  const { pipelined } = oneServer
  Object.assign(oneServer, {
    pipelined: (...[start, statements]: Parameters<typeof pipelined>) => {
      for (const statement of statements) record(file, statement)
      return pipelined(start, statements)
    },
  })
}

function record(file: string, { sql, params, across, isPlannedByValues }: Statement): void {
  if (across === 'a test' || across === 'migration' || seen.has(sql)) return
  seen.add(sql)
  const values = params.map((value) =>
    value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value,
  )
  appendFileSync(file, `${JSON.stringify({ sql, values, across, isPlannedByValues })}\n`)
}

export function readRecord(line: string): Statement {
  const { values, ...statement }: Recorded = JSON.parse(line)
  const params = values.map((value) =>
    value !== null && typeof value === 'object' ? Buffer.from(value.hex, 'hex') : value,
  )
  return { ...statement, params }
}

type Recorded = Omit<Statement, 'params'> & {
  readonly values: readonly (string | number | null | { readonly hex: string })[]
}
