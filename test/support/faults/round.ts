import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tenants } from '../../../bench/places.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { Random } from '../random.ts'
import { type Created, createAll } from './callers.ts'
import { faultsIn, Journal, sendingsIn } from './journal.ts'
import { lossesIn, unfinished } from './losses.ts'
import type { OuterBlow, Plan } from './plan.ts'
import { type DocumentRecord, readRecords } from './records.ts'
import { RunningInstance } from './running-instance.ts'
import { sandboxEnds, sandboxLosses } from './sandbox-model.ts'
import type { Site } from './site.ts'

/**
 * One round: instances start, callers create documents, faults strike from inside and outside; then it is quiet, the instances that were
 * killed are back, and within a bounded time everything must have come to its right end. Answers what was lost, and what was done.
 */
export async function playRound(plan: Plan, site: Site): Promise<RoundResult> {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-round-'))
  const journal = join(folder, 'journal')
  const note = new Journal(journal, 'round')
  const store = await openStore(site.location, Date.now())
  const round = { plan, site, store, journal, note, instances: [] as RunningInstance[] }
  try {
    const losses = await play(round)
    return { faults: faultsIn(journal), losses }
  } finally {
    await Promise.all(round.instances.map((instance) => instance.end()))
    await store.close()
    note.close()
    await rm(folder, { recursive: true })
  }
}

export interface RoundResult {
  /** The kinds of those that struck. */
  readonly faults: readonly string[]
  /** A line each; empty is what it is all for. */
  readonly losses: readonly string[]
}

interface Round {
  readonly plan: Plan
  readonly site: Site
  readonly store: Store
  readonly journal: string
  readonly note: Journal
  readonly instances: RunningInstance[]
}

async function play(round: Round): Promise<readonly string[]> {
  const { plan, site, store, instances } = round
  const random = new Random(plan.seed)
  const calling = await tenants(store, plan.organisations)
  for (const [at, planned] of plan.instances.entries()) {
    if (planned.clockAheadMs !== 0) round.note.fault('clock wrong from the start')
    const environment = { ...site.environment, ...settings, REPORT_WITHDRAWALS: plan.hasWithdrawals ? 'on' : 'off' }
    instances.push(
      new RunningInstance({
        environment,
        journal: round.journal,
        name: `instance-${at}`,
        planned,
        restartMs: 50 + random.below(250),
      }),
    )
  }
  await until(async () => instances.some(({ address }) => address !== undefined))
  const addresses = () => instances.flatMap(({ address }) => address ?? [])
  const creating = createAll(plan.documents, { addresses, tenants: calling, paceMs: 250, random: () => random.next() })
  const [created] = await Promise.all([creating, ...plan.blows.map((blow) => strike(round, blow))])
  await Promise.all(instances.map((instance) => instance.calm()))
  const late = await untilFinished(round)
  const exits = await Promise.all(instances.map((instance) => instance.end()))
  return [
    ...late,
    ...exits.filter((exit) => exit !== '0').map((exit) => `an instance that was stopped ended with ${exit}`),
    ...instances.flatMap(({ crashes }) => crashes),
    ...(await judge(round, created)),
  ]
}

async function judge({ plan, store, journal }: Round, created: readonly Created[]): Promise<readonly string[]> {
  const documents = await readRecords(store.database)
  const changed = [...sendingsIn(journal)].filter(([, digests]) => new Set(digests).size > 1)
  return [
    ...lossesIn(documents, created, (document) => sandboxEnds(document, plan.hasWithdrawals)),
    ...(await sandboxLosses(store.database)),
    ...changed.map(([uuid]) => `${uuid} was sent with different contents`),
  ]
}

async function strike({ instances, site, note }: Round, blow: OuterBlow): Promise<void> {
  await delay(blow.afterMs)
  const instance = 'instance' in blow ? instances[blow.instance] : undefined
  if (blow.kind === 'jump') note.fault(`clock ${blow.ms > 0 ? 'forward' : 'back'}`)
  else note.fault(blow.kind)
  if (blow.kind === 'kill') instance?.kill()
  else if (blow.kind === 'stop') instance?.stop()
  else if (blow.kind === 'freeze') await instance?.freeze(blow.ms)
  else if (blow.kind === 'jump') instance?.jump(blow.ms)
  else if (blow.kind === 'crash database') await site.server?.crash(blow.ms)
  else if (blow.kind === 'restart database') await site.server?.restart(blow.ms)
  else await site.cutConnections()
}

/** What has not come to its end in time; empty when all has. */
async function untilFinished({ plan, store }: Round): Promise<readonly string[]> {
  let left: readonly string[] = ['the database was never read']
  const isDone = async () => {
    // The database may be on its way back.
    const documents = await readRecords(store.database).catch((): readonly DocumentRecord[] => [])
    const owed = await sandboxLosses(store.database).catch(() => ['the database does not answer'])
    left = [...unfinished(documents, (document) => sandboxEnds(document, plan.hasWithdrawals)), ...owed]
    return documents.length > 0 && left.length === 0
  }
  await until(isDone).catch(() => undefined)
  return left.map((line) => `not finished after ${limitMs / 1000} s: ${line}`)
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + limitMs; performance.now() < end; ) {
    if (await check()) return
    await delay(250)
  }
  throw new Error(`it did not come about within ${limitMs} ms`)
}

const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  GATEWAY: 'sandbox',
  SANDBOX_DELAY_MS: '40',
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: '1000000',
}
const limitMs = 40_000
