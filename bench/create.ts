import { addDocument } from '../src/store/documents/add-document.ts'
import type { Store } from '../src/store/store.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { atSteadyRate } from './create/half-load.ts'
import { importsPerSecond } from './create/import-rate.ts'
import { body, connections, type LoadFigures, request, underLoad } from './create/load.ts'
import { issuedOnce, rowFor } from './issued.ts'
import { figure, printTable, residentMbOf, timed } from './measure.ts'
import { type Place, places } from './places.ts'

const warmUpSeconds = 3
const seconds = 5

/**
 * Creates per second over HTTP, with documents of ten lines and a sandbox that sends nothing
 * meanwhile. For comparison: the same store inserts the same rows without HTTP, checks, computing
 * or rules. Then the answer times at half that rate, and the rate of batches and of an import.
 */
export async function run(): Promise<void> {
  const parseMs = timed(() => JSON.parse(body))
  const rows: string[][] = []
  for (const make of await places()) {
    for (const organisations of [50, 1] as const) {
      const bare = await onPlace(make, organisations, bareInserts)
      const over = await onPlace(make, organisations, (place, _store, made) => createsOverHttp(place, made))
      rows.push(rowOf(over.place, organisations, over.result, bare.result))
    }
  }
  printTable(
    [
      'database',
      'organisations',
      ...['creates/s', 'p50 ms', 'p99 ms', 'bare inserts/s', 'ratio', 'CPU ms', 'main ms'],
      ...['half load p50 ms', 'p99 ms', 'most ms', 'batch/s', 'import/s', 'MB'],
    ],
    rows,
  )
  console.log(`\nCPU: processor time for each create. One JSON.parse of the body: ${figure(parseMs)} ms.`)
}

interface HttpFigures {
  readonly single: LoadFigures
  readonly half: { readonly p50Ms: number; readonly p99Ms: number; readonly mostMs: number }
  readonly batchPerSecond: number
  readonly importPerSecond: number | undefined
  readonly memoryMb: number
}

function rowOf(place: string, organisations: number, over: HttpFigures, barePerSecond: number): string[] {
  const { single, half, batchPerSecond, importPerSecond, memoryMb } = over
  return [
    place,
    String(organisations),
    ...[single.perSecond, single.p50Ms, single.p99Ms, barePerSecond].map(figure),
    (single.perSecond / barePerSecond).toFixed(2),
    ...[single.cpuMs, single.mainMs, half.p50Ms, half.p99Ms, half.mostMs, batchPerSecond].map(figure),
    importPerSecond === undefined ? '' : figure(importPerSecond),
    figure(memoryMb),
  ]
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

async function createsOverHttp(place: Place, made: readonly StoredTenant[]): Promise<HttpFigures> {
  const service = await RunningService.start({
    ...place.environment,
    'TUNING.rate_limit_per_minute': '1000000',
    'TUNING.sandbox_delay_ms': '3600000',
  })
  try {
    await underLoad(service, made, { kind: 'single', seconds: warmUpSeconds })
    const single = await underLoad(service, made, { kind: 'single', seconds })
    const memoryMb = residentMbOf(service.pid)
    const half = await atSteadyRate(service.address, made, { perSecond: single.perSecond / 2, seconds })
    const { perSecond: batchPerSecond } = await underLoad(service, made, { kind: 'batch', seconds })
    const [only] = made.length === 1 ? made : []
    const importPerSecond = only && (await importsPerSecond(place, only))
    return { single, half, batchPerSecond, importPerSecond, memoryMb }
  } finally {
    await service.stop()
  }
}

/** Inserts the same rows as fast as the store can, with the same number of callers. */
async function bareInserts(_place: Place, store: Store, made: readonly StoredTenant[]): Promise<number> {
  const once = issuedOnce(request)
  let added = 0
  const until = performance.now() + seconds * 1000
  const caller = async (number: number) => {
    for (let at = number; performance.now() < until; at += connections) {
      const tenant = made[at % made.length]
      if (tenant === undefined) throw new Error('no tenant')
      await addDocument(store.database, rowFor(tenant, once))
      added += 1
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, number) => caller(number)))
  return added / ((performance.now() - began) / 1000)
}
