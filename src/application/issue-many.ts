import type { DocumentFigures } from '@selfbill/pint-ae/document'
import type { Clock } from '../clock/clock.ts'
import { Batches } from '../exchange/batches.ts'
import { gatheredDatabase, gatheredMax } from '../store/database/gathered-database.ts'
import {
  type AboutDocument,
  circumstancesOf,
  circumstancesOfMany,
  type StoredCircumstances,
} from '../store/documents/circumstances.ts'
import { contextOf, type StoredContext } from '../store/documents/document-context.ts'
import type { BatchMemory } from './batch-memory.ts'
import type { ApplicationParts } from './caller.ts'

/**
 * Issues many documents, several at a time, and yields the results in the order of the items. Large
 * documents run one after the other, so that they leave slots for small ones; all that are under
 * way have a limit of their own. Stops taking items when the consumer stops reading. `issue` must
 * not reject.
 */
export async function* issueMany<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  issue: (item: Item) => Promise<Result>,
  { clock, sizeOf, largeSize, sizeAtOnceMax }: ManyLimits<Item>,
): AsyncGenerator<Result, void, undefined> {
  const underway: { readonly result: Promise<Result>; readonly size: number }[] = []
  let lastLarge: Promise<unknown> = Promise.resolve()
  let [sizeAtOnce, started] = [0, 0]
  for await (const item of items) {
    const size = sizeOf(item)
    while (underway.length >= atOnceMax || sizeAtOnce + size > sizeAtOnceMax) {
      const first = underway.shift()
      if (first === undefined) break
      sizeAtOnce -= first.size
      yield await first.result
    }
    const isLarge = size > largeSize
    const result = isLarge ? lastLarge.then(() => issue(item)) : issue(item)
    if (isLarge) lastLarge = result
    underway.push({ result, size })
    sizeAtOnce += size
    // Requests of others wait for a few lines, not for all.
    if (++started % inOneTurnMax === 0) await clock.turn()
  }
  for (const { result } of underway) yield await result
}

export interface ManyLimits<Item> {
  readonly clock: Pick<Clock, 'turn'>
  readonly sizeOf: (item: Item) => number
  /** Longer ones are large. */
  readonly largeSize: number
  /** Those under way together; a longer one alone. */
  readonly sizeAtOnceMax: number
}

/** While one half is stored in one commit, the other is made. */
const atOnceMax = 2 * gatheredMax
/** About a millisecond of work. */
const inOneTurnMax = 4

/**
 * For the documents of one `issueMany`: what is read for them while a read is under way is one
 * read, and what stores them waits for others to commit with. They go on in their order, so that
 * they take their numbers in it. `memory`: of a dry run, which stores none of them.
 */
export function gatheredParts<Parts extends Pick<ApplicationParts, 'store' | 'clock' | 'contextOf'>>(
  parts: Parts,
  memory?: BatchMemory,
): Parts {
  const { store, clock } = parts
  const reads = new Batches<AboutDocument, StoredCircumstances>({
    clock,
    work: (documents) => circumstancesOfMany(store.database, documents),
    groupOf: ({ orgId, family, profileId }) => JSON.stringify([orgId, family, profileId]),
    keyOf: ({ id }) => id,
  })
  let asked = 0
  const contexts = new Batches<AboutContext, StoredContext>({
    clock,
    work: async (all) => {
      const [first] = all
      const found = first && (await contextOf(store.database, first.orgId, first.profileId))
      return all.flatMap(() => found ?? [])
    },
    groupOf: ({ orgId, profileId }) => JSON.stringify([orgId, profileId]),
    keyOf: ({ order }) => String(order),
  })
  const circumstances = (about: AboutDocument) =>
    about.references.length === 0 ? reads.add(about) : circumstancesOf(store.database, about)
  return {
    ...parts,
    contextOf: (orgId, profileId) => contexts.add({ orgId, profileId, order: asked++ }),
    store: { ...store, database: gatheredDatabase(store.database, (ms, work) => clock.timer(ms, work)) },
    circumstances,
    ...(memory && {
      circumstances: (about: AboutDocument) => memory.withCredits(about, circumstances),
      repeatsInBatch: (figures: DocumentFigures) => memory.repeats(figures),
    }),
  }
}

interface AboutContext {
  readonly orgId: string
  readonly profileId: string
  readonly order: number
}
