import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import { aNewDocument, anOrganisationWithProfile } from '../../../test/support/databases/stored.ts'
import { packRevision } from '../../text/revision-frame.ts'
import { updateOrganisation } from '../accounts/organisations.ts'
import { integer } from '../database/columns.ts'
import type { Database, Row } from '../database/database.ts'
import { addDocument } from '../documents/add-document.ts'
import { ContentRemoved } from '../documents/content-removed.ts'
import { findDocument, findUbl } from '../documents/find-document.ts'
import type { NewDocument } from '../documents/new-document.ts'
import { logOf } from '../log/log.ts'
import { unlimitedRoom } from '../room.ts'
import { openStore } from '../store.ts'
import { heldDocuments, holdDocument, releaseDocument } from './document-holds.ts'
import { holdOrganisation, releaseOrganisation } from './organisation-holds.ts'
import { removeContent } from './remove-content.ts'
import { removeExpired } from './remove-expired.ts'
import { type RetentionChange, removingOrganisations, retentionOf } from './retentions.ts'

const family = 'purchase-invoices'
const secret = 'Oasis Supplies'
/** The last moment of the year 2033, and the first of 2034, in Gulf Standard Time. */
const [before, after] = [Date.UTC(2033, 11, 31, 19, 59, 59), Date.UTC(2033, 11, 31, 20)]
const hold = { reason: 'Dispute 12', heldBy: 'Amal', heldAt: 5 }

eachDatabase('the removal of content', (open) => {
  async function aStore() {
    const store = open.keep(await openStore(open.location, 1))
    const { orgId } = await anOrganisationWithProfile(store)
    const db = store.database
    const choose = (retention: RetentionChange) => updateOrganisation(db, orgId, { retention })
    const remove = async (now: number) => {
      const organisation = (await removingOrganisations(db)).find((one) => one.orgId === orgId)
      return organisation === undefined ? undefined : removeExpired(db, organisation, now)
    }
    return { db, orgId, choose, remove, key: (id: string) => ({ orgId, family, id }) as const }
  }

  test('nothing is removed unless the organisation chose so, and not a moment too early', async () => {
    const { db, orgId, choose, remove } = await aStore()
    const document = await aDocument(db, orgId)
    assert.deepEqual(await retentionOf(db, orgId), { years: 7, removes: false, hold: undefined })
    assert.equal(await remove(after), undefined)
    await choose({ removes: true })
    assert.equal(await remove(before), 0)
    assert.ok(await findDocument(db, orgId, family, document.id, unlimitedRoom))
    assert.equal(await remove(after), 1)
    await assert.rejects(findDocument(db, orgId, family, document.id, unlimitedRoom), ContentRemoved)
    await assert.rejects(findUbl(db, orgId, family, document.id, unlimitedRoom), ContentRemoved)
    assert.equal(await remove(after), 0)
  })

  test('no table has a word of the document any more; its row, its log and its link stay', async () => {
    const { db, orgId, choose, remove } = await aStore()
    const { id } = await aDocument(db, orgId)
    await aDocument(db, orgId, '2030-01-01')
    assert.ok((await tablesWith(db, secret)).length >= 6)
    const link = await linksOf(db, orgId)
    await choose({ removes: true })
    await remove(after)
    for (const table of ['attachments', 'leg_documents', 'leg_statuses']) {
      const [left] = await db.query(sql(`select count(*) as rows from ${table} where org_id = $1`, orgId))
      assert.equal(Number(left?.rows), 1, `${table}: of the other document`)
    }
    const [row] = await db.query(sql('select * from documents where id = $1', id))
    assert.deepEqual(
      [row?.document_number, row?.sequence, row?.payable_amount, row?.issue_date, row?.removed_at],
      [`N-${id}`, 1, '105.00', '2026-02-03', after],
    )
    assert.ok(!JSON.stringify(await everythingOf(db, id)).includes(secret))
    assert.deepEqual(await linksOf(db, orgId), link)
    const log = await logOf(db, orgId, family, id)
    assert.deepEqual(
      log?.map(({ event, message }) => [event, message]),
      [
        ['VALIDATION_SUCCESS', ''],
        ['DOCUMENT_CONTENT_REMOVED', 'The content was removed after a retention of 7 years'],
      ],
    )
  })

  test('packed texts go too', async () => {
    const { db, orgId, choose, remove } = await aStore()
    const made = { request: '{}', answer: `{"note":"${secret}"}`, ubl: '<Invoice/>', findings: '[]', report: '<pxs/>' }
    const { texts, packed } = packRevision(made)
    const { report: _, ...left } = texts
    const document = aNewDocument({ orgId, ...left, packed, overallStatus: null, createdAt: 1 })
    await addDocument(db, document)
    assert.equal(await (await findUbl(db, orgId, family, document.id, unlimitedRoom))?.string(), made.ubl)
    await choose({ removes: true })
    assert.equal(await remove(after), 1)
    const columns = 'select request, answer, answer_bytes, packed, report_bytes from revisions where document_id = $1'
    const [row] = await db.query(sql(columns, document.id))
    assert.deepEqual({ ...row }, { request: null, answer: '{}', answer_bytes: null, packed: null, report_bytes: null })
  })

  test('the year of the creation counts too, an open leg keeps its document', async () => {
    const { db, orgId, choose, remove } = await aStore()
    await choose({ removes: true, years: 5 })
    const late = await aDocument(db, orgId, '2026-02-03', Date.UTC(2027, 0, 2))
    const open_ = await aDocument(db, orgId)
    await db.query(sql("update legs set status = 'STALLED' where document_id = $1", open_.id))
    assert.equal(await remove(Date.UTC(2032, 0, 5)), 0)
    await db.query(sql("update legs set status = 'FAILED' where document_id = $1", open_.id))
    assert.equal(await remove(Date.UTC(2032, 0, 6)), 0, 'looked at once for each year')
    assert.equal(await remove(Date.UTC(2033, 0, 5)), 2)
    await assert.rejects(findUbl(db, orgId, family, late.id, unlimitedRoom), ContentRemoved)
  })

  test('a hold keeps its document and an organisation, and its release lets both go', async () => {
    const { db, orgId, choose, remove, key } = await aStore()
    const [held, free] = [await aDocument(db, orgId), await aDocument(db, orgId)]
    await choose({ removes: true })
    assert.deepEqual(await holdOrganisation(db, orgId, hold), hold)
    assert.deepEqual(await holdDocument(db, key(held.id), hold), hold)
    const renewed = { reason: 'Dispute 13', heldBy: 'Omar', heldAt: 9 }
    assert.deepEqual(await holdDocument(db, key(held.id), renewed), { ...renewed, heldAt: 5 })
    assert.deepEqual(await holdOrganisation(db, orgId, renewed), { ...renewed, heldAt: 5 })
    assert.deepEqual(
      (await heldDocuments(db, orgId, 9)).map(({ id }) => id),
      [held.id],
    )
    assert.equal(await remove(after), undefined, 'all of the organisation is held')
    await releaseOrganisation(db, orgId)
    assert.equal(await remove(after), 1)
    await assert.rejects(holdDocument(db, key(free.id), hold), ContentRemoved)
    assert.equal(await releaseDocument(db, key(held.id)), true)
    assert.equal(await remove(after), 1)
    assert.equal(await holdDocument(db, key(randomUUID()), hold), undefined)
    assert.equal(await releaseDocument(db, key(randomUUID())), false)
  })

  test('a removal that was chosen before a hold or a new setting changes nothing after it', async () => {
    const { db, orgId, choose, key } = await aStore()
    const { id } = await aDocument(db, orgId)
    const removal = { orgId, documentId: id, years: 7, day: '2027-01-01', time: Date.UTC(2026, 11, 31, 20) }
    for (const setting of [{ removes: false }, { removes: true, years: 8 }]) {
      await choose(setting)
      assert.equal(await removeContent(db, removal, after), false)
    }
    await choose({ years: 7 })
    await holdOrganisation(db, orgId, hold)
    assert.equal(await removeContent(db, removal, after), false)
    await releaseOrganisation(db, orgId)
    await holdDocument(db, key(id), hold)
    assert.equal(await removeContent(db, removal, after), false)
    assert.ok(await findDocument(db, orgId, family, id, unlimitedRoom))
    await releaseDocument(db, key(id))
    assert.equal(await removeContent(db, removal, after), true)
    assert.equal(await removeContent(db, removal, after + 1), false, 'once only')
  })

  test('holds and removals at once: a held document has all its content, any other has none', async () => {
    const { db, orgId, choose, key } = await aStore()
    const second = await open()
    await choose({ removes: true })
    const documents = await Promise.all(Array.from({ length: 12 }, () => aDocument(db, orgId)))
    const outcomes = await Promise.all(
      documents.map(async ({ id }, at) => {
        const removal = { orgId, documentId: id, years: 7, day: '2027-01-01', time: Date.UTC(2026, 11, 31, 20) }
        const holding = () => holdDocument(second, key(id), hold).then(() => true, refused)
        const removing = () => removeContent(db, removal, after)
        const [one, two] = at % 2 === 0 ? [holding, removing] : [removing, holding]
        return Promise.all([one(), two()])
      }),
    )
    for (const [at, [first, other]] of outcomes.entries()) {
      assert.notEqual(first, other, 'one of the two was first')
      const id = documents[at]?.id ?? ''
      const isHeld = at % 2 === 0 ? first : other
      const [left] = await db.query(sql('select count(*) as files from attachments where document_id = $1', id))
      assert.equal(Number(left?.files), isHeld ? 1 : 0)
      const [row] = await db.query(sql('select held_at, removed_at from documents where id = $1', id))
      assert.deepEqual([row?.held_at !== null, row?.removed_at === null], [isHeld, isHeld])
    }
  })

  test('a hold of the organisation during a removal: what is removed afterwards is nothing', async () => {
    const { db, orgId, choose } = await aStore()
    const second = await open()
    await choose({ removes: true })
    const documents = await Promise.all(Array.from({ length: 10 }, () => aDocument(db, orgId)))
    const removedBeforeHold: boolean[] = []
    let isHeld = false
    const removing = Promise.all(
      documents.map(async ({ id }) => {
        const removal = { orgId, documentId: id, years: 7, day: '2027-01-01', time: Date.UTC(2026, 11, 31, 20) }
        const startedHeld = isHeld
        const isRemoved = await removeContent(db, removal, after)
        if (isRemoved) removedBeforeHold.push(!startedHeld)
      }),
    )
    await holdOrganisation(second, orgId, hold)
    isHeld = true
    const [kept] = await second.query(
      sql('select count(*) as kept from documents where org_id = $1 and removed_at is null', orgId),
    )
    await removing
    const [left] = await second.query(
      sql('select count(*) as kept from documents where org_id = $1 and removed_at is null', orgId),
    )
    assert.equal(integer(left ?? {}, 'kept'), integer(kept ?? {}, 'kept'), 'nothing went after the hold was set')
    assert.ok(removedBeforeHold.every(Boolean))
  })
})

function refused(error: unknown): false {
  assert.ok(error instanceof ContentRemoved)
  return false
}

/** A document with a value in each place that may have content. */
async function aDocument(
  db: Database,
  orgId: string,
  issueDate = '2026-02-03',
  createdAt = Date.UTC(2026, 1, 3),
): Promise<NewDocument> {
  const id = randomUUID()
  const text = `${secret} `.repeat(3_000)
  const plain = aNewDocument({ orgId })
  const leg = { orgId, documentId: id, revision: 1, senderId: secret, receiverId: secret, accessPoint: 'default' }
  const about = { docTypeId: 'd', processId: 'p', country: 'AE', status: 'NOT_REQUIRED' } as const
  const c5 = { ...leg, ...about, transmissionUuid: randomUUID(), corner: 'C5', documentXml: text } as const
  const document = aNewDocument({
    orgId,
    id,
    request: text,
    answer: text,
    ubl: text,
    findings: JSON.stringify([text]),
    figures: { ...plain.figures, issueDate, billedToName: secret },
    attachments: [
      { id: 'a', fileName: secret, fileType: 'text/plain', content: new TextEncoder().encode(text), sha256: 'd' },
    ],
    legs: [c5],
    events: [{ orgId, documentId: id, event: 'VALIDATION_SUCCESS', message: secret }],
    createdAt,
  })
  assert.equal((await addDocument(db, document)).outcome, 'added')
  await db.query(
    sql(
      `update legs set transmission_response = $1, mls_response = $1, cause = $1, status = 'APPROVED' where document_id = $2`,
      secret,
      id,
    ),
  )
  await db.query(
    sql(
      'insert into leg_statuses (org_id, transmission_uuid, envelope, received_at) values ($1, $2, $3, 1)',
      orgId,
      c5.transmissionUuid,
      new TextEncoder().encode(text),
    ),
  )
  return document
}

const tables = [
  'documents',
  'revisions',
  'attachments',
  'text_parts',
  'legs',
  'leg_documents',
  'leg_statuses',
  'entries',
] as const

async function tablesWith(db: Database, word: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of tables) {
    const rows = await db.query(sql(`select * from ${table}`))
    if (readable(rows).includes(word)) found.push(table)
  }
  return found
}

async function everythingOf(db: Database, id: string): Promise<readonly string[]> {
  const legs = '(select transmission_uuid from legs where document_id = $1)'
  const conditions = {
    documents: 'id = $1',
    revisions: 'document_id = $1',
    attachments: 'document_id = $1',
    text_parts: `owner like $1 || '%' or owner in ${legs}`,
    legs: 'document_id = $1',
    leg_documents: `transmission_uuid in ${legs}`,
    leg_statuses: `transmission_uuid in ${legs}`,
    entries: 'document_id = $1',
  } as const
  return Promise.all(
    tables.map(async (table) => readable(await db.query(sql(`select * from ${table} where ${conditions[table]}`, id)))),
  )
}

/** Texts, and bytes as text. */
function readable(rows: readonly Row[]): string {
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n')
}

async function linksOf(db: Database, orgId: string): Promise<readonly Row[]> {
  return db.query(sql('select * from chain_links where org_id = $1 order by sequence', orgId))
}
