import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { administratorUrl, sharedPostgres } from '../../test/support/databases/postgres-server.ts'
import { openPostgres } from '../store/database/postgres.ts'
import { warnOfBypassedRowSecurity } from './bypassed-row-security.ts'

const server = await sharedPostgres()

test('a role above row level security is warned of, another is not', { skip: server === undefined }, async () => {
  const url = server ?? assert.fail()
  for (const [role, expected] of [
    [administratorUrl(url), /BYPASSRLS/],
    [url, /^$/],
  ] as const) {
    const lines: string[] = []
    const database = await openPostgres(role)
    try {
      await warnOfBypassedRowSecurity({ database }, pino({}, { write: (line: string) => void lines.push(line) }))
    } finally {
      await database.close()
    }
    assert.match(lines.join(''), expected)
  }
})
