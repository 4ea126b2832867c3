import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../src/store/store.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { tenants } from '../test/support/service/tenants.ts'
import { type Accounts, Arena, type StormEffect } from './neighbours/arena.ts'
import { untilDelivered } from './neighbours/deliveries.ts'
import { memoryReturn } from './neighbours/memory-return.ts'
import { reportMemory, reportStorms } from './neighbours/report.ts'
import { chosenOperations, isChosenDatabase } from './neighbours/selection.ts'
import { inboundSecret, type Worst, worstOf } from './neighbours/worst.ts'
import { type Place, places } from './places.ts'

const stormMs = Number(process.env.NEIGHBOURS_STORM_MS ?? 4_000)
/** Accounts of the quiet organisation. Each stays within the default rate limit. */
const probeAccounts = 60
const ownerAccounts = 5

/**
 * How much one organisation can slow down another. For every operation one organisation does its
 * worst: the largest documents, the most revisions, parallel calls, half-sent bodies, unread
 * answers. Meanwhile its neighbour creates 40 invoices of ten lines a second. Reports the longest
 * section of the main thread, in which everybody else waits, the memory, and creates of the
 * neighbour that failed; then what memory one service keeps after several storms. It only reports:
 * times of answers on shared processors decide nothing. neighbours/selection.ts shows how to measure
 * less.
 */
export async function run(): Promise<void> {
  let measured = 0
  for (const make of await places()) {
    const place = await make()
    try {
      if (!isChosenDatabase(place.name)) continue
      await onPlace(place)
      measured += 1
    } finally {
      await place.remove()
    }
  }
  if (measured === 0) throw new Error(`NEIGHBOURS_DATABASE=${process.env.NEIGHBOURS_DATABASE} names no database`)
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
  const worst = await prepareWorst(environment, store, loud)
  console.log(`${place.name}, ${availableParallelism()} cores; prepared in ${seconds(began)} s`)
  const socket = join(tmpdir(), `selfbill-neighbours-${process.pid}.socket`)
  const arena = new Arena({ store, environment, quiet, loud, worst, socket, log })
  try {
    const rows: StormEffect[] = []
    for (const operation of operations) rows.push(await arena.stormOnFresh(operation, stormMs))
    reportStorms(rows)
    reportMemory(await memoryReturn(arena, rows, stormMs))
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

/** Makes the worst documents in a service of its own, and waits for their delivery. */
async function prepareWorst(
  environment: Readonly<Record<string, string>>,
  store: Store,
  [owner]: Accounts,
): Promise<Worst> {
  const maker = await RunningService.start({ ...environment, 'TUNING.sandbox_delay_ms': '0' })
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
