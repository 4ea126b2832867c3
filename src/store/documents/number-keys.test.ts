import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import type { Family } from '@selfbill/pint-ae/document'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { unlimitedRoom } from '../room.ts'
import { openStore, type Store } from '../store.ts'
import { addDocument } from './add-document.ts'
import type { DocumentFilter } from './document-filter.ts'
import { listDocuments } from './document-list.ts'
import { idOfNumber } from './find-document.ts'
import { creditsOf } from './invoice-credits.ts'
import { fillNumberKeys, sameNumbers } from './number-keys.ts'

const family = 'purchase-invoices'
const untilTheEnd = () => false

eachDatabase('number keys', (open) => {
  let store: Store

  before(async () => {
    store = open.keep(await openStore(open.location, 1))
  })

  const add = (orgId: string, documentNumber: string) => {
    const document = aNewDocument({ orgId, documentNumber })
    return addDocument(store.database, document).then((outcome) => ({ id: document.id, outcome }))
  }
  /** As an instance of an earlier version does it. */
  const addWithoutKey = async (orgId: string, documentNumber: string) => {
    const { id } = await add(orgId, `without key: ${JSON.stringify(documentNumber)}`)
    await store.database.query(
      sql(
        'update documents set document_number = $2, number_key = null where org_id = $1 and id = $3',
        ...[orgId, documentNumber, id],
      ),
    )
    return id
  }

  test('a number that reads like another is taken', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const first = await add(orgId, 'Caf\u00e9 1')
    assert.equal(first.outcome.outcome, 'added')
    for (const number of ['Cafe\u0301 1', 'Caf\u00e9  1', 'Caf\u00e9\u00a01', 'Caf\u00e9 1'])
      assert.deepEqual((await add(orgId, number)).outcome, { outcome: 'number_taken', documentId: first.id })
    assert.equal((await add(orgId, 'Cafe 1')).outcome.outcome, 'added')
    assert.equal(await idOfNumber(store.database, orgId, family, 'Cafe\u0301 1'), first.id)
  })

  test('of many at once with numbers that read the same, one is stored', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const numbers = Array.from({ length: 12 }, (_, at) => `A${' '.repeat(at + 1)}B`)
    const added = await Promise.all(numbers.map((number) => add(orgId, number)))
    assert.equal(added.filter(({ outcome }) => outcome.outcome === 'added').length, 1)
  })

  test('documents of an earlier version get their keys, and those that read the same are listed', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const first = await addWithoutKey(orgId, 'A B')
    const second = await addWithoutKey(orgId, 'A\tB')
    const alone = await addWithoutKey(orgId, 'A\u200b1')
    assert.deepEqual((await add(orgId, 'A B')).outcome, { outcome: 'number_taken', documentId: first })
    assert.equal((await add(orgId, 'A1')).outcome.outcome, 'added')
    assert.ok((await fillNumberKeys(store.database, untilTheEnd)).includes(orgId))
    assert.deepEqual(await fillNumberKeys(store.database, untilTheEnd), [])
    assert.deepEqual(
      (await sameNumbers(store.database, orgId)).map(({ key, documentNumber }) => [key, documentNumber]),
      [
        ['A B', 'A B'],
        ['A B', 'A\tB'],
        ['A1', 'A\u200b1'],
        ['A1', 'A1'],
      ],
    )
    assert.equal((await add(orgId, 'A  B')).outcome.outcome, 'number_taken')
    assert.equal(await idOfNumber(store.database, orgId, family, 'A\tB'), second)
    assert.equal(await idOfNumber(store.database, orgId, family, 'A\u200b1'), alone)
    const found = await listed(orgId, family, { documentNumber: 'A B' })
    assert.deepEqual(found, ['A\tB', 'A B'])
  })

  test('a credit note belongs to its invoice, however it spells the number', async () => {
    const { orgId } = await anOrganisationWithProfile(store)
    const { id } = await add(orgId, 'Caf\u00e9')
    const noteFamily = 'purchase-credit-notes'
    for (const reference of ['Caf\u00e9', 'Cafe\u0301', 'Caf\u00e9\u200b', 'Cafe'])
      await addDocument(store.database, aNewDocument({ orgId, family: noteFamily, billingReferences: [reference] }))
    const invoice = { orgId, id, documentNumber: 'Caf\u00e9', noteFamily, room: unlimitedRoom } as const
    assert.equal((await creditsOf(store.database, invoice)).otherCreditNotes.length, 3)
    assert.equal((await listed(orgId, noteFamily, { invoiceNumber: 'Cafe\u0301' })).length, 3)
  })

  const listed = async (orgId: string, family: Family, filter: DocumentFilter) => {
    const { documents } = await listDocuments(store.database, {
      orgId,
      family,
      filter,
      size: 10,
      page: 0,
      before: undefined,
    })
    return documents.map(({ documentNumber }) => documentNumber)
  }
})
