import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { needsAccount } from '../../src/api/declaration/access.ts'
import { bytesMaxOf, mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import { faults } from '../../src/api/faults.ts'
import { faultsOf } from '../../src/api/openapi/operation-faults.ts'
import { isRepeatable, type Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'
import { sql } from '../support/databases/any-row.ts'
import { inFullRunOnly } from '../support/effort.ts'
import { fetchDeclared } from '../support/service/fetch-declared.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Answers that all operations of a kind share: no token, no scope, a wrong media type and so on.
// The tests go through the list of operations, so a new one is included.

const guarded = operations.filter(needsAccount)
const bodied = guarded.filter(({ method }) => method !== 'GET' && method !== 'DELETE')

/** A wrong body, an unknown id, or the release of a hold that is not there. */
const withoutDocument = [204, 400, 404]

eachService('every operation', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope: 'documents:read documents:write profiles admin' })
  })

  const call = (
    { method, path }: Operation,
    headers: Readonly<Record<string, string>> = {},
    body?: string | Uint8Array<ArrayBuffer>,
    address = running.address,
  ): Promise<{ readonly status: number; readonly text: string }> =>
    fetchDeclared(address, path.replaceAll(/\{\w+\}/g, '01980000-0000-7000-8000-000000000000'), {
      method,
      headers: { authorization: `Bearer ${tenant.token}`, ...headers },
      ...(body !== undefined && { body }),
    })

  test("401 without a token, with the contract's message", async () => {
    assert.ok(guarded.length > 50)
    for (const operation of guarded) {
      const { status, text } = await call(operation, { authorization: 'Bearer none' })
      assert.equal(status, 401, operation.id)
      assert.deepEqual(JSON.parse(text).errors, { message: faults.unauthenticated.en })
    }
  })

  test('400 for an unknown version', async () => {
    for (const operation of guarded) {
      const { status, text } = await call(operation, { 'x-api-version': '20240101' })
      assert.equal(status, 400, operation.id)
      assert.match(JSON.parse(text).errors.message, /^X-API-VERSION must be one of /)
    }
  })

  test('403 for an account without the scope', async () => {
    const nobody = await running.tenant({ scope: 'openid' })
    const authorization = `Bearer ${nobody.token}`
    for (const operation of guarded) {
      const { status } = await call(operation, { authorization, ...typeOf(operation) }, bodyOf(operation))
      assert.equal(status, 403, operation.id)
    }
  })

  test('415 for another media type', async () => {
    const withBody = bodied.filter(({ body }) => body.kind !== 'none')
    for (const operation of withBody) {
      const { status } = await call(operation, { 'content-type': 'text/plain' }, '{}')
      assert.equal(status, 415, operation.id)
    }
  })

  test('413 for a body beyond the limit', { skip: inFullRunOnly }, async () => {
    const large = new Uint8Array(33 * 1024 * 1024).fill(32)
    for (const operation of bodied.filter((one) => statusesOf(one).has(413))) {
      const limit = bytesMaxOf(operation.body)
      const { status } = await call(operation, typeOf(operation), large.subarray(0, limit + 1))
      assert.equal(status, 413, operation.id)
    }
  })

  test('404 for an unknown id', async () => {
    const known = guarded.filter(
      (one) =>
        one.method === 'GET' &&
        /\{(id|attachment_id|client_id|business_profile_id)\}/.test(one.path) &&
        // Its id is not ours: an unknown participant is an answer.
        one.id !== 'lookUpParticipant',
    )
    assert.ok(known.length > 30)
    for (const operation of known) assert.equal((await call(operation)).status, 404, operation.id)
  })

  test('422 for another body under the same Idempotency-Key', async () => {
    for (const operation of guarded.filter(isRepeatable)) {
      const headers = { ...typeOf(operation), 'idempotency-key': `reused-by-${operation.id}` }
      const first = await call(operation, headers, '{"unknown_member":1}')
      assert.ok(withoutDocument.includes(first.status), `${operation.id} ${first.status} ${first.text}`)
      assert.equal((await call(operation, headers, '{"unknown_member":2}')).status, 422, operation.id)
    }
  })

  test('409 while a request with the same Idempotency-Key is under way', async () => {
    const { database } = running.service.parts.store
    const asked = (operation: Operation) =>
      call(
        operation,
        { ...typeOf(operation), 'idempotency-key': `already-run-by-${operation.id}` },
        '{"unknown_member":1}',
      )
    const repeatable = guarded.filter(isRepeatable)
    for (const operation of repeatable)
      assert.ok(withoutDocument.includes((await asked(operation)).status), operation.id)
    // Simulates requests in progress: claims without answers.
    const { orgId } = tenant
    await database.transaction([
      sql(
        `insert into idempotency_marks (org_id, key_hash, mark, dies_at)
         select org_id, key_hash, 'another', $2 from idempotency_answers where org_id = $1`,
        orgId,
        Date.now() + 60_000,
      ),
      sql('delete from idempotency_answers where org_id = $1', orgId),
    ])
    for (const operation of repeatable) {
      const { status, text } = await asked(operation)
      assert.equal(status, 409, `${operation.id}: ${text}`)
      assert.deepEqual(JSON.parse(text).errors, { message: faults.idempotency_running.en })
    }
  })

  test('the access point: 401 without the secret, 415 for another media type, 413 beyond the limit', async () => {
    const secret = 'x'.repeat(32)
    const { address } = await start({ INBOUND_SECRET: secret })
    const bring = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
      fetchDeclared(address, '/gateway/inbound', { method: 'POST', headers, body })
    const known = { 'x-selfbill-secret': secret }
    const large = new Uint8Array(10 * 1024 * 1024 + 1).fill(32)
    assert.equal((await bring({ 'content-type': 'application/xml' }, '<x/>')).status, 401)
    assert.equal((await bring({ ...known, 'content-type': 'application/json' }, '{}')).status, 415)
    assert.equal((await bring({ ...known, 'content-type': 'application/xml' }, large)).status, 413)
  })

  test('429 beyond the rate, with Retry-After', { skip: inFullRunOnly }, async () => {
    const strict = await start({ 'TUNING.rate_limit_per_minute': '1', 'TUNING.profile_rate_limit_per_minute': '1' })
    for (const operation of guarded) {
      const answers = []
      for (let time = 1; time <= 3; time++) {
        answers.push(
          await call(
            operation,
            { 'x-api-version': '20260101', ...typeOf(operation) },
            bodyOf(operation),
            strict.address,
          ),
        )
      }
      assert.ok(
        answers.some(({ status }) => status === 429),
        operation.id,
      )
    }
  })
})

function statusesOf(operation: Operation): ReadonlySet<number> {
  return new Set(faultsOf(operation).map((code) => faults[code].status))
}

function typeOf(operation: Operation): Record<string, string> {
  if (operation.method === 'GET' || operation.method === 'DELETE') return {}
  return { 'content-type': mediaTypeOf(operation.body) ?? 'application/json' }
}

/** A body that no operation would carry out. */
function bodyOf({ method }: Operation): string | undefined {
  return method === 'GET' || method === 'DELETE' ? undefined : '{"unknown_member":1}'
}
