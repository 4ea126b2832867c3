import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { readEnvelope } from '@selfbill/pint-ae/read-envelope'
import { verifyPack } from '../../src/evidence/verify.ts'
import { resealAll, tallyKeys } from '../../src/service/reseal.ts'
import { Blobs } from '../../src/store/blobs/blobs.ts'
import { reviewObjects, waitMs } from '../../src/store/blobs/review-objects.ts'
import { S3Objects } from '../../src/store/blobs/s3.ts'
import { addDocument } from '../../src/store/documents/add-document.ts'
import { storedStatus } from '../../src/store/legs/stored-status.ts'
import { openStore } from '../../src/store/store.ts'
import { sql } from '../support/databases/any-row.ts'
import { aNewDocument, anOrganisationWithProfile } from '../support/databases/stored.ts'
import { eventually } from '../support/eventually.ts'
import { filesIn } from '../support/evidence/files-in.ts'
import { Relay } from '../support/network/relay.ts'
import { aPurchaseInvoice, type Members } from '../support/requests/requests.ts'
import { startTestService, type Tenant, type TestService } from '../support/service/test-service.ts'
import { freePort } from './free-port.ts'

// The service with its texts in a real server of S3's protocol: everything works, nothing readable
// is in the bucket, and an object store that goes away under load loses and doubles nothing.

const motoServer = process.env.MOTO_SERVER
const skip = motoServer === undefined ? 'moto_server cannot be had here' : false
const credentials = { accessKeyId: 'selfbill', secretAccessKey: 'selfbill' }

test('documents live with their texts in an object store, also when it goes away under load', { skip }, async (t) => {
  const port = await freePort()
  const client = await aBucket(t, port)
  let relay = await Relay.start(port)
  const relayPort = relay.port
  t.after(() => relay.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'selfbill-blobs-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey
  const place = `s3://texts/tax?region=us-east-1&endpoint=http://127.0.0.1:${relayPort}&path_style=on`
  const oldKey = '5e'.repeat(32)
  const running = await startTestService({ dataDir }, { BLOBS_URL: place, SECRET_KEY: oldKey })
  t.after(() => running.stop())
  const tenant = await running.tenant()
  const pdf = Buffer.from(`%PDF-1.7 ${'a delivery note '.repeat(500)}`)
  const file = { file_name: 'note.pdf', file_type: 'application/pdf', file_content: pdf.toString('base64') }
  const first = await created(tenant, { attachments: [file] })
  assert.ok(first)
  await approved(tenant, first.id)
  assert.match((await tenant.get(`/api/purchase-invoices/${first.id}/xml`)).text, /<\/Invoice>$/)
  await requireWholeEvidence(running, tenant, first.id, pdf)

  const { Contents: objects = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'texts' }))
  assert.equal(objects.length, 2, 'the texts packed together, and the attachment')
  for (const { Key } of objects) {
    assert.ok(Key?.startsWith(`tax/${tenant.orgId}/`))
    const { Body } = await client.send(new GetObjectCommand({ Bucket: 'texts', Key }))
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
    assert.notEqual(bytes.subarray(0, 2).toString('hex'), '1f8b', 'encrypted, not only packed')
  }

  const all = [first.id]
  const answers = { unavailable: 0 }
  let isOver = false
  const caller = async () => {
    while (!isOver) {
      const made = await created(tenant)
      if (made === undefined) answers.unavailable += 1
      else all.push(made.id)
    }
  }
  const calling = Promise.all([caller(), caller(), caller()])
  await eventually(async () => all.length > 8)
  await relay.stop()
  await eventually(async () => answers.unavailable > 2)
  assert.equal((await tenant.get(`/api/purchase-invoices/${first.id}/xml`)).status, 503)
  await delay(500)
  relay = await Relay.start(port, relayPort)
  const enough = all.length + 8
  await eventually(async () => all.length > enough)
  isOver = true
  await calling
  for (const id of all) await approved(tenant, id)
  const count = 'select count(*) as stored, max(document_sequence) as last from documents where org_id = $1'
  const [row] = await running.service.parts.store.database.query(
    sql(count.replace('document_sequence', 'sequence'), tenant.orgId),
  )
  assert.deepEqual([Number(row?.stored), Number(row?.last)], [all.length, all.length], 'none lost, none doubled')

  await running.stop()
  const newKey = 'a7'.repeat(32)
  const both = await startTestService({ dataDir }, { BLOBS_URL: place, SECRET_KEY: newKey, SECRET_KEY_FORMER: oldKey })
  await requireWholeEvidence(both, tenant, first.id, pdf)
  const { store } = both.service.parts
  const keysOf = async () => new Set((await tallyKeys(store, both.config)).map(({ key }) => key))
  assert.deepEqual(await keysOf(), new Set(['SECRET_KEY_FORMER 1']))
  await resealAll(store, both.config, () => undefined)
  assert.deepEqual(await keysOf(), new Set(['SECRET_KEY']))
  await both.stop()
  const alone = await startTestService({ dataDir }, { BLOBS_URL: place, SECRET_KEY: newKey })
  t.after(() => alone.stop())
  await requireWholeEvidence(alone, tenant, first.id, pdf)
})

test('a review finds objects without a row in a real bucket, and deletes them a month later', { skip }, async (t) => {
  const port = await freePort()
  const client = await aBucket(t, port)
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey
  const dataDir = mkdtempSync(join(tmpdir(), 'selfbill-review-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const endpoint = `http://127.0.0.1:${port}`
  const bucket = new S3Objects({ bucket: 'texts', prefix: 'tax/', region: 'us-east-1', endpoint, isPathStyle: true })
  const blobs = new Blobs(bucket, undefined)
  const store = await openStore({ dataDir }, 1, undefined, blobs)
  t.after(() => store.close())
  const { orgId } = await anOrganisationWithProfile(store)
  const ubl = `<Invoice>${'a line of it '.repeat(500)}</Invoice>`
  await addDocument(store.database, aNewDocument({ orgId, ubl }))
  // More than one page of the list, which has 1,000 names.
  const lost = Array.from({ length: 1_100 }, (_, at) => new TextEncoder().encode(`lost ${at}`))
  for (let at = 0; at < lost.length; at += 50) {
    await Promise.all(lost.slice(at, at + 50).map((bytes) => blobs.put(orgId, bytes)))
  }
  const now = Date.now() + 70 * 24 * 3_600_000
  const review = (at: number) => reviewObjects(store.database, blobs, orgId, { now: at })
  const all = { objects: 1_101, unreferenced: 1_100, refused: 0, lacking: 0 }
  assert.deepEqual(await review(now), { ...all, deleted: 0 })
  assert.deepEqual(await review(now + waitMs), { ...all, deleted: 1_100 })
  const { Contents: left = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'texts' }))
  assert.equal(left.length, 1)
  await bucket.delete('was never there')
})

/** The attachment is not in its row; the evidence pack has the statuses and the attachment, byte for byte. */
async function requireWholeEvidence(running: TestService, tenant: Tenant, id: string, pdf: Buffer): Promise<void> {
  const { database } = running.service.parts.store
  const rows = await database.query(
    sql(
      `select s.envelope, (select octet_length(content) from attachments where document_id = $1) as in_row
       from leg_statuses s join legs l on l.org_id = s.org_id and l.transmission_uuid = s.transmission_uuid
       where l.document_id = $1`,
      id,
    ),
  )
  assert.equal(rows.length, 2)
  for (const row of rows) {
    assert.ok(row.envelope instanceof Uint8Array)
    // Packed in a frame it is shorter than what an object is for.
    assert.equal(storedStatus(row.envelope).kind, 'framed')
    assert.equal(Number(row.in_row), 0)
  }
  const answer = await fetch(`${running.address}/api/purchase-invoices/${id}/evidence`, {
    headers: { authorization: `Bearer ${tenant.token}` },
  })
  const pack = Buffer.from(await answer.arrayBuffer())
  assert.deepEqual((await verifyPack(pack)).problems, [])
  const files = await filesIn(pack)
  const statuses = [...files].filter(([path]) => path.endsWith('/status.xml'))
  for (const [, bytes] of statuses) assert.match(readEnvelope(bytes).docTypeId, /ApplicationResponse/)
  assert.equal(statuses.length, 2)
  assert.deepEqual(Buffer.from(files.get('attachments/1') ?? []), pdf)
}

/** Undefined: answered 503. */
async function created(tenant: Tenant, overrides: Members = {}): Promise<{ readonly id: string } | undefined> {
  const answer = await tenant.post(`/api/purchase-invoices/${tenant.profileId}`, aPurchaseInvoice(overrides))
  if (answer.status === 503) return undefined
  assert.equal(answer.status, 201, answer.text)
  return JSON.parse(answer.text)
}

async function approved(tenant: Tenant, id: string): Promise<void> {
  await eventually(async () => {
    const { status, text } = await tenant.get(`/api/purchase-invoices/${id}`)
    return status === 200 && JSON.parse(text).meta_info.peppol_status.overall_status === 'APPROVED'
  })
}

async function aBucket(t: TestContext, port: number): Promise<S3Client> {
  const server = spawn(motoServer ?? '', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  t.after(() => server.kill('SIGKILL'))
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  t.after(() => client.destroy())
  await eventually(async () => (await fetch(endpoint).catch(() => undefined)) !== undefined)
  await client.send(new CreateBucketCommand({ Bucket: 'texts' }))
  return client
}
