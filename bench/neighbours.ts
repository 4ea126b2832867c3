import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Operation } from '../src/api/operation.ts'
import { operations } from '../src/api/operations/index.ts'
import { aLine, aPurchaseInvoice, jsonOf } from '../test/support/requests/requests.ts'
import { residentMbOf } from './create.ts'
import { figure, percentile, printTable } from './measure.ts'
import { Caller, type ProbeOrder, type ProbeReport, type StormOrder, type StormReport } from './neighbours/protocol.ts'
import { inboundSecret, worstOf } from './neighbours/worst.ts'
import { type Place, places, tenants } from './places.ts'
import { RunningService } from './running-service.ts'

const limits = { p99Ratio: 3, healthzMs: 250, memoryMb: 1_200 }
const quietMs = 10_000
const stormMs = Number(process.env.NEIGHBOURS_STORM_MS ?? 5_000)
const pauseMs = 1_000
/** Accounts of the quiet organisation, each within the default rate limit. */
const probeAccounts = 60
const ownerAccounts = 5

/**
 * What an organisation has to bear of another. For every operation one organisation does its worst (the largest documents, the most
 * revisions, in parallel, bodies half-sent, answers unread) while its neighbour creates invoices of ten lines, 40 a second. The
 * neighbour's p99 against its quiet p99, the slowest health check, the most memory. Ends with 1 when a limit was exceeded. NEIGHBOURS=pdf,html narrows
 * it to operations with such names; NEIGHBOURS_DATABASE=PostgreSQL takes the other database.
 */
export async function run(): Promise<void> {
  const wanted = process.env.NEIGHBOURS_DATABASE ?? 'SQLite'
  for (const make of await places()) {
    const place = await make()
    try {
      if (place.name === wanted) await onPlace(place)
    } finally {
      await place.remove()
    }
  }
}

async function onPlace(place: Place): Promise<void> {
  const store = await place.open()
  const scope = 'documents:read documents:write profiles admin'
  const [quiet, ...quietAccounts] = await tenants(store, 1, scope, probeAccounts)
  const [loud, ...loudAccounts] = await tenants(store, 1, scope, ownerAccounts)
  if (quiet === undefined || loud === undefined) throw new Error('no tenants')
  const environment = { ...place.environment, INBOUND_SECRET: inboundSecret }
  const began = performance.now()
  const maker = await RunningService.start(environment)
  const worst = await worstOf(maker.address, store, loud).finally(() => maker.stop())
  console.log(`${place.name}, ${availableParallelism()} cores; made the worst in ${seconds(began)} s`)
  const service = await RunningService.start(environment)
  const probe = new Caller<ProbeOrder, ProbeReport>('./probe.ts')
  const storm = new Caller<StormOrder, StormReport>('./storm.ts')
  try {
    const body = jsonOf(aPurchaseInvoice({ document_lines: Array.from({ length: 10 }, () => aLine()) }))
    const probing = (forMs: number) =>
      probe.run({
        address: service.address,
        path: `/api/purchase-invoices/${quiet.profileId}`,
        tokens: [quiet, ...quietAccounts].map(({ token }) => token),
        body,
        forMs,
      })
    const quietly = [await probing(3_000).then(() => probing(quietMs))]
    const restMb = residentMbOf(service.pid)
    const rows: Row[] = []
    for (const operation of chosen()) {
      await setTimeout(pauseMs)
      const order = {
        ...worst.call(operation),
        address: service.address,
        tokens: [loud, ...loudAccounts].map(({ token }) => token),
      }
      rows.push(await suffer(operation, service.pid, probing(stormMs), storm.run({ ...order, forMs: stormMs })))
    }
    await setTimeout(pauseMs)
    quietly.push(await probing(quietMs))
    report(
      rows,
      quietly.flatMap(({ createsMs }) => createsMs),
    )
    console.log(`at rest before: ${restMb.toFixed(0)} MB; ${await settled(service.pid)}`)
  } finally {
    probe.stop()
    storm.stop()
    await service.stop()
    await store.close()
  }
}

interface Row {
  readonly operation: string
  readonly answers: string
  readonly p99Ms: number
  readonly healthzMs: number
  readonly memoryMb: number
  readonly failures: readonly string[]
}

async function suffer(
  { id }: Operation,
  pid: number,
  probing: Promise<ProbeReport>,
  storming: Promise<StormReport>,
): Promise<Row> {
  let memoryMb = 0
  const watch = setInterval(() => {
    memoryMb = Math.max(memoryMb, residentMbOf(pid))
  }, 50)
  const [{ createsMs, healthzMs, failures }, { statuses }] = await Promise.all([probing, storming])
  clearInterval(watch)
  return {
    operation: id,
    answers: Object.entries(statuses)
      .map(([status, count]) => `${count}×${status}`)
      .join(' '),
    p99Ms: percentile(createsMs, 99),
    healthzMs: Math.max(...healthzMs),
    memoryMb,
    failures,
  }
}

function report(rows: readonly Row[], quietMs: readonly number[]): void {
  const quietP99 = percentile(quietMs, 99)
  console.log(
    `quiet: p50 ${figure(percentile(quietMs, 50))} ms, p99 ${figure(quietP99)} ms of ${quietMs.length} creates`,
  )
  const over = (row: Row) =>
    [
      row.p99Ms > limits.p99Ratio * quietP99 && 'p99',
      row.healthzMs > limits.healthzMs && 'healthz',
      row.memoryMb > limits.memoryMb && 'memory',
      row.failures.length > 0 && `failures: ${row.failures.slice(0, 3).join(', ')}`,
    ].filter((word) => word !== false)
  printTable(
    ['operation', 'its answers', 'p99 ms', 'ratio', 'healthz ms', 'MB', 'over'],
    rows.map((row) => [
      row.operation,
      row.answers,
      figure(row.p99Ms),
      (row.p99Ms / quietP99).toFixed(2),
      figure(row.healthzMs),
      row.memoryMb.toFixed(0),
      over(row).join(' '),
    ]),
  )
  const exceeded = rows.filter((row) => over(row).length > 0)
  console.log(`${rows.length} operations, ${exceeded.length} over a limit`)
  if (exceeded.length > 0 || rows.length === 0) process.exitCode = 1
}

function chosen(): readonly Operation[] {
  const names = (process.env.NEIGHBOURS ?? '').split(',').filter((name) => name !== '')
  if (names.length === 0) return operations
  return operations.filter(({ id }) => names.some((name) => id.toLowerCase().includes(name.toLowerCase())))
}

/** What the process holds a minute after the last storm. */
async function settled(pid: number): Promise<string> {
  const samples = [residentMbOf(pid).toFixed(0)]
  for (let at = 0; at < 6; at += 1) {
    await setTimeout(10_000)
    samples.push(residentMbOf(pid).toFixed(0))
  }
  return `in the minute after the last storm, every 10 s: ${samples.join(', ')} MB`
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0)
}
