import type { Logger } from 'pino'
import type { Clock } from '../../clock/clock.ts'
import { doEach } from '../../clock/do-each.ts'
import { Loop } from '../../clock/loop.ts'
import { allOrganisations } from '../../store/accounts/organisations.ts'
import type { Blobs } from '../../store/blobs/blobs.ts'
import { claimReview, dueForReview, postponeReview } from '../../store/blobs/object-reviews.ts'
import { reviewObjects, waitMs } from '../../store/blobs/review-objects.ts'
import { DatabaseAway } from '../../store/database/database.ts'
import { removeExpired } from '../../store/keeping/remove-expired.ts'
import { removingOrganisations } from '../../store/keeping/retentions.ts'
import type { Store } from '../../store/store.ts'

/**
 * Removes content after its retention, and objects that no row refers to. Looks every hour; each
 * organisation has its objects reviewed every 30 days, by one of the instances. Works on one
 * organisation after the other, so that a failure stops only its own.
 */
export function startKeeping({ store, clock, log, observer = unobserved }: KeepingParts, times = defaultTimes): Loop {
  const isOver = () => loop.stopping.aborted
  const removal = async () => {
    const organisations = await removingOrganisations(store.database)
    await doEach(
      organisations,
      async (organisation) => {
        const removed = await removeExpired(store.database, organisation, clock.now(), isOver)
        if (removed === 0) return
        observer.contentRemoved(removed)
        log.info({ orgId: organisation.orgId, documents: removed }, 'content was removed after its retention')
      },
      (failures) => `the removals of ${failures} organisations failed`,
    )
  }
  const review = async () => {
    const { blobs } = store
    if (blobs === undefined) return
    const all = (await allOrganisations(store.database)).map(({ id }) => id)
    await doEach(
      await dueForReview(store.database, all, clock.now()),
      async (orgId) => {
        if (!isOver()) await reviewInTurn({ store, blobs, clock, log, observer, isOver }, orgId)
      },
      (failures) => `the objects of ${failures} organisations could not be reviewed`,
    )
  }
  const turn = async () => {
    await doEach(
      [removal, review],
      (work) => work(),
      (failures) => `${failures} of 2 works failed`,
    )
    return times.everyMs
  }
  const onTrouble = (error: unknown) => log.error({ err: error }, 'content or objects could not be removed')
  const loop = new Loop({ clock, turn, everyMs: times.everyMs, onTrouble })
  loop.start(times.firstMs)
  return loop
}

/** Reviews the objects of an organisation unless another instance does. */
async function reviewInTurn({ store, blobs, clock, log, observer, isOver }: ReviewParts, orgId: string): Promise<void> {
  const now = clock.now()
  if (!(await claimReview(store.database, orgId, { now, nextAt: now + waitMs }))) return
  try {
    const counts = await reviewObjects(store.database, blobs, orgId, { now, isOver })
    observer.objectsReviewed(counts)
    if (isOver()) await postponeReview(store.database, orgId, now)
    if (counts.unreferenced > 0) log.info({ orgId, ...counts }, 'objects without a row were found or deleted')
    if (counts.lacking > 0) log.error({ orgId, lacking: counts.lacking }, 'rows refer to objects that are not there')
    if (counts.refused > 0) log.warn({ orgId, refused: counts.refused }, 'the object store keeps objects without a row')
  } catch (error) {
    await postponeReview(store.database, orgId, now + retryMs)
    // An absent object store is an outage, which is reported as one.
    if (!(error instanceof DatabaseAway)) throw error
    log.warn({ orgId, err: error }, 'the objects could not be reviewed; the next try is in an hour')
  }
}

export interface KeepingParts {
  readonly store: Pick<Store, 'database' | 'blobs'>
  readonly clock: Clock
  readonly log: Logger
  readonly observer?: KeepingObserver
}

interface ReviewParts extends KeepingParts {
  readonly observer: KeepingObserver
  readonly blobs: Blobs
  readonly isOver: () => boolean
}

/** Counts for the metrics. */
export interface KeepingObserver {
  contentRemoved(documents: number): void
  objectsReviewed(counts: { readonly unreferenced: number; readonly deleted: number; readonly refused: number }): void
}

const unobserved: KeepingObserver = { contentRemoved() {}, objectsReviewed() {} }

const retryMs = 3_600_000
/** Behind the upkeep, and not in the first minutes of an instance. */
const defaultTimes = { firstMs: 300_000, everyMs: 3_600_000 }
