import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose'
import { Fault } from '../../src/api/faults.ts'
import type { ManifestKey } from '../../src/evidence/manifest.ts'
import { verifyPack } from '../../src/evidence/verify.ts'
import { evidencePlan } from '../../src/features/evidence/evidence-plan.ts'
import { evidenceSnapshot } from '../../src/features/evidence/snapshot.ts'
import type { Database } from '../../src/store/database/database.ts'
import { sql } from '../support/databases/any-row.ts'
import { eachDatabase } from '../support/databases/databases.ts'
import type { Deliverable } from '../support/delivery/deliverables.ts'
import { effort } from '../support/effort.ts'
import { addKeptDocument, type Kept } from '../support/evidence/kept-document.ts'

// Whatever a document contains, our own verify accepts its pack, or the pack is refused before its
// first byte.

eachDatabase('evidence packs of any size', (open) => {
  let db: Database
  let folder: string
  let key: ManifestKey
  let keys: JSONWebKeySet
  before(async () => {
    db = await open()
    folder = await mkdtemp(join(tmpdir(), 'selfbill-evidence-'))
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    key = { kid: 'k1', alg: 'EdDSA', privateKey }
    keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'EdDSA' }] }
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const planOf = async ({ orgId, family, documentId }: Deliverable, through: Database = db) => {
    const snapshot = await evidenceSnapshot(db, orgId, family, documentId)
    assert.ok(snapshot !== undefined)
    const parts = { store: { database: through }, mlsTo: null, now: () => 1_790_000_000_000 }
    return evidencePlan(snapshot, { ...parts, signingKey: async () => ({ key, keys, issuer: 'selfbill' }) })
  }

  /** The total size of the pack's files in bytes. */
  const verified = async (kept: Kept): Promise<number> => {
    const document = await addKeptDocument(db, kept)
    const path = join(folder, `${document.documentId}.zip`)
    const { pieces } = await planOf(document)
    await pipeline(pieces, createWriteStream(path))
    const checked = await verifyPack(path, keys)
    assert.deepEqual(checked.problems, [])
    assert.ok(checked.manifest !== undefined)
    const legFiles = 2 + 3
    const files = 1 + 4 * kept.revisions + legFiles + kept.attachments + 1
    assert.equal(checked.manifest.files.length, files)
    await rm(path)
    return checked.manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  test('verify accepts every pack', async () => {
    const bytes = fc.oneof(fc.nat(200), fc.nat(200_000), fc.nat(3_000_000))
    const kept = fc.record({
      revisions: fc.integer({ min: 1, max: 40 }),
      ublBytes: bytes,
      attachments: fc.nat(8),
      attachmentBytes: bytes,
      entries: fc.oneof(fc.nat(10), fc.integer({ min: 95, max: 310 })),
    })
    const runs = {
      numRuns: isLong ? 60 : 8,
      examples: [[{ ...large, revisions: 1, attachments: 0, entries: 0 }]] as [Kept][],
    }
    await fc.assert(
      fc.asyncProperty(kept, async (some) => void (await verified(some))),
      runs,
    )
  })

  test('verify accepts packs of hundreds of megabytes and of thousands of files', async () => {
    assert.ok((await verified(large)) > 200_000_000)
    await verified({
      revisions: isLong ? 2_400 : 600,
      ublBytes: 10,
      attachments: 300,
      attachmentBytes: 10,
      entries: 300,
    })
  })

  test('an oversized pack is refused before it begins', async () => {
    const document = await addKeptDocument(db, { ...small, revisions: 2_600 })
    await assert.rejects(planOf(document), (error) => {
      assert.ok(error instanceof Fault)
      assert.match(error.message, /does not fit into one pack: 104\d\d files, at most 10000$/)
      return true
    })
  })

  test('reading pauses with the reader', async () => {
    const document = await addKeptDocument(db, { ...small, attachments: 3 })
    // Incompressible data fills the buffers on its way.
    await db.query(
      sql(
        'update attachments set content = $1 where org_id = $2 and document_id = $3',
        randomBytes(16 * 1024 * 1024),
        document.orgId,
        document.documentId,
      ),
    )
    let queries = 0
    const counting: Database = {
      ...db,
      query: (statement) => {
        queries += 1
        return db.query(statement)
      },
    }
    const { pieces, heldBytes } = await planOf(document, counting)
    assert.ok(heldBytes < 8_000_000, `${heldBytes} bytes are held`)
    const pack = pieces()
    let bytes = 0
    while (bytes < 100_000) bytes += (await pack.next()).value?.length ?? assert.fail('the pack has ended')
    const atStop = queries
    // Each round leaves time for one more statement in the background.
    for (let round = 0; round < 50; round += 1) {
      await db.query(sql('select 1'))
      await turn()
    }
    assert.ok(queries <= atStop + 1, `${queries - atStop} statements after the reader had stopped`)
    await pack.return()
  })
})

const isLong = effort === 'long'
const small: Kept = { revisions: 1, ublBytes: 10, attachments: 0, attachmentBytes: 0, entries: 0 }
const large: Kept = { revisions: 20, ublBytes: 9_000_000, attachments: 4, attachmentBytes: 8_000_000, entries: 300 }
