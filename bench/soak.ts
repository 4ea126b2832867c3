import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../src/store/store.ts'
import { madeCertificate, Receiver } from '../test/support/network/receiver.ts'
import { RunningService } from '../test/support/processes/running-service.ts'
import { tenants } from '../test/support/service/tenants.ts'
import { type Place, places } from './places.ts'
import { Caller, CallRecord } from './soak/caller.ts'
import { findMissing } from './soak/completeness.ts'
import { Observatory, type Sample } from './soak/figures.ts'
import { Follower, WebhookLedger } from './soak/listeners.ts'
import type { Left } from './soak/probe.ts'
import { printHead, printSample, printVerdict } from './soak/report.ts'
import { anyTask } from './soak/tasks.ts'

/**
 * Runs the service under mixed load at a limited rate, for a minute on each database, and shows
 * what grows and what becomes slower. SOAK_MINUTES sets the minutes, SOAK_ON selects one database,
 * SOAK_RATE sets the tasks a second (default: 60 % of the highest rate at the start). Exits with 1
 * at any unexpected answer, any document that is lost or not finished, and any event that the feed
 * or a webhook misses.
 */
export async function run(): Promise<void> {
  for (const make of await places()) {
    const place = await make()
    if (place.name.toLowerCase().includes((process.env.SOAK_ON ?? '').toLowerCase())) await soak(place)
    await place.remove()
  }
}

const minutes = Number(process.env.SOAK_MINUTES ?? 1)
const organisations = 4
const sampleEveryMs = 10_000
/** More calls at once are an attack, not a working day. */
const atOnceMax = 32

async function soak(place: Place): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-soak-'))
  const store = await place.open()
  const receiver = await Receiver.start()
  const [metricsToken, probeFile] = [randomBytes(32).toString('hex'), join(folder, 'probe.json')]
  const service = await RunningService.start({ ...place.environment, ...environment(metricsToken, probeFile) })
  try {
    const { address, pid } = service
    const observatory = new Observatory({
      address,
      pid,
      metricsToken,
      probeFile,
      dataDir: place.environment.DATA_DIR,
      store,
    })
    await measure({ name: place.name, address, store, receiver, observatory })
  } finally {
    await service.stop()
    await receiver.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function environment(metricsToken: string, probeFile: string): Readonly<{ [name: string]: string }> {
  return {
    'TUNING.rate_limit_per_minute': '1000000',
    'TUNING.profile_rate_limit_per_minute': '1000000',
    'TUNING.token_rate_limit_per_minute': '1000000',
    'METRICS.token': metricsToken,
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    WEBHOOK_CA_FILE: madeCertificate().certificateFile,
    SOAK_PROBE: probeFile,
    NODE_OPTIONS: `--expose-gc --import=${new URL('./soak/probe.ts', import.meta.url).href}`,
  }
}

interface Stage {
  readonly name: string
  readonly address: string
  readonly store: Store
  readonly receiver: Receiver
  readonly observatory: Observatory
}

async function measure({ name, address, store, receiver, observatory }: Stage): Promise<void> {
  const record = new CallRecord()
  const webhooks = new WebhookLedger(receiver)
  const made = await tenants(store, organisations, 'documents:read documents:write profiles admin')
  const callers = await Promise.all(
    made.map((tenant) => Caller.prepare(address, tenant, record, receiver.url(`/${tenant.orgId}`))),
  )
  const followers = callers.map((caller) => new Follower(caller))
  for (const follower of followers) follower.start()

  const rate = Number(process.env.SOAK_RATE ?? 0.6 * (await reachedRate(callers)))
  console.log(`${name}: ${rate.toFixed(1)} tasks a second for ${minutes} minutes\n`)
  const samples: Sample[] = []
  const left: Left[] = []
  printHead()
  const began = record.now()
  for (let third = 0; third < 3; third += 1) {
    const until = began + ((third + 1) * minutes * 60_000) / 3
    const load = loadAtRate(callers, rate, () => record.now() < until)
    while (record.now() < until) {
      await sleep(Math.min(sampleEveryMs, Math.max(0, until - record.now())))
      const sample = await observatory.sample(record.now())
      printSample(sample, record, samples.at(-1)?.at ?? began)
      samples.push(sample)
    }
    await load
    left.push(await observatory.left())
  }
  const ended = record.now()
  const ledger = { store, callers, followers, webhooks }
  for (const missing of await findMissing(ledger)) record.trouble(missing)
  left.push(await observatory.left())
  printVerdict({ record, samples, left, began, ended, tables: await observatory.tables() })
  if (record.troubles.length > 0) process.exitCode = 1
}

/** The tasks a second that eight callers reach without a pause. */
async function reachedRate(callers: readonly Caller[]): Promise<number> {
  let done = 0
  let began = performance.now()
  const warm = began + 3000
  const until = warm + 5000
  const one = async (at: number) => {
    for (let round = at; performance.now() < until; round += 1) {
      await runTask(callers, round)
      if (performance.now() > warm) done += 1
      else began = performance.now()
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, at) => one(at)))
  return (done * 1000) / (performance.now() - began)
}

/** Starts tasks at that rate, whether earlier ones are done or not. */
async function loadAtRate(callers: readonly Caller[], rate: number, isOn: () => boolean): Promise<void> {
  const underWay = new Set<Promise<void>>()
  for (let due = performance.now(), round = 0; isOn(); due += 1000 / rate, round += 1) {
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    // After a pause it continues at its rate and does not catch up.
    if (early < -1000) due = performance.now()
    while (underWay.size >= atOnceMax) await Promise.race(underWay)
    const task = runTask(callers, round).finally(() => underWay.delete(task))
    underWay.add(task)
  }
  await Promise.all(underWay)
}

async function runTask(callers: readonly Caller[], round: number): Promise<void> {
  const caller = callers[round % callers.length]
  if (caller !== undefined) await anyTask()?.do(caller)
}
