import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { v7 } from 'uuid'
import { eachDatabase } from '../../../test/support/databases/databases.ts'
import type { AnsweredRequest } from '../../api/observer.ts'
import type { Database } from '../../store/database/database.ts'
import { openStore } from '../../store/store.ts'
import {
  addAnsweredRequests,
  forgetAnsweredRequests,
  listAnsweredRequests,
  type RequestPage,
} from './stored-requests.ts'

const start = Date.parse('2026-11-01T00:00:00Z')

function aRequest(overrides: Partial<AnsweredRequest> = {}): AnsweredRequest {
  const { at = start } = overrides
  return {
    orgId: 'o',
    id: v7({ msecs: at }),
    at,
    account: 'a',
    operation: 'listEvents',
    method: 'GET',
    status: 200,
    durationMs: 12,
    errorCode: undefined,
    documentId: undefined,
    ...overrides,
  }
}

const anyPage: RequestPage = {
  operation: undefined,
  statusClass: undefined,
  sentBy: undefined,
  from: undefined,
  to: undefined,
  after: undefined,
  limit: 1_000,
}

eachDatabase('answered requests', (open) => {
  let db: Database
  before(async () => {
    await open()
    db = open.keep(await openStore(open.location, 0)).database
  })

  test('two instances that write late do not change the order of the requests', async () => {
    const orgId = 'two-instances'
    const requests = Array.from({ length: 171 }, (_, at) => aRequest({ orgId, at: start + at, status: 200 + at }))
    const [even, odd] = [0, 1].map((rest) => requests.filter((_, at) => at % 2 === rest))
    await addAnsweredRequests(db, odd ?? [])
    await addAnsweredRequests(db, even ?? [])
    const listed: number[] = []
    let cursor: readonly [id: string] | undefined
    for (let page = 0; page < 5; page += 1) {
      const found = await listAnsweredRequests(db, orgId, { ...anyPage, after: cursor, limit: 50 })
      listed.push(...found.map(({ at }) => at))
      const last = found.at(-1)
      cursor = last === undefined ? cursor : [last.id]
    }
    assert.deepEqual(listed, requests.map(({ at }) => at).toReversed())
    assert.deepEqual(await listAnsweredRequests(db, 'another', anyPage), [])
  })

  test('requests of programs and of people are listed apart', async () => {
    const orgId = 'senders'
    const accounts = ['9a1d7c52', 'user:1', 'user:2', 'user', 'zebra', 'user;']
    await addAnsweredRequests(
      db,
      accounts.map((account, at) => aRequest({ orgId, account, at: start + at })),
    )
    const accountsOf = async (sentBy: RequestPage['sentBy']) =>
      (await listAnsweredRequests(db, orgId, { ...anyPage, sentBy })).map(({ account }) => account).toReversed()
    assert.deepEqual(await accountsOf('programs'), ['9a1d7c52', 'user', 'zebra', 'user;'])
    assert.deepEqual(await accountsOf('people'), ['user:1', 'user:2'])
    assert.equal((await accountsOf(undefined)).length, accounts.length)
  })

  test('filters choose by operation, class of status and time', async () => {
    const orgId = 'filters'
    const statuses = [200, 201, 304, 400, 404, 429, 500, 503]
    const requests = statuses.map((status, at) =>
      aRequest({ orgId, status, at: start + at * 1_000, operation: at % 2 === 0 ? 'even' : 'odd' }),
    )
    await addAnsweredRequests(db, requests)
    const statusesOf = async (page: Partial<RequestPage>) =>
      (await listAnsweredRequests(db, orgId, { ...anyPage, ...page })).map(({ status }) => status).toReversed()
    assert.deepEqual(await statusesOf({}), statuses)
    assert.deepEqual(await statusesOf({ statusClass: '2xx' }), [200, 201])
    assert.deepEqual(await statusesOf({ statusClass: '3xx' }), [304])
    assert.deepEqual(await statusesOf({ statusClass: '4xx' }), [400, 404, 429])
    assert.deepEqual(await statusesOf({ statusClass: '5xx' }), [500, 503])
    assert.deepEqual(await statusesOf({ operation: 'even' }), [200, 304, 404, 500])
    assert.deepEqual(await statusesOf({ operation: 'even', statusClass: '4xx' }), [404])
    assert.deepEqual(await statusesOf({ from: start + 2_000, to: start + 5_000 }), [304, 400, 404])
  })

  test('old requests are deleted, those of every organisation', async () => {
    const old = Array.from({ length: 1_100 }, (_, at) => aRequest({ orgId: `old-${at % 3}`, at: 1_000 + at }))
    await addAnsweredRequests(db, [...old, aRequest({ orgId: 'old-0', at: 9_000 })])
    await forgetAnsweredRequests(db, 8_000)
    const left = await Promise.all(['old-0', 'old-1', 'old-2'].map((orgId) => listAnsweredRequests(db, orgId, anyPage)))
    assert.deepEqual(
      left.flat().map(({ at }) => at),
      [9_000],
    )
  })
})
