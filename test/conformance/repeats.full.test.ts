import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { inArabic, message } from '@selfbill/pint-ae/messages'
import type { Received } from '../../src/api/declaration/call.ts'
import { mediaTypeOf } from '../../src/api/declaration/request-body.ts'
import { faults } from '../../src/api/faults.ts'
import { faultsOf } from '../../src/api/openapi/operation-faults.ts'
import { isChange, isRepeatable, type Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'
import {
  type Database,
  DatabaseAway,
  isChange as isChanging,
  OutcomeUnknown,
  type Statement,
} from '../../src/store/database/database.ts'
import { sql } from '../support/databases/any-row.ts'
import { aBuyer, aPurchaseInvoice, jsonOf, type Members, requests } from '../support/requests/requests.ts'
import { type Fetched, fetchDeclared } from '../support/service/fetch-declared.ts'
import { approvalQuery, bodyFor, type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// Every operation that changes something, repeated under its key, and cut off behind its commit.
// What counts is what was committed. Source: docs/contract.md#idempotency-key.

const changes = operations.filter(isChange)
const repeatable = operations.filter(isRepeatable)
/** Never replayed; the key is free at once. */
const released = new Set([401, 403, 409, 413, 429])

eachService('repeats', (start) => {
  let running: TestService
  let own: Possessions
  let database: Database
  before(async () => {
    running = await start({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' })
    database = running.service.parts.store.database
    own = await possessionsOf(running, 'OWN')
  })

  const call = (operation: Operation, key?: string, body = bodyFor(operation)): Promise<Fetched> =>
    send(running, operation, own, { key, body })

  async function assertKeyFree(operation: Operation): Promise<void> {
    const rows = await database.query(sql('select key_hash from idempotency_marks where org_id = $1', own.tenant.orgId))
    assert.deepEqual(rows, [], `${operation.id} left a mark`)
  }

  async function assertRepeats(operation: Operation, body = bodyFor(operation)): Promise<number> {
    const key = randomUUID()
    const first = await call(operation, key, body)
    assert.notEqual(first.json?.errors?.message, faults.idempotency_running.en, operation.id)
    await assertKeyFree(operation)
    const again = await call(operation, key, body)
    const isReplayed = first.status < 500 && !released.has(first.status)
    assert.deepEqual(
      [again.status, again.headers.get('idempotency-replayed')],
      [first.status, isReplayed ? 'true' : null],
      `${operation.id}: ${first.text} ${again.text}`,
    )
    assert.equal(again.text, first.text, operation.id)
    await assertKeyFree(operation)
    return first.status
  }

  test('every operation: the answer is replayed, or the key is free at once', async () => {
    for (const operation of repeatable) await assertRepeats(operation)
  })

  test('every operation stores its answer with its change, but for those that cannot undo what came after it', async (t) => {
    const { idempotency } = running.service.parts.store
    const whose = await possessionsOf(running, 'KEPT')
    const apart = new Set<string>()
    const done = new Set<string>()
    for (const operation of repeatable) {
      const settle = t.mock.method(idempotency, 'settle')
      const { status } = await send(running, operation, whose, { key: randomUUID(), body: bodyFor(operation) })
      if (status < 400) done.add(operation.id)
      if (status < 400 && settle.mock.callCount() > 0) apart.add(operation.id)
      settle.mock.restore()
    }
    assert.ok(done.size > 50, `${done.size} operations were done`)
    assert.deepEqual([...apart].toSorted(), [...done].filter((id) => id in answeredApart).toSorted())
    for (const id of Object.keys(answeredApart)) assert.ok(named(id))
  })

  test('refusals that come with the commit: conflicts release the key, others are replayed', async () => {
    const late: readonly (readonly [string, Members, number])[] = [
      ...Object.entries(numberedCreates).map(
        ([id, family]) => [id, requests[family]({ document_number: `OWN-${family}` }), 409] as const,
      ),
      ['createBusinessProfile', aBuyer({ profile_id: 'BP-OWN' }), 409],
      ['createUser', { name: 'Twin', role: 'viewer', email: 'twin@example.com' }, 409],
      ['createWebhook', { url: 'https://127.0.0.1:1/' }, 409],
      ['resubmitPurchaseInvoice', aPurchaseInvoice(), 400],
    ]
    const first = await call(named('createUser'), randomUUID(), {
      name: 'Twin',
      role: 'viewer',
      email: 'twin@example.com',
    })
    assert.equal(first.status, 201, first.text)
    while ((await call(named('createWebhook'), randomUUID())).status === 201);
    for (const [id, body, status] of late) assert.equal(await assertRepeats(named(id), body), status, id)
  })

  test('three credits at once: who comes too late may come again with its key', async () => {
    const invoice = await own.tenant.post(`/api/purchase-invoices/BP-OWN`, aPurchaseInvoice())
    const path = `/api/purchase-invoices/${invoice.json.id}/credit-notes`
    const credit = (key: string) =>
      own.tenant.post(path, { discrepancy_response: 'DL8.61.1.D' }, { 'idempotency-key': key })
    const keys = [randomUUID(), randomUUID(), randomUUID()]
    const answers = await Promise.all(keys.map(credit))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const [at, key] of keys.entries()) {
      const again = await credit(key)
      assert.equal(again.status, answers[at]?.status)
      assert.notEqual(again.json.errors?.message, faults.idempotency_running.en)
    }
    await assertKeyFree(named('creditPurchaseInvoice'))
  })

  test('a line of a batch whose number is taken is done when the number is free', async () => {
    const path = '/api/purchase-invoices/BP-OWN/batch'
    const lines = `${jsonOf(aPurchaseInvoice({ document_number: 'OWN-purchase-invoices' }))}\n${jsonOf(aPurchaseInvoice())}\n`
    const key = randomUUID()
    const send = () => own.tenant.post(path, lines, { 'idempotency-key': key, 'content-type': 'application/x-ndjson' })
    const [first, again] = [await send(), await send()]
    const statuses = ({ text }: Fetched) => [...text.matchAll(/"status":(\d+)/g)].map(([, status]) => Number(status))
    assert.deepEqual(
      [statuses(first), statuses(again)],
      [
        [409, 201],
        [409, 201],
      ],
    )
    assert.equal(first.text.split('\n')[1], again.text.split('\n')[1])
    await assertKeyFree(named('batchPurchaseInvoices'))
  })

  test('every change that may be in doubt says so, in both languages', async (t) => {
    const lost = () => Promise.reject(new OutcomeUnknown('unplugged'))
    const { en } = faults.outcome_unknown
    const inDoubt = changes.filter((operation) => faultsOf(operation).includes('outcome_unknown'))
    assert.ok(inDoubt.length > 30)
    for (const operation of inDoubt) {
      for (const method of ['query', 'transaction', 'snapshot'] as const) t.mock.method(database, method, lost)
      const answer = await call(operation).finally(() => t.mock.restoreAll())
      assert.deepEqual([answer.status, answer.json.errors], [504, { message: en }], operation.id)
    }
    for (const method of ['query', 'transaction', 'snapshot'] as const) t.mock.method(database, method, lost)
    const arabic = await own.tenant
      .post('/api/purchase-invoices/BP-OWN', aPurchaseInvoice(), { 'accept-language': 'ar' })
      .finally(() => t.mock.restoreAll())
    assert.equal(arabic.json.errors_ar.message, inArabic(message('outcome_unknown')))
  })

  for (const isAnswered of [true, false]) {
    const what = isAnswered ? 'behind its first commit' : 'while it commits'
    test(`every change whose database is lost ${what} says that it may be done`, async () => {
      let inDoubt = 0
      for (const operation of changes.filter(({ body }) => body.kind !== 'ndjson')) {
        const loss = loseBehindChange(database, operation, isAnswered)
        const answer = await call(operation).finally(() => loss.bringBack())
        if (!loss.hasChanged()) {
          assert.ok(answer.status < 500, `${operation.id}: ${answer.text}`)
          continue
        }
        // Nothing came behind the commit that the answer needs.
        if (isAnswered && answer.status < 500) continue
        inDoubt += 1
        assert.deepEqual(
          [answer.status, answer.headers.get('retry-after'), answer.json.errors],
          [504, null, { message: faults.outcome_unknown.en }],
          operation.id,
        )
      }
      assert.ok(inDoubt > 10, `${inDoubt} operations were in doubt`)
    })
  }
})

const numberedCreates = {
  createPurchaseInvoice: 'purchase-invoices',
  createPurchaseCreditNote: 'purchase-credit-notes',
  createSalesInvoice: 'sales-invoices',
  createSalesCreditNote: 'sales-credit-notes',
} as const

/**
 * Their answer is stored behind what they do. Done twice, or late, they leave what one of them
 * leaves, and nothing that came after the first is undone.
 */
const answeredApart: Readonly<Record<string, string>> = {
  validateDocument: 'changes nothing',
  retryLegs: 'retries only what is stalled',
  saveDraft: 'names the version that it replaces',
  issueUpload: 'begins once',
  replayWebhookDelivery: 'an event may come twice',
  replayWebhook: 'an event may come twice',
  testWebhook: 'an event may come twice',
  advanceSandboxClock: 'of the sandbox',
}

function named(id: string): Operation {
  const operation = operations.find((candidate) => candidate.id === id)
  assert.ok(operation, id)
  return operation
}

function send(
  { address }: TestService,
  operation: Operation,
  whose: Possessions,
  { key, body }: { readonly key: string | undefined; readonly body: Members | undefined },
): Promise<Fetched> {
  const plain = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => whose.id(operation, name))
  const path = plain + approvalQuery(operation, whose)
  const headers = {
    authorization: `Bearer ${whose.tokenFor(operation)}`,
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const type = mediaTypeOf(operation.body)
  if (operation.body.kind === 'xml')
    return fetchDeclared(address, path, {
      method: operation.method,
      headers: { ...headers, 'content-type': 'application/xml' },
      body: '<a/>',
    })
  return fetchDeclared(address, path, {
    method: operation.method,
    headers: { ...headers, ...(body !== undefined && type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: jsonOf(body) }),
  })
}

/** The database is lost behind the first change of an operation's handler, or while it commits. */
function loseBehindChange(database: Database, operation: Operation, isAnswered: boolean) {
  const { transaction, query } = database
  const { handle } = operation
  const handlers = new AsyncLocalStorage<true>()
  Object.assign(operation, {
    handle: (request: Received, parts: never) => handlers.run(true, () => handle(request, parts)),
  })
  let isLost = false
  async function lostBehind<Result>(statements: readonly Statement[], run: () => Promise<Result>): Promise<Result> {
    if (isLost) throw new DatabaseAway('unplugged')
    const result = await run()
    if (handlers.getStore() !== true || !statements.some(isChanging)) return result
    isLost = true
    if (!isAnswered) throw new OutcomeUnknown('unplugged')
    return result
  }
  Object.assign(database, {
    query: (statement: Statement) => lostBehind([statement], () => query(statement)),
    transaction: (statements: readonly Statement[], lane?: string) =>
      lostBehind(statements, () => transaction(statements, lane)),
  })
  const bringBack = () => {
    Object.assign(database, { transaction, query })
    Object.assign(operation, { handle })
  }
  return { hasChanged: () => isLost, bringBack }
}
