import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openStore } from '../../src/store/store.ts'
import { OwnPostgres } from '../support/databases/own-postgres.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { type StoredTenant, tenants } from '../support/service/tenants.ts'
import { projectFile, root } from './deploy-files.ts'
import { freePort } from './free-port.ts'
import { Started } from './started.ts'

// Restarts each of two instances in turn behind haproxy, as docs/operating.md#restart-without-a-failed-request says, while
// callers create and read documents over kept connections. No request may fail: haproxy is set to
// hide nothing, neither by another try nor by another server.

const haproxy = process.env.HAPROXY
const rounds = 2

test('a rolling restart behind a proxy fails no request and loses no document', {
  skip: haproxy === undefined ? 'haproxy is not here, or LONG is not set' : false,
}, async (t) => {
  const server = await OwnPostgres.start()
  if (server === undefined) return t.skip('PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-rolling-'))
  t.after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const store = await openStore({ databaseUrl: server.url }, Date.now())
  const [tenant] = await tenants(store, 1)
  await store.close()
  assert.ok(tenant)
  const ports = [await freePort(), await freePort()]
  const instances = await Promise.all(ports.map((port) => start(t, server.url, port)))
  const proxyPort = await freePort()
  const settings = join(folder, 'haproxy.cfg')
  const control = join(folder, 'haproxy.sock')
  writeFileSync(settings, `global\n  stats socket ${control}\n\n${proxySettings(proxyPort, ports)}`)
  const proxy = spawn(haproxy ?? '', ['-db', '-f', settings], { stdio: 'inherit' })
  t.after(() => proxy.kill('SIGKILL'))
  const address = `http://127.0.0.1:${proxyPort}`
  await untilBothServe(control)

  const calls = new Calls(address, tenant)
  const calling = calls.keepOn(6)
  const seen = async (count: number) => {
    const enough = calls.answered + count
    while (calls.answered < enough && calls.failures.length === 0) await delay(20)
  }
  await seen(20)
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, port] of ports.entries()) {
      assert.equal(await instances[at]?.stop('SIGTERM'), 0)
      await seen(20)
      instances[at] = await start(t, server.url, port)
      await untilBothServe(control)
      await seen(20)
    }
  }
  calls.stop()
  await calling
  assert.deepEqual(calls.failures, [])
  assert.ok(calls.created.length > 20 * rounds)
  await calls.untilApproved()
  for (const instance of instances) assert.equal(await instance.stop('SIGTERM'), 0, instance.log)
})

/** The settings of docs/operating.md, without what would hide a failure. */
function proxySettings(port: number, ports: readonly number[]): string {
  const [shown] = /(?<=```haproxy\n)[^`]*/.exec(projectFile('docs/operating.md')) ?? []
  assert.ok(shown)
  return shown
    .replace('retries 3', 'retries 0')
    .replace('option redispatch', 'no option redispatch')
    .replace('bind :443 ssl crt /etc/haproxy/selfbill.pem', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.1:8080', `127.0.0.1:${ports[0]}`)
    .replace('10.0.0.2:8080', `127.0.0.1:${ports[1]}`)
}

async function start(t: Parameters<typeof Started.of>[0], databaseUrl: string, port: number): Promise<Started> {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    GATEWAY: 'sandbox',
    SANDBOX_DELAY_MS: '50',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    STOP_DELAY_MS: '5000',
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const child = spawn(process.execPath, [join(root, 'bin/selfbill.js'), 'serve'], { env })
  return await Started.of(t, child)
}

/** Until the proxy's own checks have found both instances ready. */
async function untilBothServe(control: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const up = (await askProxy(control).catch(() => '')).match(/^instances,(?:one|two),.*,UP,/gm)
    if (up?.length === 2) return
    await delay(100)
  }
  throw new Error('the proxy does not find both instances ready')
}

async function askProxy(control: string): Promise<string> {
  const connection = createConnection(control)
  let text = ''
  connection.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  connection.write('show stat\n')
  await once(connection, 'close')
  return text
}

/** Callers that each use one kept connection, and note every request that fails. */
class Calls {
  readonly created: string[] = []
  readonly failures: string[] = []
  answered = 0
  readonly #address: string
  readonly #tenant: StoredTenant
  readonly #body = jsonOf(aPurchaseInvoice())
  #isOver = false

  constructor(address: string, tenant: StoredTenant) {
    this.#address = address
    this.#tenant = tenant
  }

  async keepOn(callers: number): Promise<void> {
    await Promise.all(Array.from({ length: callers }, () => this.#call()))
  }

  stop(): void {
    this.#isOver = true
  }

  async untilApproved(): Promise<void> {
    const agent = new Agent({ keepAlive: true })
    for (const id of this.created) {
      let status = ''
      for (let tries = 0; tries < 300 && status !== 'APPROVED'; tries += 1) {
        if (tries > 0) await delay(50)
        const { text } = await this.#send(agent, 'GET', `/api/purchase-invoices/${id}`)
        status = JSON.parse(text).meta_info?.peppol_status?.overall_status ?? text
      }
      assert.equal(status, 'APPROVED', id)
    }
    agent.destroy()
  }

  async #call(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!this.#isOver && this.failures.length === 0) {
      try {
        const created = await this.#send(agent, 'POST', `/api/purchase-invoices/${this.#tenant.profileId}`, this.#body)
        if (created.status !== 201) throw new Error(`a create was answered ${created.status}: ${created.text}`)
        const { id } = JSON.parse(created.text)
        this.created.push(id)
        const read = await this.#send(agent, 'GET', `/api/purchase-invoices/${id}`)
        if (read.status !== 200) throw new Error(`a read was answered ${read.status}: ${read.text}`)
        this.answered += 2
      } catch (error) {
        this.failures.push(String(error))
      }
    }
    agent.destroy()
  }

  #send(agent: Agent, method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.#tenant.token}`, 'content-type': 'application/json' }
      const sent = request(`${this.#address}${path}`, { agent, method, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (more: string) => {
          text += more
        })
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.once('error', reject)
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
}
