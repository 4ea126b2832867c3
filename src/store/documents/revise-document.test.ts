import { strict as assert } from 'node:assert'
import { before, test } from 'node:test'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { unlimitedRoom } from '../room.ts'
import { openStore, type Store } from '../store.ts'
import { addDocument } from './add-document.ts'
import { attachmentOf, presentAttachments } from './attachments.ts'
import { findDocument, findUbl } from './find-document.ts'
import type { NewDocument } from './new-document.ts'
import { type NewRevision, reviseDocument } from './revise-document.ts'
import { revisionsOf } from './revisions.ts'

eachDatabase('revisions', (open) => {
  let store: Store
  let orgId: string
  before(async () => {
    store = open.keep(await openStore(open.location, 1))
    orgId = (await anOrganisationWithProfile(store)).orgId
  })

  const failed = async (overrides: Partial<NewDocument> = {}) => {
    const document = aNewDocument({ orgId, overallStatus: 'VALIDATION_FAILED', ...overrides })
    assert.equal((await addDocument(store.database, document)).outcome, 'added')
    return document
  }
  const revisionOf = (document: NewDocument, more: Partial<NewRevision> = {}): NewRevision => ({
    ...document,
    attachments: [],
    revision: 2,
    changes: '{"changes":[]}',
    createdAt: 2_000,
    ...more,
  })
  const find = (id: string) => findDocument(store.database, orgId, 'purchase-invoices', id, unlimitedRoom)

  test('a revision replaces the previous one, which stays stored', async () => {
    const document = await failed()
    const figures = { ...document.figures, billedByName: 'New Supplies', issueDate: '2026-03-04' }
    const next = revisionOf(document, { answer: '{"now":true}', ubl: '<New/>', overallStatus: 'PENDING', figures })
    assert.equal(await reviseDocument(store.database, next), 'revised')
    const found = await find(document.id)
    assert.equal(await found?.answer.string(), '{"now":true}')
    assert.deepEqual(
      [found?.revision, found?.overallStatus, found?.sequence, found?.createdAt, found?.updatedAt],
      [2, 'PENDING', 1, 1_000, 2_000],
    )
    const ubl = await findUbl(store.database, orgId, 'purchase-invoices', document.id, unlimitedRoom)
    assert.equal(await ubl?.string(), '<New/>')
    const listed = await revisionsOf(store.database, {
      orgId,
      family: 'purchase-invoices',
      id: document.id,
      before: undefined,
      limit: 10,
      room: unlimitedRoom,
    })
    assert.deepEqual(listed, [
      { revision: 2, createdAt: 2_000, changes: '{"changes":[]}', findings: undefined },
      { revision: 1, createdAt: 1_000, changes: undefined, findings: '[]' },
    ])
  })

  test('only the present revision of a VALIDATION_FAILED document is revised', async () => {
    const pending = await failed({ overallStatus: 'PENDING' })
    assert.equal(await reviseDocument(store.database, revisionOf(pending)), 'changed')
    const document = await failed()
    assert.equal(await reviseDocument(store.database, revisionOf(document, { revision: 3 })), 'changed')
    assert.equal(await reviseDocument(store.database, revisionOf(document)), 'revised')
    assert.equal(await reviseDocument(store.database, revisionOf(document)), 'changed')
    assert.equal((await find(document.id))?.revision, 2)
  })

  test('of many revisions at once one is written, and nothing of the others', async () => {
    const document = await failed()
    const files = (at: number) => [
      { id: `file-${at}`, fileName: 'a.csv', fileType: 'text/csv', content: Buffer.from(String(at)), sha256: '' },
    ]
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        reviseDocument(store.database, revisionOf(document, { answer: `{"by":${at}}`, attachments: files(at) })),
      ),
    )
    assert.deepEqual(outcomes.toSorted(), [...Array(7).fill('changed'), 'revised'])
    const winner = outcomes.indexOf('revised')
    assert.equal(await (await find(document.id))?.answer.string(), `{"by":${winner}}`)
    const kept = await presentAttachments(store.database, orgId, document.id, unlimitedRoom)
    assert.deepEqual(
      kept.map(({ id }) => id),
      [`file-${winner}`],
    )
  })

  test('a changed profile refuses a revision', async () => {
    const document = await failed()
    assert.equal(await reviseDocument(store.database, revisionOf(document, { profileVersion: 9 })), 'profile_changed')
    assert.equal((await find(document.id))?.revision, 1)
  })

  test('files stay when none are sent, and are replaced when some are', async () => {
    const file = (id: string) => ({
      id,
      fileName: `${id}.csv`,
      fileType: 'text/csv',
      content: Buffer.from(id),
      sha256: '',
    })
    const document = await failed({ attachments: [file('one'), file('two')] })
    const names = async () =>
      (await presentAttachments(store.database, orgId, document.id, unlimitedRoom)).map(({ id }) => id)
    await reviseDocument(store.database, revisionOf(document))
    assert.deepEqual(await names(), ['one', 'two'])
    await reviseDocument(store.database, revisionOf(document, { revision: 3, attachments: [file('three')] }))
    assert.deepEqual(await names(), ['three'])
    const old = await attachmentOf(store.database, orgId, 'purchase-invoices', document.id, 'one')
    assert.equal(old?.fileName, 'one.csv')
  })
})
