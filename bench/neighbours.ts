import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../src/store/store.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { tenants } from '../test/support/service/tenants.ts'
import { type Accounts, Arena, confirmed, type StormEffect, stolenShareMax } from './neighbours/arena.ts'
import { untilDelivered } from './neighbours/deliveries.ts'
import { memoryReturn } from './neighbours/memory-return.ts'
import { isOverLimit, reportLongStorm, reportMemory, reportStorms } from './neighbours/report.ts'
import { chosenOperations, isChosenDatabase } from './neighbours/selection.ts'
import { inboundSecret, type Worst, worstOf } from './neighbours/worst.ts'
import { type Place, places } from './places.ts'

const stormMs = Number(process.env.NEIGHBOURS_STORM_MS ?? 4_000)
/** With fewer samples there is no 99th percentile. */
const quietCreatesMin = 1_000
const quietRoundMs = 5_000
const quietRoundsMax = 30
/** The storm of an operation that seems over a limit: some 1,000 creates beside it. */
const longStormMs = 6 * stormMs
const longStormsMax = 3
/** Accounts of the quiet organisation. Each stays within the default rate limit. */
const probeAccounts = 60
const ownerAccounts = 5

/**
 * How much one organisation can slow down another. For every operation one organisation does its
 * worst: the largest documents, the most revisions, parallel calls, half-sent bodies, unread
 * answers. Meanwhile its neighbour creates 40 invoices of ten lines a second. Compares the
 * neighbour's p99 with its quiet p99, and reports the slowest health check and the most memory. At
 * the end one service goes through several storms and must give their memory back. Exits with 1
 * when a limit was exceeded. Takes 25 to 60 minutes for each database: storms are repeated while the
 * host is busy. neighbours/selection.ts shows how to measure less.
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
  const arena = new Arena({ store, environment, quiet, loud, worst, log })
  try {
    const rows: StormEffect[] = []
    for (const operation of operations) rows.push(await arena.stormOnFresh(operation, stormMs))
    const memory = await memoryReturn(arena, rows, stormMs)
    await arena.clear()
    await measureQuiet(arena)
    const sure = await measureOn(arena, rows)
    const exceeded = reportStorms(sure, arena.quietMs)
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

async function measureQuiet(arena: Arena): Promise<void> {
  for (let round = 0; arena.quietMs.length < quietCreatesMin; round += 1) {
    if (round === quietRoundsMax) throw new Error('the host takes too much processor time for a measurement')
    await arena.quiet(quietRoundMs)
  }
}

/**
 * Measures the operations that are over a limit again, in one long storm after an equally long
 * quiet time. In a storm of seconds a 99th percentile is the second slowest create, so a single
 * garbage collection decides it. Each quiet time changes what the other operations are compared
 * with, so they are judged again after each.
 */
async function measureOn(arena: Arena, rows: readonly StormEffect[]): Promise<readonly StormEffect[]> {
  const measured = new Map(rows.map((row) => [row.operation, row]))
  const long = new Set<StormEffect['operation']>()
  const nextOne = () =>
    [...measured.values()].find((row) => !long.has(row.operation) && isOverLimit(row, arena.quietMs))
  for (let row = nextOne(); row !== undefined; row = nextOne()) {
    long.add(row.operation)
    measured.set(row.operation, confirmed(row, await longStorm(arena, row.operation)))
  }
  await arena.clear()
  return [...measured.values()]
}

/** Repeated, within a bound, when the host took processor time: in quiet or in the storm. */
async function longStorm(arena: Arena, operation: StormEffect['operation']): Promise<StormEffect> {
  for (let attempt = 1; ; attempt += 1) {
    const effect = await arena.stormAfterQuiet(operation, longStormMs)
    reportLongStorm(effect)
    if (effect.stolenShare <= stolenShareMax || attempt === longStormsMax) return effect
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
