import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Family, families } from '@selfbill/pint-ae/document'
import { needsAccount, scopesOf } from '../../src/api/declaration/access.ts'
import type { Operation } from '../../src/api/operation.ts'
import { operations } from '../../src/features/index.ts'
import { effort } from '../support/effort.ts'
import { aBuyer, aPurchaseInvoice, aSupplier, jsonOf } from '../support/requests/requests.ts'
import { bodyFor, type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import type { Tenant, TestService } from '../support/service/test-service.ts'

// Another organisation's data answers exactly like unknown data. The tests go through the list of
// operations, so a new one is included. One with a new path parameter fails until this file has an
// unknown id for it.

const mark = 'FOREIGN'

/** Ids that do not exist. */
const unknownIds: Readonly<Record<string, string>> = {
  id: '01900000-0000-7000-8000-000000000000',
  attachment_id: '01900000-0000-7000-8000-000000000001',
  client_id: '01900000-0000-7000-8000-000000000002',
  business_profile_id: 'BP-0000000000',
  webhook_id: '01900000-0000-7000-8000-000000000003',
  agreement_id: '01900000-0000-7000-8000-000000000006',
  supplier_id: '01900000-0000-7000-8000-00000000000a',
  draft_id: '01900000-0000-7000-8000-000000000007',
  upload_id: '01900000-0000-7000-8000-000000000008',
  approval_id: '01900000-0000-7000-8000-000000000009',
  user_id: '01900000-0000-7000-8000-000000000004',
  session_id: '01900000-0000-7000-8000-000000000005',
  event_id: 'evt_00000000000000000000000000000000',
}

/** Operations that need a period; one without documents, since a ZIP cannot be searched. */
const periods: Readonly<Record<string, string>> = { periodEvidence: '?from=2001-01-01&to=2001-01-01' }

const guarded = operations.filter(needsAccount)
// Participants of the network belong to no organisation.
const withIds = guarded.filter(({ id, params }) => Object.keys(params).length > 0 && id !== 'lookUpParticipant')
// The families share the code of their operations: a quick run tries the first family.
const otherFamilies = new RegExp(families.slice(1).join('|'))
const tried = withIds.filter(({ path }) => effort !== 'quick' || !otherFamilies.test(path))

eachService('isolation', (start) => {
  let running: TestService
  let own: Possessions
  let foreign: Possessions
  before(async () => {
    running = await start.shared()
    own = await possessionsOf(running, 'OWN')
    foreign = await possessionsOf(running, mark)
  })

  test('this test knows every path parameter', () => {
    assert.ok(withIds.length > 40)
    const names = new Set(withIds.flatMap(({ params }) => Object.keys(params)))
    assert.deepEqual([...names].toSorted(), Object.keys(unknownIds).toSorted(), 'add an unknown id for it above')
  })

  for (const operation of tried) {
    for (const name of Object.keys(operation.params)) {
      test(`${operation.id}: another organisation's ${name} is unknown`, async () => {
        const [theirs, nobodys] = [foreign.id(operation, name), unknownIds[name] ?? '']
        assert.notEqual(theirs, own.id(operation, name))
        const call = (id: string) => callWith(own, operation, { [name]: id })
        const [denied, missing] = [await call(theirs), await call(nobodys)]
        assert.deepEqual(shapeOf(denied, theirs), shapeOf(missing, nobodys))
        assert.match(denied.text, /not found with id: /)
        assert.ok(denied.status >= 400 || operation.body.kind === 'ndjson')
      })
    }
    test(`${operation.id} finds the caller's own`, async () => {
      const found = await callWith(own, operation, {})
      assert.doesNotMatch(found.text, /not found with id: /)
      assert.doesNotMatch(found.text, new RegExp(mark))
    })
  }

  test("no operation without an id shows another organisation's data", async () => {
    // Operators alone see the names of all organisations.
    const lists = guarded.filter(
      (operation) =>
        operation.method === 'GET' &&
        Object.keys(operation.params).length === 0 &&
        scopesOf(operation).some((one) => one !== 'operator'),
    )
    assert.ok(lists.length >= 10)
    for (const operation of lists) {
      const query = operation.path.endsWith('/uuids')
        ? `?created_on=${gulfDate(new Date())}`
        : (periods[operation.id] ?? '')
      const answer = await own.tenant.get(operation.path + query)
      assert.equal(answer.status, 200, operation.id)
      assert.doesNotMatch(answer.text, new RegExp(mark), operation.id)
      for (const id of foreignIds(foreign)) assert.ok(!answer.text.includes(id), operation.id)
    }
  })

  test("another organisation's ids in a query or a body are unknown", async () => {
    for (const family of families) {
      const path = `/api/${family}`
      const before_ = (id: string) => own.tenant.get(`${path}?before=${id}`)
      const theirs = documentOf(foreign, family)
      const answers = [await before_(theirs), await before_(unknownIds.id ?? '')]
      assert.deepEqual(answers[0]?.text, answers[1]?.text)
      assert.equal(answers[0]?.status, 400)
    }
    const supplied = (profile_id: string) =>
      own.tenant.post(
        `/api/purchase-invoices/${own.tenant.profileId}`,
        aPurchaseInvoice({ accounting_supplier_party: aSupplier({ profile_id }) }),
      )
    const theirs = `BP-${mark}`
    const [denied, missing] = [await supplied(theirs), await supplied('BP-0000000000')]
    assert.equal(denied.status, 400)
    assert.deepEqual(shapeOf(denied, theirs), shapeOf(missing, 'BP-0000000000'))
    const cursors = [await own.tenant.get('/api/events?limit=100'), await foreign.tenant.get('/api/events?limit=100')]
    const across = await own.tenant.get(`/api/events?since=${cursors[1]?.json.next}`)
    assert.doesNotMatch(across.text, new RegExp(mark))
  })

  test('numbers, keys and ids of one organisation are free in another', async () => {
    const taken = { document_number: `${mark}-purchase-invoices` }
    const created = await own.tenant.post(`/api/purchase-invoices/${own.tenant.profileId}`, aPurchaseInvoice(taken))
    assert.equal(created.status, 201, created.text)
    const key = { 'idempotency-key': 'the-same-in-both-organisations' }
    const [first, second] = await Promise.all(
      [own, foreign].map(({ tenant }) => tenant.post('/api/business-profiles', aBuyer(), key)),
    )
    assert.deepEqual([first?.status, second?.status], [201, 201])
    assert.notEqual(first?.json.profile_id, second?.json.profile_id)
  })

  test('the attempts changed nothing', async () => {
    for (const operation of withIds.filter(({ method }) => method === 'GET')) {
      const read = await callWith(foreign, operation, {})
      assert.ok(read.status < 300, `${operation.id}: ${read.text.slice(0, 200)}`)
    }
    const { database } = running.service.parts.store
    const [client] = await database.query({
      across: 'a test',
      sql: 'select revoked_at, previous_secret_hash from clients where id = $1',
      params: [foreign.id(operationNamed('rotateClient'), 'client_id')],
    })
    assert.deepEqual(client, { revoked_at: null, previous_secret_hash: null })
    const profile = await foreign.tenant.get(`/api/business-profiles/BP-${mark}`)
    assert.equal(profile.json.name, `${mark} Works`)
  })
})

/** Calls the operation with the caller's own ids, except those in `given`. */
function callWith(caller: Possessions, operation: Operation, given: Readonly<Record<string, string>>) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? caller.id(operation, name))
  if (operation.method === 'GET') return caller.tenant.get(path)
  const body = bodyFor(operation)
  if (operation.body.kind === 'ndjson') {
    return caller.tenant.post(path, jsonOf(body ?? {}), { 'content-type': 'application/x-ndjson' })
  }
  return caller.tenant.send(operation.method, path, body)
}

/** The parts of an answer that must be equal; the requested id is replaced by `§`. */
function shapeOf({ status, text, headers }: Awaited<ReturnType<Tenant['get']>>, id: string) {
  const passing = /^(date|x-ratelimit-(remaining|reset)|content-length|etag|x-request-id)$/
  const shown = [...headers].filter(([name]) => !passing.test(name))
  return { status, text: text.replaceAll(id, '§'), headers: shown.toSorted() }
}

function documentOf(whose: Possessions, family: Family): string {
  return whose.id(operationNamed('retrievePurchaseInvoice', `/api/${family}/{id}`), 'id')
}

function foreignIds(foreign: Possessions): readonly string[] {
  const client = foreign.id(operationNamed('rotateClient'), 'client_id')
  return [...families.map((family) => documentOf(foreign, family)), client, foreign.tenant.orgId]
}

function operationNamed(id: string, path?: string): Operation {
  const operation = operations.find((candidate) => (path === undefined ? candidate.id === id : candidate.path === path))
  assert.ok(operation, id)
  return operation
}

/** Documents are listed by the day in Gulf Standard Time. */
function gulfDate(at: Date): string {
  return new Date(at.getTime() + 4 * 3_600_000).toISOString().slice(0, 10)
}
