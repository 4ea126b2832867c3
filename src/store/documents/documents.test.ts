import { strict as assert } from 'node:assert'
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import {
  aNewDocument,
  anOrganisation,
  anOrganisationWithProfile,
  aProfile,
} from '../../../test/support/databases/stored.ts'
import { addOrganisation } from '../accounts/organisations.ts'
import { addProfile, updateProfile } from '../accounts/profiles.ts'
import { integer, onlyRow } from '../database/columns.ts'
import { unlimitedRoom } from '../room.ts'
import { openStore, type Store } from '../store.ts'
import { addDocument } from './add-document.ts'
import { attachmentOf } from './attachments.ts'
import { contextOf } from './document-context.ts'
import { findDocument, findUbl } from './find-document.ts'

eachDatabase('documents', (open) => {
  let store: Store
  let orgId: string

  before(async () => {
    store = open.keep(await openStore(open.location, 1))
    orgId = (await anOrganisationWithProfile(store)).orgId
  })

  test('one read returns everything that a create needs', async () => {
    assert.deepEqual(await contextOf(store.database, orgId, 'BP-TEST000001'), {
      organisation: {
        defaultApiVersion: '20260101',
        hasPhase2: true,
        hasAutoNumbering: true,
        numberFormat: undefined,
        hasAgreements: false,
      },
      profile: { party: '{"name":"Falcon Trading"}', version: 1, isActive: true },
    })
    const withoutProfile = await contextOf(store.database, orgId, 'BP-OTHER00001')
    assert.equal(withoutProfile.organisation?.hasPhase2, true)
    assert.equal(withoutProfile.profile, undefined)
    const unknown = await contextOf(store.database, 'nobody', 'BP-TEST000001')
    assert.deepEqual(unknown, { organisation: undefined, profile: undefined })
  })

  test('returns a document as it was added', async () => {
    const document = aNewDocument({ orgId, overallStatus: null })
    const added = await addDocument(store.database, document)
    assert.equal(added.outcome, 'added')
    const { answer, findings, ...row } =
      (await findDocument(store.database, orgId, 'purchase-invoices', document.id, unlimitedRoom)) ?? {}
    assert.deepEqual([await answer?.string(), await findings?.string()], [document.answer, '[]'])
    assert.deepEqual(row, {
      orgId,
      id: document.id,
      family: 'purchase-invoices',
      sequence: added.outcome === 'added' && added.sequence,
      documentNumber: document.documentNumber,
      profileId: 'BP-TEST000001',
      apiVersion: '20260101',
      revision: 1,
      overallStatus: null,
      participantStatus: null,
      ftaStatus: null,
      createdAt: 1_000,
      updatedAt: 1_000,
      issueDate: '2026-02-03',
      removedAt: undefined,
      hold: undefined,
    })
    const ubl = await findUbl(store.database, orgId, 'purchase-invoices', document.id, unlimitedRoom)
    assert.equal(await ubl?.string(), document.ubl)
  })

  test('another family or another organisation sees nothing of it', async () => {
    const content = Buffer.from('%PDF-1.7')
    const sha256 = createHash('sha256').update(content).digest('hex')
    const attachment = { id: 'attachment', fileName: 'scan.pdf', fileType: 'application/pdf', content, sha256 }
    const document = aNewDocument({ orgId, attachments: [attachment] })
    await addDocument(store.database, document)
    const found = await attachmentOf(store.database, orgId, 'purchase-invoices', document.id, 'attachment')
    assert.ok(found)
    assert.deepEqual(await buffer(found.content.pieces()), content)
    assert.equal(found.sha256, sha256)
    const other = await anOrganisationWithProfile(store)
    for (const [org, family] of [
      [orgId, 'purchase-credit-notes'],
      [other.orgId, 'purchase-invoices'],
    ] as const) {
      assert.equal(await findDocument(store.database, org, family, document.id, unlimitedRoom), undefined)
      assert.equal(await findUbl(store.database, org, family, document.id, unlimitedRoom), undefined)
      assert.equal(await attachmentOf(store.database, org, family, document.id, 'attachment'), undefined)
    }
    assert.equal(await attachmentOf(store.database, orgId, 'purchase-invoices', document.id, 'other'), undefined)
  })

  test('a number is used once in an organisation and family', async () => {
    const first = aNewDocument({ orgId, documentNumber: 'INV-1' })
    assert.equal((await addDocument(store.database, first)).outcome, 'added')
    const again = await addDocument(store.database, aNewDocument({ orgId, documentNumber: 'INV-1' }))
    assert.deepEqual(again, { outcome: 'number_taken', documentId: first.id })
    const creditNote = aNewDocument({ orgId, documentNumber: 'INV-1', family: 'purchase-credit-notes' })
    assert.equal((await addDocument(store.database, creditNote)).outcome, 'added')
    const other = await anOrganisationWithProfile(store)
    assert.equal(
      (await addDocument(store.database, aNewDocument({ orgId: other.orgId, documentNumber: 'INV-1' }))).outcome,
      'added',
    )
  })

  test('a document made with an older profile is not stored', async () => {
    const profile = await addProfile(store.database, aProfile({ orgId, profileId: 'BP-CHANGING01' }))
    const document = aNewDocument({ orgId, profileId: profile.profileId })
    await updateProfile(store.database, { ...profile, party: '{"name":"Falcon Trading FZE"}', updatedAt: 2 })
    assert.deepEqual(await addDocument(store.database, document), { outcome: 'profile_changed' })
    assert.deepEqual(await addDocument(store.database, { ...document, profileId: 'BP-NONE' }), {
      outcome: 'profile_changed',
    })
    assert.equal(await findDocument(store.database, orgId, 'purchase-invoices', document.id, unlimitedRoom), undefined)
    assert.equal((await addDocument(store.database, { ...document, profileVersion: 2 })).outcome, 'added')
  })

  test('a document is stored with all its parts, or not at all', async () => {
    const id = randomUUID()
    const names = { senderId: 's', receiverId: 'r', docTypeId: 'd', processId: 'p', accessPoint: 'default' }
    const leg = { documentId: id, revision: 1, ...names }
    // Its files are handed over: each attempt needs its own.
    const document = () =>
      aNewDocument({
        orgId,
        id,
        billingReferences: ['EARLIER-1'],
        attachments: [{ id: 'a', fileName: 'a.csv', fileType: 'text/csv', content: Buffer.from('a'), sha256: '' }],
        events: [{ orgId, documentId: id, event: 'VALIDATION_SUCCESS', message: 'valid' }],
        legs: [
          { ...leg, orgId, transmissionUuid: id, corner: 'C3', country: 'AE', documentXml: '<a/>', status: 'PENDING' },
        ],
        credit: { invoiceId: randomUUID(), number: 1, amounts: '{}' },
      })
    const answer = { status: 201, type: 't', body: '{}' }
    const keptAnswer = { key: { orgId, hash: id, fingerprint: 'f' }, mark: 'm', answer, now: 1 }
    await store.idempotency.settle(keptAnswer.key, 'm', answer, 1)
    const rows = async () => {
      const counted = await store.database.snapshot(
        [
          'documents where org_id = $1 and id = $2',
          ...['revisions', 'attachments', 'entries', 'legs', 'chain_links'].map(
            (table) => `${table} where org_id = $1 and document_id = $2`,
          ),
          'leg_documents where org_id = $1 and transmission_uuid = $2',
          'invoice_credits where org_id = $1 and credit_note_id = $2',
        ].map((of) => sql(`select count(*) as rows from ${of}`, orgId, id)),
      )
      return counted.map((table) => integer(onlyRow(table), 'rows'))
    }
    await assert.rejects(addDocument(store.database, { ...document(), keptAnswer }), {
      name: 'ConstraintFailure',
      constraint: 'idempotency_answers(org_id, key_hash)',
    })
    assert.deepEqual(await rows(), Array(8).fill(0))
    assert.equal((await addDocument(store.database, document())).outcome, 'added')
    assert.deepEqual(await rows(), Array(8).fill(1))
  })

  test('200 creates at once from two stores, some of them refused, have a sequence without a gap', async () => {
    const second = open.keep(await openStore(open.location, 1))
    const org = await addOrganisation(store.database, anOrganisation())
    await addProfile(store.database, aProfile({ orgId: org.id }))
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const isRefused = index % 10 === 0
        const document = aNewDocument({ orgId: org.id, profileVersion: isRefused ? 7 : 1, family: familyOf(index) })
        return addDocument((index % 2 === 0 ? store : second).database, document)
      }),
    )
    for (const family of ['purchase-invoices', 'purchase-credit-notes'] as const) {
      const ours = outcomes.filter((_, index) => familyOf(index) === family)
      const sequences = ours.flatMap((outcome) => (outcome.outcome === 'added' ? [outcome.sequence] : []))
      assert.deepEqual(
        sequences.sort((left, right) => left - right),
        Array.from({ length: 90 }, (_, index) => index + 1),
      )
      assert.equal(ours.filter((outcome) => outcome.outcome === 'profile_changed').length, 10)
    }
  })
})

function familyOf(index: number): 'purchase-invoices' | 'purchase-credit-notes' {
  return index < 100 ? 'purchase-invoices' : 'purchase-credit-notes'
}
