import type { Issuing, Sealing } from '../../api/parts.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Ids } from '../../clock/ids.ts'
import { Loop } from '../../clock/loop.ts'
import { type Database, isLoss } from '../../store/database/database.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import { claimUpload, organisationsWithUploads, releaseUpload } from './stored-uploads.ts'
import { workSlice } from './work-slice.ts'

/**
 * Checks and issues the documents of uploads, a slice of one upload after the other, so that a long
 * file delays nobody. Any number of instances share the work: an upload has a lease, and when its
 * instance dies, the next look after the lease takes it up.
 */
export class UploadWorker {
  readonly #parts: WorkerParts
  readonly #look: OrganisationLook
  readonly #loop: Loop
  #issuing: (Issuing & Sealing) | undefined

  constructor(parts: WorkerParts) {
    this.#parts = parts
    this.#look = new OrganisationLook(parts.db, parts.clock)
    this.#loop = new Loop({
      clock: parts.clock,
      turn: () => this.#turn(),
      everyMs: pollMs,
      onTrouble: parts.onTrouble,
    })
  }

  /** `issuing` makes and stores the documents. */
  start(issuing: Issuing & Sealing): void {
    this.#issuing = issuing
    this.#loop.start()
  }

  /** Finishes the slice in progress. Never rejects. */
  async stop(): Promise<void> {
    await this.#loop.stop()
  }

  /** There is an upload to work on. */
  wake(): void {
    this.#loop.wake()
  }

  /** A slice of an upload of each organisation. 0: there may be more at once. */
  async #turn(): Promise<number> {
    const { db, clock } = this.#parts
    const due = await organisationsWithUploads(this.#look, clock.now(), organisationsMax)
    let isMore = false
    for (const orgId of due) {
      if (this.#loop.stopping.aborted) break
      isMore = (await this.#look.handleFound('due uploads', () => this.#workFor(db, orgId))) || isMore
    }
    return isMore ? 0 : pollMs
  }

  /** True when there may be more at once. */
  async #workFor(db: Database, orgId: string): Promise<boolean> {
    const { clock, ids, leaseMs, onTrouble } = this.#parts
    const issuing = this.#issuing
    if (issuing === undefined) return false
    const owner = ids.other()
    const upload = await claimUpload(db, orgId, { owner, now: clock.now(), leaseMs })
    if (upload === undefined) return false
    const release = async (dueAt: number | undefined) => {
      await db.transaction([releaseUpload(upload, owner, clock.now(), dueAt)])
    }
    try {
      const { isHeldUp, isLast } = await workSlice(upload, { issuing, onFailure: onTrouble })
      const now = clock.now()
      await release(isHeldUp ? now + heldUpMs : isLast ? undefined : now)
      return !isHeldUp
    } catch (error) {
      onTrouble(error)
      // Without the database its lease ends the claim.
      if (!isLoss(error)) await release(clock.now() + heldUpMs)
      return false
    }
  }
}

export interface WorkerParts {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Pick<Ids, 'other'>
  /** Longer than a slice takes. The upload of a dead worker waits as long. */
  readonly leaseMs: number
  readonly onTrouble: (error: unknown) => void
}

const pollMs = 5_000
/** The service is busy, or its database is away. */
const heldUpMs = 5_000
const organisationsMax = 20
