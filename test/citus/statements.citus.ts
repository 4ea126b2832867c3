import { strict as assert } from 'node:assert'
import { spawn } from 'node:child_process'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { DatabaseError } from 'pg'
import { ConstraintFailure, type Database, type Statement, sql } from '../../src/store/database/database.ts'
import { openDatabase } from '../../src/store/database/open-database.ts'
import { onDistributed } from './distributed.ts'
import { exitOf } from './node.ts'
import { readRecord } from './record-statements.ts'

// Citus refuses shapes of statements that PostgreSQL takes, some of them only behind row level
// security. So the tests of what is stored run on PostgreSQL, and each statement that the service
// sent there is tried in a cluster.

const root = join(import.meta.dirname, '../..')

onDistributed('a cluster takes every statement that PostgreSQL takes', async (t, _cluster, database) => {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-statements-'))
  t.after(() => rm(folder, { recursive: true }))
  await runTests(folder)
  const statements = recorded(folder)
  assert.ok(statements.length > 300, `${statements.length} statements`)
  const cluster = await openDatabase({ databaseUrl: database.urlAt() })
  t.after(() => cluster.close())
  const refused: string[] = []
  for (const statement of statements) {
    const why = await refusal(cluster, statement)
    if (why !== undefined) refused.push(`${why}: ${statement.sql}`)
  }
  t.diagnostic(`${statements.length} statements`)
  assert.deepEqual(refused, [])
})

/** The tests of what is stored, apart from those whose statements are not of the service. */
async function runTests(folder: string): Promise<void> {
  const tested = ['store', 'exchange', 'features', 'people', 'api', 'service']
  const files = tested
    .flatMap((room) => globSync(`src/${room}/**/*.test.ts`, { cwd: root }))
    .filter((file) => !/^src\/store\/(database\/|row-security)/.test(file) && !/\.(slow|alone)\.test\.ts$/.test(file))
  const runner = ['--test', '--test-concurrency=2', '--test-reporter=./scripts/test-reporter.mjs']
  const child = spawn(process.execPath, [...runner, ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'record-statements.ts'))}`,
      NODE_TEST_CONTEXT: undefined,
      RECORD_STATEMENTS: folder,
      REQUIRE_POSTGRES: '1',
    },
  })
  const [code, said] = await Promise.all([exitOf(child), text(child.stdout)])
  assert.equal(code, 0, `the tests on PostgreSQL: ${said}`)
}

/** Each text once. */
function recorded(folder: string): readonly Statement[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
  return [...new Map(lines.map(readRecord).map((statement) => [statement.sql, statement])).values()]
}

/** Why the cluster does not take a statement. Values may break a constraint: none of its rows are there. */
async function refusal(cluster: Database, statement: Statement): Promise<string | undefined> {
  const error: unknown = await cluster.transaction([statement, rollBack]).catch((failed: unknown) => failed)
  if (error instanceof ConstraintFailure) return undefined
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  return code === '' || /^(0A|42|XX)/.test(code) ? String(error) : undefined
}

/** Fails, so that nothing is written. */
const rollBack = sql('select 1 / 0')
