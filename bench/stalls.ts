import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../src/store/store.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { aPurchaseInvoice, jsonOf, type Members } from '../test/support/requests/requests.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { figure, printTable } from './measure.ts'
import { type Place, places } from './places.ts'
import { arabicLines, brokenLines, files, manyLines, mediumLines } from './stalls/large-requests.ts'
import { readMainThread, watched } from './stalls/main-thread.ts'

/**
 * How long the main thread works without a break, in CPU time, while each operation handles the
 * largest documents: everyone else waits that long. Also the memory of the process before such a
 * storm and a minute after it. BENCH_STORM sets the rounds of the storm.
 */
export async function run(): Promise<void> {
  for (const make of await places()) {
    const place = await make()
    const store = await place.open()
    const folder = await mkdtemp(join(tmpdir(), 'selfbill-stalls-'))
    try {
      await measure(place, store, join(folder, 'probe'))
    } finally {
      await store.close()
      await place.remove()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const longestMs = 20

async function measure(place: Place, store: Store, socket: string): Promise<void> {
  const [tenant] = await tenants(store, 1)
  if (tenant === undefined) throw new Error('no tenant')
  const service = await RunningService.start({
    ...place.environment,
    ...watched(socket),
    'TUNING.rate_limit_per_minute': '1000000',
    'TUNING.sandbox_delay_ms': '3600000',
  })
  try {
    const caller = new Caller(service.address, tenant, socket)
    await caller.call('POST', invoices(tenant), jsonOf(aPurchaseInvoice()))
    await caller.operations()
    printTable(
      [`${place.name}`, 'longest ms', 'wall ms', 'answer MB', 'took ms', ''],
      caller.rows.map((row) => [...row]),
    )
    await storm(caller, tenant)
  } finally {
    await service.stop()
  }
}

async function storm(caller: Caller, tenant: StoredTenant): Promise<void> {
  const before = await caller.probe()
  let most = 0
  const bodies = [manyLines(), brokenLines(), files()].map(jsonOf)
  for (let round = 0; round < Number(process.env.BENCH_STORM ?? 3); round += 1) {
    await Promise.all([...bodies, ...bodies].map((body) => caller.call('POST', invoices(tenant), body)))
    most = Math.max(most, (await caller.probe()).rssMb)
  }
  const after: number[] = []
  for (let seconds = 0; seconds <= 60; seconds += 10) {
    after.push((await caller.probe()).rssMb)
    await sleep(10_000)
  }
  console.log(
    `\nMemory, MB: ${figure(before.rssMb)} before the storm, ${figure(most)} in it, then every ten seconds ${after.map(figure).join(', ')}\n`,
  )
}

function invoices({ profileId }: StoredTenant): string {
  return `/api/purchase-invoices/${profileId}`
}

interface Answered {
  readonly status: number
  readonly body: Buffer
}

class Caller {
  readonly rows: string[][] = []
  readonly #address: string
  readonly #tenant: StoredTenant
  readonly #socket: string

  constructor(address: string, tenant: StoredTenant, socket: string) {
    this.#address = address
    this.#tenant = tenant
    this.#socket = socket
  }

  /** Every operation, with every kind of document. */
  async operations(): Promise<void> {
    const create = invoices(this.#tenant)
    for (const [kind, request] of Object.entries(kinds)) {
      const body = jsonOf(request())
      const key = createHash('sha256').update(body).digest('hex')
      const made = await this.row(`create, ${kind}`, 'POST', create, body)
      await this.row('  with a key', 'POST', create, body, { 'idempotency-key': key })
      await this.row('  again with it', 'POST', create, body, { 'idempotency-key': key })
      await this.row('  in Arabic', 'POST', create, body, { 'accept-language': 'ar' })
      await this.row('  dry run', 'POST', `${create}?dry_run=true`, body)
      const lines = `${body}\n`.repeat(Math.max(1, Math.min(4, Math.floor((32 * 1024 * 1024) / (body.length + 1)))))
      await this.row('  batch', 'POST', `${create}/batch`, lines, { 'content-type': 'application/x-ndjson' })
      const { id, attachments, meta_info } = JSON.parse(made.body.toString())
      const path = `/api/purchase-invoices/${id}`
      await this.row('  retrieve', 'GET', path)
      await this.row('  retrieve in Arabic', 'GET', path, undefined, { 'accept-language': 'ar' })
      for (const part of ['xml', 'html', 'revisions', ...(kind === 'usual lines' ? ['pdf'] : [])])
        await this.row(`  ${part}`, 'GET', `${path}/${part}`)
      if (attachments?.[0] !== undefined)
        await this.row('  attachment', 'GET', `${path}/attachments/${attachments[0].id}/download`)
      if (meta_info.peppol_status.overall_status === 'VALIDATION_FAILED') {
        await this.row('  resubmit', 'PUT', `${path}/${this.#tenant.profileId}`, jsonOf(brokenLines('again')))
        await this.row('  revisions', 'GET', `${path}/revisions`)
      } else await this.row('  credit', 'POST', `${path}/credit-notes`, jsonOf(credit))
    }
    await this.row('list', 'GET', '/api/purchase-invoices?size=100')
    await this.row('list in Arabic', 'GET', '/api/purchase-invoices?size=100', undefined, { 'accept-language': 'ar' })
  }

  async row(
    name: string,
    method: string,
    path: string,
    body?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    await this.probe()
    const began = performance.now()
    const answered = await this.call(method, path, body, headers)
    const took = performance.now() - began
    await sleep(50)
    const { cpuMs, wallMs } = await this.probe()
    const megabytes = answered.body.length / 1024 / 1024
    const words = cpuMs > longestMs ? `over ${longestMs}` : ''
    this.rows.push([name, figure(cpuMs), figure(wallMs), megabytes.toFixed(1), figure(took), words])
    return answered
  }

  call(method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    const sent =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const asked = httpRequest(
        `${this.#address}${path}`,
        { method, headers: { authorization: `Bearer ${this.#tenant.token}`, ...sent, ...headers } },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', reject)
          response.on('end', () => {
            const answered = { status: response.statusCode ?? 0, body: Buffer.concat(parts) }
            if (answered.status < 300) resolve(answered)
            else reject(new Error(`${method} ${path}: ${answered.status} ${answered.body.subarray(0, 500)}`))
          })
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
  }

  /** The work of the main thread since the last reading. */
  probe(): ReturnType<typeof readMainThread> {
    return readMainThread(this.#socket)
  }
}

const credit = { discrepancy_response: 'DL8.61.1.D', reason: 'Goods were returned', lines: [{ line: 1, quantity: 1 }] }

const kinds: Readonly<Record<string, () => Members>> = {
  'one line': aPurchaseInvoice,
  '24,000 characters': mediumLines,
  'usual lines': manyLines,
  'Arabic lines': arabicLines,
  'broken lines': brokenLines,
  files,
}
