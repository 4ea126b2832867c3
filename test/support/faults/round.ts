import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openStore, type Store } from '../../../src/store/store.ts'
import { madeCertificate } from '../network/receiver.ts'
import { Random } from '../random.ts'
import { tenants } from '../service/tenants.ts'
import { AccessPointNetwork, newSecret } from './access-point-network.ts'
import { makeCalls } from './callers.ts'
import { type CallResult, repeatLosses } from './calls/call.ts'
import { FeedReader } from './feed-reader.ts'
import { faultsIn, Journal, sendingsIn } from './journal.ts'
import { lossesIn, unfinished } from './losses.ts'
import type { Network } from './network.ts'
import type { OuterBlow, Plan } from './plan.ts'
import { type DocumentRecord, readRecords } from './records.ts'
import { RunningInstance } from './running-instance.ts'
import { sandboxNetwork } from './sandbox-network.ts'
import type { Site } from './site.ts'
import { WebhookTarget } from './webhook-target.ts'

/**
 * One round: instances start, callers create documents, faults strike from inside and outside. Then
 * all is quiet, killed instances are back, and everything must reach its right status in time.
 * Returns what was lost and what was done.
 */
export async function playRound(plan: Plan, site: Site): Promise<RoundResult> {
  const folder = await mkdtemp(join(tmpdir(), 'selfbill-round-'))
  const journal = join(folder, 'journal')
  const note = new Journal(journal, 'round')
  const store = await openStore(site.location, Date.now())
  const instances: RunningInstance[] = []
  const readers: FeedReader[] = []
  const targets: WebhookTarget[] = []
  const network = await networkOf(plan, { store, note, instances })
  try {
    const result = await play({ plan, site, network, store, journal, note, instances, readers, targets })
    return { faults: faultsIn(journal), ...result }
  } finally {
    for (const reader of readers) reader.stop()
    await Promise.all(instances.map((instance) => instance.end()))
    await Promise.all(targets.map((target) => target.close()))
    await network.close()
    await store.close()
    note.close()
    await rm(folder, { recursive: true })
  }
}

export interface RoundResult {
  /** The kinds of strikes that happened. */
  readonly faults: readonly string[]
  /** The outcomes of all calls. */
  readonly outcomes: readonly string[]
  /** One line for each loss; must be empty. */
  readonly losses: readonly string[]
}

interface Round {
  readonly plan: Plan
  readonly site: Site
  readonly network: Network
  readonly store: Store
  readonly journal: string
  readonly note: Journal
  readonly instances: RunningInstance[]
  /** One for each organisation, and so are the targets. */
  readonly readers: FeedReader[]
  readonly targets: WebhookTarget[]
}

function networkOf(
  plan: Plan,
  { store, note, instances }: Pick<Round, 'store' | 'note' | 'instances'>,
): Promise<Network> {
  if (plan.network === 'sandbox') return Promise.resolve(sandboxNetwork(store.database, plan.hasWithdrawals))
  const random = new Random(plan.seed)
  return AccessPointNetwork.start(plan, {
    note,
    lateMs: 3 * submitTimeoutsMs['access point'],
    secret: newSecret(),
    address: () => random.of(instances).lastAddress,
    kill: (address) => instances.find((instance) => instance.address === address)?.kill(),
  })
}

async function play(round: Round): Promise<Omit<RoundResult, 'faults'>> {
  const { plan, store, note, instances, readers, targets } = round
  const random = new Random(plan.seed)
  const calling = await tenants(store, plan.organisations, 'documents:read documents:write admin')
  startInstances(round, random)
  await until(async () => instances.some(({ address }) => address !== undefined))
  const addresses = () => instances.flatMap(({ address }) => address ?? [])
  const parts = { addresses, tenants: calling, random: () => random.next() }
  targets.push(...(await Promise.all(calling.map((tenant) => WebhookTarget.start(tenant, parts, note)))))
  readers.push(...calling.map((tenant) => new FeedReader(tenant, addresses)))
  const blows = Promise.all(plan.blows.map((blow) => strike(round, blow)))
  // The database must not be down any more when a round that broke off is cleared away.
  const results = await makeCalls(plan.calls, parts).finally(() => blows.catch(() => undefined))
  await blows
  await Promise.all(instances.map((instance) => instance.calm()))
  const losses = [
    ...(await untilFinished(round)),
    ...(await followerLosses(round)),
    ...(await againLosses(results, () => random.of(addresses()))),
    ...(await endLosses(instances)),
    ...(await judge(round, results)),
  ]
  return { outcomes: results.flatMap(({ outcomes }) => outcomes), losses }
}

function startInstances({ plan, site, network, journal, note, instances }: Round, random: Random): void {
  const withdrawals = { REPORT_WITHDRAWALS: plan.hasWithdrawals ? 'on' : 'off' }
  for (const [at, planned] of plan.instances.entries()) {
    if (planned.clockAheadMs !== 0) note.fault('clock wrong from the start')
    const environment = { ...settings, ...site.environments[at], ...network.environment, ...withdrawals }
    const [name, restartMs] = [`instance-${at}`, 50 + random.below(250)]
    const { policy } = plan
    const submitTimeoutMs = policy === 'production' ? productionTimeoutMs : submitTimeoutsMs[plan.network]
    instances.push(new RunningInstance({ environment, journal, name, planned, policy, submitTimeoutMs, restartMs }))
  }
}

/** Of those who follow the feed, by reading it or by a webhook. */
async function followerLosses({ store, readers, targets }: Round): Promise<readonly string[]> {
  const documents = await readRecords(store.database)
  const ofReaders = await Promise.all(readers.map((reader) => reader.losses(documents)))
  const followed = targets.map((target, at) => ({ target, changes: readers[at]?.changes ?? [] }))
  const hasAll = async () => followed.every(({ target, changes }) => target.missing(changes).length === 0)
  await until(hasAll, webhooksLimitMs).catch(() => undefined)
  return [...ofReaders.flat(), ...followed.flatMap(({ target, changes }) => target.losses(changes))]
}

/** A request that is sent again gets the same answer. */
async function againLosses(results: readonly CallResult[], address: () => string): Promise<readonly string[]> {
  const answers = results.flatMap((result) => result.answers)
  return (await Promise.all(answers.map((answer) => repeatLosses(address(), answer)))).flat()
}

async function endLosses(instances: readonly RunningInstance[]): Promise<readonly string[]> {
  const exits = await Promise.all(instances.map((instance) => instance.end()))
  return [
    ...exits.filter((exit) => exit !== '0').map((exit) => `an instance that was stopped ended with ${exit}`),
    ...instances.flatMap(({ crashes }) => crashes),
  ]
}

async function judge({ network, store, journal }: Round, results: readonly CallResult[]): Promise<readonly string[]> {
  const documents = await readRecords(store.database)
  const created = results.flatMap((result) => result.created)
  const changed = [...sendingsIn(journal)].filter(([, digests]) => new Set(digests).size > 1)
  return [
    ...lossesIn(documents, created, (document) => network.endsOf(document)),
    ...results.flatMap((result) => result.lossesIn(documents)),
    ...(await network.losses()),
    ...changed.map(([uuid]) => `${uuid} was sent with different contents`),
  ]
}

async function strike({ instances, site, network, note }: Round, blow: OuterBlow): Promise<void> {
  await delay(blow.afterMs)
  if (blow.kind === 'database') return site.server?.suffer(blow.blow, note)
  const instance = 'instance' in blow ? instances[blow.instance] : undefined
  if (blow.kind === 'jump') note.fault(`clock ${blow.ms > 0 ? 'forward' : 'back'}`)
  else note.fault(blow.kind === 'access point' ? `access point ${blow.trouble}` : blow.kind)
  if (blow.kind === 'kill') instance?.kill()
  else if (blow.kind === 'stop') instance?.stop()
  else if (blow.kind === 'freeze') await instance?.freeze(blow.ms)
  else if (blow.kind === 'jump') instance?.jump(blow.ms)
  else if (blow.kind === 'access point') await network.suffer(blow.trouble, blow.ms, blow.accessPoint)
}

/** Everything unfinished at the deadline; empty if nothing is. */
async function untilFinished({ plan, network, store }: Round): Promise<readonly string[]> {
  let left: readonly string[] = ['the database was never read']
  const isDone = async () => {
    // The database may still be recovering.
    const documents = await readRecords(store.database).catch((): readonly DocumentRecord[] => [])
    left = [...unfinished(documents, (document) => network.endsOf(document)), ...(await network.losses())]
    return documents.length > 0 && left.length === 0
  }
  const limitMs = limitsMs[plan.policy]
  await until(isDone, limitMs).catch(() => undefined)
  return left.map((line) => `not finished after ${limitMs / 1000} s: ${line}`)
}

async function until(check: () => Promise<boolean>, limitMs = limitsMs.short): Promise<void> {
  for (const end = performance.now() + limitMs; performance.now() < end; ) {
    if (await check()) return
    await delay(250)
  }
  throw new Error(`it did not come about within ${limitMs} ms`)
}

const settings = {
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
  WEBHOOK_CA_FILE: madeCertificate().certificateFile,
  WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
  'TUNING.rate_limit_per_minute': '1000000',
}
/** All times of production are sixty times shorter. */
const productionTimeoutMs = 500
/** In production a leg in doubt waits for minutes: here for ten seconds, maybe several times. */
const limitsMs = { short: 60_000, production: 240_000 }
/** Webhooks wait as in production: the fourth attempt comes within three minutes. */
const webhooksLimitMs = 240_000
/** An HTTP call to a busy process may take longer. */
const submitTimeoutsMs = { sandbox: 400, 'access point': 1_000 }
