import type { Database } from '../database/database.ts'
import { type Blobs, monthOfReference } from './blobs.ts'
import { everyObjectReference } from './object-references.ts'
import { BlobMissing } from './object-store.ts'

/**
 * Stores the objects of an organisation again under the present key where they are under a former
 * one, or under none. An object that is there already is not read, so a run that was stopped goes
 * on where it ended. Calls `count` for each reference, with the place of its key in
 * `Blobs.namesOf`; undefined where the object is missing, or under a lost key. Rejects with
 * `BlobStoreAway` or `BlobDamaged`.
 */
export async function resealObjects(
  db: Database,
  blobs: Blobs,
  orgId: string,
  { isDryRun, count }: Resealing,
): Promise<void> {
  const lists = new MonthLists(blobs, orgId)
  for await (const page of everyObjectReference(db, orgId)) {
    lists.beginPage()
    const stale: Uint8Array[] = []
    for (const reference of page) {
      const at = await lists.placeOf(reference)
      if (at > 0 && !isDryRun) stale.push(reference)
      else count(at < 0 ? undefined : at)
    }
    await renewAll(blobs, orgId, stale, count)
  }
}

interface Resealing {
  readonly isDryRun: boolean
  readonly count: (keyAt: number | undefined) => void
}

/** The names of the objects of one month, listed when a reference needs them. */
class MonthLists {
  readonly #blobs: Blobs
  readonly #orgId: string
  #month: number | undefined
  #names: ReadonlySet<string> = new Set()
  /** Listed after the references of the page were read, so it has all their objects. */
  #isNew = false

  constructor(blobs: Blobs, orgId: string) {
    this.#blobs = blobs
    this.#orgId = orgId
  }

  /** A service beside us may have stored objects for the references of the page. */
  beginPage(): void {
    this.#isNew = false
  }

  /** The place of the first name in `Blobs.namesOf` that the store has; below 0: it has none. */
  async placeOf(reference: Uint8Array): Promise<number> {
    const candidates = this.#blobs.namesOf(this.#orgId, reference)
    const month = monthOfReference(reference)
    const placeIn = (names: ReadonlySet<string>) => candidates.findIndex((name) => names.has(name))
    if (month === undefined) return placeIn(await namesInStore(this.#blobs, candidates))
    const at = month === this.#month ? placeIn(this.#names) : -1
    if (at >= 0 || (month === this.#month && this.#isNew)) return at
    this.#names = await this.#blobs.namesLike(this.#orgId, reference)
    this.#month = month
    this.#isNew = true
    return placeIn(this.#names)
  }
}

/** Objects from before the months are few, and in no folder of a month. */
async function namesInStore(blobs: Blobs, candidates: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const name of candidates) if (await blobs.has(name)) found.add(name)
  return found
}

async function renewAll(
  blobs: Blobs,
  orgId: string,
  stale: readonly Uint8Array[],
  count: Resealing['count'],
): Promise<void> {
  for (let start = 0; start < stale.length; start += objectsAtOnce) {
    await Promise.all(
      stale.slice(start, start + objectsAtOnce).map(async (reference) => {
        try {
          await blobs.renew(orgId, reference)
          count(0)
        } catch (error) {
          // Deleted since it was listed.
          if (!(error instanceof BlobMissing)) throw error
          count(undefined)
        }
      }),
    )
  }
}

const objectsAtOnce = 16
