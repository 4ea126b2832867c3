import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../src/clock/clock.ts'
import { createExchange } from '../src/exchange/exchange.ts'
import { createSandbox } from '../src/exchange/gateways/sandbox/sandbox.ts'
import { unobserved } from '../src/exchange/observer.ts'
import { defaultPolicy } from '../src/exchange/worker/worker.ts'
import { openRulebook } from '../src/rulebook/rulebook.ts'
import { sql } from '../src/store/database/database.ts'
import type { Store } from '../src/store/store.ts'
import { aPurchaseInvoice } from '../test/support/requests/requests.ts'
import { type StoredTenant, tenants } from '../test/support/service/tenants.ts'
import { issuedOnce, networkIds, rowFor } from './issued.ts'
import { figure, printTable } from './measure.ts'
import { places } from './places.ts'

const documents = 1500
const { serviceProviderId, authorityId } = networkIds

/**
 * Legs brought from PENDING to their end a second, receipt and verdict included, with the sandbox
 * at zero delay: those that become due under a worker that runs, and those that it finds waiting,
 * which it asks about before it sends them (docs/decisions/0029).
 */
export async function run(): Promise<void> {
  const rows: string[][] = []
  for (const make of await places()) {
    for (const [found, leadMs] of [
      ['new', madeWithinMs],
      ['waiting', 0],
    ] as const) {
      const place = await make()
      const store = await place.open()
      const exchange = exchangeOver(store)
      const dueAt = Date.now() + leadMs
      await addDocuments(store, await tenants(store, 10), dueAt)
      exchange.start()
      await sleep(Math.max(0, dueAt - Date.now()))
      const began = performance.now()
      await untilDelivered(store)
      const took = (performance.now() - began) / 1000
      await exchange.stop()
      rows.push([place.name, found, String(documents * 2), figure(took), figure((documents * 2) / took)])
      await store.close()
      await place.remove()
    }
  }
  printTable(['database', 'legs are', 'legs', 'seconds', 'legs/s'], rows)
}

/** Time to store the documents before their legs are due. */
const madeWithinMs = 20_000

function exchangeOver(store: Store) {
  const common = { db: store.database, clock: systemClock, random: Math.random }
  const fail = (during: string, error: unknown) => {
    throw new Error(during, { cause: error })
  }
  const delays = { receiptMs: [0, 0], verdictMs: [0, 0] } as const
  const rulebookOptions = { gaps: true }
  const rulebook = openRulebook(rulebookOptions)
  const gateway = createSandbox({ ...common, rulebook, serviceProviderId, delays, onTrouble: fail })
  return createExchange({
    ...common,
    gateway,
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
    await Promise.all(made.map((tenant) => store.documents.add(rowFor(tenant, once, dueAt))))
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
