import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningService } from '../../test/support/processes/running-service.ts'
import type { StoredTenant } from '../../test/support/service/tenants.ts'
import { atSteadyRate } from '../create/half-load.ts'
import { body, type CreateKind, sendCreates } from '../create/load.ts'
import { timed } from '../measure.ts'
import type { Place } from '../places.ts'
import { readMainThread, watched } from '../stalls/main-thread.ts'
import { threadTimesOf } from '../thread-times.ts'
import { writtenToLog } from './database-bytes.ts'
import { BothSides, type Compared, inTurns, type Side, startService, tenantsIn } from './sides.ts'
import type { Figures } from './table.ts'

/** Enough for the compiler to have seen everything. */
const warmUpCreates = 2_000
const createsInTurn = 1_000
const turns = 5

/**
 * Creates of ten lines over HTTP on one database: processor time, rate, batches, and bytes written
 * to the log. Both services stand at once, and get creates in turns.
 */
export async function measureCreates(sides: readonly Side[], make: () => Promise<Place>): Promise<Figures> {
  const many = await withServices(sides, make, { organisations: 50, settings: () => quiet }, async (at) => {
    await inTurns(sides, 1, (side) => created(at.get(side), 'single', warmUpCreates))
    const single = await inTurns(sides, turns, (side) => created(at.get(side), 'single', createsInTurn))
    const parseMs = timed(() => JSON.parse(body))
    const batch = await inTurns(sides, turns, (side) => created(at.get(side), 'batch', createsInTurn))
    const log = await inTurns(sides, 1, async (side) => ({ bytes: await logBytesOf(at.get(side)) }))
    return {
      createMs: single.cpuMs,
      createJp: { ...single.cpuMs, old: single.cpuMs.old / parseMs, new: single.cpuMs.new / parseMs },
      mainMs: single.mainMs,
      creates50: single.perSecond,
      batch: quotient(batch.perSecond, single.perSecond),
      batchMs: batch.cpuMs,
      logBytes: log.bytes,
    }
  })
  const one = await withServices(sides, make, { organisations: 1, settings: () => quiet }, async (at) => {
    await inTurns(sides, 1, (side) => created(at.get(side), 'single', warmUpCreates))
    return inTurns(sides, turns, (side) => created(at.get(side), 'single', createsInTurn))
  })
  return { ...many, creates1: one.perSecond, ...(await halfLoad(sides, make, many.creates50.old / 2)) }
}

/** No answer of the sandbox, and few legs, meanwhile. */
const quiet = { 'TUNING.sandbox_delay_ms': '3600000', 'TUNING.worker_concurrency': '1' }

/** What a service runs on, and who may call it. */
interface Running {
  readonly place: Place
  readonly tenants: readonly StoredTenant[]
  readonly service: RunningService
}

async function withServices<Result>(
  sides: readonly Side[],
  make: () => Promise<Place>,
  setup: { readonly organisations: number; settings(side: Side): Readonly<Record<string, string>> },
  work: (at: BothSides<Running>) => Promise<Result>,
): Promise<Result> {
  const made: Running[] = []
  try {
    const at = await BothSides.of(sides, async (side) => {
      const place = await make()
      const tenants = tenantsIn(side, place, setup.organisations)
      const running = { place, tenants, service: await startService(side, place, setup.settings(side)) }
      made.push(running)
      return running
    })
    return await work(at)
  } finally {
    for (const { service, place } of made) {
      await service.stop()
      await place.remove()
    }
  }
}

async function created({ service, tenants }: Running, kind: CreateKind, count: number) {
  const before = threadTimesOf(service.pid)
  const { creates, tookMs } = await sendCreates(service, tenants, kind, { creates: count })
  const after = threadTimesOf(service.pid)
  let [whole, main] = [0, 0]
  for (const [id, { ms, isMain }] of after) {
    const spent = ms - (before.get(id)?.ms ?? 0)
    whole += spent
    if (isMain) main += spent
  }
  const isKnown = after.size > 0
  return {
    perSecond: (1000 * creates) / tookMs,
    cpuMs: isKnown ? whole / creates : Number.NaN,
    mainMs: isKnown ? main / creates : Number.NaN,
  }
}

function quotient(dividend: Compared, divisor: Compared): Compared {
  const [old, now] = [dividend.old / divisor.old, dividend.new / divisor.new]
  return { old, new: now, ratio: now / old }
}

function logBytesOf({ place, service, tenants }: Running): Promise<number> {
  const creates = 500
  return writtenToLog(place, () => sendCreates(service, tenants, 'single', { creates })).then(
    (bytes) => bytes / creates,
  )
}

const halfLoadSeconds = 5

/**
 * At half the old code's rate: answer times, how long transactions take, and the longest time that
 * the main thread works without a break. The services also measure themselves, so their processor
 * time says nothing here.
 */
async function halfLoad(sides: readonly Side[], make: () => Promise<Place>, perSecond: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-bench-'))
  const socketOf = ({ name }: Side) => join(folder, name)
  const token = 'a-token-for-the-metrics-of-a-bench'
  const settings = (side: Side) => ({ ...quiet, ...watched(socketOf(side)), 'METRICS.token': token })
  try {
    return await withServices(sides, make, { organisations: 50, settings }, async (at) => {
      await inTurns(sides, 1, (side) => created(at.get(side), 'single', warmUpCreates))
      return inTurns(sides, 3, async (side) => {
        const { service, tenants } = at.get(side)
        const before = await transactionsOf(service, token)
        await readMainThread(socketOf(side))
        const { p50Ms, p99Ms } = await atSteadyRate(service.address, tenants, { perSecond, seconds: halfLoadSeconds })
        const { cpuMs: sectionMs } = await readMainThread(socketOf(side))
        const after = await transactionsOf(service, token)
        const commitMs = (1000 * (after.seconds - before.seconds)) / (after.count - before.count)
        return { p50Ms, p99Ms, sectionMs, commitMs }
      })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Answered transactions so far, by the service's own metrics. */
async function transactionsOf({ address }: RunningService, token: string) {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  const value = (name: string) => {
    const line = new RegExp(
      `^selfbill_database_duration_seconds_${name}\\{call="transaction",outcome="answered"\\} (.+)$`,
      'm',
    )
    return Number(line.exec(text)?.[1])
  }
  return { seconds: value('sum'), count: value('count') }
}
