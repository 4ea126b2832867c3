import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { openStore } from '../../src/store/store.ts'
import {
  administratorUrl,
  binaryFolder,
  type Cluster,
  newCluster,
  startServer,
} from '../support/databases/postgres-server.ts'
import { eventually } from '../support/eventually.ts'

// The role that compose.yaml makes, by the script and the variables that its database gets.

const binaries = binaryFolder()
const password = "it's $ecret\\"

test('the database of compose.yaml has a role that row level security binds', {
  skip: binaries === undefined && 'no PostgreSQL',
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-role-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const cluster = await newCluster(folder)
  const server = startServer(cluster)
  t.after(async () => {
    server.process.kill('SIGINT')
    await server.exited
  })
  await eventually(async () => (await ask(administratorUrl(cluster.url), 'select 1')).length === 1)
  runScript(cluster)
  const url = new URL(cluster.url)
  url.pathname = '/selfbill'
  url.password = encodeURIComponent(password)
  const store = await openStore({ databaseUrl: url.href }, Date.now())
  await store.close()
  assert.deepEqual(await ask(url.href, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user'), [
    { rolsuper: false, rolbypassrls: false },
  ])
})

/** As the image runs the scripts in docker-entrypoint-initdb.d. */
function runScript({ port }: Cluster): void {
  const script = join(import.meta.dirname, '../../deploy/compose/database-role.sh')
  execFileSync('bash', ['-e', script], {
    env: {
      PATH: `${binaries}:${process.env.PATH}`,
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      POSTGRES_USER: 'postgres',
      SELFBILL_PASSWORD: password,
    },
    stdio: 'pipe',
  })
}

async function ask(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new Client(url)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } catch {
    return []
  } finally {
    await client.end()
  }
}
