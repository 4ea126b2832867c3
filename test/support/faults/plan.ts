import type { Family } from '../../../src/document/family.ts'
import { specialEndpoints } from '../../../src/exchange/gateways/sandbox/scripts.ts'
import { Random } from '../random.ts'
import type { Strike } from './strikes.ts'

/** All that a round does, chosen by its seed alone. What comes of it is up to the machine: no two runs interleave alike. */
export interface Plan {
  readonly seed: number
  readonly database: 'embedded' | 'PostgreSQL'
  readonly instances: readonly PlannedInstance[]
  readonly organisations: number
  readonly documents: readonly PlannedDocument[]
  readonly blows: readonly OuterBlow[]
}

export interface PlannedInstance {
  readonly clockAheadMs: number
  /** Where it is struck in its first life, its second …; after those it is left alone. */
  readonly lives: readonly (readonly Strike[])[]
}

export interface PlannedDocument {
  readonly organisation: number
  readonly family: Family
  /** The endpoint of the other party: it decides what the network does. */
  readonly receiver: string
}

/** A fault from outside, `afterMs` after the first document. */
export type OuterBlow = { readonly afterMs: number } & (
  | { readonly kind: 'kill' | 'stop'; readonly instance: number }
  | { readonly kind: 'freeze'; readonly instance: number; readonly ms: number }
  | { readonly kind: 'jump'; readonly instance: number; readonly ms: number }
  | { readonly kind: 'crash database' | 'restart database'; readonly ms: number }
  | { readonly kind: 'cut connections' }
)

export function planOf(seed: number): Plan {
  const random = new Random(seed)
  const instances = random.of([1, 1, 2, 4])
  const database = instances === 1 && random.below(4) > 0 ? 'embedded' : 'PostgreSQL'
  const organisations = 1 + random.below(3)
  return {
    seed,
    database,
    organisations,
    instances: Array.from({ length: instances }, (_, at) => ({
      clockAheadMs: random.below(3) === 0 ? aJump(random) : 0,
      lives: Array.from({ length: instances === 4 ? 1 : 2 }, (_, life) => strikesOf(random, seed * 3 + at * 2 + life)),
    })),
    documents: Array.from({ length: 12 + random.below(9) }, () => ({
      organisation: random.below(organisations),
      family: random.of(['purchase-invoices', 'purchase-credit-notes'] as const),
      receiver: random.below(5) < 3 ? `13${10_000_000 + random.below(1_000_000)}` : random.of(telling),
    })),
    blows: Array.from({ length: 1 + random.below(3) }, () => outerBlow(random, database, instances)),
  }
}

const telling = [...specialEndpoints.keys(), '9900000097', '9900000098', '9900000099']

/** Every strike there is. Each life of an instance gets the next of them, so that twenty rounds in a row see them all. */
export const strikeKinds: readonly Omit<Strike, 'nth'>[] = [
  ...(['create', 'claim', 'submit', 'settle', 'ask', 'status'] as const).flatMap((step) =>
    (['before', 'after'] as const).flatMap((moment) => [
      { blow: 'kill' as const, moment, step },
      { blow: 'fail' as const, moment, step },
    ]),
  ),
  ...(['submit', 'ask'] as const).flatMap((step) =>
    (['before', 'after'] as const).map((moment) => ({ blow: 'hang' as const, moment, step })),
  ),
  { blow: 'linger', moment: 'after', step: 'submit' },
  { blow: 'refuse', moment: 'before', step: 'submit' },
  { blow: 'repeat', moment: 'after', step: 'status' },
]

/** The one whose turn it is comes early; the rest are for luck, and may never be reached. */
function strikesOf(random: Random, turn: number): readonly Strike[] {
  const first = strikeKinds[turn % strikeKinds.length] ?? random.of(strikeKinds)
  const strikes: Strike[] = [{ ...first, nth: 1 + random.below(2) }]
  // Nobody asks who has no doubt.
  if (first.step === 'ask') strikes.push(doubt(1), doubt(2), doubt(3))
  for (let more = 0; more < 2; more += 1) strikes.push({ ...random.of(strikeKinds), nth: 3 + random.below(5) })
  return random.below(3) === 0 ? [...strikes, ...aStorm(random)] : strikes
}

function doubt(nth: number): Strike {
  return { blow: 'fail', moment: 'after', step: 'submit', nth }
}

/** Nothing gets through for a while: refused at once, broken off, or broken off after it got through. */
function aStorm(random: Random): readonly Strike[] {
  const kind = random.of([
    { blow: 'refuse', moment: 'before' },
    { blow: 'fail', moment: 'before' },
    { blow: 'fail', moment: 'after' },
  ] as const)
  const first = 1 + random.below(5)
  return Array.from({ length: 6 + random.below(10) }, (_, at) => ({ ...kind, step: 'submit', nth: first + at }))
}

function outerBlow(random: Random, database: Plan['database'], instances: number): OuterBlow {
  const afterMs = random.below(2_500)
  const instance = random.below(instances)
  const blows: readonly OuterBlow[] = [
    { afterMs, kind: 'kill', instance },
    { afterMs, kind: 'stop', instance },
    { afterMs, kind: 'freeze', instance, ms: 200 + random.below(2_500) },
    { afterMs, kind: 'jump', instance, ms: aJump(random) },
    { afterMs, kind: 'jump', instance, ms: aJump(random) },
  ]
  const ofServer: readonly OuterBlow[] = [
    { afterMs, kind: 'crash database', ms: random.below(1_000) },
    { afterMs, kind: 'restart database', ms: random.below(1_000) },
    { afterMs, kind: 'cut connections' },
  ]
  return random.of(database === 'embedded' ? blows : [...blows, ...ofServer])
}

/** Minutes or hours, forward or back. */
function aJump(random: Random): number {
  const minutes = random.of([1, 7, 45, 180, 600])
  return minutes * 60_000 * random.of([1, -1])
}
