import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../src/store/store.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { country, fitted, needsOf } from './capacity/needs.ts'
import { type Cost, costNames, perDocument, Usage } from './capacity/usage.ts'
import { sendCreates } from './create/load.ts'
import { figure, printTable } from './measure.ts'
import { untilDelivered } from './neighbours/deliveries.ts'
import { type Place, places } from './places.ts'

const instanceCounts = [1, 2, 4]
const organisations = 50
/** Enough for the compiler of each instance to have seen everything. */
const warmUpDocuments = 2_000
/** CAPACITY_DOCUMENTS: more make the figures steadier. */
const documents = Number(process.env.CAPACITY_DOCUMENTS ?? 4_000)
/** PostgreSQL reports a transaction within a second after its connection rests. */
const statisticsMs = 1_500

/**
 * What a document costs from its create to the last status, on PostgreSQL, with one, two and four
 * instances, and what a whole country would need by these figures. Every document has ten lines
 * and two legs, which the sandbox confirms. The costs are fitted to a straight line over the
 * instances, because each instance also costs something by itself.
 */
export async function run(): Promise<void> {
  for (const make of await places()) {
    const place = await make()
    try {
      if (place.environment.DATABASE_URL !== undefined) await onPlace(place)
    } finally {
      await place.remove()
    }
  }
}

async function onPlace(place: Place): Promise<void> {
  const store = await place.open()
  try {
    const made = await tenants(store, organisations)
    const costs: Cost[] = []
    for (const instances of instanceCounts) costs.push(await costWith(instances, place, store, made))
    printTable(
      ['for each document', ...instanceCounts.map((count) => `${count} instance${count === 1 ? '' : 's'}`)],
      costNames.map(([name, text]) => [text, ...costs.map((cost) => figure(cost[name]))]),
      'left',
    )
    const points = costs.map((cost, at) => ({ instances: instanceCounts[at] ?? 0, cost }))
    console.log(`\n${availableParallelism()} processors, ${documents} documents for each column.`)
    console.log(`\nWhat ${country.documentsPerDay.toLocaleString('en')} documents a day need:\n`)
    printTable(['', 'on average', `busiest minute of a month`], needsOf(fitted(points)), 'left')
  } finally {
    await store.close()
  }
}

async function costWith(instances: number, place: Place, store: Store, made: readonly StoredTenant[]): Promise<Cost> {
  const services: RunningService[] = []
  try {
    for (let at = 0; at < instances; at += 1) {
      services.push(
        await RunningService.start({
          ...place.environment,
          'TUNING.rate_limit_per_minute': '1000000',
          'TUNING.sandbox_delay_ms': '0',
          'METRICS.token': metricsToken,
        }),
      )
    }
    await documentsThrough(services, store, made, warmUpDocuments)
    const usage = new Usage(services, store, metricsToken)
    const before = await usage.now()
    const stored = await documentsThrough(services, store, made, documents)
    return perDocument(before, await usage.now(), stored)
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

/** Sends documents through all instances, and waits until the last one is delivered. */
async function documentsThrough(
  services: readonly RunningService[],
  store: Store,
  made: readonly StoredTenant[],
  count: number,
): Promise<number> {
  const creates = count / services.length
  const sent = await Promise.all(services.map((service) => sendCreates(service, made, 'single', { creates })))
  for (const { orgId } of made) await untilDelivered(store, orgId)
  await sleep(statisticsMs)
  return sent.reduce((total, { creates: stored }) => total + stored, 0)
}

const metricsToken = 'x'.repeat(32)
