import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Database, OutcomeUnknown } from '../../src/store/database/database.ts'
import { unlimitedRoom } from '../../src/store/room.ts'
import { sql } from '../support/databases/any-row.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Idempotency-Key: a repeated request is carried out once. Source:
// docs/contract.md#idempotency-key.

eachService('idempotency', (start) => {
  let running: TestService
  let tenant: Tenant
  let path: string
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
    path = `/api/purchase-invoices/${tenant.profileId}`
  })

  const database = () => running.service.parts.store.database
  const documentsOf = async ({ orgId }: Tenant) => {
    const [row] = await database().query(sql('select count(*) as n from documents where org_id = $1', orgId))
    return Number(row?.n)
  }

  test('a repeated request gets the first answer byte for byte, and nothing is done twice', async () => {
    const own = await running.tenant()
    const ownPath = `/api/purchase-invoices/${own.profileId}`
    const first = await own.post(ownPath, aPurchaseInvoice(), { 'idempotency-key': 'order-17' })
    assert.equal(first.status, 201, first.text)
    assert.equal(first.headers.get('idempotency-replayed'), null)
    const again = await own.post(ownPath, aPurchaseInvoice(), { 'idempotency-key': 'order-17' })
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.headers.get('content-language'), 'en')
    assert.equal(again.text, first.text)
    assert.equal(await documentsOf(own), 1)
  })

  test('ten concurrent repeats make one document; early ones get a conflict', async () => {
    const own = await running.tenant()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        own.post(`/api/purchase-invoices/${own.profileId}`, aPurchaseInvoice(), { 'idempotency-key': 'at-once' }),
      ),
    )
    const created = answers.filter(({ status }) => status === 201)
    assert.ok(created.length >= 1)
    assert.equal(new Set(created.map(({ text }) => text)).size, 1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assert.equal(answer.status, 409)
      assert.deepEqual(answer.json.errors, { message: 'A request with this Idempotency-Key is still running' })
      assert.ok(['1', '15'].includes(answer.headers.get('retry-after') ?? ''))
    }
    assert.equal(await documentsOf(own), 1)
  })

  test('another body under the same key is refused; another account, operation or key is a new request', async () => {
    const headers = { 'idempotency-key': 'reused' }
    const first = await tenant.post(path, aPurchaseInvoice(), headers)
    const other = await tenant.post(path, aPurchaseInvoice({ note: 'other' }), headers)
    assert.equal(other.status, 422)
    assert.deepEqual(other.json.errors, { message: 'This Idempotency-Key was used with another request body' })
    const stranger = await running.tenant()
    const elsewhere = await stranger.post(`/api/purchase-invoices/${stranger.profileId}`, aPurchaseInvoice(), headers)
    assert.equal(elsewhere.status, 201)
    assert.notEqual(elsewhere.json.id, first.json.id)
    const next = await tenant.post(path, aPurchaseInvoice(), { 'idempotency-key': 'next' })
    assert.notEqual(next.json.id, first.json.id)
  })

  test('a refusal is replayed; a conflict and a failure are not', async () => {
    const wrong = aPurchaseInvoice({ issue_date: 'x' })
    const headers = { 'idempotency-key': 'refused' }
    const first = await tenant.post(path, wrong, headers)
    const again = await tenant.post(path, wrong, headers)
    assert.equal(first.status, 400)
    assert.equal(again.status, 400)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    await tenant.post(path, aPurchaseInvoice({ document_number: 'TAKEN-1' }))
    const taken = aPurchaseInvoice({ document_number: 'TAKEN-1' })
    for (let time = 1; time <= 2; time++) {
      const conflict = await tenant.post(path, taken, { 'idempotency-key': 'conflict' })
      assert.equal(conflict.status, 409)
      assert.equal(conflict.headers.get('idempotency-replayed'), null)
    }
  })

  test('an abandoned claim expires after a minute, an answer after a day', async () => {
    const headers = { 'idempotency-key': 'left-behind' }
    const first = await tenant.post(path, aPurchaseInvoice(), headers)
    const age = async (table: string, column: string, ms: number) =>
      database().query(sql(`update ${table} set ${column} = ${column} - $1 where org_id = $2`, ms, tenant.orgId))
    await age('idempotency_answers', 'created_at', 24 * 3_600_000 + 1000)
    const nextDay = await tenant.post(path, aPurchaseInvoice(), headers)
    assert.equal(nextDay.status, 201)
    assert.notEqual(nextDay.json.id, first.json.id)
    const [row] = await database().query(
      sql(
        'select key_hash from idempotency_answers where org_id = $1 and body like $2',
        tenant.orgId,
        `%${nextDay.json.id}%`,
      ),
    )
    const keyHash = String(row?.key_hash)
    await database().query(
      sql('delete from idempotency_answers where org_id = $1 and key_hash = $2', tenant.orgId, keyHash),
    )
    await database().query(
      sql(
        `insert into idempotency_marks (org_id, key_hash, mark, dies_at) values ($1, $2, 'left', $3)`,
        tenant.orgId,
        keyHash,
        Date.now() + 60_000,
      ),
    )
    assert.equal((await tenant.post(path, aPurchaseInvoice(), headers)).status, 409)
    await age('idempotency_marks', 'dies_at', 60_001)
    assert.equal((await tenant.post(path, aPurchaseInvoice(), headers)).status, 201)
  })

  test('a request lost with the database can be repeated at once after the recovery', async () => {
    const own = await running.tenant()
    const create = (key: string) =>
      own.post(`/api/purchase-invoices/${own.profileId}`, aPurchaseInvoice(), { 'idempotency-key': key })
    for (const isStored of [false, true]) {
      const bringBack = loseAtCreate(database(), isStored)
      try {
        const lost = await create(`lost-${isStored}`)
        assert.deepEqual([lost.status, lost.headers.get('retry-after')], [504, '5'])
      } finally {
        bringBack()
      }
      const again = await create(`lost-${isStored}`)
      assert.equal(again.status, 201, again.text)
      assert.equal(again.headers.get('idempotency-replayed'), isStored ? 'true' : null)
    }
    assert.equal(await documentsOf(own), 2)
  })

  test('a request that lost its claim changes nothing', async () => {
    const { idempotency } = running.service.parts.store
    const key = { orgId: tenant.orgId, hash: 'lost', fingerprint: 'f' }
    const now = Date.now()
    const slow = await idempotency.begin(key, now, unlimitedRoom)
    const fast = await idempotency.begin(key, now + 60_001, unlimitedRoom)
    assert.ok(slow.kind === 'begun' && fast.kind === 'begun')
    const answer = { status: 201, type: 'text/plain', body: 'fast' }
    await idempotency.settle(key, fast.mark, answer, now + 60_002)
    await idempotency.settle(key, slow.mark, { ...answer, body: 'slow' }, now + 60_003)
    assert.equal((await idempotency.answerTo(key, now + 60_004, unlimitedRoom))?.body.whole, 'fast')
    await idempotency.forgetAnswers(now + 25 * 3_600_000)
    assert.equal(await idempotency.answerTo(key, now + 60_004, unlimitedRoom), undefined)
  })

  test('a key with invalid characters is refused, and reads ignore keys', async () => {
    for (const key of ['', 'with blank', 'x'.repeat(256)]) {
      const answer = await tenant.post(path, aPurchaseInvoice(), { 'idempotency-key': key })
      assert.equal(answer.status, 400, key)
    }
    const read = await tenant.get('/api/purchase-invoices/none', { 'idempotency-key': 'with blank' })
    assert.equal(read.status, 404)
  })
})

/**
 * The database is lost at the next create, before or after it stores the document, and stays away
 * until the returned function is called.
 */
function loseAtCreate(database: Database, isStored: boolean): () => void {
  const { transaction, query } = database
  const lost = () => Promise.reject(new OutcomeUnknown(new Error('the line broke')))
  database.transaction = async (statements, lane) => {
    if (!statements.some((statement) => statement.sql.startsWith('insert into documents '))) {
      return transaction(statements, lane)
    }
    Object.assign(database, { transaction: lost, query: lost })
    if (isStored) await transaction(statements, lane)
    return lost()
  }
  return () => void Object.assign(database, { transaction, query })
}
