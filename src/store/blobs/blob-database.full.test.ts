import assert from 'node:assert/strict'
import { createHash, hash } from 'node:crypto'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { MemoryObjects } from '../../../test/support/databases/memory-objects.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { evidenceSnapshot } from '../../features/evidence/snapshot.ts'
import { packRevision } from '../../text/revision-frame.ts'
import { DatabaseAway } from '../database/database.ts'
import { TextDamaged } from '../database/text-parts.ts'
import { addDocument } from '../documents/add-document.ts'
import { attachmentOf, presentAttachments } from '../documents/attachments.ts'
import { findUbl } from '../documents/find-document.ts'
import type { LegChange } from '../legs/legs.ts'
import { statusReference, withStoredStatus } from '../legs/stored-status.ts'
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

  test('a text is an object, and its row has a reference only', async () => {
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
    const object = objects.stored.get(new Blobs(objects, undefined).nameOf(orgId, row.content))
    assert.ok(object)
    assert.equal(gunzipSync(object).toString(), text)
  })

  test('the body of a frame is one object, which only its head finds, and a short frame stays in its row', async () => {
    const { objects, store, orgId, ublOf } = await aStore()
    const long = Array.from({ length: 40 }, (_, at) => `<Note>${hash('sha256', String(at))}</Note>`).join('')
    for (const [ubl, isApart] of [
      [`<Invoice>${long}</Invoice>`, true],
      ['<Invoice/>', false],
    ] as const) {
      const { texts, packed } = packRevision({ request: '{}', answer: '{}', ubl, findings: '[]', report: null })
      const { report: _, ...left } = texts
      const document = aNewDocument({ orgId, ...left, packed })
      const before = objects.stored.size
      await addDocument(store.database, document)
      assert.equal(objects.stored.size - before, isApart ? 1 : 0)
      assert.equal(await (await ublOf(document.id)).string(), ubl)
      const parts = sql('select name, packing from text_parts where owner = $1', `${document.id}/1`)
      const rows = (await store.database.query(parts)).map((row) => ({ ...row }))
      assert.deepEqual(rows, isApart ? [{ name: 'packed', packing: 'plain-blob' }] : [])
      if (!isApart) continue
      const stored = [...objects.stored]
      for (const name of objects.stored.keys()) objects.stored.set(name, new Uint8Array(9))
      await assert.rejects((await ublOf(document.id)).string(), TextDamaged)
      for (const [name, content] of stored) objects.stored.set(name, content)
    }
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

  test('an attachment is objects of at most 1 MiB, is read back whole and in pieces, and its row is empty', async () => {
    const { objects, store, orgId } = await aStore()
    const content = Buffer.alloc(2.5 * 1024 * 1024, 'a page of a contract')
    const short = Buffer.from('a note')
    const attachment = (id: string, bytes: Uint8Array) => ({
      id,
      fileName: `${id}.txt`,
      fileType: 'text/plain',
      content: Uint8Array.from(bytes),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const document = aNewDocument({ orgId, attachments: [attachment('long', content), attachment('short', short)] })
    await addDocument(store.database, document)
    assert.equal(objects.stored.size, 3, 'the short one is no object')
    const rows = await store.database.query(
      sql('select id, octet_length(content) as held from attachments where document_id = $1 order by id', document.id),
    )
    assert.deepEqual(
      rows.map(({ id, held }) => [id, Number(held)]),
      [
        ['long', 0],
        ['short', short.length],
      ],
    )
    for (const [id, bytes] of [['long', content] as const, ['short', short] as const]) {
      const found = await attachmentOf(store.database, orgId, family, document.id, id)
      assert.equal(found?.content.bytes, bytes.length)
      const pieces: Uint8Array[] = []
      for await (const piece of found.content.pieces()) pieces.push(piece)
      assert.ok(Buffer.concat(pieces).equals(bytes))
    }
    const present = await presentAttachments(store.database, orgId, document.id, unlimitedRoom)
    assert.deepEqual(
      present.map((one) => Buffer.from(one.content).equals(one.id === 'long' ? content : short)),
      [true, true],
    )
    const snapshot = await evidenceSnapshot(store.database, orgId, family, document.id)
    assert.equal(snapshot?.attachments.bytes, content.length + short.length)
    objects.stored.clear()
    const lost = await attachmentOf(store.database, orgId, family, document.id, 'long')
    assert.ok(lost)
    await assert.rejects(lost.content.pieces().next(), TextDamaged)
  })
})

const statuses = {
  change: (statusEnvelope: Uint8Array): LegChange => ({
    status: 'APPROVED',
    inDoubt: false,
    endsLease: true,
    nextAttemptAt: undefined,
    entry: undefined,
    statusEnvelope,
  }),
  xml: (bytes: number) => new TextEncoder().encode(`<Status>${'é'.repeat(bytes / 2)}</Status>`),
}

test('a status is stored before its row, which has a reference; the shortest and the longest stay', async () => {
  const objects = new MemoryObjects()
  const blobs = new Blobs(objects, '5e'.repeat(32))
  const status = statuses.xml(5_000)
  const { statusEnvelope: held } = await withStoredStatus({ blobs }, 'org-1', statuses.change(status))
  const reference = held && statusReference(held)
  assert.ok(held && reference)
  assert.ok(held.length < 128)
  assert.equal(reference.bytes, status.length)
  assert.deepEqual(Buffer.from(await blobs.get('org-1', reference.object)), Buffer.from(status))
  for (const bytes of [100, 1024 * 1024]) {
    const same = statuses.change(statuses.xml(bytes))
    assert.equal((await withStoredStatus({ blobs }, 'org-1', same)).statusEnvelope, same.statusEnvelope)
  }
  assert.equal((await withStoredStatus({}, 'org-1', statuses.change(status))).statusEnvelope, status)
  objects.isAway = true
  await assert.rejects(withStoredStatus({ blobs }, 'org-1', statuses.change(status)), DatabaseAway)
  for (const other of ['<a/>', 'blob:', `blob:${'0'.repeat(68)}`, `blob:${'0'.repeat(64)}:9`]) {
    assert.equal(statusReference(new TextEncoder().encode(other)), undefined)
  }
})
