import type { Database } from '../../store/database/database.ts'
import { type LegChange, type LegState, legOfTransmission, legsOfTransmissions } from '../../store/legs/legs.ts'
import { settleLeg } from '../../store/legs/settle-leg.ts'
import { type Settlement, settleLegs } from '../../store/legs/settle-legs.ts'
import type { NewWithdrawal } from '../../store/legs/withdrawals.ts'
import { isRecorded } from '../../tracing/active-span.ts'
import { Batches } from '../batches.ts'

/**
 * Reads and settles legs, many together when many are under way: a commit and its statements cost
 * about the same for one leg as for a hundred. Every leg keeps its own fence, the mark of the state
 * that was read. A leg in a collected trace goes alone, so that the trace shows its transaction.
 */
export class LegBatches {
  readonly #db: Database
  readonly #settlements: Batches<Settlement, boolean>
  readonly #reads: Batches<string, Found>

  constructor(db: Database) {
    this.#db = db
    this.#settlements = new Batches({
      work: (settlements) => settleLegs(db, settlements),
      // Both legs of a document end it together only if the second one sees the first one's end.
      keyOf: ({ leg }) => `${leg.orgId} ${leg.documentId}`,
    })
    this.#reads = new Batches({
      work: async (uuids) => {
        const legs = await legsOfTransmissions(db, uuids)
        return uuids.map((uuid) => ({ leg: legs.get(uuid) }))
      },
      keyOf: (uuid) => uuid,
    })
  }

  /** See `settleLeg`. */
  settle(leg: LegState, change: LegChange, now: number, withdrawal?: NewWithdrawal): Promise<boolean> {
    const isAlone = withdrawal !== undefined || change.entries.length > 1 || isRecorded()
    if (isAlone) return settleLeg(this.#db, leg, change, now, withdrawal)
    return this.#settlements.add({ leg, change, now })
  }

  /** See `legOfTransmission`. */
  async legOf(transmissionUuid: string): Promise<LegState | undefined> {
    if (isRecorded()) return legOfTransmission(this.#db, transmissionUuid)
    return (await this.#reads.add(transmissionUuid)).leg
  }
}

interface Found {
  readonly leg: LegState | undefined
}
