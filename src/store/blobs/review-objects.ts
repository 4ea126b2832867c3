import type { Database } from '../database/database.ts'
import { type Blobs, monthInName, monthOf } from './blobs.ts'
import { objectReferences } from './object-references.ts'
import { DeletionRefused, type StoredObject } from './object-store.ts'
import { addUnreferenced, forgetUnreferenced, unreferencedBetween } from './unreferenced-objects.ts'

/**
 * Compares the objects of an organisation with its rows. Objects of past months only: nobody stores
 * one under the name of a month that is over, so no lock is needed. One that no row refers to is
 * noted, and deleted by a later review, `waitMs` afterwards; until then an operator can still go
 * back to another copy of the database. Rejects with `BlobStoreAway`. Source: docs/decisions/0108.
 */
export async function reviewObjects(
  db: Database,
  blobs: Blobs,
  orgId: string,
  options: ReviewOptions,
): Promise<ObjectCounts> {
  const counts: Counts = { objects: 0, unreferenced: 0, deleted: 0, refused: 0 }
  for await (const chunk of pastObjects(blobs, orgId, options)) {
    if (options.isOver?.() === true) break
    counts.objects += chunk.names.size
    await reviewChunk({ db, blobs, orgId, options, counts }, chunk)
  }
  return counts
}

export interface ReviewOptions {
  /** When the review began, ms since 1970. */
  readonly now: number
  /** Writes and deletes nothing. */
  readonly isDryRun?: boolean
  /** Called with each object that no row refers to, and when it was first found. */
  readonly onUnreferenced?: (object: string, foundAt: number) => void
  /** True: stop early. */
  readonly isOver?: () => boolean
}

export interface ObjectCounts {
  /** Objects that were compared. */
  readonly objects: number
  /** Those without a row, including the next two. */
  readonly unreferenced: number
  /** Of a dry run: those that a review would delete now. */
  readonly deleted: number
  /** Those that the store keeps, because they are locked. */
  readonly refused: number
}

type Counts = { -readonly [Member in keyof ObjectCounts]: number }

interface Review {
  readonly db: Database
  readonly blobs: Blobs
  readonly orgId: string
  readonly options: ReviewOptions
  readonly counts: Counts
}

/** Objects of one month, neighbours by name. */
interface Chunk {
  readonly month: number
  readonly names: Set<string>
}

async function reviewChunk(review: Review, { month, names }: Chunk): Promise<void> {
  const { db, blobs, orgId, options, counts } = review
  const range = [...names]
  for await (const references of objectReferences(db, orgId, month)) {
    for (const reference of references) names.delete(blobs.nameOf(orgId, reference))
  }
  counts.unreferenced += names.size
  const ends = [range[0] ?? '', range.at(-1) ?? ''] as const
  const known = await unreferencedBetween(db, orgId, ends)
  for (const name of names) options.onUnreferenced?.(name, known.get(name) ?? options.now)
  const isDue = (name: string) => (known.get(name) ?? options.now) <= options.now - waitMs
  const due = [...names].filter(isDue)
  if (options.isDryRun === true) {
    counts.deleted += due.length
    return
  }
  await forgetUnreferenced(
    db,
    orgId,
    [...known.keys()].filter((name) => !names.has(name)),
  )
  await addUnreferenced(
    db,
    orgId,
    [...names].filter((name) => !known.has(name)),
    options.now,
  )
  await deleteObjects(review, due)
}

async function deleteObjects({ db, blobs, orgId, counts }: Review, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += deletionsAtOnce) {
    const deleted: string[] = []
    const some = names.slice(at, at + deletionsAtOnce)
    await Promise.all(
      some.map(async (name) => {
        try {
          await blobs.delete(name)
          deleted.push(name)
        } catch (error) {
          if (!(error instanceof DeletionRefused)) throw error
          counts.refused += 1
        }
      }),
    )
    await forgetUnreferenced(db, orgId, deleted)
    counts.deleted += deleted.length
  }
}

/** The objects of past months in chunks that memory has room for. */
async function* pastObjects(blobs: Blobs, orgId: string, { now }: ReviewOptions): AsyncGenerator<Chunk> {
  const present = monthOf(now)
  let chunk: Chunk | undefined
  for await (const object of blobs.list(orgId)) {
    const month = monthInName(object.name)
    // From before the months: an instance of that version may still store it again.
    if (month === undefined) continue
    // Sorted by name, so only later months follow.
    if (month >= present) break
    if (isYoung(object, now)) continue
    if (chunk !== undefined && (chunk.month !== month || chunk.names.size >= chunkMax)) {
      yield chunk
      chunk = undefined
    }
    chunk ??= { month, names: new Set() }
    chunk.names.add(object.name)
  }
  if (chunk !== undefined) yield chunk
}

/** Written lately all the same: by an instance whose clock is wrong, or by a copy of the bucket. */
function isYoung({ storedAt }: StoredObject, now: number): boolean {
  return storedAt > now - waitMs
}

/** How long an object without a row is kept, so that one can go back to another database. */
export const waitMs = 30 * 24 * 3_600_000
/** About 20 MB. Each chunk reads the references of its month once. */
const chunkMax = 100_000
const deletionsAtOnce = 16
