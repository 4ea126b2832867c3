import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { shapes } from '../../scripts/generate/api-shapes.ts'
import type { Operation } from '../../src/api/operation.ts'
import { aPurchaseInvoice } from '../support/requests/requests.ts'
import { type Possessions, possessionsOf } from '../support/service/possessions.ts'
import { eachService } from '../support/service/service.ts'
import type { TestService } from '../support/service/test-service.ts'

// Every list that has pages has them in one way. The tests go through the list of operations, so a
// new list is included.

const listsThatAre = (wanted: 'pages' | 'whole') =>
  shapes()
    .filter(({ list }) => list === wanted)
    .map(({ operation }) => operation)
const paged = listsThatAre('pages')
const whole = listsThatAre('whole')

eachService('cursors of lists', (start) => {
  let running: TestService
  let own: Possessions
  before(async () => {
    running = await start.shared()
    own = await possessionsOf(running, 'PAGED')
    // So that lists have several rows: two events, an agreement that ended, requests.
    for (let at = 0; at < 2; at += 1)
      await own.tenant.post('/api/purchase-invoices/BP-PAGED', aPurchaseInvoice({ document_number: `PAGED-${at}` }))
  })
  const read = (operation: Operation, query: string) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => own.id(operation, name))
    // Legs have pages only of one cause; the log of requests grows with each request of this test.
    const filter = { listLegs: 'cause=x&', listRequests: 'operation=createPurchaseInvoice&' }[operation.id] ?? ''
    return own.tenant.get(`${path}?${filter}${query}`)
  }

  test('there are lists with pages', () => {
    assert.ok(paged.length >= 12, String(paged.map(({ id }) => id)))
  })

  for (const operation of paged) {
    test(`${operation.id}: pages of one item are the list`, async () => {
      const whole = await read(operation, 'limit=100')
      assert.equal(whole.status, 200, whole.text)
      const shown: Item[] = []
      let cursor: string | null = null
      do {
        const page = await read(operation, `limit=1${cursor === null ? '' : `&cursor=${cursor}`}`)
        assert.equal(page.status, 200, page.text)
        assert.ok(page.json.items.length <= 1, page.text)
        shown.push(...page.json.items)
        cursor = page.json.next
      } while (cursor !== null && shown.length <= whole.json.items.length)
      assert.deepEqual(shown.map(keyOf), whole.json.items.map(keyOf))
      assert.equal(whole.json.next, null)
    })

    test(`${operation.id} refuses what is no cursor of it, and a wrong limit, by name`, async () => {
      const elsewhere = ['of another list', 1, 'x']
      const wrong = ['x', '%00', 'W10', written([]), written(elsewhere), written({}), written([['a']]), 'é'.repeat(600)]
      for (const cursor of wrong) {
        const { status, json } = await read(operation, `cursor=${encodeURIComponent(cursor)}`)
        assert.deepEqual([status, json.error_codes?.cursor?.id], [400, 'must_be_list_cursor'], cursor)
      }
      for (const limit of ['0', '101', '-1', 'x', '']) {
        const { status, json } = await read(operation, `limit=${limit}`)
        assert.deepEqual([status, Object.keys(json.errors ?? {})], [400, ['limit']], limit)
      }
    })
  }

  for (const operation of whole) {
    test(`${operation.id} is whole, and refuses a limit and a cursor by name`, async () => {
      for (const name of ['limit', 'cursor']) {
        const { status, json } = await read(
          { ...operation, path: operation.path.replace('{id}', 'IBR-002') },
          `${name}=1`,
        )
        assert.deepEqual([status, json.error_codes?.[name]?.id], [400, 'unknown_field'])
      }
    })
  }

  test('a forged cursor with values of the wrong kind is refused, and none reaches the database', async () => {
    const forged = [
      ['users', 'x', 'y'],
      ['users', 1.5, 'y'],
      ['users', 1, 'a\0b'],
      ['users', 1, '\ud800'],
      ['users', 1],
      ['users', 1, 'y', 2],
    ]
    for (const values of forged) {
      const answer = await own.tenant.get(`/api/users?cursor=${written(values)}`)
      assert.deepEqual([answer.status, Object.keys(answer.json.errors)], [400, ['cursor']], JSON.stringify(values))
    }
    assert.equal((await own.tenant.get(`/api/users?cursor=${written(['users', 2 ** 53 - 1, '~'])}`)).status, 200)
  })
})

function written(values: unknown): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

type Item = Readonly<Record<string, unknown>>

/** What does not change while a test reads: statuses do. */
function keyOf(item: Item): unknown {
  const { id, agreement_id, profile_id, client_id, user_id, revision, event } = item
  return id ?? agreement_id ?? profile_id ?? client_id ?? user_id ?? revision ?? Object(event).id
}
