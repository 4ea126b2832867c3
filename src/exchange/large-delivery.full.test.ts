import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from '../../test/support/databases/any-row.ts'
import { eachDatabase } from '../../test/support/databases/databases.ts'
import { addDeliverable, type Deliverable, standing } from '../../test/support/delivery/deliverables.ts'
import { anExchange, aSandbox, hurriedPolicy } from '../../test/support/delivery/deliveries.ts'
import { eventually } from '../../test/support/eventually.ts'
import { type PhossApStub, startPhossAp } from '../../test/support/network/phoss-ap-stub.ts'
import { LongestText } from '../../test/support/service/longest-text.ts'
import type { Database } from '../store/database/database.ts'
import { bytesInParts, insertParts, revisionOwner } from '../store/database/text-parts.ts'
import { documentPlace } from '../store/legs/leg-document.ts'
import { type ClaimedLeg, claimLegs } from '../store/legs/leg-queue.ts'
import { pack } from '../text/packing.ts'
import { createPhossAp } from './gateways/phoss-ap/phoss-ap.ts'

// Documents of 20 MB arrive byte for byte, and no step holds them as a whole.

const unhurried = { policy: { ...hurriedPolicy, submitTimeoutMs: 60_000, leaseMs: 240_000, drainMs: 60_000 } }

let stub: PhossApStub
before(async () => {
  stub = await startPhossAp()
})
after(() => stub.close())

eachDatabase('delivery of large documents', (open) => {
  test('to the sandbox', async () => {
    const db = await open()
    const { deliverable, texts } = await addLarge(db, { receiver: '1000000041' })
    const longest = new LongestText(db)
    try {
      const exchange = anExchange(db, aSandbox(db), unhurried)
      exchange.start()
      // The endpoint that decides the report's fate comes after its first 20 MB.
      await eventually(async () => (await standing(db, deliverable)) === 'C3 APPROVED, C5 REJECTED, REJECTED')
      await exchange.stop()
      const { length, where } = longest.take()
      assert.ok(length <= (where === 'from the database' ? 2_000_000 : 500_000), `${length} characters, ${where}`)
    } finally {
      longest.stop()
    }
    const text = 'select content_digest, submissions from sandbox_transmissions where transmission_uuid = $1'
    for (const corner of ['c3', 'c5'] as const) {
      const [row] = await db.query(sql(text, deliverable.transmissionUuids[corner]))
      const digest = createHash('sha256').update(texts[corner]).digest('base64')
      assert.deepEqual({ ...row }, { content_digest: digest, submissions: 1 })
    }
  })

  test('to an access point', async () => {
    const db = await open()
    const { deliverable, texts } = await addLarge(db, {})
    const { url, token } = stub
    const gateway = createPhossAp({
      name: 'default',
      url: new URL(url),
      token,
      mlsTo: undefined,
      connectTimeoutMs: 30_000,
    })
    const exchange = anExchange(db, gateway, unhurried)
    exchange.start()
    await eventually(async () => (await standing(db, deliverable)) === 'C3 SUBMITTED, C5 SUBMITTED, PENDING')
    await exchange.stop()
    for (const corner of ['c3', 'c5'] as const) {
      const uuid = deliverable.transmissionUuids[corner]
      const envelope = stub.envelopes.get(uuid) ?? ''
      const document = texts[corner].replace(/^<\?xml[^>]*\?>\s*/, '')
      const at =
        envelope.indexOf('</sh:StandardBusinessDocumentHeader>') + '</sh:StandardBusinessDocumentHeader>'.length
      // `assert.equal` would print both texts.
      assert.ok(envelope.slice(at) === `${document}</sh:StandardBusinessDocument>`, corner)
      assert.equal(stub.submitted.filter((submitted) => submitted === uuid).length, 1)
    }
  })

  test('a claim reads only short documents', async () => {
    const db = await open()
    await db.query(sql('update legs set next_attempt_at = null'))
    const { deliverable, texts } = await addLarge(db, {})
    const short = await addDeliverable(db)
    const claim = {
      owner: 'one',
      accessPoint: 'default',
      now: Date.now(),
      limit: 10,
      leaseMs: 1_000,
      doubtBefore: 0,
      orgId: short.orgId,
    }
    const legs = await claimLegs(db, claim)
    assert.equal(legs.length, 4)
    for (const { documentId, corner, document } of legs) {
      const isLarge = documentId === deliverable.documentId
      assert.equal(document.isLong, isLarge)
      assert.equal(document.bytes > 20_000_000, isLarge)
      const text = corner === 'C3' ? texts.c3 : texts.c5
      if (isLarge) assert.ok((await read(document)) === text, corner)
      else assert.equal(documentId, short.documentId)
    }
  })
})

async function read(document: ClaimedLeg['document']): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of document.pieces()) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}

/** Adds a document and a report that each start with more than 20 MB of notes. */
async function addLarge(db: Database, overrides: Partial<Deliverable>) {
  const deliverable = await addDeliverable(db, { ...overrides, createdAt: Date.now() + 3_600_000 })
  const { documentId, transmissionUuids } = deliverable
  const grow = (text: unknown) =>
    String(text).replace(/(<\w[^?>]*>)/, `$1${`<cbc:Note>${'خدمة é 1 '.repeat(200_000)}</cbc:Note>`.repeat(8)}`)
  const [revision] = await db.query(sql('select ubl from revisions where document_id = $1', documentId))
  const ofReport = 'from leg_documents where transmission_uuid = $1'
  const [report] = await db.query(sql(`select document_xml ${ofReport}`, transmissionUuids.c5))
  const texts = { c3: grow(revision?.ubl), c5: grow(report?.document_xml) }
  const [ubl, taxData] = [await pack(texts.c3), await pack(texts.c5)]
  const { orgId } = deliverable
  await db.transaction([
    sql(`update revisions set ubl = '', ubl_bytes = $1 where document_id = $2`, bytesInParts(ubl), documentId),
    ...insertParts({ orgId, owner: revisionOwner(documentId, 1), name: 'ubl' }, ubl),
    sql(
      `update leg_documents set document_xml = '', document_xml_bytes = $1 where transmission_uuid = $2`,
      bytesInParts(taxData),
      transmissionUuids.c5,
    ),
    ...insertParts(documentPlace(orgId, transmissionUuids.c5), taxData),
    sql('update legs set next_attempt_at = $1 where document_id = $2', Date.now() - 1, documentId),
  ])
  return { deliverable, texts }
}
