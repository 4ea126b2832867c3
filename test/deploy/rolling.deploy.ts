import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { OwnPostgres } from '../support/databases/own-postgres.ts'
import { tenants } from '../support/service/tenants.ts'
import { Calls } from './calls.ts'
import { root } from './deploy-files.ts'
import { freePort } from './free-port.ts'
import { Haproxy } from './haproxy.ts'
import { Started } from './started.ts'

// Restarts each of two instances in turn behind haproxy, as docs/operating.md#restart-without-a-failed-request says, while
// callers create and read documents over kept connections. No request may fail. test/upgrade/ does
// the same with two versions.

const haproxy = process.env.HAPROXY
const rounds = 2

test('a rolling restart behind a proxy fails no request and loses no document', {
  skip: haproxy === undefined ? 'haproxy is not here, or LONG is not set' : false,
}, async (t) => {
  const server = await OwnPostgres.start()
  if (server === undefined) return t.skip('PostgreSQL is not installed')
  t.after(() => server.stop())
  const store = await openStore({ databaseUrl: server.url }, Date.now())
  const [tenant] = await tenants(store, 1)
  await store.close()
  assert.ok(tenant)
  const ports = [await freePort(), await freePort()] as const
  const instances = await Promise.all(ports.map((port) => start(t, server.url, port)))
  const proxy = await Haproxy.start(t, haproxy ?? '', ports)
  await proxy.untilBothServe()

  const calls = new Calls(proxy.address, tenant)
  calls.start(6)
  await calls.more(20)
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, port] of ports.entries()) {
      assert.equal(await instances[at]?.stop('SIGTERM'), 0)
      await calls.more(20)
      instances[at] = await start(t, server.url, port)
      await proxy.untilBothServe()
      await calls.more(20)
    }
  }
  await calls.stop()
  assert.deepEqual(calls.failures, [])
  assert.ok(calls.created.length > 20 * rounds)
  await calls.untilApproved()
  for (const instance of instances) assert.equal(await instance.stop('SIGTERM'), 0, instance.log)
})

async function start(t: Parameters<typeof Started.of>[0], databaseUrl: string, port: number): Promise<Started> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    GATEWAY: 'sandbox',
    TUNING: 'sandbox_delay_ms=50,rate_limit_per_minute=1000000',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    STOP_DELAY_MS: '5000',
  }
  const child = spawn(process.execPath, [join(root, 'bin/selfbill.js'), 'serve'], { env })
  return await Started.of(t, child)
}
