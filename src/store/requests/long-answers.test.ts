import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { pack, partBytes } from '../../text/packing.ts'
import { addDocument } from '../documents/add-document.ts'
import { unlimitedRoom } from '../room.ts'
import { openStore, type Store } from '../store.ts'
import type { AroundSequence, IdempotencyKey } from './kept-answer.ts'

const day = 24 * 3_600_000
const long = `,"é":"${'ع'.repeat(partBytes)}"}`

eachDatabase('long stored answers', (open) => {
  let store: Store
  let orgId: string
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
    orgId = (await anOrganisationWithProfile(store)).orgId
  })

  const keyOf = (hash: string): IdempotencyKey => ({ orgId, hash, fingerprint: 'f' })

  async function settled(hash: string, body: string | AroundSequence, now: number) {
    await store.idempotency.settle(keyOf(hash), 'mark', { status: 201, type: 't', body }, now)
  }

  const begun = (hash: string, now: number) => store.idempotency.begin(keyOf(hash), now, unlimitedRoom)

  async function answerTo(hash: string, now: number): Promise<string | undefined> {
    const answer = await store.idempotency.answerTo(keyOf(hash), now, unlimitedRoom)
    return answer?.body.string()
  }

  async function partsOf(hash: string): Promise<number> {
    const text = "select part from text_parts where org_id = $1 and owner = $2 and name = 'body'"
    return (await store.database.query(sql(text, orgId, hash))).length
  }

  test('an answer is returned with the sequence of its document in its place', async () => {
    const document = aNewDocument({ orgId })
    const body = { before: '{"document_sequence":', documentId: document.id, after: await pack(long) }
    const keptAnswer = { key: keyOf('around'), mark: 'mark', answer: { status: 201, type: 't', body }, now: 10 }
    const added = await addDocument(store.database, { ...document, keptAnswer })
    assert.ok(added.outcome === 'added')
    assert.ok((await answerTo('around', 11)) === `{"document_sequence":${added.sequence}${long}`)
  })

  test('a short answer may come as bytes, as from a thread', async () => {
    const body = new TextEncoder().encode('{"é":"ع"}')
    await store.idempotency.settle(keyOf('bytes'), 'mark', { status: 200, type: 't', body }, 10)
    assert.equal(await answerTo('bytes', 11), '{"é":"ع"}')
  })

  test('a new answer replaces one that is a day old, with its parts', async () => {
    await settled('again', long, 10)
    assert.equal(await partsOf('again'), 3)
    await begun('again', 10 + day)
    assert.equal(await partsOf('again'), 0)
    await settled('again', `${long} `, 10 + day)
    await begun('again', 9 + 2 * day)
    assert.ok((await answerTo('again', 10 + day)) === `${long} `)
    await begun('again', 10 + 2 * day)
    await settled('again', 'short', 10 + 2 * day)
    assert.equal(await answerTo('again', 10 + 2 * day), 'short')
    assert.equal(await partsOf('again'), 0)
  })

  test('the second of two answers changes nothing of the first', async () => {
    await settled('twice', long, 10)
    await settled('twice', 'x'.repeat(partBytes), 11)
    assert.ok((await answerTo('twice', 12)) === long)
  })

  test('parts are deleted with their answers, and no others', async () => {
    await settled('old', long, 20)
    await settled('young', long, 21)
    await store.idempotency.forgetAnswers(20 + day)
    assert.deepEqual([await partsOf('old'), await partsOf('young')], [0, 3])
    assert.equal(await answerTo('old', 20), undefined)
    assert.ok((await answerTo('young', 22)) === long)
  })
})
