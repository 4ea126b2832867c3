import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { addDeliverable } from '../../../test/support/delivery/deliverables.ts'
import { updateOrganisation } from '../accounts/organisations.ts'
import { Idempotency, isKeyLost } from '../requests/idempotency.ts'
import type { KeptAnswer } from '../requests/kept-answer.ts'
import { unlimitedRoom } from '../room.ts'
import type { Store } from '../store.ts'
import { openStore } from '../store.ts'
import { holdDocument, releaseDocument } from './document-holds.ts'
import { retentionOf } from './retentions.ts'

eachDatabase('a change that reaches the database late', (open) => {
  let store: Store
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
  })

  /** A document, and what an attempt under a key of its organisation stores. */
  async function attempt() {
    const { orgId, documentId: id } = await addDeliverable(store.database, { orgId: crypto.randomUUID() })
    const idempotency = new Idempotency(store.database)
    const key = { orgId, hash: 'hash', fingerprint: 'fingerprint' }
    const begun = await idempotency.begin(key, 1, unlimitedRoom)
    assert.ok(begun.kind === 'begun')
    const answer = { status: 204, type: '', body: '' }
    const kept: KeptAnswer = { key, mark: begun.mark, answer, now: 1 }
    const document = { orgId, id, family: 'purchase-invoices' } as const
    const beginAgain = () => {
      idempotency.abandon(key, begun.mark)
      return idempotency.begin(key, 2, unlimitedRoom)
    }
    return { orgId, document, kept, beginAgain, endKey: () => idempotency.settle(key, begun.mark, answer, 1) }
  }

  const hold = { reason: 'Dispute', heldBy: 'Amina', heldAt: 5 }

  test('a document is held and released while the request has its key, and not afterwards', async () => {
    const { document, kept, endKey } = await attempt()
    const { database: db } = store
    assert.deepEqual(await holdDocument(db, document, hold, kept), hold)
    assert.equal(await releaseDocument(db, document, kept), true)
    await endKey()
    await assert.rejects(holdDocument(db, document, hold, kept), isKeyLost)
    await holdDocument(db, document, hold)
    await assert.rejects(releaseDocument(db, document, kept), isKeyLost)
    assert.deepEqual(await holdDocument(db, document, hold), hold)
    assert.equal(await holdDocument(db, { ...document, id: crypto.randomUUID() }, hold, kept), undefined)
  })

  test('an attempt that was given up cannot hold any more when its repeat has begun', async () => {
    const { document, kept, beginAgain } = await attempt()
    const again = await beginAgain()
    assert.ok(again.kind === 'begun')
    await assert.rejects(holdDocument(store.database, document, hold, kept), isKeyLost)
    assert.deepEqual(await holdDocument(store.database, document, hold, { ...kept, mark: again.mark }), hold)
  })

  test('so are the documents of an organisation, and its settings', async () => {
    const { orgId, kept, endKey } = await attempt()
    const { database: db } = store
    await updateOrganisation(db, orgId, { retention: { hold } }, kept)
    assert.deepEqual((await retentionOf(db, orgId)).hold, hold)
    await endKey()
    await assert.rejects(updateOrganisation(db, orgId, { retention: { hold: null } }, kept), isKeyLost)
    await assert.rejects(updateOrganisation(db, orgId, { hasPhase2: false }, kept), isKeyLost)
    assert.deepEqual((await retentionOf(db, orgId)).hold, hold)
  })
})
