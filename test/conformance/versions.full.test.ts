import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { needsAccount } from '../../src/api/declaration/access.ts'
import { versions } from '../../src/api/versions.ts'
import { operations } from '../../src/features/index.ts'
import { sql } from '../support/databases/any-row.ts'
import { aBuyer, aPurchaseCreditNote, aPurchaseInvoice } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// docs/contract.md#versions: a header on every request, or the organisation's default. No
// difference is published yet, so both versions accept and answer the same.

const scope = 'documents:read documents:write profiles admin'
const names = ['20260101', '20260507']

eachService('versions', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant({ scope })
  })
  const asking = (version: string) => ({ 'x-api-version': version })

  test("exactly the contract's two versions exist", () => {
    assert.deepEqual(Object.keys(versions), names)
  })

  test('every operation echoes the version with every answer and answers both alike', async () => {
    const guarded = operations.filter(needsAccount)
    assert.ok(guarded.length >= 50)
    for (const { id, method, path } of guarded.filter(({ id }) => id !== 'advanceSandboxClock')) {
      const address = path.replaceAll(/\{\w+\}/g, 'unknown')
      const answers = []
      for (const version of names) answers.push(await tenant.send(method, address, undefined, asking(version)))
      assert.deepEqual(
        answers.map(({ headers }) => headers.get('x-api-version')),
        names,
        id,
      )
      const [first, second] = answers.map(({ status, json }) => ({ status, errors: json?.errors }))
      assert.deepEqual(first, second, id)
    }
  })

  test('refusals echo the version too: scope, rate, media type', async () => {
    const reader = await running.tenant({ scope: 'documents:read', version: '20260507' })
    const path = `/api/purchase-invoices/${reader.profileId}`
    for (const answer of [
      await reader.post(path, {}),
      await reader.post(path, 'x', { 'content-type': 'text/plain' }),
    ]) {
      assert.ok(answer.status === 403 || answer.status === 415)
      assert.equal(answer.headers.get('x-api-version'), '20260507')
    }
    const limited = await start({ 'TUNING.rate_limit_per_minute': '1' })
    const caller = await limited.tenant()
    const answers = []
    for (let at = 0; at < 3; at += 1) answers.push(await caller.get('/api/events', asking('20260507')))
    const exceeded = answers.find(({ status }) => status === 429)
    assert.equal(exceeded?.headers.get('x-api-version'), '20260507')
    await limited.stop()
  })

  test("a document keeps its version: the header's or the organisation's default", async () => {
    const latest = await running.tenant({ version: '20260507' })
    const create = (headers: Readonly<Record<string, string>>) =>
      latest.post(`/api/purchase-invoices/${latest.profileId}`, aPurchaseInvoice(), headers)
    for (const [headers, stored] of [
      [{}, '20260507'],
      [asking('20260101'), '20260101'],
      [asking('20260507'), '20260507'],
    ] as const) {
      const created = await create(headers)
      assert.equal(created.status, 201, created.text)
      assert.equal(created.headers.get('x-api-version'), stored)
      const rows = await running.service.parts.store.database.query(
        sql('select api_version from documents where org_id = $1 and id = $2', latest.orgId, created.json.id),
      )
      assert.deepEqual(rows, [{ api_version: stored }])
      const read = await latest.get(`/api/purchase-invoices/${created.json.id}`, asking('20260101'))
      assert.equal(read.headers.get('x-api-version'), '20260101', 'a read is answered by its own')
    }
  })

  test('the same request makes the same document under both versions', async () => {
    const cases = [
      ['purchase-invoices', aPurchaseInvoice()],
      ['purchase-credit-notes', aPurchaseCreditNote()],
      ['purchase-invoices', aPurchaseInvoice({ issue_date: '2026-02-30', colour: 'red' })],
    ] as const
    for (const [family, request] of cases) {
      const [first, second] = await Promise.all(
        names.map(async (version) => {
          const caller = await running.tenant({ version })
          const { status, json } = await caller.post(`/api/${family}/${caller.profileId}`, request)
          const { id: _, org_id: __, ...rest } = json
          return { status, rest }
        }),
      )
      assert.deepEqual(first, second)
    }
    const profiles = await Promise.all(
      names.map((version) =>
        tenant.post('/api/business-profiles', aBuyer({ profile_id: `V-${version}` }), asking(version)),
      ),
    )
    assert.deepEqual(
      profiles.map(({ status }) => status),
      [201, 201],
    )
  })
})
