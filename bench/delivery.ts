import { setTimeout as sleep } from 'node:timers/promises'
import { ourRulebook } from '@selfbill/pint-ae/our-rulebook'
import { systemClock } from '../src/clock/clock.ts'
import { systemIds } from '../src/clock/ids.ts'
import { createExchange } from '../src/exchange/exchange.ts'
import { createSandbox } from '../src/exchange/gateways/sandbox/sandbox.ts'
import { unobserved } from '../src/exchange/observer.ts'
import { defaultPolicy } from '../src/exchange/worker/worker.ts'
import { addDocument } from '../src/store/documents/add-document.ts'
import type { Store } from '../src/store/store.ts'
import { sql } from '../test/support/databases/any-row.ts'
import { aPurchaseInvoice } from '../test/support/requests/requests.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { issuedOnce, networkIds, rowFor } from './issued.ts'
import { figure, printTable } from './measure.ts'
import { type Place, places } from './places.ts'
import { type ThreadTimes, threadTimesOf } from './thread-times.ts'

const documents = 1500
const { serviceProviderId, authorityId } = networkIds

const cases = [
  { found: 'new', organisations: 10 },
  { found: 'waiting', organisations: 10 },
  { found: 'new', organisations: 300 },
] as const

/**
 * Legs per second from PENDING to their final status, receipt and verdict included, with the
 * sandbox at zero delay: for legs that become due while a worker runs, of few and of many
 * organisations, and for overdue legs. The worker asks about overdue legs before it sends them
 * (docs/decisions/0029).
 */
export async function run(): Promise<void> {
  const rows: string[][] = []
  for (const make of await places()) {
    for (const { found, organisations } of cases) {
      const { place, seconds, cpu, wasBusy } = await delivered(make, found, organisations)
      const perLeg = (ms: number) => figure(ms / (documents * 2))
      rows.push([
        place,
        found,
        `${organisations}`,
        `${documents * 2}`,
        figure(seconds),
        figure((documents * 2) / seconds),
        perLeg(cpu),
        perLeg(wasBusy),
      ])
    }
  }
  const columns = [
    'database',
    'legs are',
    'organisations',
    'legs',
    'seconds',
    'legs/s',
    'CPU ms a leg',
    'main ms a leg',
  ]
  printTable(columns, rows)
}

/** How long all legs of the documents take, with the processor time of this process meanwhile. */
async function delivered(make: () => Promise<Place>, found: 'new' | 'waiting', organisations: number) {
  const place = await make()
  const store = await place.open()
  const exchange = exchangeOver(store)
  await addDocuments(store, await tenants(store, organisations), found === 'new' ? Date.now() + hourMs : Date.now())
  if (found === 'new') {
    exchange.start()
    await store.database.query(sql('update legs set next_attempt_at = $1', Date.now()))
    exchange.wake()
  } else {
    exchange.start()
  }
  const [began, before, main] = [performance.now(), process.cpuUsage(), threadTimesOf(process.pid)]
  await untilDelivered(store)
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  const wasBusy = mainMsIn(threadTimesOf(process.pid)) - mainMsIn(main)
  await exchange.stop()
  await store.close()
  await place.remove()
  return { place: place.name, seconds, cpu: (user + system) / 1000, wasBusy }
}

function mainMsIn(times: ThreadTimes): number {
  return times.get(process.pid)?.ms ?? Number.NaN
}

const hourMs = 3_600_000

function exchangeOver(store: Store) {
  const common = { db: store.database, clock: systemClock, ids: systemIds, random: Math.random }
  const fail = (during: string, error: unknown) => {
    throw new Error(during, { cause: error })
  }
  const delays = { receiptMs: [0, 0], verdictMs: [0, 0] } as const
  const rulebookOptions = { gaps: true }
  const rulebook = ourRulebook(true)
  const { gatherMs } = defaultPolicy
  const network = { rulebook, rulebookOptions, serviceProviderId, delays, gatherMs }
  const gateway = createSandbox({ ...common, ...network, onTrouble: fail })
  return createExchange({
    ...common,
    gateways: [gateway],
    owner: 'bench',
    observer: unobserved,
    policy: defaultPolicy,
    mlsOverdueMs: 25 * 60_000,
    onTrouble: fail,
    onGateway: () => undefined,
    rulebook,
    rulebookOptions,
    serviceProviderId,
    authorityId,
    onNotTaken: (result) => fail(JSON.stringify(result), undefined),
  })
}

async function addDocuments(store: Store, made: readonly StoredTenant[], dueAt: number): Promise<void> {
  const once = issuedOnce(aPurchaseInvoice())
  for (let at = 0; at < documents; at += made.length) {
    await Promise.all(made.map((tenant) => addDocument(store.database, rowFor(tenant, once, dueAt))))
  }
}

async function untilDelivered(store: Store): Promise<void> {
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 20) {
    const [row] = await store.database.query(
      sql("select count(*) as open from documents where overall_status = 'PENDING'"),
    )
    if (Number(row?.open) === 0) return
    await sleep(20)
  }
  throw new Error('the legs did not end within two minutes')
}
