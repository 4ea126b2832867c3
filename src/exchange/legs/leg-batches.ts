import { LRUCache } from 'lru-cache'
import type { Database } from '../../store/database/database.ts'
import { type LegChange, type LegState, legOfTransmission, legsOfTransmissions } from '../../store/legs/legs.ts'
import { settleLeg } from '../../store/legs/settle-leg.ts'
import { type Settlement, settleLegs } from '../../store/legs/settle-legs.ts'
import type { NewWithdrawal } from '../../store/legs/withdrawals.ts'
import { isRecorded } from '../../tracing/active-span.ts'
import { Batches } from '../batches.ts'

/**
 * Reads and settles legs, many of an organisation together when many are under way: a commit and
 * its statements cost about the same for one leg as for a hundred. Every leg keeps its own fence,
 * the mark of the state that was read. A leg in a collected trace goes alone, so that the trace
 * shows its transaction.
 */
export class LegBatches {
  readonly #db: Database
  readonly #settlements: Batches<Settlement, boolean>
  readonly #reads: Batches<NamedLeg, Found>
  /** The organisations of the legs that were settled here, so that a status asks only one. */
  readonly #organisations = new LRUCache<string, string>({ max: rememberedMax })

  constructor(db: Database, gatherMs: number) {
    this.#db = db
    this.#settlements = new Batches({
      work: (settlements) => settleLegs(db, settlements[0]?.leg.orgId ?? '', settlements),
      gatherMs,
      groupOf: ({ leg }) => leg.orgId,
      // Both legs of a document end it together only if the second one sees the first one's end.
      keyOf: ({ leg }) => leg.documentId,
    })
    this.#reads = new Batches({
      work: async (named) => {
        const uuids = named.map(({ transmissionUuid }) => transmissionUuid)
        const legs = await legsOfTransmissions(db, named[0]?.orgId, uuids)
        return uuids.map((uuid) => ({ leg: legs.get(uuid) }))
      },
      gatherMs,
      groupOf: ({ orgId }) => orgId ?? '',
      keyOf: ({ transmissionUuid }) => transmissionUuid,
    })
  }

  /** See `settleLeg`. */
  settle(leg: LegState, change: LegChange, now: number, withdrawal?: NewWithdrawal): Promise<boolean> {
    this.#organisations.set(leg.transmissionUuid, leg.orgId)
    const isAlone = withdrawal !== undefined || change.entries.length > 1 || isRecorded()
    if (isAlone) return settleLeg(this.#db, leg, change, now, withdrawal)
    return this.#settlements.add({ leg, change, now })
  }

  /** See `legOfTransmission`. */
  async legOf(transmissionUuid: string): Promise<LegState | undefined> {
    if (isRecorded()) return legOfTransmission(this.#db, transmissionUuid)
    const orgId = this.#organisations.get(transmissionUuid)
    return (await this.#reads.add({ transmissionUuid, orgId })).leg
  }
}

interface NamedLeg {
  readonly transmissionUuid: string
  /** Undefined: the network names only the transmission. */
  readonly orgId: string | undefined
}

interface Found {
  readonly leg: LegState | undefined
}

/** Legs whose status is awaited: about 10 MB. */
const rememberedMax = 50_000
