import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { MemoryObjects } from '../../../test/support/databases/memory-objects.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { CountingClock } from '../../../test/support/delivery/counting-clock.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { updateOrganisation } from '../../store/accounts/organisations.ts'
import { Blobs } from '../../store/blobs/blobs.ts'
import { waitMs } from '../../store/blobs/review-objects.ts'
import type { Database } from '../../store/database/database.ts'
import { organisationOf } from '../../store/database/organisation.ts'
import { addDocument } from '../../store/documents/add-document.ts'
import { removedAtOf } from '../../store/documents/content-removed.ts'
import { openStore } from '../../store/store.ts'
import { startKeeping } from './keeping.ts'

const hasty = { firstMs: 0, everyMs: 5 }

/** Real naps, at a time that the test moves. */
class MovedClock extends CountingClock {
  time = Date.UTC(2026, 1, 3)
  override now = (): number => this.time
}

eachDatabase('keeping', (open) => {
  async function aWorld() {
    const clock = new MovedClock()
    const objects = new MemoryObjects()
    objects.now = clock.now
    const blobs = new Blobs(objects, undefined, clock.now)
    const store = open.keep(await openStore(open.location, clock.time, undefined, blobs))
    const orgIds = [await anOrganisationWithProfile(store), await anOrganisationWithProfile(store)].map(
      ({ orgId }) => orgId,
    )
    return { clock, objects, blobs, store, orgIds }
  }

  test('content goes after its retention, also while the removals of another organisation fail', async () => {
    const { clock, store, orgIds } = await aWorld()
    const [stuck = '', free = ''] = orgIds
    const documents = orgIds.map((orgId) =>
      aNewDocument({ orgId, legs: [], createdAt: clock.time, figures: figuresOf(orgId) }),
    )
    for (const document of documents) {
      await addDocument(store.database, document)
      await updateOrganisation(store.database, document.orgId, { retention: { removes: true } })
    }
    const removedAt = (orgId: string) =>
      removedAtOf(store.database, orgId, documents.find((document) => document.orgId === orgId)?.id ?? '')
    let isStuck = true
    const database: Database = {
      ...store.database,
      async transaction(statements, lane) {
        if (isStuck && statements.some((statement) => organisationOf(statement) === stuck)) throw new Error('stuck')
        return store.database.transaction(statements, lane)
      },
    }
    const log = pino({ level: 'silent' })
    const loop = startKeeping({ store: { database, blobs: undefined }, clock, log }, hasty)
    await clock.naps(3)
    assert.equal(await removedAt(free), undefined, 'its retention is not over')
    clock.time = Date.UTC(2034, 0, 2)
    await eventually(async () => (await removedAt(free)) === clock.time)
    assert.equal(await removedAt(stuck), undefined)
    isStuck = false
    await eventually(async () => (await removedAt(stuck)) === clock.time)
    await loop.stop()
  })

  test('objects of a crash go, once for all instances, and the object store may be away', async () => {
    const { clock, objects, blobs, store, orgIds } = await aWorld()
    const [orgId = ''] = orgIds
    await blobs.put(orgId, new TextEncoder().encode('of a create that never came'))
    const reviews: string[] = []
    const observer = {
      contentRemoved: () => undefined,
      objectsReviewed: ({ deleted }: { readonly deleted: number }) => reviews.push(`${deleted} deleted`),
    }
    const log = pino({ level: 'silent' })
    // A clock for each, which counts its naps: after two of them a whole turn has seen the time.
    const clocks = [clock, new MovedClock()] as const
    const turnsAt = async (time: number) => {
      for (const each of clocks) each.time = time
      await Promise.all(clocks.map((each) => each.naps(2)))
    }
    const loops = clocks.map((each) =>
      startKeeping({ store: { database: store.database, blobs }, clock: each, log, observer }, hasty),
    )
    const april = Date.UTC(2026, 3, 1)
    objects.isAway = true
    await turnsAt(april)
    assert.equal(objects.stored.size, 1)
    objects.isAway = false
    await turnsAt(april + 3_600_000)
    assert.deepEqual([...new Set(reviews)], ['0 deleted'], 'found, and kept for a month')
    await turnsAt(april + 3_600_000 + waitMs)
    assert.equal(objects.stored.size, 0)
    assert.equal(reviews.filter((review) => review === '1 deleted').length, 1)
    await Promise.all(loops.map((loop) => loop.stop()))
  })
})

function figuresOf(orgId: string) {
  return { ...aNewDocument({ orgId }).figures, issueDate: '2026-02-03' }
}
