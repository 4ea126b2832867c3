import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { MemoryObjects } from '../../../test/support/databases/memory-objects.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { times } from '../../../test/support/effort.ts'
import { Random } from '../../../test/support/random.ts'
import { updateOrganisation } from '../accounts/organisations.ts'
import { bytes, text } from '../database/columns.ts'
import { DatabaseAway } from '../database/database.ts'
import { addDocument } from '../documents/add-document.ts'
import { removeContent } from '../keeping/remove-content.ts'
import { withStoredStatus } from '../legs/stored-status.ts'
import { openStore, type Store } from '../store.ts'
import { blobDatabase } from './blob-database.ts'
import { Blobs, monthInName, monthOf } from './blobs.ts'
import { reviewObjects, waitMs } from './review-objects.ts'

const day = 24 * 3_600_000
const key = '5e'.repeat(32)

eachDatabase('a review of objects', (open) => {
  /** A store with its own object store, whose time the test moves. */
  async function aWorld(secretKey?: string) {
    const time = { now: Date.UTC(2026, 0, 5) }
    const objects = new MemoryObjects()
    objects.now = () => time.now
    const blobs = new Blobs(objects, secretKey, () => time.now)
    const store = open.keep(await openStore(open.location, 1, undefined, blobs))
    const { orgId } = await anOrganisationWithProfile(store)
    const review = (isDryRun = false) => reviewObjects(store.database, blobs, orgId, { now: time.now, isDryRun })
    return { time, objects, blobs, store, orgId, review }
  }

  test('an object without a row is deleted a month after it was found, one with a row never', async () => {
    const { time, objects, store, orgId, blobs, review } = await aWorld(key)
    await addDocument(store.database, aNewDocument({ orgId, ubl: textOf('kept') }))
    const [kept] = objects.stored.keys()
    await crashedCreate(store, blobs, orgId, textOf('lost'))
    assert.equal(objects.stored.size, 2)
    assert.deepEqual(
      await review(),
      { objects: 0, unreferenced: 0, deleted: 0, refused: 0, lacking: 0 },
      'the month is not over',
    )
    time.now = Date.UTC(2026, 1, 20)
    assert.deepEqual(await review(), { objects: 2, unreferenced: 1, deleted: 0, refused: 0, lacking: 0 })
    time.now += waitMs - 1
    assert.deepEqual(await review(), { objects: 2, unreferenced: 1, deleted: 0, refused: 0, lacking: 0 })
    time.now += 1
    assert.deepEqual(
      await review(true),
      { objects: 2, unreferenced: 1, deleted: 1, refused: 0, lacking: 0 },
      'a dry run',
    )
    assert.equal(objects.stored.size, 2)
    assert.deepEqual(await review(), { objects: 2, unreferenced: 1, deleted: 1, refused: 0, lacking: 0 })
    assert.deepEqual([...objects.stored.keys()], [kept])
    assert.deepEqual(await review(), { objects: 1, unreferenced: 0, deleted: 0, refused: 0, lacking: 0 })
    const left = await store.database.query(sql('select object from unreferenced_objects where org_id = $1', orgId))
    assert.deepEqual(left, [])
  })

  test('a dry run writes nothing, and names what it finds', async () => {
    const { time, objects, store, orgId, blobs } = await aWorld()
    await crashedCreate(store, blobs, orgId, textOf('lost'))
    time.now += 70 * day
    const found: string[] = []
    const options = { now: time.now, isDryRun: true, onUnreferenced: (object: string) => found.push(object) }
    await reviewObjects(store.database, blobs, orgId, options)
    assert.deepEqual(found, [...objects.stored.keys()])
    assert.deepEqual(
      await store.database.query(sql('select object from unreferenced_objects where org_id = $1', orgId)),
      [],
    )
  })

  test('the objects of another organisation, and those written lately, are not touched', async () => {
    const { time, objects, store, orgId, blobs, review } = await aWorld()
    await crashedCreate(store, blobs, orgId, textOf('lost'))
    const [name = ''] = objects.stored.keys()
    const foreign = name.replace(orgId, `${orgId}0`)
    await objects.put(foreign, new Uint8Array(9))
    time.now += 70 * day
    // A copy of the bucket, or an instance whose clock is wrong.
    await objects.put(name, objects.stored.get(name) ?? new Uint8Array())
    assert.deepEqual(await review(), { objects: 0, unreferenced: 0, deleted: 0, refused: 0, lacking: 0 })
    time.now += waitMs
    await review()
    time.now += waitMs
    assert.equal((await review()).deleted, 1)
    assert.deepEqual([...objects.stored.keys()], [foreign])
  })

  test('a locked object is kept, counted, and deleted when the lock has ended', async () => {
    const { time, objects, store, orgId, blobs, review } = await aWorld()
    for (const text of ['one', 'two']) await crashedCreate(store, blobs, orgId, textOf(text))
    const [name = ''] = objects.stored.keys()
    objects.locked.add(name)
    time.now += 70 * day
    await review()
    time.now += waitMs
    assert.deepEqual(await review(), { objects: 2, unreferenced: 2, deleted: 1, refused: 1, lacking: 0 })
    objects.locked.clear()
    assert.deepEqual(await review(), { objects: 1, unreferenced: 1, deleted: 1, refused: 0, lacking: 0 })
    objects.isAway = true
    await assert.rejects(review(), DatabaseAway)
  })

  test('where a row lacks its object nothing is noted or deleted: another key, or a lost object', async () => {
    const { time, objects, store, orgId, blobs, review } = await aWorld(key)
    await addDocument(store.database, aNewDocument({ orgId, ubl: textOf('kept') }))
    const [kept = ''] = objects.stored.keys()
    await crashedCreate(store, blobs, orgId, textOf('lost'))
    time.now += 70 * day
    const nothing = { unreferenced: 0, deleted: 0, refused: 0, lacking: 1 }
    for (const secretKey of [undefined, 'aa'.repeat(32)]) {
      const other = new Blobs(objects, secretKey)
      const options = { now: time.now }
      assert.deepEqual(await reviewObjects(store.database, other, orgId, options), { objects: 2, ...nothing })
    }
    const bytesOfKept = objects.stored.get(kept) ?? new Uint8Array()
    objects.stored.delete(kept)
    assert.deepEqual(await review(), { objects: 1, ...nothing })
    objects.stored.set(kept, bytesOfKept)
    assert.equal((await review()).unreferenced, 1)
  })

  test('rows lack their objects too where the bucket is empty, or a whole month is gone', async () => {
    const { time, objects, store, orgId, blobs, review } = await aWorld(key)
    for (const word of ['one', 'two'])
      await addDocument(store.database, aNewDocument({ orgId, ubl: textOf(word), answer: textOf(`${word} answer`) }))
    await storedStatus(store, orgId, textOf('status of January'), true)
    const january = new Map(objects.stored)
    time.now += 35 * day
    await storedStatus(store, orgId, textOf('status'), true)
    time.now += 35 * day
    await addDocument(store.database, aNewDocument({ orgId, ubl: textOf('of this month') }))
    const nothing = { unreferenced: 0, deleted: 0, refused: 0 }
    assert.deepEqual(await review(), { objects: january.size + 1, ...nothing, lacking: 0 })
    for (const name of january.keys()) objects.stored.delete(name)
    assert.deepEqual(await review(), { objects: 1, ...nothing, lacking: january.size })
    const empty = new Blobs(new MemoryObjects(), key, () => time.now)
    const counts = await reviewObjects(store.database, empty, orgId, { now: time.now })
    assert.deepEqual(counts, { objects: 0, ...nothing, lacking: january.size + 1 })
    for (const [name, stored] of january) objects.stored.set(name, stored)
    assert.equal((await reviewObjects(store.database, blobs, orgId, { now: time.now })).lacking, 0)
  })

  test('whatever happens, no row lacks its object, and in the end no object lacks a row', async () => {
    for (let round = 0; round < times({ quick: 1, full: 6, long: 300 }); round += 1) {
      const random = new Random(round)
      const world = await aWorld(random.below(2) === 0 ? undefined : key)
      const { time, store, blobs, orgId, objects, review } = world
      await updateOrganisation(store.database, orgId, { retention: { removes: true } })
      // Few texts, so that documents and crashes share objects.
      const someText = () => textOf(`${random.below(6)}`)
      const steps = [
        () => addDocument(store.database, aNewDocument({ orgId, ubl: someText(), answer: someText() })),
        () => addDocument(store.database, aNewDocument({ orgId, ubl: someText(), profileVersion: 9 })),
        () => crashedCreate(store, blobs, orgId, someText()),
        () => removedDocument(store, orgId, random),
        () => storedStatus(store, orgId, someText(), random.below(2) === 0),
        async () => {
          time.now += random.of([1, 9, 31, 65]) * day
        },
        () => review(),
        () => Promise.all([review(), addDocument(store.database, aNewDocument({ orgId, ubl: someText() })), review()]),
        async () => {
          objects.isAway = true
          await assert.rejects(addDocument(store.database, aNewDocument({ orgId, ubl: someText() })), DatabaseAway)
          objects.isAway = false
        },
      ]
      for (let step = 0; step < 40; step += 1) {
        await random.of(steps)()
        assert.deepEqual(await lackingObjects(world), [], `round ${round}, step ${step}`)
      }
      for (let month = 0; month < 3; month += 1) {
        time.now += 31 * day
        await review()
      }
      assert.deepEqual(await lackingObjects(world), [], `round ${round}`)
      assert.deepEqual(await unreferencedObjects(world), [], `round ${round}`)
    }
  })
})

function textOf(word: string): string {
  return `<Invoice>${`${word} `.repeat(3_000)}${word}</Invoice>${createNoise(word)}`
}

/** So that it is above 1 kB when packed. */
function createNoise(word: string): string {
  const random = new Random(word.length * 1_000 + (word.codePointAt(0) ?? 0))
  return Array.from({ length: 300 }, () => random.next().toString(36)).join(' ')
}

/** The objects are there, and the process ends before the rows. */
async function crashedCreate(store: Store, blobs: Blobs, orgId: string, ubl: string): Promise<void> {
  const failing = { ...store.database, transaction: () => Promise.reject(new Error('the process died')) }
  await assert.rejects(addDocument(blobDatabase(failing, blobs), aNewDocument({ orgId, ubl })), /died/)
}

/** The content of some document is removed after its retention. */
async function removedDocument({ database }: Store, orgId: string, random: Random): Promise<void> {
  const rows = await database.query(sql('select id from documents where org_id = $1 and removed_at is null', orgId))
  if (rows.length === 0) return
  const documentId = text(random.of(rows), 'id')
  const end = { years: 7, day: '2099-01-01', time: Date.UTC(2099) }
  assert.ok(await removeContent(database, { orgId, documentId, ...end }, Date.UTC(2100)))
}

/** A status is stored, and its row too unless the leg was settled meanwhile. */
async function storedStatus({ database }: Store, orgId: string, text: string, hasRow: boolean): Promise<void> {
  const change = {
    status: 'APPROVED',
    inDoubt: false,
    nextAttemptAt: undefined,
    endsLease: true,
    entry: undefined,
  } as const
  const stored = await withStoredStatus(database, orgId, { ...change, statusEnvelope: new TextEncoder().encode(text) })
  if (!hasRow) return
  await database.query(
    sql(
      'insert into leg_statuses (org_id, transmission_uuid, envelope, received_at) values ($1, $2, $3, 1)',
      orgId,
      randomUUID(),
      stored.statusEnvelope ?? null,
    ),
  )
}

interface World {
  readonly time: { readonly now: number }
  readonly store: Store
  readonly blobs: Blobs
  readonly objects: MemoryObjects
  readonly orgId: string
}

/** The names of all objects that a row refers to, read without the code under test. */
async function referencedNames({ store, blobs, orgId }: World): Promise<ReadonlySet<string>> {
  const [parts, statuses] = await Promise.all([
    store.database.query(sql("select content from text_parts where org_id = $1 and packing like '%-blob'", orgId)),
    store.database.query(sql('select envelope from leg_statuses where org_id = $1', orgId)),
  ])
  const ofStatuses = statuses.flatMap((row) => {
    const [, object] = /^blob:([0-9a-f]+):/.exec(Buffer.from(bytes(row, 'envelope')).toString()) ?? []
    return object === undefined ? [] : [Buffer.from(object, 'hex')]
  })
  const references = [...parts.map((row) => bytes(row, 'content')), ...ofStatuses]
  return new Set(references.map((reference) => blobs.nameOf(orgId, reference)))
}

async function lackingObjects(world: World): Promise<readonly string[]> {
  return [...(await referencedNames(world))].filter((name) => !world.objects.stored.has(name))
}

/** Objects of past months without a row. */
async function unreferencedObjects(world: World): Promise<readonly string[]> {
  const referenced = await referencedNames(world)
  const present = monthOf(world.time.now)
  return [...world.objects.stored.keys()].filter((name) => !referenced.has(name) && (monthInName(name) ?? 0) < present)
}
