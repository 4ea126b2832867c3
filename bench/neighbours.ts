import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../src/store/store.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { tenants } from '../test/support/service/tenants.ts'
import { type Accounts, Arena, type Suffering } from './neighbours/arena.ts'
import { untilDelivered } from './neighbours/deliveries.ts'
import { memoryReturn } from './neighbours/memory-return.ts'
import { reportMemory, reportStorms } from './neighbours/report.ts'
import { chosenOperations, isChosenDatabase } from './neighbours/selection.ts'
import { inboundSecret, type Worst, worstOf } from './neighbours/worst.ts'
import { type Place, places } from './places.ts'

const stormMs = Number(process.env.NEIGHBOURS_STORM_MS ?? 4_000)
/** Fewer make no 99th percentile. */
const quietCreatesMin = 1_000
const quietRoundMs = 5_000
/** Accounts of the quiet organisation, each within the default rate limit. */
const probeAccounts = 60
const ownerAccounts = 5

/**
 * What an organisation has to bear of another. For every operation one organisation does its worst
 * (the largest documents, the most revisions, in parallel, bodies half-sent, answers unread) while
 * its neighbour creates invoices of ten lines, 40 a second. The neighbour's p99 against its quiet
 * p99, the slowest health check, the most memory; at last, whether one service that suffered
 * several storms gives their memory back. Ends with 1 when a limit was exceeded. Some 12 minutes
 * for each database; neighbours/selection.ts says how to measure less.
 */
export async function run(): Promise<void> {
  for (const make of await places()) {
    const place = await make()
    try {
      if (isChosenDatabase(place.name)) await onPlace(place)
    } finally {
      await place.remove()
    }
  }
}

async function onPlace(place: Place): Promise<void> {
  const operations = chosenOperations()
  const store = await place.open()
  const environment = { ...place.environment, INBOUND_SECRET: inboundSecret }
  const logFile = join(tmpdir(), `selfbill-neighbours-${place.name}-${process.pid}.log`)
  const log = openSync(logFile, 'w')
  const quiet = await accounts(store, probeAccounts)
  const loud = await accounts(store, ownerAccounts)
  const began = performance.now()
  const worst = await madeWorst(environment, store, loud)
  console.log(`${place.name}, ${availableParallelism()} cores; made the worst in ${seconds(began)} s`)
  const arena = new Arena({ store, environment, quiet, loud, worst, log })
  try {
    const rows: Suffering[] = []
    for (const operation of operations) rows.push(await arena.suffer(operation, stormMs))
    const memory = await memoryReturn(arena, rows, stormMs)
    await arena.clear()
    while (arena.quietMs.length < quietCreatesMin) await arena.quiet(quietRoundMs)
    const exceeded = reportStorms(rows, arena.quietMs)
    const isBack = reportMemory(memory)
    if (exceeded > 0 || rows.length === 0 || !isBack) process.exitCode = 1
    console.log(`took ${seconds(began)} s`)
  } finally {
    await arena.close()
    await store.close()
    closeSync(log)
    reportLog(logFile)
  }
}

async function accounts(store: Store, count: number): Promise<Accounts> {
  const [first, ...others] = await tenants(store, 1, 'documents:read documents:write profiles admin', count)
  if (first === undefined) throw new Error('no tenants')
  return [first, ...others]
}

/** By a service of its own, which also delivers what it made. */
async function madeWorst(
  environment: Readonly<Record<string, string>>,
  store: Store,
  [owner]: Accounts,
): Promise<Worst> {
  const maker = await RunningService.start({ ...environment, SANDBOX_DELAY_MS: '0' })
  try {
    const worst = await worstOf(maker.address, store, owner)
    await untilDelivered(store, owner.orgId)
    return worst
  } finally {
    await maker.stop()
  }
}

function reportLog(file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1
  if (lines === 0) rmSync(file)
  else console.log(`the services logged ${lines} errors: ${file}`)
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0)
}
