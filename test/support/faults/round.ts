import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openStore, type Store } from '../../../src/store/store.ts'
import { Random } from '../random.ts'
import { tenants } from '../service/tenants.ts'
import { AccessPointNetwork, newSecret } from './access-point-network.ts'
import { type Created, createAll, repeatLosses } from './callers.ts'
import { FeedReader } from './feed-reader.ts'
import { faultsIn, Journal, sendingsIn } from './journal.ts'
import { lossesIn, unfinished } from './losses.ts'
import type { Network } from './network.ts'
import type { OuterBlow, Plan } from './plan.ts'
import { type DocumentRecord, readRecords } from './records.ts'
import { RunningInstance } from './running-instance.ts'
import { sandboxNetwork } from './sandbox-network.ts'
import type { Site } from './site.ts'

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
  const network = await networkOf(plan, { store, note, instances })
  try {
    const losses = await play({ plan, site, network, store, journal, note, instances, readers })
    return { faults: faultsIn(journal), losses }
  } finally {
    for (const reader of readers) reader.stop()
    await Promise.all(instances.map((instance) => instance.end()))
    await network.close()
    await store.close()
    note.close()
    await rm(folder, { recursive: true })
  }
}

export interface RoundResult {
  /** The kinds of strikes that happened. */
  readonly faults: readonly string[]
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
  readonly readers: FeedReader[]
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

async function play(round: Round): Promise<readonly string[]> {
  const { plan, site, network, store, journal, instances, readers } = round
  const random = new Random(plan.seed)
  const calling = await tenants(store, plan.organisations)
  const withdrawals = { REPORT_WITHDRAWALS: plan.hasWithdrawals ? 'on' : 'off' }
  const environment = { ...settings, ...site.environment, ...network.environment, ...withdrawals }
  for (const [at, planned] of plan.instances.entries()) {
    if (planned.clockAheadMs !== 0) round.note.fault('clock wrong from the start')
    const [name, restartMs] = [`instance-${at}`, 50 + random.below(250)]
    const { policy } = plan
    const submitTimeoutMs = policy === 'production' ? productionTimeoutMs : submitTimeoutsMs[plan.network]
    instances.push(new RunningInstance({ environment, journal, name, planned, policy, submitTimeoutMs, restartMs }))
  }
  await until(async () => instances.some(({ address }) => address !== undefined))
  const addresses = () => instances.flatMap(({ address }) => address ?? [])
  const creating = createAll(plan.documents, { addresses, tenants: calling, paceMs: 250, random: () => random.next() })
  readers.push(...calling.map((tenant) => new FeedReader(tenant, addresses)))
  const [created] = await Promise.all([creating, ...plan.blows.map((blow) => strike(round, blow))])
  await Promise.all(instances.map((instance) => instance.calm()))
  const late = await untilFinished(round)
  const documents = await readRecords(store.database)
  const ofReaders = await Promise.all(readers.map((reader) => reader.losses(documents)))
  const again = await Promise.all(created.slice(0, 3).map((create) => repeatLosses(random.of(addresses()), create)))
  const exits = await Promise.all(instances.map((instance) => instance.end()))
  return [
    ...late,
    ...ofReaders.flat(),
    ...again.flat(),
    ...exits.filter((exit) => exit !== '0').map((exit) => `an instance that was stopped ended with ${exit}`),
    ...instances.flatMap(({ crashes }) => crashes),
    ...(await judge(round, created)),
  ]
}

async function judge({ network, store, journal }: Round, created: readonly Created[]): Promise<readonly string[]> {
  const documents = await readRecords(store.database)
  const changed = [...sendingsIn(journal)].filter(([, digests]) => new Set(digests).size > 1)
  return [
    ...lossesIn(documents, created, (document) => network.endsOf(document)),
    ...(await network.losses()),
    ...changed.map(([uuid]) => `${uuid} was sent with different contents`),
  ]
}

async function strike({ instances, site, network, note }: Round, blow: OuterBlow): Promise<void> {
  await delay(blow.afterMs)
  const instance = 'instance' in blow ? instances[blow.instance] : undefined
  if (blow.kind === 'jump') note.fault(`clock ${blow.ms > 0 ? 'forward' : 'back'}`)
  else note.fault(blow.kind === 'access point' ? `access point ${blow.trouble}` : blow.kind)
  if (blow.kind === 'kill') instance?.kill()
  else if (blow.kind === 'stop') instance?.stop()
  else if (blow.kind === 'freeze') await instance?.freeze(blow.ms)
  else if (blow.kind === 'jump') instance?.jump(blow.ms)
  else if (blow.kind === 'crash database') await site.server?.crash(blow.ms)
  else if (blow.kind === 'restart database') await site.server?.restart(blow.ms)
  else if (blow.kind === 'access point') await network.suffer(blow.trouble, blow.ms, blow.accessPoint)
  else await site.cutConnections()
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
  RATE_LIMIT_PER_MINUTE: '1000000',
}
/** All times of production are sixty times shorter. */
const productionTimeoutMs = 500
/** In production a leg in doubt waits for minutes: here for ten seconds, maybe several times. */
const limitsMs = { short: 60_000, production: 240_000 }
/** An HTTP call to a busy process may take longer. */
const submitTimeoutsMs = { sandbox: 400, 'access point': 1_000 }
