import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Store } from '../src/store/store.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { issuedOnce, rowFor } from './issued.ts'
import { figure, printTable } from './measure.ts'
import { type Place, places } from './places.ts'

const seconds = 5
const connections = 64
const request = aPurchaseInvoice({ document_lines: Array.from({ length: 10 }, () => aLine()) })

/**
 * Creates a second over HTTP, ten lines each, nothing sent meanwhile slower than the sandbox takes
 * it; beside them the bare insert of the same rows by the same store, without HTTP, checks,
 * computing or rules.
 */
export async function run(): Promise<void> {
  const rows: string[][] = []
  for (const make of await places()) {
    for (const organisations of [50, 1]) {
      const bare = await onPlace(make, organisations, bareInserts)
      const over = await onPlace(make, organisations, createsOverHttp)
      rows.push([
        over.place,
        String(organisations),
        figure(over.result.perSecond),
        figure(over.result.p50Ms),
        figure(over.result.p99Ms),
        figure(bare.result),
        (over.result.perSecond / bare.result).toFixed(2),
        figure(over.result.memoryMb),
      ])
    }
  }
  printTable(['database', 'organisations', 'creates/s', 'p50 ms', 'p99 ms', 'bare inserts/s', 'ratio', 'MB'], rows)
}

async function onPlace<Result>(
  make: () => Promise<Place>,
  organisations: number,
  work: (place: Place, store: Store, made: readonly StoredTenant[]) => Promise<Result>,
): Promise<{ place: string; result: Result }> {
  const place = await make()
  const store = await place.open()
  try {
    return { place: place.name, result: await work(place, store, await tenants(store, organisations)) }
  } finally {
    await store.close()
    await place.remove()
  }
}

interface HttpFigures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly memoryMb: number
}

async function createsOverHttp(place: Place, _store: Store, made: readonly StoredTenant[]): Promise<HttpFigures> {
  const service = await RunningService.start({
    ...place.environment,
    RATE_LIMIT_PER_MINUTE: '1000000',
    SANDBOX_DELAY_MS: '3600000',
  })
  try {
    const load = (duration: number) =>
      autocannon({
        url: service.address,
        connections,
        duration,
        requests: made.map(({ profileId, token }) => ({
          method: 'POST' as const,
          path: `/api/purchase-invoices/${profileId}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: jsonOf(request),
        })),
      })
    await load(2)
    const result = await load(seconds)
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx} refusals and ${result.errors} errors under load`)
    return {
      perSecond: result['2xx'] / result.duration,
      p50Ms: result.latency.p50,
      p99Ms: result.latency.p99,
      memoryMb: residentMbOf(service.pid),
    }
  } finally {
    await service.stop()
  }
}

/** Resident memory of another process, where the system tells (Linux). */
export function residentMbOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+([0-9]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** The same rows, as fast as the store takes them from as many callers. */
async function bareInserts(_place: Place, store: Store, made: readonly StoredTenant[]): Promise<number> {
  const once = issuedOnce(request)
  let added = 0
  const until = performance.now() + seconds * 1000
  const caller = async (number: number) => {
    for (let at = number; performance.now() < until; at += connections) {
      const tenant = made[at % made.length]
      if (tenant === undefined) throw new Error('no tenant')
      await store.documents.add(rowFor(tenant, once))
      added += 1
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, number) => caller(number)))
  return added / ((performance.now() - began) / 1000)
}
