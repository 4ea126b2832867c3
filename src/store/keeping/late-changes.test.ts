import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { anOrganisation } from '../../../test/support/databases/stored.ts'
import { addDeliverable } from '../../../test/support/delivery/deliverables.ts'
import {
  addOrganisation,
  type ChangedOrganisation,
  type OrganisationChange,
  updateOrganisation,
} from '../accounts/organisations.ts'
import { Idempotency, isAnsweredAlready } from '../requests/idempotency.ts'
import type { KeptAnswer } from '../requests/kept-answer.ts'
import { unlimitedRoom } from '../room.ts'
import type { Store } from '../store.ts'
import { openStore } from '../store.ts'
import { holdDocument, releaseDocument } from './document-holds.ts'
import { holdOrganisation, releaseOrganisation } from './organisation-holds.ts'
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
    const stored = () => idempotency.answerTo(key, 1, unlimitedRoom)
    return { orgId, document, kept, beginAgain, stored }
  }

  const hold = { reason: 'Dispute', heldBy: 'Amina', heldAt: 5 }

  test('a hold and its answer under a key are stored together, once', async () => {
    const { document, kept, stored } = await attempt()
    const { database: db } = store
    assert.deepEqual(await holdDocument(db, document, hold, () => kept), hold)
    assert.equal((await stored())?.fingerprint, 'fingerprint')
    await releaseDocument(db, document)
    await assert.rejects(
      holdDocument(db, document, hold, () => kept),
      isAnsweredAlready,
    )
    await holdDocument(db, document, { ...hold, reason: 'Another dispute' })
    await assert.rejects(releaseDocument(db, document, kept), isAnsweredAlready)
    assert.deepEqual(await holdDocument(db, document, hold), hold)
  })

  test('a hold of an unknown document stores no answer', async () => {
    const { document, kept, stored } = await attempt()
    const unknown = { ...document, id: crypto.randomUUID() }
    assert.equal(await holdDocument(store.database, unknown, hold, () => kept), undefined)
    assert.equal(await releaseDocument(store.database, unknown, kept), false)
    assert.equal(await stored(), undefined)
  })

  test('an attempt that was given up cannot hold or release any more when its repeat was answered', async () => {
    const { document, kept, beginAgain } = await attempt()
    const again = await beginAgain()
    assert.ok(again.kind === 'begun')
    await releaseDocument(store.database, document, { ...kept, mark: again.mark })
    await assert.rejects(
      holdDocument(store.database, document, hold, () => kept),
      isAnsweredAlready,
    )
    await assert.rejects(releaseDocument(store.database, document, kept), isAnsweredAlready)
  })

  test('a hold of all documents and its answer are stored together, once, and so is the release', async () => {
    const { orgId, kept, stored } = await attempt()
    const { database: db } = store
    assert.deepEqual(await holdOrganisation(db, orgId, hold, () => kept), hold)
    assert.equal((await stored())?.fingerprint, 'fingerprint')
    await releaseOrganisation(db, orgId)
    await assert.rejects(
      holdOrganisation(db, orgId, hold, () => kept),
      isAnsweredAlready,
    )
    assert.equal((await retentionOf(db, orgId)).hold, undefined)
    await holdOrganisation(db, orgId, hold)
    await assert.rejects(releaseOrganisation(db, orgId, kept), isAnsweredAlready)
    assert.deepEqual((await retentionOf(db, orgId)).hold, hold)
  })

  test('the answer to a change shows what it leaves, also beside other changes', async () => {
    const { database: db } = store
    const { id } = await addOrganisation(db, anOrganisation())
    await updateOrganisation(db, id, { retention: { years: 8 } })
    const changes: readonly OrganisationChange[] = [
      { name: `Heron ${id}` },
      { hasPhase2: false },
      { hasAutoNumbering: false },
      { numberFormat: 'X{sequence}', retention: { years: 9 } },
      { retention: { removes: true } },
    ]
    const answers: ChangedOrganisation[] = []
    await Promise.all(
      changes.map((change) => updateOrganisation(db, id, change).then((changed) => changed && answers.push(changed))),
    )
    // Each answer has what was changed before it, so they can be put in an order.
    const counts = answers.map(
      ({ organisation, retention }) =>
        [
          organisation.name.startsWith('Heron'),
          !organisation.hasPhase2,
          !organisation.hasAutoNumbering,
          organisation.numberFormat !== undefined && retention.years === 9,
          retention.removes,
        ].filter(Boolean).length,
    )
    assert.deepEqual(counts.toSorted(), [1, 2, 3, 4, 5])
  })
})
