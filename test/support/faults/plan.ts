import { specialEndpoints } from '../../../src/exchange/gateways/sandbox/scripts.ts'
import { Random } from '../random.ts'
import type { Strike } from './strikes.ts'

/**
 * Everything a round does, chosen by its seed alone. The course depends on the machine: no two runs
 * interleave alike.
 */
export interface Plan {
  readonly seed: number
  readonly database: 'embedded' | 'PostgreSQL'
  readonly network: 'sandbox' | 'access point'
  /** `production`: the default policy, with all its times shorter by one factor. */
  readonly policy: 'short' | 'production'
  /** More than one behind the same service in every other round. */
  readonly accessPoints: number
  readonly instances: readonly PlannedInstance[]
  readonly organisations: number
  /** Withdraw the reports of documents that the other party rejects. */
  readonly hasWithdrawals: boolean
  /** In the order in which callers begin them; each kind at least once. */
  readonly calls: readonly PlannedCall[]
  readonly blows: readonly OuterBlow[]
}

export interface PlannedInstance {
  readonly clockAheadMs: number
  /** Its strikes. When a life ends, the next one takes the rest and counts from zero. */
  readonly strikes: readonly Strike[]
}

export interface PlannedCall {
  readonly kind: CallKind
  readonly organisation: number
  readonly family: 'purchase-invoices' | 'purchase-credit-notes'
  /** The other parties' endpoints, which decide what the network does: one for each document. */
  readonly receivers: readonly string[]
}

/** Everything that callers do. calls/ has a file for each. */
export const callKinds = [
  'create',
  'create without a key',
  'taken number',
  'credits at once',
  'resubmission',
  'batch',
  'batch without keys',
  'hold',
] as const
export type CallKind = (typeof callKinds)[number]

/** A fault from outside, `afterMs` after the first document. */
export type OuterBlow = { readonly afterMs: number } & (
  | { readonly kind: 'kill' | 'stop'; readonly instance: number }
  | { readonly kind: 'freeze'; readonly instance: number; readonly ms: number }
  | { readonly kind: 'jump'; readonly instance: number; readonly ms: number }
  | { readonly kind: 'access point'; readonly accessPoint: number; readonly trouble: Trouble; readonly ms: number }
  | { readonly kind: 'database'; readonly blow: DatabaseBlow }
)

/** Everything that can happen to PostgreSQL, or to the connections of an instance to it. */
export type DatabaseBlow =
  | { readonly kind: 'crash database' | 'restart database' | 'freeze database'; readonly ms: number }
  | { readonly kind: 'end connections' | 'end one connection' | 'cancel statements' }
  | { readonly kind: 'lock'; readonly table: string; readonly ms: number }
  | { readonly kind: 'line'; readonly instance: number; readonly trouble: LineTrouble; readonly ms: number }

/**
 * Held: nothing passes, and everything arrives at the end, also what the service has given up
 * meanwhile and done again. Answers lost: commits are done, and the connection breaks before the
 * instance learns it. Late: everything takes seconds.
 */
export const lineTroubles = [
  'cut',
  'silent',
  'requests held',
  'answers held',
  'requests held on open connections',
  'answers lost',
  'late',
] as const
export type LineTrouble = (typeof lineTroubles)[number]

/** No port; 503 to everything; no answer to anything; another server. */
export type Trouble = 'away' | 'unavailable' | 'silent' | 'elsewhere'

export function planOf(seed: number): Plan {
  const random = new Random(seed)
  const database = seed % 4 === 3 ? 'embedded' : 'PostgreSQL'
  const instances = database === 'embedded' ? 1 : random.of([1, 2, 2, 4])
  const organisations = 1 + random.below(3)
  const due = dueStrikes(random, seed)
  // Statuses that come by HTTP pass no step that can strike.
  const network = due.some(({ step }) => step === 'status')
    ? 'sandbox'
    : random.of(['sandbox', 'access point'] as const)
  const accessPoints = network === 'sandbox' || seed % 2 === 1 ? 1 : 2
  const policy = network === 'access point' && seed % 8 === 0 ? 'production' : 'short'
  const special = network === 'sandbox' ? telling : predefined
  return {
    seed,
    database,
    network,
    policy,
    accessPoints,
    organisations,
    hasWithdrawals: random.below(2) === 0,
    instances: Array.from({ length: instances }, (_, at) => ({
      clockAheadMs: random.below(3) === 0 ? aJump(random) : 0,
      strikes: [...due.filter((strike, turn) => isForAll(strike) || turn % instances === at), ...forLuck(random)],
    })),
    calls: random.shuffled([...callKinds, ...otherCalls(random)]).map((kind) => ({
      kind,
      organisation: random.below(organisations),
      family: random.of(['purchase-invoices', 'purchase-credit-notes'] as const),
      receivers: Array.from({ length: kind.startsWith('batch') ? 3 : 1 }, () => aReceiver(random, special)),
    })),
    blows: [
      ...(database === 'embedded' ? [] : dueDatabaseBlows(random, seed, instances)),
      ...Array.from({ length: 1 + random.below(3) }, () => outerBlow(random, { network, accessPoints, instances })),
    ],
  }
}

/** Creates mostly. */
function otherCalls(random: Random): readonly CallKind[] {
  return Array.from({ length: 2 + random.below(3) }, () => random.of(['create', 'create', random.of(callKinds)]))
}

function aReceiver(random: Random, special: readonly string[]): string {
  return random.below(5) < 3 ? `13${10_000_000 + random.below(1_000_000)}` : random.of(special)
}

const predefined = ['9900000097', '9900000098', '9900000099']
const telling = [...specialEndpoints.keys(), ...predefined]

const strikesOf = (blow: Strike['blow'], steps: readonly Strike['step'][]) =>
  steps.flatMap((step) => (['before', 'after'] as const).map((moment) => ({ blow, moment, step })))

/** Only real processes can show what a `kill -9` leaves. Six consecutive rounds take them all, two each. */
export const kills: readonly StrikeKind[] = strikesOf('kill', ['create', 'claim', 'submit', 'settle', 'ask', 'status'])

/**
 * The simulated world has these too, a thousand times as often: each round takes the next one, so
 * nineteen consecutive rounds take them all.
 */
const otherStrikes: readonly StrikeKind[] = [
  ...strikesOf('fail', ['create', 'claim', 'submit', 'settle', 'ask', 'status']),
  ...strikesOf('hang', ['submit', 'ask']),
  { blow: 'linger', moment: 'after', step: 'submit' },
  { blow: 'refuse', moment: 'before', step: 'submit' },
  { blow: 'repeat', moment: 'after', step: 'status' },
]

export const strikeKinds: readonly StrikeKind[] = [...kills, ...otherStrikes]

type StrikeKind = Omit<Strike, 'nth'>

/**
 * The strikes of this round come early, and every instance gets one for questions: any of them may
 * have to ask.
 */
function dueStrikes(random: Random, seed: number): readonly Strike[] {
  const due = [...nextOf(kills, 2, seed), ...nextOf(otherStrikes, 1, seed)]
  return due.flatMap((kind) => {
    if (kind.step !== 'ask') return [{ ...kind, nth: 1 + random.below(3) }]
    return [{ ...kind, nth: 1 }, doubt]
  })
}

/** The next `count` of a round: those of consecutive rounds follow each other. */
function nextOf<Kind>(kinds: readonly Kind[], count: number, round: number): readonly Kind[] {
  return Array.from({ length: count }, (_, at) => kinds[(count * round + at) % kinds.length]).flatMap(
    (kind) => kind ?? [],
  )
}

function isForAll(strike: Strike): boolean {
  return strike.step === 'ask' || strike === doubt
}

/**
 * Questions need doubt first; and where the message got through, its status comes before the
 * question.
 */
const doubt: Strike = { blow: 'fail', moment: 'before', step: 'submit', nth: 1 }

/** One strike that may never be reached; in some lives many. */
function forLuck(random: Random): readonly Strike[] {
  const strike = { ...random.of(strikeKinds), nth: 3 + random.below(5) }
  return random.below(4) === 0 ? [strike, ...aStorm(random)] : [strike]
}

/**
 * A period in which nothing gets through: connections are refused, or break before or after the
 * delivery.
 */
function aStorm(random: Random): readonly Strike[] {
  const kind = random.of([
    { blow: 'refuse', moment: 'before' },
    { blow: 'fail', moment: 'before' },
    { blow: 'fail', moment: 'after' },
  ] as const)
  const first = 1 + random.below(5)
  return Array.from({ length: 6 + random.below(10) }, (_, at) => ({ ...kind, step: 'submit', nth: first + at }))
}

function outerBlow(random: Random, { network, accessPoints, instances }: Surroundings): OuterBlow {
  const afterMs = random.below(2_500)
  const instance = random.below(instances)
  const blows: readonly OuterBlow[] = [
    { afterMs, kind: 'kill', instance },
    { afterMs, kind: 'stop', instance },
    { afterMs, kind: 'freeze', instance, ms: 200 + random.below(2_500) },
    { afterMs, kind: 'jump', instance, ms: aJump(random) },
    { afterMs, kind: 'jump', instance, ms: aJump(random) },
  ]
  const ofNetwork: readonly OuterBlow[] = (['away', 'unavailable', 'silent', 'elsewhere'] as const).map((trouble) => ({
    afterMs,
    kind: 'access point',
    accessPoint: afterMs % accessPoints,
    trouble,
    ms: 200 + random.below(1_500),
  }))
  return random.of([...blows, ...(network === 'sandbox' ? [] : ofNetwork)])
}

interface Surroundings extends Pick<Plan, 'network' | 'accessPoints'> {
  readonly instances: number
}

/** Every create, claim or answer writes to one of them. */
const lockedTables = ['documents', 'legs', 'entries', 'sequences', 'idempotency_marks', 'webhook_deliveries']

/** Each round on PostgreSQL takes the next three, so five of them take all. */
const databaseBlows: readonly ((chance: Chance) => DatabaseBlow)[] = [
  ({ ms }) => ({ kind: 'crash database', ms }),
  ({ ms }) => ({ kind: 'restart database', ms }),
  ({ ms }) => ({ kind: 'freeze database', ms }),
  () => ({ kind: 'end connections' }),
  () => ({ kind: 'end one connection' }),
  () => ({ kind: 'cancel statements' }),
  ({ ms, table }) => ({ kind: 'lock', table, ms }),
  ...lineTroubles.map(
    (trouble) =>
      ({ ms, instance }: Chance): DatabaseBlow => ({ kind: 'line', instance, trouble, ms }),
  ),
]

interface Chance {
  readonly ms: number
  readonly instance: number
  readonly table: string
}

/** The names of all faults of PostgreSQL in the journal. */
export const databaseFaults = databaseBlows.map((blow) => faultOf(blow({ ms: 0, instance: 0, table: '' })))

/** Its name in the journal. */
export function faultOf(blow: DatabaseBlow): string {
  return blow.kind === 'line' ? `line to the database: ${blow.trouble}` : blow.kind
}

/** Of each four rounds three are on PostgreSQL. */
function dueDatabaseBlows(random: Random, seed: number, instances: number): readonly OuterBlow[] {
  const nth = seed - Math.floor((seed + 1) / 4)
  return nextOf(databaseBlows, 3, nth).map((blow): OuterBlow => {
    const chance = { ms: 200 + random.below(2_500), instance: random.below(instances), table: random.of(lockedTables) }
    return { afterMs: random.below(2_500), kind: 'database', blow: blow(chance) }
  })
}

/** Minutes or hours, forward or back. */
function aJump(random: Random): number {
  const minutes = random.of([1, 7, 45, 180, 600])
  return minutes * 60_000 * random.of([1, -1])
}
