import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { openStore, type Store } from '../store.ts'
import { addDocument } from './add-document.ts'
import { type AboutDocument, circumstancesOf, circumstancesOfMany } from './circumstances.ts'

eachDatabase('circumstances of many documents', (open) => {
  let store: Store
  let orgId: string
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
    orgId = (await anOrganisationWithProfile(store)).orgId
  })

  const about = (payableAmount: string, overrides: Partial<AboutDocument> = {}): AboutDocument => {
    const { family, profileId, figures } = aNewDocument({ orgId })
    const id = randomUUID()
    const own = { ...figures, payableAmount }
    return { orgId, family, profileId, id, figures: own, supplierTin: undefined, references: [], ...overrides }
  }

  test('each document of a read has what a read of its own finds, in their order', async () => {
    const stored = aNewDocument({ orgId, figures: about('7.00').figures })
    assert.equal((await addDocument(store.database, stored)).outcome, 'added')
    const documents = [
      about('1.00'),
      about('7.00'),
      about('7.00', { id: stored.id }),
      about('7.00', { supplierTin: '1234567890' }),
      about('2.00'),
    ]
    const together = await circumstancesOfMany(store.database, documents)
    assert.deepEqual(
      together.map(({ alike, isAgreed }) => [alike, isAgreed]),
      [
        [undefined, true],
        [stored.documentNumber, true],
        [undefined, true],
        [stored.documentNumber, false],
        [undefined, true],
      ],
    )
    for (const [at, document] of documents.entries()) {
      assert.deepEqual(together[at], await circumstancesOf(store.database, document))
    }
    assert.equal(together[0]?.edition?.version, 1)
  })

  test('of an organisation that is gone nothing is known', async () => {
    const [found] = await circumstancesOfMany(store.database, [about('1.00', { orgId: randomUUID() })])
    assert.deepEqual(found, { isAgreed: true, invoices: [] })
  })
})
