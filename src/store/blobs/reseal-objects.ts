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
  let month: number | undefined
  let names = new Set<string>()
  for await (const page of everyObjectReference(db, orgId)) {
    const stale: Uint8Array[] = []
    for (const reference of page) {
      const monthHere = monthOfReference(reference)
      if (monthHere !== undefined && monthHere !== month) {
        month = monthHere
        names = await blobs.namesLike(orgId, reference)
      }
      const candidates = blobs.namesOf(orgId, reference)
      const known = monthHere === undefined ? await namesInStore(blobs, candidates) : names
      const at = candidates.findIndex((name) => known.has(name))
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
