import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { MemoryObjects } from '../../../test/support/databases/memory-objects.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { DatabaseAway } from '../database/database.ts'
import { TextDamaged } from '../database/text-parts.ts'
import { addDocument } from '../documents/add-document.ts'
import { findUbl } from '../documents/find-document.ts'
import { unlimitedRoom } from '../room.ts'
import { openStore } from '../store.ts'
import { blobDatabase } from './blob-database.ts'
import { Blobs } from './blobs.ts'

const family = 'purchase-invoices'
const text = `<Invoice>${'a line of it '.repeat(500)}</Invoice>`

eachDatabase('texts in an object store', (open) => {
  const aStore = async () => {
    const objects = new MemoryObjects()
    const store = open.keep(await openStore(open.location, 1, undefined, new Blobs(objects, undefined)))
    const { orgId } = await anOrganisationWithProfile(store)
    const ublOf = async (id: string, { database } = store) => {
      const found = await findUbl(database, orgId, family, id, unlimitedRoom)
      assert.ok(found)
      return found
    }
    return { objects, store, orgId, ublOf }
  }

  test('a text is an object, and its row has the SHA-256 only', async () => {
    const { objects, store, orgId, ublOf } = await aStore()
    const document = aNewDocument({ orgId, ubl: text, answer: '{}' })
    await addDocument(store.database, document)
    assert.equal(await (await ublOf(document.id)).string(), text)
    const rows = await store.database.query(
      sql('select name, packing, content from text_parts where owner = $1', `${document.id}/1`),
    )
    const [row, ...others] = rows
    assert.deepEqual([others.length, row?.name, row?.packing], [0, 'ubl', 'gzip-blob'], 'short texts stay in their row')
    assert.ok(row?.content instanceof Uint8Array)
    const hex = Buffer.from(row.content).toString('hex')
    const object = objects.stored.get(`${orgId}/${hex.slice(0, 2)}/${hex}`)
    assert.ok(object)
    assert.equal(gunzipSync(object).toString(), text)
  })

  test('texts from before the object store are read from the database, and not without it', async () => {
    const { store, orgId, ublOf } = await aStore()
    const plain = open.keep(await openStore(open.location, 1))
    const [before, after] = [aNewDocument({ orgId, ubl: text }), aNewDocument({ orgId, ubl: text })]
    await addDocument(plain.database, before)
    await addDocument(store.database, after)
    for (const { id } of [before, after]) assert.equal(await (await ublOf(id)).string(), text)
    await assert.rejects((await ublOf(after.id, plain)).string(), /BLOBS_URL must be set/)
  })

  test('nothing is stored without its object, and an object without a row is no loss', async () => {
    const { objects, store, orgId, ublOf } = await aStore()
    const document = () => aNewDocument({ orgId, id: '01890000-0000-7000-8000-00000000000b', ubl: text })
    objects.isAway = true
    await assert.rejects(addDocument(store.database, document()), DatabaseAway)
    const rows = () => store.database.query(sql('select id from documents where org_id = $1', orgId))
    assert.equal((await rows()).length, 0)
    objects.isAway = false
    // Like a crash between the object and its row: the objects are there, and the next try uses them.
    const failing = { ...store.database, transaction: () => Promise.reject(new Error('the process died')) }
    await assert.rejects(addDocument(blobDatabase(failing, new Blobs(objects, undefined)), document()), /died/)
    const left = objects.stored.size
    assert.ok(left > 0)
    await addDocument(store.database, document())
    assert.equal(objects.stored.size, left)
    assert.equal(await (await ublOf(document().id)).string(), text)
  })

  test('while the store is away a read says so; a lost or changed object is a damaged text', async () => {
    const { objects, store, orgId, ublOf } = await aStore()
    const document = aNewDocument({ orgId, ubl: text })
    await addDocument(store.database, document)
    const ubl = await ublOf(document.id)
    objects.isAway = true
    await assert.rejects(ubl.string(), DatabaseAway)
    objects.isAway = false
    for (const name of objects.stored.keys()) objects.stored.set(name, new Uint8Array(9))
    await assert.rejects(ubl.string(), TextDamaged)
    objects.stored.clear()
    await assert.rejects(ubl.string(), TextDamaged)
  })
})
