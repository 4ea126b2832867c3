import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../support/databases/any-row.ts'
import { aPurchaseInvoice, jsonOf } from '../support/requests/requests.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// POST …/batch: many creates, one a line, each independent of the others.

eachService('batch', (start) => {
  let running: TestService
  let tenant: Tenant
  before(async () => {
    running = await start.shared()
    tenant = await running.tenant()
  })

  const ndjson = { 'content-type': 'application/x-ndjson' }
  const send = (own: Tenant, lines: readonly string[], headers: Readonly<Record<string, string>> = {}, query = '') =>
    own.post(`/api/purchase-invoices/${own.profileId}/batch${query}`, lines.join('\n'), { ...ndjson, ...headers })
  // biome-ignore lint/suspicious/noExplicitAny: results of every kind
  const resultsIn = (text: string): any[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  const documentsOf = async ({ orgId }: Tenant) => {
    const { database } = running.service.parts.store
    const [row] = await database.query(sql('select count(*) as n from documents where org_id = $1', orgId))
    return Number(row?.n)
  }

  test('each line has its result in order, and a wrong line affects no other', async () => {
    const lines = [
      jsonOf(aPurchaseInvoice({ document_number: 'B-1' })),
      '{"issue_date": ',
      '',
      jsonOf(aPurchaseInvoice({ document_number: 'B-1' })),
      jsonOf(aPurchaseInvoice({ issue_date: 'x', document_number: 'B-2' })),
      jsonOf(aPurchaseInvoice({ document_number: 'B-3' })),
    ]
    const answer = await send(tenant, [...lines, ''])
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
    const results = resultsIn(answer.text)
    assert.deepEqual(
      results.map(({ line }) => line),
      [1, 2, 4, 5, 6],
    )
    const [first, , again] = results
    // Both lines with this number run at the same time; only one of them is created.
    assert.deepEqual([first.status, again.status].toSorted(), [201, 409])
    assert.deepEqual([results[1].status, results[3].status, results[4].status], [400, 400, 201])
    assert.ok(results[3].body.errors.issue_date)
    const read = await tenant.get(`/api/purchase-invoices/${results[4].body.id}`)
    assert.equal(read.json.document_number, 'B-3')
  })

  test('a repeated batch with its key does only what was missing', async () => {
    const own = await running.tenant()
    const lines = Array.from({ length: 20 }, (_, at) => jsonOf(aPurchaseInvoice({ note: `line ${at}` })))
    const key = { 'idempotency-key': 'batch-1' }
    const part = resultsIn((await send(own, lines.slice(0, 12), key)).text)
    const whole = resultsIn((await send(own, lines, key)).text)
    assert.equal(await documentsOf(own), 20)
    assert.deepEqual(whole.slice(0, 12), part)
    assert.deepEqual([...new Set(whole.map(({ status }) => status))], [201])
  })

  test('a refused line is sent again alone, under a new key', async () => {
    const own = await running.tenant()
    const [good, wrong] = [jsonOf(aPurchaseInvoice()), jsonOf(aPurchaseInvoice({ issue_date: 'x' }))]
    const first = await send(own, [good, wrong], { 'idempotency-key': 'batch-1' })
    const statusesIn = ({ text }: { readonly text: string }) => resultsIn(text).map(({ status }) => status)
    assert.deepEqual(statusesIn(first), [201, 400])
    assert.deepEqual(statusesIn(await send(own, [good, good], { 'idempotency-key': 'batch-1' })), [201, 422])
    const again = await send(own, [good], { 'idempotency-key': 'batch-1-corrected' })
    assert.deepEqual(statusesIn(again), [201])
    assert.equal(await documentsOf(own), 2)
  })

  test('a batch counts as one request of the rate limit', async () => {
    const limited = await start({ 'TUNING.rate_limit_per_minute': '2' })
    const own = await limited.tenant()
    const lines = Array.from({ length: 10 }, () => jsonOf(aPurchaseInvoice()))
    const { headers, text } = await send(own, lines)
    assert.deepEqual([...new Set(resultsIn(text).map(({ status }) => status))], [201])
    assert.equal(headers.get('x-ratelimit-remaining'), '1')
    await limited.stop()
  })

  test('a dry run of a batch stores nothing', async () => {
    const own = await running.tenant()
    const answer = await send(own, [jsonOf(aPurchaseInvoice())], {}, '?dry_run=true')
    assert.equal(resultsIn(answer.text)[0].status, 200)
    assert.equal(await documentsOf(own), 0)
  })

  test('an unknown profile fails each line; too many lines or a wrong media type fail the batch', async () => {
    const path = `/api/purchase-invoices/BP-NOBODY/batch`
    const unknown = await tenant.post(path, jsonOf(aPurchaseInvoice()), ndjson)
    assert.equal(resultsIn(unknown.text)[0].status, 400)
    const many = await send(
      tenant,
      Array.from({ length: 1001 }, () => '{}'),
    )
    assert.equal(many.status, 413)
    assert.deepEqual(many.json.errors, { message: 'A batch should not exceed 32MB or 1000 lines' })
    assert.equal((await send(tenant, ['\n'.repeat(200_000)])).status, 413)
    assert.equal((await send(tenant, ['{}'], { 'content-type': 'application/json' })).status, 415)
    assert.equal((await send(tenant, ['x'.repeat(33 * 1024 * 1024)])).status, 413)
    const large = resultsIn((await send(tenant, [`{"note":"${'x'.repeat(9 * 1024 * 1024)}"}`])).text)
    assert.equal(large[0].status, 413)
  })
})
