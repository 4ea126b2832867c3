import { setTimeout as sleep } from 'node:timers/promises'
import { firstStatements } from '../src/api/first-statements.ts'
import { systemClock } from '../src/exchange/clock.ts'
import { createExchange } from '../src/exchange/exchange.ts'
import { createSandbox } from '../src/exchange/gateways/sandbox/sandbox.ts'
import { defaultPolicy } from '../src/exchange/worker.ts'
import { systemIds } from '../src/issuing/ids.ts'
import { issueDocument } from '../src/issuing/issuing.ts'
import { partyOf } from '../src/service/party.ts'
import { loadRulebook } from '../src/service/rulebook.ts'
import { sql } from '../src/store/database.ts'
import type { Store } from '../src/store/store.ts'
import { aBuyer, aPurchaseInvoice, jsonOf } from '../test/support/requests.ts'
import { figure, printTable } from './measure.ts'
import { type BenchTenant, places, tenants } from './places.ts'

const documents = 1500

/** Legs brought from PENDING to their end a second, receipt and verdict included, with the sandbox at zero delay. */
export async function run(): Promise<void> {
  const rows: string[][] = []
  for (const make of await places()) {
    const place = await make()
    const store = await place.open()
    await addDocuments(store, await tenants(store, 10))
    const began = performance.now()
    const exchange = exchangeOver(store)
    exchange.start()
    await untilDelivered(store)
    const took = (performance.now() - began) / 1000
    await exchange.stop()
    rows.push([place.name, String(documents * 2), figure(took), figure((documents * 2) / took)])
    await store.close()
    await place.remove()
  }
  printTable(['database', 'legs', 'seconds', 'legs/s'], rows)
}

function exchangeOver(store: Store) {
  const common = { db: store.database, clock: systemClock, random: Math.random }
  const fail = (during: string, error: unknown) => {
    throw new Error(during, { cause: error })
  }
  const gateway = createSandbox({ ...common, delays: { receiptMs: [0, 0], verdictMs: [0, 0] }, onTrouble: fail })
  return createExchange({
    ...common,
    gateway,
    owner: 'bench',
    policy: defaultPolicy,
    onTrouble: fail,
    onUnknownVerdict: () => {},
  })
}

async function addDocuments(store: Store, made: readonly BenchTenant[]): Promise<void> {
  const profile = partyOf('BP-BENCH00001', jsonOf(aBuyer()))
  const rulebook = loadRulebook({ rulebookDirectory: undefined, rulebookGaps: true })
  const text = jsonOf(aPurchaseInvoice())
  const family = 'purchase-invoices' as const
  const ids = { serviceProviderId: '0242:000001', authorityId: '0242:000006-TESTBED.3001' }
  for (let at = 0; at < documents; at += made.length) {
    await Promise.all(
      made.map(async (tenant) => {
        const documentNumber = systemIds.document()
        const result = issueDocument(
          { family, text, profile, documentNumber, issuedAt: 0, ...ids },
          rulebook,
          systemIds,
        )
        if ('refusal' in result) throw new Error('the benchmark request is refused')
        const { issued } = result
        const about = { orgId: tenant.orgId, family, isSent: true, authorityId: ids.authorityId, now: 0 }
        await store.documents.add({
          ...issued,
          ...tenant,
          family,
          profileVersion: 1,
          apiVersion: '20260101',
          overallStatus: 'PENDING',
          findings: '[]',
          statements: firstStatements(issued, about),
          createdAt: 0,
        })
      }),
    )
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
