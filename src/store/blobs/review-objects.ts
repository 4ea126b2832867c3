import type { Database } from '../database/database.ts'
import { type Blobs, monthInName, monthOf, monthOfReference } from './blobs.ts'
import { monthsOfReferences, objectReferences } from './object-references.ts'
import { DeletionRefused, type StoredObject } from './object-store.ts'
import { addUnreferenced, forgetUnreferenced, unreferencedBetween } from './unreferenced-objects.ts'

/**
 * Compares the objects of an organisation with its rows. Objects of past months only: nobody stores
 * one under the name of a month that is over, so no lock is needed. One that no row refers to is
 * noted, and deleted by a later review, `waitMs` afterwards; until then an operator can still go
 * back to another copy of the database. Where a row lacks its object nothing is noted or deleted:
 * the bucket or SECRET_KEY may be another one. Rejects with `BlobStoreAway`. Source:
 * docs/decisions/0108.
 */
export async function reviewObjects(
  db: Database,
  blobs: Blobs,
  orgId: string,
  options: ReviewOptions,
): Promise<ObjectCounts> {
  const counts: Counts = { objects: 0, unreferenced: 0, deleted: 0, refused: 0, lacking: 0 }
  const listed = new Set<number>()
  for await (const chunk of pastObjects(blobs, orgId, options)) {
    if (options.isOver?.() === true) return counts
    listed.add(chunk.month)
    counts.objects += chunk.names.size
    await reviewChunk({ db, blobs, orgId, options, counts }, chunk)
  }
  for (const month of await monthsOfReferences(db, orgId, monthOf(options.now))) {
    if (!listed.has(month)) counts.lacking += await lackingIn({ db, blobs, orgId }, month)
  }
  return counts
}

/** How many references a month has none of whose objects was listed. Counts a few pages at most. */
async function lackingIn({ db, blobs, orgId }: Pick<Review, 'db' | 'blobs' | 'orgId'>, month: number): Promise<number> {
  let lacking = 0
  for await (const references of objectReferences(db, orgId, month)) {
    const [first, ...others] = references.filter((reference) => monthOfReference(reference) === month)
    if (first === undefined) continue
    // Somebody may have brought them back since.
    if (lacking === 0 && (await blobs.namesLike(orgId, first)).size > 0) return 0
    lacking += 1 + others.length
    if (lacking >= askedMax) break
  }
  return lacking
}

export interface ReviewOptions {
  /** When the review began, ms since 1970. */
  readonly now: number
  /** Writes and deletes nothing. */
  readonly isDryRun?: boolean
  /** Called with each object that no row refers to, and when it was first found. */
  readonly onUnreferenced?: (object: string, foundAt: number) => void
  /** Names that memory has room for at once; a test takes fewer. */
  readonly namesMax?: number
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
  /** References of rows to objects that are not there; of a month without objects not all. */
  readonly lacking: number
}

type Counts = { -readonly [Member in keyof ObjectCounts]: number }

interface Review {
  readonly db: Database
  readonly blobs: Blobs
  readonly orgId: string
  readonly options: ReviewOptions
  readonly counts: Counts
}

/** Neighbours by name: all objects of one month after `after`, up to `to`. */
interface Chunk {
  readonly month: number
  readonly after: string
  readonly to: string
  /** Without those that were written lately. */
  readonly names: Set<string>
  readonly young: Set<string>
}

async function reviewChunk(review: Review, chunk: Chunk): Promise<void> {
  const { db, orgId, options, counts } = review
  const { names, lacking } = await unreferencedIn(review, chunk)
  counts.lacking += lacking
  if (lacking > 0) return
  counts.unreferenced += names.size
  const known = await unreferencedBetween(db, orgId, chunk)
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

/** The objects that no row refers to, and how many references have no object. */
async function unreferencedIn(
  { db, blobs, orgId }: Review,
  { month, after, to, names, young }: Chunk,
): Promise<{ readonly names: ReadonlySet<string>; readonly lacking: number }> {
  const left = new Set(names)
  let lacking = 0
  for await (const references of objectReferences(db, orgId, month)) {
    for (const reference of references) {
      const candidates = blobs.namesOf(orgId, reference)
      const isInChunk = (name: string) => name > after && name <= to
      const isStored = (name: string) =>
        isInChunk(name) ? names.has(name) || young.has(name) : lacking < askedMax && blobs.has(name)
      if (!candidates.some((name) => names.has(name)) && !isInChunk(candidates[0] ?? '')) continue
      const read = await firstOf(candidates, isStored)
      if (read !== undefined) left.delete(read)
      else lacking += 1
    }
  }
  return { names: left, lacking }
}

/** The object that a read takes; those under the names after it are left over from a former key. */
async function firstOf(
  names: readonly string[],
  isStored: (name: string) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  for (const name of names) if (await isStored(name)) return name
  return undefined
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
async function* pastObjects(
  blobs: Blobs,
  orgId: string,
  { now, namesMax = chunkMax }: ReviewOptions,
): AsyncGenerator<Chunk> {
  const present = monthOf(now)
  let chunk: Chunk | undefined
  let last = ''
  for await (const object of blobs.list(orgId)) {
    const month = monthInName(object.name)
    // From before the months: an instance of that version may still store it again.
    if (month === undefined) continue
    // Sorted by name, so only later months follow.
    if (month >= present) break
    if (chunk !== undefined && chunk.month !== month) {
      yield chunk
      chunk = undefined
    } else if (chunk !== undefined && chunk.names.size + chunk.young.size >= namesMax) {
      yield { ...chunk, to: last }
      chunk = { ...chunk, after: last, names: new Set(), young: new Set() }
    }
    chunk ??= { month, ...endsOfMonth(orgId, object), names: new Set(), young: new Set() }
    const objects = isYoung(object, now) ? chunk.young : chunk.names
    objects.add(object.name)
    last = object.name
  }
  if (chunk !== undefined) yield chunk
}

/** Before and behind all names of the month of an object. */
function endsOfMonth(orgId: string, { name }: StoredObject) {
  const month = name.slice(0, `${orgId}/2026-11/`.length)
  return { after: month, to: `${month}~` }
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
/** With a wrong key every object is lacking: the store is asked for so many of them. */
const askedMax = 1_000
