import { LRUCache } from 'lru-cache'
import type { Clock } from '../../clock/clock.ts'
import { atMost } from '../../store/at-most.ts'
import type { Database } from '../../store/database/database.ts'
import { type LegState, legsOfTransmissions } from '../../store/legs/legs.ts'
import { settleLegs } from '../../store/legs/settle-legs.ts'
import type { Settlement } from '../../store/legs/settled-legs.ts'
import { belowActiveSpan, isRecorded, type RunBelow } from '../../tracing/active-span.ts'
import { inSpan } from '../../tracing/span.ts'
import { Batches } from '../batches.ts'

/**
 * Reads and settles legs, many of an organisation together when many are under way: a commit and
 * its statements cost about the same for one leg as for a hundred. Every leg keeps its own fence,
 * the mark of the state that was read. A trace shows how long its leg took, and the first of those
 * in a batch shows the batch.
 */
export class LegBatches {
  readonly #settlements: Batches<Settlement & Traced, boolean>
  readonly #reads: Batches<NamedLeg, Found>
  /** The organisations of the legs that were settled here, so that a status asks only one. */
  readonly #organisations = new LRUCache<string, string>(atMost(rememberedMax))

  constructor(db: Database, gatherMs: number, clock: Clock) {
    this.#settlements = new Batches({
      work: (settlements) => runBelow(settlements, () => settleLegs(db, settlements[0]?.leg.orgId ?? '', settlements)),
      clock,
      gatherMs,
      groupOf: ({ leg }) => leg.orgId,
      // Both legs of a document end it together only if the second one sees the first one's end.
      keyOf: ({ leg }) => leg.documentId,
    })
    this.#reads = new Batches({
      work: async (named) => {
        const uuids = named.map(({ transmissionUuid }) => transmissionUuid)
        const legs = await runBelow(named, () => legsOfTransmissions(db, named[0]?.orgId, uuids))
        return uuids.map((uuid) => ({ leg: legs.get(uuid) }))
      },
      clock,
      gatherMs,
      groupOf: ({ orgId }) => orgId ?? '',
      keyOf: ({ transmissionUuid }) => transmissionUuid,
    })
  }

  /** See `settleLegs`. */
  settle(settlement: Settlement): Promise<boolean> {
    const { transmissionUuid, orgId } = settlement.leg
    this.#organisations.set(transmissionUuid, orgId)
    const add = () => this.#settlements.add({ ...settlement, below: belowActiveSpan() })
    return isRecorded() ? inSpan('settle', {}, add) : add()
  }

  /** See `legOfTransmission`. */
  async legOf(transmissionUuid: string): Promise<LegState | undefined> {
    const orgId = this.#organisations.get(transmissionUuid)
    return (await this.#reads.add({ transmissionUuid, orgId, below: belowActiveSpan() })).leg
  }
}

interface Traced {
  /** Undefined when nobody collects the leg's trace. */
  readonly below: RunBelow | undefined
}

interface NamedLeg extends Traced {
  readonly transmissionUuid: string
  /** Undefined: the network names only the transmission. */
  readonly orgId: string | undefined
}

interface Found {
  readonly leg: LegState | undefined
}

/** Runs the work of a batch in the first trace of its legs. */
function runBelow<Result>(legs: readonly Traced[], work: () => Result): Result {
  const traced = legs.find((leg) => leg.below !== undefined)
  return traced?.below === undefined ? work() : traced.below(work)
}

/** Legs whose status is awaited: about 10 MB. */
const rememberedMax = 50_000
