import type { Store } from '../src/store/store.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { tenants } from '../test/support/service/tenants.ts'
import { body, type CreateKind, sendCreates } from './create/load.ts'
import { figure, printTable, timed } from './measure.ts'
import { type Place, places } from './places.ts'
import { type ThreadTimes, threadTimesOf } from './thread-times.ts'

/** Enough for the compiler to have seen everything, and for threads to be busy. */
const warmUpCreates = 4_000
const measuredCreates = 6_000

/**
 * Processor time of the service for each ten-line create over HTTP, by thread, and against
 * `JSON.parse` of the body. Unlike creates per second it does not change with the load generator
 * and little with the machine's other work.
 */
export async function run(): Promise<void> {
  const parseMs = timed(() => JSON.parse(body))
  const [shares, details]: [string[][], string[][]] = [[], []]
  for (const make of await places()) {
    for (const kind of ['single', 'batch'] as const) {
      const cost = await onFreshPlace(make, (place, store) => costOfCreates(place, store, kind))
      const { whole, main } = cost
      const times = `${Math.round(whole / parseMs)} ×`
      const away = `${Math.round(100 * (1 - main / whole))} %`
      shares.push([cost.place, kind, figure(cost.perSecond), figure(whole), times, figure(main), away])
      for (const [name, ms] of cost.threads) details.push([cost.place, kind, name, figure(ms)])
    }
  }
  printTable(['database', 'creates', 'creates/s', 'CPU ms', 'of JSON.parse', 'main ms', 'off main'], shares)
  console.log(`\nMilliseconds of processor time for each create. JSON.parse of the body: ${figure(parseMs)} ms.\n`)
  printTable(['database', 'creates', 'thread', 'CPU ms'], details)
}

interface Cost {
  readonly place: string
  readonly perSecond: number
  /** ms for each create. */
  readonly whole: number
  readonly main: number
  /** Threads by name, the busiest first. */
  readonly threads: readonly (readonly [name: string, ms: number])[]
}

async function onFreshPlace<Result>(
  make: () => Promise<Place>,
  work: (place: Place, store: Store) => Promise<Result>,
): Promise<Result> {
  const place = await make()
  const store = await place.open()
  try {
    return await work(place, store)
  } finally {
    await store.close()
    await place.remove()
  }
}

async function costOfCreates(place: Place, store: Store, kind: CreateKind): Promise<Cost> {
  const made = await tenants(store, 50)
  const service = await RunningService.start({
    ...place.environment,
    'TUNING.rate_limit_per_minute': '1000000',
    'TUNING.sandbox_delay_ms': '3600000',
    'TUNING.worker_concurrency': '1',
  })
  try {
    await sendCreates(service, made, kind, { creates: warmUpCreates })
    const [began, before] = [performance.now(), threadTimesOf(service.pid)]
    const { creates } = await sendCreates(service, made, kind, { creates: measuredCreates })
    const [seconds, after] = [(performance.now() - began) / 1000, threadTimesOf(service.pid)]
    return { place: place.name, perSecond: creates / seconds, ...difference(before, after, creates) }
  } finally {
    await service.stop()
  }
}

function difference(before: ThreadTimes, after: ThreadTimes, creates: number): Omit<Cost, 'place' | 'perSecond'> {
  const byName = new Map<string, number>()
  let [whole, main] = [0, 0]
  for (const [id, { name, ms, isMain }] of after) {
    const spent = (ms - (before.get(id)?.ms ?? 0)) / creates
    whole += spent
    if (isMain) main += spent
    byName.set(name, (byName.get(name) ?? 0) + spent)
  }
  const threads = [...byName].filter(([, ms]) => ms >= 0.001).toSorted(([, one], [, other]) => other - one)
  return { whole, main, threads }
}
